/** The screens in the order of the menu. A new screen needs an entry here and a folder in screens/. */
import {
  IconArrowsDiff,
  IconCalendarCheck,
  IconChartBar,
  IconDatabase,
  IconFileExport,
  IconListCheck,
  IconListDetails,
  IconSearch,
  IconServer2,
  IconSettings,
  IconTable,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { type ComponentType, useSyncExternalStore } from 'react';
import { lazyComponent } from '../late.ts';
import { paths, type ScreenName } from '../routing/paths.ts';

export interface ScreenEntry {
  readonly name: ScreenName;
  readonly path: string;
  readonly icon: Icon;
  readonly component: ComponentType;
  /** The place in the menu, if not in the list: at the foot for a rarely used screen, or among the workspaces. */
  readonly place?: 'foot' | 'workspaces';
}

/** A screen with texts but without an entry does not compile. */
const entries: Readonly<Record<ScreenName, Pick<ScreenEntry, 'icon' | 'component' | 'place'>>> = {
  overview: {
    icon: IconChartBar,
    component: lazyComponent(async () => (await import('../screens/overview/OverviewScreen.tsx')).OverviewScreen),
  },
  check: {
    icon: IconListCheck,
    component: lazyComponent(async () => (await import('../screens/check/CheckScreen.tsx')).CheckScreen),
  },
  reports: {
    icon: IconTable,
    component: lazyComponent(async () => (await import('../screens/reports/ReportsScreen.tsx')).ReportsScreen),
  },
  records: {
    icon: IconListDetails,
    component: lazyComponent(async () => (await import('../screens/records/RecordsScreen.tsx')).RecordsScreen),
  },
  changes: {
    icon: IconArrowsDiff,
    component: lazyComponent(async () => (await import('../screens/changes/ChangesScreen.tsx')).ChangesScreen),
  },
  exports: {
    icon: IconFileExport,
    component: lazyComponent(async () => (await import('../screens/exports/ExportsScreen.tsx')).ExportsScreen),
  },
  monthEnd: {
    icon: IconCalendarCheck,
    component: lazyComponent(async () => (await import('../screens/month-end/MonthEndScreen.tsx')).MonthEndScreen),
  },
  lookup: {
    icon: IconSearch,
    component: lazyComponent(async () => (await import('../screens/lookup/LookupScreen.tsx')).LookupScreen),
  },
  people: {
    icon: IconUsers,
    component: lazyComponent(async () => (await import('../screens/people/PeopleScreen.tsx')).PeopleScreen),
  },
  data: {
    icon: IconDatabase,
    component: lazyComponent(async () => (await import('../screens/data/DataScreen.tsx')).DataScreen),
  },
  workspaces: {
    icon: IconServer2,
    component: lazyComponent(async () => (await import('../screens/workspaces/WorkspacesScreen.tsx')).WorkspacesScreen),
    place: 'workspaces',
  },
  settings: {
    icon: IconSettings,
    component: lazyComponent(async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen),
    place: 'foot',
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
export const screens: readonly ScreenEntry[] = (Object.keys(entries) as ScreenName[]).map((name) => ({
  name,
  path: paths[name],
  ...entries[name],
}));

/** The pages of one person or client, which are not in the menu. */
const loadSubjectScreen = () => import('../screens/subject/SubjectScreen.tsx');
export const PersonScreen = lazyComponent(async () => (await loadSubjectScreen()).PersonScreen);
export const ClientScreen = lazyComponent(async () => (await loadSubjectScreen()).ClientScreen);

/** Whether the keyboard map is open; module state, because the palette opens it, too. */
let isOpen = false;
const listeners = new Set<() => void>();

export function setKeyboardMapOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useKeyboardMap(): { readonly isOpen: boolean; readonly setOpen: (next: boolean) => void } {
  return { isOpen: useSyncExternalStore(subscribe, () => isOpen), setOpen: setKeyboardMapOpen };
}

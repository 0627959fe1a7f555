/** The screens, in the order of the menu. A new screen is a line here and a folder in screens/. */
import {
  IconArrowsDiff,
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
import { ChangesScreen } from '../screens/changes/ChangesScreen.tsx';
import { CheckScreen } from '../screens/check/CheckScreen.tsx';
import { DataScreen } from '../screens/data/DataScreen.tsx';
import { ExportsScreen } from '../screens/exports/ExportsScreen.tsx';
import { LookupScreen } from '../screens/lookup/LookupScreen.tsx';
import { OverviewScreen } from '../screens/overview/OverviewScreen.tsx';
import { PeopleScreen } from '../screens/people/PeopleScreen.tsx';
import { RecordsScreen } from '../screens/records/RecordsScreen.tsx';
import { SettingsScreen } from '../screens/settings/SettingsScreen.tsx';
import { WorkspacesScreen } from '../screens/workspaces/WorkspacesScreen.tsx';
import { ReportsScreen } from '../screens/reports/ReportsScreen.tsx';
import { paths, type ScreenName } from '../routing/paths.ts';

export interface ScreenEntry {
  readonly name: ScreenName;
  readonly path: string;
  readonly icon: Icon;
  readonly component: ComponentType;
  /** Where in the menu, if not in the list: at its foot, because it is rarely opened, or among the workspaces above it. */
  readonly place?: 'foot' | 'workspaces';
}

/** A screen that has texts and is not here does not compile. */
const entries: Readonly<Record<ScreenName, Pick<ScreenEntry, 'icon' | 'component' | 'place'>>> = {
  overview: { icon: IconChartBar, component: OverviewScreen },
  check: { icon: IconListCheck, component: CheckScreen },
  reports: { icon: IconTable, component: ReportsScreen },
  records: { icon: IconListDetails, component: RecordsScreen },
  changes: { icon: IconArrowsDiff, component: ChangesScreen },
  exports: { icon: IconFileExport, component: ExportsScreen },
  lookup: { icon: IconSearch, component: LookupScreen },
  people: { icon: IconUsers, component: PeopleScreen },
  data: { icon: IconDatabase, component: DataScreen },
  workspaces: { icon: IconServer2, component: WorkspacesScreen, place: 'workspaces' },
  settings: { icon: IconSettings, component: SettingsScreen, place: 'foot' },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
export const screens: readonly ScreenEntry[] = (Object.keys(entries) as ScreenName[]).map((name) => ({
  name,
  path: paths[name],
  ...entries[name],
}));

let isOpen = false;
/** Whether the keyboard map is open: the commands open it, too. */
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

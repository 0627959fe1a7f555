/** The screens, in the order of the menu. A new screen is a line here and a folder in screens/. */
import {
  IconChartBar,
  IconDatabase,
  IconListCheck,
  IconListDetails,
  IconSearch,
  IconSettings,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { CheckScreen } from '../screens/check/CheckScreen.tsx';
import { DataScreen } from '../screens/data/DataScreen.tsx';
import { LookupScreen } from '../screens/lookup/LookupScreen.tsx';
import { OverviewScreen } from '../screens/overview/OverviewScreen.tsx';
import { RecordsScreen } from '../screens/records/RecordsScreen.tsx';
import { SettingsScreen } from '../screens/settings/SettingsScreen.tsx';
import { ReportsScreen } from '../screens/reports/ReportsScreen.tsx';
import { paths, type ScreenName } from '../routing/paths.ts';

export interface ScreenEntry {
  readonly name: ScreenName;
  readonly path: string;
  readonly icon: Icon;
  readonly component: ComponentType;
  /** At the foot of the menu: rarely opened. */
  readonly isLast?: boolean;
}

export const screens: readonly ScreenEntry[] = [
  { name: 'overview', path: paths.overview, icon: IconChartBar, component: OverviewScreen },
  { name: 'check', path: paths.check, icon: IconListCheck, component: CheckScreen },
  { name: 'reports', path: paths.reports, icon: IconTable, component: ReportsScreen },
  { name: 'records', path: paths.records, icon: IconListDetails, component: RecordsScreen },
  { name: 'lookup', path: paths.lookup, icon: IconSearch, component: LookupScreen },
  { name: 'data', path: paths.data, icon: IconDatabase, component: DataScreen },
  { name: 'settings', path: paths.settings, icon: IconSettings, component: SettingsScreen, isLast: true },
];

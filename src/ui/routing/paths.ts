/** The screens' addresses, for links between them. */
import type { uiTexts } from '#texts/screens/ui.ts';

export type ScreenName = keyof (typeof uiTexts)['screens'];

export const paths: Readonly<Record<ScreenName | 'connect', string>> = {
  overview: '/',
  dashboard: '/dashboard',
  check: '/check',
  reports: '/reports',
  records: '/records',
  exports: '/exports',
  lookup: '/lookup',
  people: '/people',
  data: '/data',
  workspaces: '/workspaces',
  settings: '/settings',
  connect: '/connect',
};

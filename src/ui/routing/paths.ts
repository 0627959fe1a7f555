/** The screens' addresses, for links between them. */
import type { uiTexts } from '#texts/screens/ui.ts';

export type ScreenName = keyof (typeof uiTexts)['screens'];

export const paths: Readonly<Record<ScreenName | 'connect', string>> = {
  overview: '/',
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

/** The pins were a screen of their own before they moved to the Overview: their address opens it at their place. */
export const PINS_PATH = '/dashboard';

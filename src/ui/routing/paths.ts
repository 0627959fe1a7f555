/** The screens' addresses, for links between them. */
import type { uiTexts } from '../../texts/en/ui.ts';

export type ScreenName = keyof (typeof uiTexts)['screens'];

export const paths: Readonly<Record<ScreenName | 'connect', string>> = {
  overview: '/',
  records: '/records',
  lookup: '/lookup',
  data: '/data',
  connect: '/connect',
};

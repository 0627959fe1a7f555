import { beforeEach, expect, it } from 'vitest';
import { addressOfScreen, forgetViews, rememberView } from '#ui/routing/last-views.ts';
import { paths } from '#ui/routing/paths.ts';

beforeEach(() => {
  Object.assign(globalThis, { location: { hash: '' } });
  forgetViews();
});

it('the menu returns to a screen as it was left, without what was opened over it', () => {
  rememberView(paths.reports, 'preset=clients&period=2026-10&cell=%7B%22row%22%3A1%7D');
  expect(addressOfScreen(paths.reports, { path: paths.overview, search: '' })).toBe(
    `${paths.reports}?preset=clients&period=2026-10`,
  );
  rememberView(paths.records, 'period=2026-10&page=3&record=17');
  expect(addressOfScreen(paths.records, { path: paths.reports, search: '' })).toBe(
    `${paths.records}?period=2026-10&page=3`,
  );
});

it('the screen that is open stays as it is', () => {
  const search = 'period=2026-10&record=17';
  expect(addressOfScreen(paths.records, { path: paths.records, search })).toContain('record=17');
});

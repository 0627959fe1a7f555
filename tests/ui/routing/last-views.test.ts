import { beforeEach, expect, it, vi } from 'vitest';
import { splitHash, leaveDrillDown, navigate } from '#ui/routing/hash-location.ts';
import { toScreenAddress, forgetViews, openScreen, rememberView } from '#ui/routing/last-views.ts';
import { paths } from '#ui/routing/paths.ts';

interface Entry {
  readonly state: unknown;
  readonly hash: string;
}

/** A browser's history, as far as the page uses it. */
let entries: Entry[];
let at: number;

const open = (state: unknown, _title: string, hash: string) => {
  entries = [...entries.slice(0, at + 1), { state, hash }];
  at = entries.length - 1;
};

beforeEach(() => {
  entries = [{ state: null, hash: '' }];
  at = 0;
  vi.stubGlobal('location', {
    get hash() {
      return entries[at]?.hash;
    },
  });
  vi.stubGlobal('history', {
    get state() {
      return entries[at]?.state;
    },
    pushState: open,
    replaceState: (state: unknown, _title: string, hash: string) => (entries[at] = { state, hash }),
    go: (steps: number) => (at += steps),
  });
  forgetViews();
});

const remember = () => {
  const { path, search } = splitHash(location.hash);
  rememberView(path, search);
};
const turnTo = (address: string) => {
  navigate(address);
  remember();
};
const openFromMenu = (path: string) => {
  openScreen(toScreenAddress(path));
  remember();
};

it('the menu returns to a screen as it was left, without what was opened over it', () => {
  openFromMenu(paths.reports);
  turnTo(`${paths.reports}?preset=clients&period=2026-10&cell=%7B%22row%22%3A1%7D`);
  openFromMenu(paths.records);
  turnTo(`${paths.records}?period=2026-10&page=3&record=17`);
  expect(toScreenAddress(paths.reports)).toBe(`${paths.reports}?preset=clients&period=2026-10`);
  openFromMenu(paths.reports);
  expect(toScreenAddress(paths.records)).toBe(`${paths.records}?period=2026-10&page=3`);
});

it('the screen that is open stays as it is', () => {
  openFromMenu(paths.records);
  turnTo(`${paths.records}?period=2026-10&record=17`);
  expect(toScreenAddress(paths.records)).toContain('record=17');
});

it('a drill-down changes neither the screen it came from nor the one it opened, whatever is changed in it', () => {
  openFromMenu(paths.records);
  turnTo(`${paths.records}?period=2026-10`);
  openFromMenu(paths.overview);
  turnTo(`${paths.overview}?period=2026-09`);
  turnTo(`${paths.records}?period=2026-09&query=berg`);
  turnTo(`${paths.records}?period=2026-09&query=berg&page=2`);
  expect(toScreenAddress(paths.overview)).toBe(`${paths.overview}?period=2026-09`);
  expect(toScreenAddress(paths.records)).toBe(`${paths.records}?period=2026-10`);
});

it('the way back from a drill-down leads to where it was opened, over all that was changed in it', () => {
  openFromMenu(paths.overview);
  turnTo(`${paths.overview}?period=2026-09`);
  turnTo(`${paths.records}?query=berg`);
  turnTo(`${paths.records}?query=berg&page=2`);
  leaveDrillDown();
  expect(location.hash).toBe(`#${paths.overview}?period=2026-09`);
});

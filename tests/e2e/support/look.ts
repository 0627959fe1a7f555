/** How a test goes to a screen, dresses it in a theme, keeps a picture of it and asks axe about it: once, for every suite. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { screenshots } from './places.ts';
import { settled, still } from './settled.ts';
import { expect } from './test.ts';
import { runsAll } from './tier.ts';

export type Theme = 'light' | 'dark';
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as { source: string };

/** The second theme is looked at in the second tier. */
export const themes: readonly Theme[] = runsAll ? ['light', 'dark'] : ['light'];

/** The page alone is asked, and it is the same in both hosts: the stand-in, a Chromium like the browser's, leaves these out. */
export const ofThePage = { tag: '@page' };

/** Goes to an address as a bookmark does. When this resolves the page has read it; what it asks for may be on its way. */
export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate(async (to) => {
    const before = location.href;
    const { promise, resolve } = Promise.withResolvers<void>();
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = to;
    if (location.href !== before) await promise;
  }, hash);

/** The same with a view in words: `openView(page, '/records', { period: '2026-10' })`. */
export const openView = (page: Page, path: string, view: Readonly<Record<string, string>> = {}): Promise<void> =>
  goTo(page, `#${path}?${new URLSearchParams(view).toString()}`);

export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

export interface LookOptions {
  /** False while a download runs, which is busy for as long as it takes. */
  readonly isSettled?: boolean;
}

/** Asks axe about what is on screen; the second tier also keeps a picture of it under `name`. */
export async function look(page: Page, name: string, { isSettled = true }: LookOptions = {}): Promise<void> {
  await (isSettled ? settled(page) : still(page));
  if (runsAll) await page.screenshot({ path: join(screenshots, `${name}.png`) });
  // Its other mode opens a second page, which a window of the app's own cannot. Every rule is asked; only of what breaks one is every
  // place described: to describe thousands that are in order took longer than to ask.
  // The builder would bring axe to the page twice a look, which costs half as much as to ask it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const axe = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' · ')}`);
  expect.soft(found, name).toEqual([]);
}

/** Another look at a screen at which a test looks in the first tier, which here only waits until it is at rest. */
export async function lookAgain(page: Page, name: string, options?: LookOptions): Promise<void> {
  if (runsAll) await look(page, name, options);
  else await (options?.isSettled === false ? still(page) : settled(page));
}

/** In the first tier a walk over a screen asks axe, too, which in the second asks it in a test of its own. */
export async function lookOnce(page: Page, name: string): Promise<void> {
  if (!runsAll) await look(page, name);
}

/** The same as `lookAround`. */
export async function lookAroundAgain(
  page: Page,
  name: string,
  widths?: readonly number[],
  options?: LookOptions,
): Promise<void> {
  await (runsAll ? lookAround(page, name, widths, options) : lookAgain(page, name, options));
}

/** A look in each theme, and in the second tier also in windows of these widths, in pixels. */
export async function lookAround(
  page: Page,
  name: string,
  widths: readonly number[] = [],
  options?: LookOptions,
): Promise<void> {
  // A tooltip under the pointer would cover what is looked at.
  await page.mouse.move(0, 0);
  for (const theme of themes) {
    await wear(page, theme);
    await look(page, `${name}-${theme}`, options);
    if (!runsAll) continue;
    const size = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await look(page, `${name}-${width}-${theme}`, options);
    }
    if (size) await page.setViewportSize(size);
  }
}

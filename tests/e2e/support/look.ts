/** How a test goes to a screen, dresses it in a theme, keeps a picture of it and asks axe about it: once, for every suite. */
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { screenshots } from './places.ts';
import { expect } from './test.ts';

export type Theme = 'light' | 'dark';
export const themes: readonly Theme[] = ['light', 'dark'];

/** The page alone is asked, and it is the same in both hosts: the stand-in, a Chromium like the browser's, leaves these out. */
export const ofThePage = { tag: '@page' };

export const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

export interface LookOptions {
  /** False while a download runs, which is busy for as long as it takes. */
  readonly settled?: boolean;
}

/** Keeps a picture under `name` and asks axe about what is on screen. */
export async function look(page: Page, name: string, { settled = true }: LookOptions = {}): Promise<void> {
  if (settled) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Charts and dialogs move into place.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
  // Its other mode opens a second page, which a window of the app's own cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' · ')}`);
  expect.soft(found, name).toEqual([]);
}

import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { screenshots } from '../support/places.ts';
import { expect, test } from '../support/test.ts';

type Theme = 'light' | 'dark';

const screens = [
  { name: 'overview', hash: '#/', heading: 'Overview' },
  { name: 'records', hash: '#/records?period=2026-10', heading: 'Records' },
  { name: 'lookup', hash: '#/lookup', heading: 'Lookup' },
  { name: 'data', hash: '#/data', heading: 'Data' },
  { name: 'connect', hash: '#/connect', heading: undefined },
] as const;

const goTo = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

/** Keeps a picture of what is on screen and asks axe about it. */
async function look(page: Page, file: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Charts and dialogs move into place.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(screenshots, `${file}.png`) });
  // Its other mode opens a second page, which a window of the app's own cannot.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`);
  expect.soft(found, file).toEqual([]);
}

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
}

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is free of accessibility faults in the ${theme} theme`, async ({ host: { page } }, {
    project,
  }) => {
    await wear(page, theme);
    for (const { name, hash, heading } of screens) {
      await goTo(page, hash);
      if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await look(page, `${project.name}-${name}-${theme}`);
    }
  });

  test(`what opens over a screen is free of them, too, in the ${theme} theme`, async ({ host: { page } }, {
    project,
  }) => {
    await wear(page, theme);
    await goTo(page, '#/records?period=2026-10');
    await page.getByTestId('export').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `${project.name}-export-${theme}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByTestId('records-table').locator('tbody tr[data-record]').first().getByRole('button').press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `${project.name}-record-${theme}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page, `${project.name}-commands-${theme}`);
  });
}

import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { screenshots } from '../support/places.ts';
import { expect, test } from '../support/test.ts';

const screens = [
  { name: 'overview', hash: '#/', ready: 'Overview' },
  { name: 'records', hash: '#/records?period=2026-10', ready: 'Records' },
  { name: 'lookup', hash: '#/lookup', ready: 'Lookup' },
  { name: 'data', hash: '#/data', ready: 'Data' },
  { name: 'connect', hash: '#/connect', ready: undefined },
] as const;

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is free of accessibility faults in the ${theme} theme`, async ({ host: { page } }, {
    project,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const { name, hash, ready } of screens) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      if (ready) await expect(page.getByRole('heading', { level: 1, name: ready })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(screenshots, `${project.name}-${name}-${theme}.png`) });
      // Its other mode opens a second page, which a window of the app's own cannot.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`);
      expect.soft(found, name).toEqual([]);
    }
  });
}

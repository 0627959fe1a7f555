import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

const screens = [
  { name: 'overview', hash: '#/', heading: 'Overview' },
  { name: 'records', hash: '#/records?period=2026-10', heading: 'Records' },
  { name: 'lookup', hash: '#/lookup', heading: 'Lookup' },
  { name: 'data', hash: '#/data', heading: 'Data' },
  { name: 'connect', hash: '#/connect', heading: undefined },
] as const;

for (const theme of themes) {
  test(
    `every screen is free of accessibility faults in the ${theme} theme`,
    ofThePage,
    async ({ host: { page } }, { project }) => {
      await wear(page, theme);
      for (const { name, hash, heading } of screens) {
        await goTo(page, hash);
        if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await look(page, `${project.name}-${name}-${theme}`);
      }
    },
  );

  test(
    `what opens over a screen is free of them, too, in the ${theme} theme`,
    ofThePage,
    async ({ host: { page } }, { project }) => {
      await wear(page, theme);
      await goTo(page, '#/records?period=2026-10');
      await page.getByTestId('export').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, `${project.name}-export-${theme}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page
        .getByTestId('records-table')
        .locator('tbody tr[data-record]')
        .first()
        .getByRole('button')
        .press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, `${project.name}-record-${theme}`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, `${project.name}-commands-${theme}`);
    },
  );
}

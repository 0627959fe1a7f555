/** An export is saved where it is made, listed with when it is due, changed, deleted and brought back; a client's profile is seen in the dialog. */
import type { Page } from 'playwright/test';
import { ask } from '#tests/e2e/support/host-calls.ts';
import { goTo, look, openView, themes, wear } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { takeBack } from '#tests/e2e/support/toasts.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

const listExports = async (host: HostInUse) => (await ask(host, 'exports.list', {})).exports;

async function saveFromRecords({ page }: HostInUse, name: string): Promise<void> {
  await openView(page, '/records', { period: 'last-month' });
  await settled(page);
  await recordsScreen(page).openExport();
  await page.getByTestId('export-save-as').click();
  await page.getByTestId('export-name').fill(name);
  await page.getByText('Every month', { exact: true }).click();
  await page.getByTestId('export-save').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const rowOf = (page: Page, name: string) => page.getByTestId('saved-exports').getByRole('row', { name });

test('an export that is saved where it is made is listed, changed in its place, and back after it was deleted', async ({
  changing: host,
}) => {
  const { page } = host;
  await saveFromRecords(host, 'Monthly hours');
  await goTo(page, '#/exports');
  await expect(rowOf(page, 'Monthly hours')).toContainText('every month on day 1');
  await expect(rowOf(page, 'Monthly hours')).toContainText('Time logs, last month, CSV');
  const [saved] = await listExports(host);
  expect(saved?.definition).toMatchObject({ records: { period: 'last-month' }, rhythm: { every: 'month', day: 1 } });
  await page.getByRole('button', { name: 'More for Monthly hours' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByTestId('export-name').fill('Hours of the month');
  await page.getByLabel('Excel workbook').check();
  await page.getByTestId('export-save').click();
  await expect(rowOf(page, 'Hours of the month')).toContainText('Excel workbook');
  expect((await listExports(host)).map(({ id }) => id)).toEqual([saved?.id]);

  await page.getByRole('button', { name: 'More for Hours of the month' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No export is saved here yet')).toBeVisible();
  await takeBack(page, '“Hours of the month” is deleted');
  await expect(rowOf(page, 'Hours of the month')).toBeVisible();
  expect(await listExports(host)).toMatchObject([{ id: saved?.id, definition: { name: 'Hours of the month' } }]);
});

test(
  'a definition’s file is opened as a saved export; what is none is refused with its place',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    await goTo(page, '#/exports');
    const open = async (name: string, content: unknown) => {
      const buffer = Buffer.from(JSON.stringify(content));
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer });
    };
    await open('wrong.json', { format: 'timelog-export', records: { colums: [] } });
    await expect(page.getByText('The file could not be opened: wrong.json')).toBeVisible();
    await open('weekly.export.json', {
      format: 'timelog-export',
      report: { measures: ['logged_hours'], groupBy: ['client'], period: 'last-week' },
      rhythm: { every: 'week', weekday: 'friday' },
    });
    await expect(page.getByTestId('saved-exports').getByRole('row', { name: 'weekly' })).toContainText('every Friday');
  },
);

test('a client’s profile is set once, and the dialog says what it does', longOfThePage, async ({ changing: host }) => {
  const { page } = host;
  await goTo(page, '#/settings');
  await page.getByPlaceholder('Name of a client').fill('Copperfield');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('May see rates')).toBeVisible();
  const filter = JSON.stringify([{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Copperfield' }] }]);
  await openView(page, '/records', { period: '2026-10', filter });
  await settled(page);
  await recordsScreen(page).openExport();
  await expect(page.getByText('By Copperfield’s profile: for the client, without rates.')).toBeVisible();
  await expect(page.getByTestId('export-audience-client')).toBeChecked();
  await expect(page.getByLabel('The client may see rates')).toBeDisabled();
});

for (const theme of themes) {
  test(
    `saved exports are free of accessibility faults in the ${theme} theme`,
    longOfThePage,
    async ({ changing: host }, { project }) => {
      const { page } = host;
      await wear(page, theme);
      await goTo(page, '#/exports');
      await look(page, `${project.name}-exports-empty-${theme}`);
      await saveFromRecords(host, 'Monthly hours');
      await goTo(page, '#/exports');
      await look(page, `${project.name}-exports-${theme}`);
      await page.getByRole('button', { name: 'More for Monthly hours' }).click();
      await page.getByRole('menuitem', { name: 'Edit…' }).click();
      await expect(page.getByTestId('export-name')).toBeVisible();
      await look(page, `${project.name}-exports-edit-${theme}`);
    },
  );
}

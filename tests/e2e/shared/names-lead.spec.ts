/** A name, wherever it stands, leads to the page of its person or client. */
import { ofThePage, openView } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { filterBar, screenTitle } from '#tests/e2e/support/screens/shell.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

test('a name in a report leads to its page, and Back returns', ofThePage, async ({ reading: { page } }) => {
  const reports = reportScreen(page);
  await reports.open({ preset: 'people', period: '2026-10' });
  const name = reports.line(0).locator('[data-page]');
  const who = (await name.textContent()) ?? '';
  await name.click();
  await expect(screenTitle(page, who)).toBeVisible();
  await expect(filterBar(page).period).toContainText('October 2026');
  await page.getByRole('button', { name: 'Back to Reports' }).click();
  await reports.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(screenTitle(page, who)).toBeVisible();
  await page.goBack();
  await reports.grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('p');
  await expect(screenTitle(page, who)).toBeVisible();
});

test(
  'a group in a report folds beside its name and by Enter, and its name leads to its page',
  longOfThePage,
  async ({ reading: { page } }) => {
    const reports = reportScreen(page);
    await reports.open({ preset: 'clients', period: '2026-10', rows: 'client,platform_owner_id' });
    const group = reports.line(0);
    const client = (await group.locator('[data-page]').textContent()) ?? '';
    await reports.grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(group).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('p');
    await expect(screenTitle(page, client)).toBeVisible();
    await page.goBack();
    await group.locator('[data-page]').click();
    await expect(screenTitle(page, client)).toBeVisible();
  },
);

test(
  'a name in the table of records leads to its page, and so does that of an open record',
  longOfThePage,
  async ({ reading: { page } }) => {
    await openView(page, '/records', { period: '2026-10' });
    const { table, rows, details } = recordsScreen(page);
    const cell = rows.first().locator('td:has([data-page])').first();
    const named = (await cell.textContent()) ?? '';
    await cell.locator('[data-page]').click();
    await expect(screenTitle(page, named)).toBeVisible();
    await page.goBack();
    await expect(details).toHaveCount(0);
    await table.focus();
    await page.keyboard.press('Control+Home');
    for (const column of await table.getByRole('columnheader').allTextContents()) {
      if (column.includes('Person')) break;
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('p');
    await expect(screenTitle(page, named)).toBeVisible();
    await page.goBack();
    await rows.first().getByRole('button').first().press('Enter');
    const link = details.getByRole('link').first();
    const owner = (await link.textContent()) ?? '';
    await link.click();
    await expect(screenTitle(page, owner)).toBeVisible();
  },
);

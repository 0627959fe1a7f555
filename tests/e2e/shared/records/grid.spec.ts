/** The table of records as a spreadsheet: several orders, columns that are moved and pinned, a selection with its sums and its copy. */
import type { Page } from 'playwright/test';
import { goTo, look, lookAgain, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const table = (page: Page) => recordsScreen(page).table;
const head = (page: Page, name: string) => table(page).getByRole('columnheader', { name });

test(
  'selected records are summed by the store, and copied with their heads',
  longOfThePage,
  async ({ reading: { page, call } }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await goTo(page, '#/records?period=2026-10');
    await settled(page);
    await table(page).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Shift+PageDown', 'Shift+PageDown', 'Shift+PageDown'])
      await page.keyboard.press(key);
    const sums = page.getByTestId('selection-sums');
    const rows = Number(/\d+/.exec((await sums.textContent()) ?? '')?.[0]);
    expect(rows).toBeGreaterThan(40);
    await page.keyboard.press('Control+a');
    await expect(sums).toContainText('1,123 records selected');
    const total = table(page).locator('tfoot td[data-property="a552213_total_hours"]');
    const exact = (await total.getAttribute('data-value')) ?? 'none';
    await expect(sums.locator('[data-property="a552213_total_hours"]')).toHaveAttribute('data-value', exact);
    const answer = await call('records.sums', { period: '2026-10', measures: ['total_hours'], limit: 1_123 });
    expect(answer).toMatchObject({ ok: true, value: { totals: { a552213_total_hours: exact } } });

    await page.keyboard.press('Control+c');
    await expect(page.getByText('Copied 1,123 rows with their heads')).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split('\n');
    expect(lines).toHaveLength(1_124);
    expect(lines[0]?.split('\t').slice(0, 3)).toEqual(['First start', 'Person', 'Client']);
    await page.keyboard.press('Escape');
    await expect(sums).toHaveCount(0);
  },
);

test(
  'from an open record the keyboard leads to the next one, which is copied as JSON',
  ofThePage,
  async ({ reading: { page } }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    // A few records: axe looks at every line.
    const filter = JSON.stringify([
      { filters: [{ propertyName: 'service_name', operator: 'IN', values: ['VAT returns'] }] },
    ]);
    await openView(page, '/records', { period: '2026-10-05', filter });
    await settled(page);
    await table(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    const details = recordsScreen(page).details;
    await expect(details).toContainText('At a glance');
    // For the picture: what the checks found takes all of them.
    if (runsAll) await expect(page.getByTestId('record-findings')).not.toContainText('Loading');
    const first = await page.getByRole('dialog').getByRole('heading').first().textContent();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('dialog').getByRole('heading').first()).not.toHaveText(first ?? '');
    await expect(details).toBeVisible();
    await page.getByRole('button', { name: 'Copy as JSON' }).click();
    await expect(page.getByText('Copied the record as JSON')).toBeVisible();
    const record = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { id: string };
    await expect(page).toHaveURL(new RegExp(`record=${record.id}`));
    await look(page, 'record-details');
  },
);

test(
  'a view keeps its columns, moved and pinned by keyboard, and its orders',
  ofThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=2026-10-05');
    await head(page, 'Sort by Person').getByRole('button').click();
    await expect(head(page, 'Sort by Person')).toHaveAttribute('aria-sort', 'ascending');
    await head(page, 'Sort by Total hours')
      .getByRole('button')
      .click({ modifiers: ['Shift'] });
    await expect(head(page, 'Sort by Total hours')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=platform_owner_id%3Aasc%2Ca552213_total_hours%3Adesc/);

    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('button', { name: /^Move Title/ }).press('Alt+ArrowUp');
    await page.getByRole('button', { name: 'Keep Client in sight' }).click();
    await lookAgain(page, 'records-columns');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const heads = () => table(page).getByRole('columnheader').allTextContents();
    await expect
      .poll(async () => (await heads()).slice(1, 6).map((each) => each.replace(/\d$/, '')))
      .toEqual(['Client', 'Start', 'Person', 'Title', 'Service']);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('By client');
    await lookAgain(page, 'records-views');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'By client', exact: true })).toBeVisible();
    const kept = await heads();
    await goTo(page, '#/records?period=2026-09-07');
    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('button', { name: 'Billing', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect.poll(heads).not.toEqual(kept);
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByRole('button', { name: 'Show the view By client' }).click();
    await expect.poll(heads).toEqual(kept);
    await expect(page).toHaveURL(/period=2026-10-05.*sort=platform_owner_id/);
  },
);

test(
  'a letter leads to the table, orders it by the column of the cell, and opens its filters and its columns',
  ofThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=2026-10-05');
    await settled(page);
    for (const key of ['t', 'ArrowDown', 'ArrowRight', 'ArrowRight', 's']) await page.keyboard.press(key);
    await expect(head(page, 'Sort by Person')).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('f');
    await expect(page.getByRole('combobox', { name: 'Property' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('c');
    await expect(page.getByRole('textbox', { name: 'Find a column' })).toBeFocused();
  },
);

test('a column is widened by keyboard', longOfThePage, async ({ reading: { page } }) => {
  await goTo(page, '#/records?period=2026-10');
  await settled(page);
  const width = async () => (await head(page, 'Sort by Client').boundingBox())?.width ?? 0;
  const before = await width();
  await head(page, 'Sort by Client').getByRole('button').press('Alt+ArrowRight');
  await expect.poll(width).toBe(before + 16);
});

test('no day is cut, neither of the first rows nor of the last', longOfThePage, async ({ reading: { page } }) => {
  // The newest of these days have one digit, the others two; “26 Nov 2025” is among the widest.
  await goTo(page, `#/records?${new URLSearchParams({ period: '2025-10-20..2025-12-03' }).toString()}`);
  await settled(page);
  await table(page).focus();
  for (const key of ['Control+Home', 'PageDown', 'PageDown', 'Control+End']) {
    await page.keyboard.press(key);
    await settled(page);
    const days = table(page)
      .locator('tbody td')
      .filter({ hasText: /^\d{1,2} \w{3} 2025$/ });
    expect(await days.count()).toBeGreaterThan(10);
    expect(
      await days.evaluateAll((cells) =>
        cells
          .filter((cell) =>
            [cell, ...cell.querySelectorAll('*')].some((each) => each.scrollWidth > each.clientWidth + 1),
          )
          .map((cell) => cell.textContent),
      ),
    ).toEqual([]);
  }
});

test('the buttons to other rows are one tab stop wherever one is', longOfThePage, async ({ reading: { page } }) => {
  await goTo(page, '#/records?period=all');
  const buttons = page.getByTestId('records-range').locator('..').getByRole('button');
  const stops = buttons.and(page.locator(':not(:disabled):not([tabindex="-1"])'));
  await expect(buttons).toHaveCount(4);
  await expect(stops).toHaveCount(1);
  for (const name of ['Next page', 'Last row', 'First row']) {
    await buttons.and(page.getByRole('button', { name })).click();
    await settled(page);
    await expect(stops).toHaveCount(1);
  }
});

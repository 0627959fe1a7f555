/** Any figure explains itself, by mouse and by keyboard, and is printed as the settings say on every screen. */
import type { Locator, Page } from 'playwright/test';
import { ask } from '#tests/e2e/support/host-calls.ts';
import { goTo, openView } from '#tests/e2e/support/look.ts';
import { checkScreen } from '#tests/e2e/support/screens/check.ts';
import { lookupScreen } from '#tests/e2e/support/screens/lookup.ts';
import { overviewScreen } from '#tests/e2e/support/screens/overview.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { explainPanel } from '#tests/e2e/support/screens/reports.ts';
import { screenTitle } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** What every explanation says, whatever it explains. */
async function expectExplained(page: Page): Promise<void> {
  for (const fact of ['Formula', 'Records', 'Period', 'Calendar', 'Time zone', 'Coverage', 'Fetched'])
    await expect(explainPanel(page).panel.locator('dt', { hasText: new RegExp(`^${fact}$`) })).toBeVisible();
  await expect(explainPanel(page).records.or(explainPanel(page).panel.getByText('No record makes'))).toBeVisible();
}

/** How it is computed stands first, then the records, and below them what it rests on. */
const expectOrder = (page: Page) =>
  expect
    .poll(() =>
      explainPanel(page).panel.evaluate((panel) => {
        const top = (found: Element | null | undefined) => found?.getBoundingClientRect().top ?? 0;
        const [formula, period] = ['Formula', 'Period'].map((label) =>
          top([...panel.querySelectorAll('dt')].find((each) => each.textContent === label)),
        );
        const records = top(panel.querySelector('[data-testid="explain-records"]'));
        return (formula ?? 0) < records && records < (period ?? 0);
      }),
    )
    .toBe(true);

const close = (page: Page) => explainPanel(page).close();

test(
  'every figure in the tables of the Overview opens the same explanation',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, '#/');
    await settled(page);
    // No table scrolls inside itself: what does not fit beside the others is a click away.
    for (const [table, more] of [
      ['overview-people', /^\d+ more in People$/],
      ['overview-clients', /^\d+ more in Clients$/],
      ['overview-attention', /^All \d+ to check$/],
    ] as const) {
      const inner = page.getByTestId(table).locator('xpath=..');
      await expect.poll(() => inner.evaluate((box) => box.scrollHeight - box.clientHeight), table).toBe(0);
      await expect(page.getByRole('link', { name: more })).toBeVisible();
    }
    const columns = page.locator('[data-testid^="tile-"]');
    // Five figures, and five more on the same columns for whoever asks.
    await expect(columns).toHaveCount(5);
    await page.getByTestId('more-figures').click();
    await expect(columns).toHaveCount(10);
    const lefts = await columns.evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().left));
    expect(lefts.slice(0, 5)).toEqual(lefts.slice(5));
    const exactIn = async (figure: Locator) => figure.locator('xpath=ancestor::td[1]').getAttribute('data-value');
    for (const [table, least] of [
      ['overview-people', 20],
      ['overview-clients', 12],
      ['overview-attention', 4],
    ] as const) {
      const figures = page.getByTestId(table).locator('[data-figure]');
      await expect(figures.nth(least)).toBeAttached();
      const count = await figures.count();
      // The first line, one in the middle, and the total.
      for (const at of runsAll
        ? [0, 1, 2, 3, Math.floor(count / 2), count - 1]
        : [table === 'overview-people' ? count - 1 : 0]) {
        const figure = figures.nth(at);
        const exact = await exactIn(figure);
        await figure.click();
        await expectExplained(page);
        if (exact !== null) await expect(explainPanel(page).figure).toHaveAttribute('data-exact', exact);
        await close(page);
        await expect(figure).toBeFocused();
      }
    }
    await test.step('a bar of the trend, too', async () => {
      const chart = page.getByRole('application').first();
      await chart.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await expectExplained(page);
      await close(page);
      await expect(chart).toBeFocused();
    });
  },
);

test(
  'a running period is compared to yesterday, and each total is said once',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/?period=2026');
    await settled(page);
    const { tile, people, clients } = overviewScreen(page);
    await expect(tile('billable_share')).toContainText('to yesterday, on 1 Jan');
    await expect(tile('billable_share').locator('[data-change]')).toHaveAttribute('title', /^to yesterday, on 1 Jan/);
    await expect(people.locator('tfoot [data-value]')).toHaveCount(1);
    await expect(clients.locator('tfoot')).toHaveCount(0);
  },
);

test(
  'a table of figures is one stop of the Tab key, and arrows walk in it',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/');
    await settled(page);
    const table = overviewScreen(page).people;
    const figures = table.locator('[data-figure]');
    await expect(table.locator('[tabindex="0"]')).toHaveCount(1);
    await figures.first().focus();
    const perRow = await table.locator('tbody tr').first().locator('[data-figure]').count();
    expect(perRow).toBe(5);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await expect(figures.nth(perRow + 2)).toBeFocused();
    await expect(table.locator('[tabindex="0"]')).toHaveCount(1);
    // Its name is walked to as well.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(table.locator('tbody tr').nth(1).getByRole('link')).toBeFocused();
    await page.keyboard.press('Control+End');
    await expect(table.locator('tfoot [data-figure]').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expectExplained(page);
    await close(page);
    await expect(table.locator('tfoot [data-figure]').last()).toBeFocused();
  },
);

test(
  'the totals of Records explain themselves, and say where hours are not minutes',
  longOfThePage,
  async ({ reading: { page } }) => {
    await openView(page, '/records', { period: 'all' });
    const totals = recordsScreen(page).totals;
    const hours = page.getByTestId('records-hours');
    await expect(hours).toContainText('“Total hours” is 472.00 h more');
    await settled(page);

    const total = totals.locator('[data-property$="total_hours"]');
    await total.locator('[data-figure]').click();
    await expectExplained(page);
    await expect(explainPanel(page).figure).toHaveAttribute(
      'data-exact',
      (await total.getAttribute('data-value')) ?? '',
    );
    await close(page);

    const logged = await hours.locator('[data-value]').getAttribute('data-value');
    await hours.locator('[data-figure]').click();
    await expect(explainPanel(page).panel.getByText(/^Σ total minutes \/ 60/)).toBeVisible();
    await expect(explainPanel(page).figure).toHaveAttribute('data-exact', logged ?? '');
    await close(page);

    await hours.getByRole('link', { name: 'Show the record that differs' }).click();
    await expect(screenTitle(page, 'To check')).toBeVisible();
    await expect(checkScreen(page).rows).toHaveCount(1);
  },
);

test(
  'hours as h:mm are h:mm on the Overview, in To check, Records, Lookup and every panel',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const answer = await host.call('settings.set', { hoursStyle: 'clock', moneyDigits: 0 });
    expect(answer.ok).toBe(true);
    await page.reload();
    await goTo(page, '#/');
    const clock = /^−?[\d,]+:\d\d$/;

    await expect(overviewScreen(page).tile('billable_logged_hours')).toContainText(/\d:\d\d/);
    await expect(overviewScreen(page).tile('billable_value')).toContainText(/^Billable value[\d,]+ EUR/);
    const person = overviewScreen(page).people.locator('tbody tr').first().locator('[data-figure]');
    for (const at of [0, 1, 2]) await expect(person.nth(at)).toHaveText(clock);
    await expect(overviewScreen(page).clients.locator('tbody [data-figure]').first()).toHaveText(clock);
    await expect(overviewScreen(page).attention).toContainText(/gap \d:\d\d/);
    const ticks = page.locator('main [class*="yAxis"] text');
    await expect(ticks.first()).toHaveText('0:00');
    await settled(page);
    for (const tick of await ticks.allTextContents()) expect(tick).toMatch(/^[\d,]+:00$/);
    await person.first().click();
    await expect(explainPanel(page).figure).toHaveText(clock);
    await expectOrder(page);
    const records = explainPanel(page).records;
    await expect(records.locator('tbody tr').first().locator('td').last()).toHaveText(clock);
    await close(page);

    await openView(page, '/records', { period: 'all' });
    await expect(page.getByTestId('records-hours').locator('[data-value]')).toHaveText(clock);
    await expect(recordsScreen(page).total('total_hours')).toHaveText(clock);
    await expect(page.getByTestId('records-hours')).toContainText('472:00 more');
    const row = recordsScreen(page).rows.first();
    await expect(row.locator('td').nth(6)).toHaveText(clock);
    await row.click();
    // The recorded value is shown beside it, unchanged.
    await expect(
      recordsScreen(page)
        .details.locator('dd', { hasText: /^[\d,]+:\d\d [\d.]+ h$/ })
        .first(),
    ).toBeVisible();
    const id = (await row.getAttribute('data-record')) ?? '';
    await page.keyboard.press('Escape');

    await openView(page, '/lookup');
    // What is on this computer needs no request.
    await lookupScreen(page).ids.fill(id);
    const found = lookupScreen(page).found.locator(`tr[data-record="${id}"] td`);
    await expect(found.nth(3)).toHaveText(clock);

    await openView(page, '/check', { check: 'amount-differs' });
    const finding = checkScreen(page).rows.first().locator('td');
    await expect(finding.nth(3)).toHaveText(/^1,500 recorded · \d:\d\d × 102\.75 = [\d.]+$/);
    await expect(finding.nth(4)).toHaveText(clock);
    await expect(finding.nth(5)).toHaveText(/^[\d,]+$/);
    await expect(checkScreen(page).check('billable-without-rate')).toContainText(/\d:\d\d/);
  },
);

test(
  'amounts have the currency of their records; several currencies are shown one by one and share no axis',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const client = 'Brightwater GmbH';
    const { objects } = await ask(host, 'names.list', {});
    const own = Object.entries(objects).filter(([, object]) => object.client === client);
    await ask(host, 'names.keep', {
      objects: Object.fromEntries(own.map(([key, object]) => [key, { ...object, currency: 'CHF' }])),
    });
    await page.reload();
    await goTo(page, '#/');
    await settled(page);
    const value = overviewScreen(page).tile('billable_value');
    await expect(value).toHaveText(/^Billable value[\d,.]+ CHF · [\d,.]+ EURin several currencies$/);
    const lines = overviewScreen(page).clients.locator('tbody tr');
    await expect(lines.filter({ hasText: client })).toHaveText(/ CHF$/);
    await expect(lines.filter({ hasNotText: client }).first()).toHaveText(/ EUR/);
    await expect(overviewScreen(page).attention).not.toContainText('EUR');

    await openView(page, '/reports', { preset: 'clients' });
    await expect(page.getByText(/^Amounts of several currencies share no axis; .* is drawn instead\.$/)).toBeVisible();

    await page.goto(page.url().replace(/#.*$/, ''));
    await overviewScreen(page).clients.getByRole('link', { name: client }).click();
    await expect(screenTitle(page, client)).toBeVisible();
    // All that is in view is of one currency, which is not the workspace's.
    await expect(value).toHaveText(/^Billable value[\d,.]+ CHF/);
  },
);

test(
  'amounts of several currencies have no common label; where they meet, each is shown separately',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    // Its clients are in EUR; records without a client are in the workspace's own.
    expect((await host.call('settings.set', { currency: 'CHF' })).ok).toBe(true);
    await page.reload();
    await openView(page, '/', { period: '2026-10' });
    const both = /[\d,.]+ CHF · [\d,.]+ EUR/;
    await expect(overviewScreen(page).tile('billable_value')).toContainText(both);
    const client = overviewScreen(page).clients.locator('tbody tr').first().locator('[data-figure]');
    await expect(client.nth(1)).toHaveText(/^[\d,.]+ EUR$/);
    await settled(page);
    await expect(overviewScreen(page).attention).not.toContainText('CHF');

    await openView(page, '/records', { period: '2026-10' });
    await settled(page);
    await expect(recordsScreen(page).rows.first()).toBeVisible();
    await expect(recordsScreen(page).total('billable_amount')).toHaveText(both);
    await expect(recordsScreen(page).table.locator('tbody')).not.toContainText('CHF');

    await openView(page, '/check');
    await expect(checkScreen(page).rows.first()).toBeVisible();
    await expect(page.locator('main')).not.toContainText('CHF');

    await openView(page, '/settings');
    await expect(page.getByTestId('amount-recorded')).toHaveText('several currencies, not added up');
  },
);

test(
  'a period without records is shown neither as checked nor as unplanned',
  longOfThePage,
  async ({ reading: { page } }) => {
    await openView(page, '/', { period: '2027-05' });
    await expect(page.getByText('There is no record here to look at.')).toBeVisible();
    await expect(page.getByText('Nobody logged time here.')).toBeVisible();
    await expect(page.getByText(/weekly hours not known|Every check passed/)).toHaveCount(0);
  },
);

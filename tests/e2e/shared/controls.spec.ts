/** What people expect of the small things: a key in a list, a button that refuses, a toast, an address that asks for what there is not. */
import type { Page } from 'playwright/test';
import { ask, connectTo } from '../support/host-calls.ts';
import { goTo, ofThePage, openView } from '../support/look.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { filterBar, screenTitle, statusLine } from '../support/screens/shell.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { settled } from '../support/settled.ts';
import { longOfThePage } from '../support/tier.ts';
import { keepToasts, takeBack } from '../support/toasts.ts';
import { expect, test } from '../support/test.ts';
import { chooseCases } from '#tests/support/tier.ts';

test('an address with an unknown period or page says so', ofThePage, async ({ reading: { page } }) => {
  const notice = page.getByTestId('unread-address');
  const period = filterBar(page).period;
  for (const [hash, shown] of chooseCases(1, [
    ['#/records?period=2026-13', '[A-Z][a-z]+ 2026 \\(.+ 2026\\)'],
    ['#/?period=2026-13', 'Week \\d+, 2026 \\(.+ 2026\\)'],
  ] as const)) {
    await goTo(page, hash);
    const sentence = `^The address asks for the period “2026-13”, which does not exist; shown: (${shown})\\.$`;
    await expect(notice).toHaveText(new RegExp(sentence));
    const said = new RegExp(sentence).exec((await notice.textContent()) ?? '')?.[1] ?? 'nothing';
    // The picker and the figures are of the period that is said.
    await expect(period).toContainText(said);
  }
  for (const hash of chooseCases(0, ['#/reports?period=2026-13'])) {
    await goTo(page, hash);
    await expect(notice).toContainText('“2026-13”, which does not exist');
    await expect(reportScreen(page).grid).toBeVisible();
  }

  await goTo(page, '#/nowhere');
  await expect(notice).toHaveText('The address asks for the page “/nowhere”, which does not exist; shown: Overview.');
  await expect(screenTitle(page, 'Overview')).toBeVisible();

  await goTo(page, '#/?period=2026-10');
  await expect(filterBar(page).period).toContainText('October 2026');
  await expect(notice).toHaveCount(0);
});

test(
  'a value that no record has is reported below the filters, with the likely one a click away',
  longOfThePage,
  async ({ reading: { page } }) => {
    const filter = JSON.stringify([
      { filters: [{ propertyName: 'service_name', operator: 'EQ', value: 'anual audit' }] },
    ]);
    const said = page.getByText('No record here has “anual audit” as its service; did you mean “Annual audit”?');
    for (const path of chooseCases(0, ['/reports'])) {
      await openView(page, path, { preset: 'services', filter });
      await expect(said).toBeVisible();
    }
    await openView(page, '/records', { period: 'all', filter });
    await expect(said).toBeVisible();
    await expect(page.getByText('No record matches')).toBeVisible();
    await page.getByRole('button', { name: 'Use “Annual audit”' }).click();
    await expect(filterBar(page).chip(/^Change: Service is Annual audit$/)).toBeVisible();
    await expect(said).toHaveCount(0);
    await expect(page.getByText('No record matches')).toHaveCount(0);
  },
);

test(
  'in a list of values Enter ticks what fits, and applies when nothing is typed',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=all');
    const words = filterBar(page).words;
    await page.getByRole('button', { name: /^Service/ }).click();
    const find = page.getByRole('dialog').getByRole('textbox');
    await expect(find).toBeFocused();
    await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    const ticked = page.getByRole('dialog').getByRole('checkbox', { checked: true });

    await page.keyboard.type('annual');
    await page.keyboard.press('Enter');
    await expect(ticked).toHaveCount(1);
    await expect(find).toHaveValue('');
    await page.keyboard.type('nothing like this');
    await page.keyboard.press('Enter');
    await expect(ticked).toHaveCount(1);
    await find.fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(filterBar(page).chip(/^Change: Service Annual audit$/)).toBeVisible();
    // The chip says all of it.
    await expect(words).toHaveCount(0);

    await page
      .getByRole('button', { name: /Annual audit/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('checkbox').nth(2)).toBeVisible();
    await expect(find).toBeFocused();
    await page.keyboard.type('vat');
    await page.keyboard.press('Enter');
    await expect(ticked).toHaveCount(2);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(words).toContainText('VAT returns');
  },
);

test('a refused refresh tells keyboard users the reason, too', ofThePage, async ({ changing: host, serve }) => {
  const { page } = host;
  // The sample's own service would make all of its records before it answers.
  await connectTo(host, await serve({ records: 1, months: 1 }), { isDownloaded: false });
  expect((await host.call('settings.set', { quotaLimit: 1 })).ok).toBe(true);
  await goTo(page, '#/data');
  const { refresh, seal } = statusLine(page);
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  await seal.focus();
  await page.keyboard.press('Tab');
  await expect(refresh).toBeFocused();
  await expect(page.getByRole('tooltip')).toContainText('Today’s requests are used up');
  await page.keyboard.press('Enter');
  await expect(refresh).toBeVisible();
  await expect(statusLine(page).pause).toHaveCount(0);
});

test('the last three changes can be undone, one for each setting', ofThePage, async ({ changing: host }) => {
  const { page } = host;
  await goTo(page, '#/settings');
  const toasts = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Undo' }) });
  const choose = (group: string, value: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(value, { exact: true }).click();

  await choose('Hours as', '7:30');
  await keepToasts(toasts);
  await expect(toasts).toHaveCount(1);
  await choose('Hours as', '7.50');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText('Hours as: 7.50');
  await choose('Week starts on', 'Sunday');
  await choose('Rounding of totals', 'Round lines');
  await expect(toasts).toHaveCount(3);
  // The first of them is about to give its place away.
  await keepToasts(toasts.last());
  await page.getByRole('textbox', { name: 'Decimals of money' }).fill('1');
  await page.keyboard.press('Enter');
  await expect(toasts.filter({ hasText: 'Decimals of money' })).toBeVisible();
  await expect(toasts).toHaveCount(3);
  await expect(toasts.filter({ hasText: 'Hours as' })).toHaveCount(0);

  await test.step('a press that began before a toast came is not taken by it', async () => {
    const takesPress = () =>
      toasts.last().evaluate((toast) => {
        const { x, y, width, height } = toast.getBoundingClientRect();
        return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    await page.mouse.move(2, 2);
    await page.mouse.down();
    expect(await takesPress()).toBe(false);
    await page.mouse.up();
    expect(await takesPress()).toBe(true);
  });
  const readDigits = async () => (await ask(host, 'settings.get', {})).moneyDigits;
  expect(await readDigits()).toBe(1);
  await takeBack(page, 'Decimals of money');
  await expect.poll(readDigits).toBe(2);
});

/** How often Tab stops in a screen. */
async function countStops(page: Page): Promise<number> {
  const main = page.locator('main');
  await main.focus();
  for (let stops = 0; ; stops += 1) {
    await page.keyboard.press('Tab');
    if (!(await main.evaluate((each) => each.contains(document.activeElement)))) return stops;
  }
}

// Of 51, 24, 35 and 13 that there were once, a third and more are gone: what comes takes the place of something.
test('few controls are reached on a screen', ofThePage, async ({ reading: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [hash, most] of chooseCases(1, [
    ['#/records?period=2026-10-05', 18],
    ['#/data', 8],
    ['#/?period=2026-10', 29],
    ['#/reports?preset=clients&period=2026-10', 16],
  ] as const)) {
    await goTo(page, hash);
    await settled(page);
    expect.soft(await countStops(page), hash).toBeLessThanOrEqual(most);
  }
});

test(
  'a low window cuts no row by its totals, and keeps the buttons of a long dialog in sight',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const hash of ['#/reports?preset=people&period=2026', '#/records?period=2026-10']) {
      await goTo(page, hash);
      await settled(page);
      const cut = await page.getByTestId(/^(report-grid|records-table)$/).evaluate((table) => {
        const totals = table.querySelector('tfoot')?.getBoundingClientRect().top ?? 0;
        const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
        return rows.filter(({ top, bottom }) => top < totals - 1 && bottom > totals + 1).length;
      });
      expect(cut, hash).toBe(0);
    }
    // A period and its steps are one stop, which arrows walk.
    await page.getByTestId('period').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Earlier period' })).toBeFocused();

    await recordsScreen(page).openExport('csv');
    await expect(page.getByRole('radio', { name: 'Parquet' })).toHaveCount(0);
    await page.getByTestId('export-more-formats').click();
    await page.getByRole('radio', { name: 'Parquet' }).check();
    await page.getByTestId('export-audience-client').check();
    await page.getByTestId('export-more').click();
    await settled(page);
    await expect(page.getByTestId('export-start')).toBeInViewport({ ratio: 1 });
  },
);

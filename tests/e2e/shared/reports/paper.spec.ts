import type { Page } from 'playwright/test';
import { goTo, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { chooseCases } from '#tests/support/tier.ts';

/** Boxes of which a print would show only what is scrolled to, by the first words in them. */
const cutBoxes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((each) => {
        const { overflowY } = getComputedStyle(each);
        const lines = [...each.querySelectorAll('tr, li, [role="row"]')];
        const holdsLines = lines.some((line) => line.closest('.visually-hidden') === null);
        return overflowY !== 'visible' && holdsLines && each.scrollHeight > each.clientHeight + 1;
      })
      .map((each) => each.textContent?.slice(0, 60) ?? ''),
  );

const linesOf = (page: Page) => reportScreen(page).grid.locator('[data-depth]');
/** Of a page in print: as wide as a portrait sheet, a report has its whole table beside its margins. */
async function expectPortraitWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 1000 });
  await goTo(page, '#/reports?preset=clients');
  await settled(page);
  const box = await reportScreen(page).grid.boundingBox();
  expect(box?.width).toBeGreaterThan(600);
  expect(box?.width).toBeLessThanOrEqual(700);
}

const notice = (page: Page) => page.getByTestId('print-notice');

test(
  'a print shows every line of a screen, without what can only be pressed',
  ofThePage,
  async ({ reading: { page } }) => {
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: 'print' });
    const addresses = ['#/reports?preset=people', '#/records?period=2026-10', '#/data', '#/', '#/check'];
    for (const address of chooseCases(1, addresses)) {
      await goTo(page, address);
      await settled(page);
      await expect.soft(page.getByRole('navigation', { name: 'Screens' }), address).toBeHidden();
      await expect.soft(page.getByRole('button', { name: /^Refresh/ }), address).toBeHidden();
      expect.soft(await cutBoxes(page), address).toEqual([]);
    }
    await expectPortraitWhole(page);
  },
);

test(
  'a report is drawn whole when it is printed, and as far as it is seen afterwards',
  ofThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1200, height: 640 });
    await goTo(page, '#/reports?preset=people');
    await settled(page);
    // All but the head and the total.
    const all = Number(await reportScreen(page).grid.getAttribute('aria-rowcount')) - 2;
    const seen = await linesOf(page).count();
    expect(seen).toBeLessThan(all);
    // What stands in the page when the event's listeners have returned is on the paper.
    const printed = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      return document.querySelectorAll('[data-testid="report-grid"] [data-depth]').length;
    });
    expect(printed).toBe(all);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(linesOf(page)).toHaveCount(seen);
  },
);

test('an incomplete print says how many lines of how many it shows', longOfThePage, async ({ reading: { page } }) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '#/records?period=2026-10');
  await settled(page);
  await expect(notice(page)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(notice(page)).toHaveText(
    /^This print shows 100 of 1,123 records( and \d+ of 10 columns)?\. Export the records for all of them\.$/,
  );
  await expect(recordsScreen(page).table.locator('tr[data-record]')).toHaveCount(100);

  await openView(page, '/reports', { columns: 'week', period: '', measures: 'logged_hours', order: '', chart: '' });
  await settled(page);
  await expect(notice(page)).toHaveText(/^This print shows \d+ of 105 columns\. Copy the table for all of them\.$/);
  const heads = reportScreen(page).heads;
  const columns = Number(/\d+/.exec((await notice(page).textContent()) ?? '')?.[0]);
  // The names of the lines have a head as well.
  await expect(heads).toHaveCount(columns + 1);
  await goTo(page, '#/reports?preset=clients');
  await settled(page);
  await expect(notice(page)).toHaveCount(0);
});

test(
  'a chart that is seen is on paper of any height, and a portrait sheet has the whole table',
  longOfThePage,
  async ({ reading }) => {
    const { page } = reading;
    const chart = page.locator('main svg.recharts-surface').first();
    await page.setViewportSize({ width: 1240, height: 900 });
    await goTo(page, '#/reports?preset=clients');
    await settled(page);
    await expect(chart).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    // As high as a landscape sheet: a window as low folds the chart.
    await page.setViewportSize({ width: 1040, height: 640 });
    await settled(page);
    await expect(chart).toBeVisible();
    await expectPortraitWhole(page);
  },
);

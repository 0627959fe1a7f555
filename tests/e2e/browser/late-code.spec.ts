import type { Page } from 'playwright/test';
import { ask } from '../support/host-calls.ts';
import { goTo } from '../support/look.ts';
import { reportScreen } from '../support/screens/reports.ts';
import { screenTitle, statusLine } from '../support/screens/shell.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

const CODE = /\/ReportChart[^/]*\.js$/;

test('a chart whose code cannot be loaded leaves its figures as they are, and trying again loads it', async ({
  reading,
}) => {
  const { page } = reading;
  await page.route(CODE, (route) => route.abort());
  await page.reload();
  await goTo(page, '#/reports?preset=clients&period=2026-10');
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('no longer answers');
  await expect(reportScreen(page).total).toBeVisible();
  await page.unroute(CODE);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  await expect(page.getByRole('application').first()).toBeVisible();
});

/** A pin as the preferences keep it. */
const pin = { id: 'hours', name: 'Hours', report: { measures: ['logged_hours'], groupBy: ['client'] }, view: {} };

for (const [chunk, hash, title, open] of [
  ['MomentChooser', '#/records?period=2026-10', 'Records', (page: Page) => statusLine(page).seal.click()],
  ['Calendar', '#/?period=2026-10', 'Overview', (page: Page) => page.getByTestId('period').click()],
  [
    'ValuesPicker',
    '#/?period=2026-10',
    'Overview',
    (page: Page) => page.getByRole('button', { name: 'Person any' }).click(),
  ],
  ['PinCard', '#/?period=2026-10', 'Overview', async () => {}],
  [
    'OverviewExport',
    '#/?period=2026-10',
    'Overview',
    async (page: Page) => {
      await page.getByTestId('share').click();
      await page.getByTestId('share-html').click();
    },
  ],
] as const) {
  test(`the screen stays where ${chunk} cannot be loaded, and trying again loads it`, long, async ({ reading }) => {
    const { page } = reading;
    const code = new RegExp(`/${chunk}[^/]*\\.js$`);
    await ask(reading, 'preferences.set', { pins: { sample: [pin] } });
    await page.route(code, (route) => route.abort());
    await page.reload();
    await goTo(page, hash);
    await open(page);
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('no longer answers');
    await expect(screenTitle(page, title)).toBeVisible();
    await page.unroute(code);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(failure).toHaveCount(0);
    await expect(screenTitle(page, title)).toBeVisible();
  });
}

test(
  'a dialog whose code cannot be loaded is closed, and loads it when it is opened again',
  long,
  async ({ reading }) => {
    const { page } = reading;
    const code = /\/OverviewExport[^/]*\.js$/;
    const open = async () => {
      await page.getByTestId('share').click();
      await page.getByTestId('share-html').click();
    };
    await page.route(code, (route) => route.abort());
    await page.reload();
    // Of a day: the figures below the dialog matter to none of this.
    await goTo(page, '#/?period=2026-10-05');
    await open();
    await expect(page.getByRole('alert')).toContainText('no longer answers');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(code);
    await open();
    await expect(page.getByTestId('export-start')).toBeVisible();
  },
);

test('the looks of the page are applied over those of its library, whatever code they come with', async ({
  reading,
}) => {
  const order = await reading.page.evaluate(() => {
    const sheets = [...document.styleSheets].filter(({ href }) => href !== null);
    const names = sheets.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));
    return {
      library: names.findLastIndex((name) => name.startsWith('.m_')),
      own: names.findIndex((name) => name.startsWith('._')),
    };
  });
  expect(order.library).toBeGreaterThan(0);
  expect(order.own).toBeGreaterThan(order.library);
});

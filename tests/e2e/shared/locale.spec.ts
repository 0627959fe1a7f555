/** In German every number and day is written so, on every screen and in all that opens over them; names stay as they are. */
import type { Page } from 'playwright/test';
import { checks } from '#domain/checks/checks.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { paths, PINS_PATH } from '#ui/routing/paths.ts';
import { chooseCases } from '#tests/support/tier.ts';
import { findEnglishForms } from '../support/english-forms.ts';
import { ask } from '../support/host-calls.ts';
import { goTo, lookAround, ofThePage } from '../support/look.ts';
import { longOfThePage } from '../support/tier.ts';
import { readPage, type Said } from '../support/plain-words.ts';
import type { ReadingHost } from '../support/reading.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { explainPanel, reportScreen } from '../support/screens/reports.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'Rates 2.0, 1,500 h';

/** A report of money by client with its chart, pinned under a name of digits and dots. */
const pin = {
  id: 'rates',
  name: NAME,
  report: {
    measures: ['billable_value', 'billable_logged_hours'],
    groupBy: ['client'],
    period: '2026-07..2026-10',
    compare: 'previous' as const,
  },
  view: { chart: 'bars' as const },
};

async function speakGerman(reading: ReadingHost): Promise<Page> {
  await ask(reading, 'preferences.set', { locale: 'de-DE', pins: { sample: [pin] } });
  await reading.page.reload();
  return reading.page;
}

const addresses = [
  paths.overview,
  paths.data,
  `${paths.reports}?preset=clients&period=2026-11-01..2026-11-22&compare=previous`,
  ...chooseCases(0, [
    paths.records,
    paths.check,
    paths.monthEnd,
    paths.reports,
    paths.changes,
    paths.exports,
    paths.lookup,
    paths.people,
    paths.workspaces,
    paths.settings,
    `${paths.overview}?period=2026-11-16..2026-11-22`,
    `${paths.records}?period=2026-11-16..2026-11-22`,
    ...checks.map(({ id }) => `${paths.check}?check=${id}`),
    ...presets.map(({ id }) => `${paths.reports}?preset=${id}`),
  ]),
];

test('in German screens show no number or day as English has them', ofThePage, async ({ reading }) => {
  const page = await speakGerman(reading);
  const said: Said[] = [];
  for (const address of addresses) {
    await goTo(page, `#${address}`);
    await settled(page);
    said.push(...(await readPage(page, address)));
  }
  expect(said.filter(({ text }) => /\d\.\d{3},\d\d/.test(text)).length).toBeGreaterThan(100);
  expect(findEnglishForms(said, [NAME])).toEqual([]);
});

test(
  'one card, one finding and one record have one way to write numbers and days, and a name keeps its own',
  longOfThePage,
  async ({ reading }, { project }) => {
    const page = await speakGerman(reading);
    const said: Said[] = [];
    const read = async (where: string) => {
      await settled(page);
      said.push(...(await readPage(page, where)));
    };

    await goTo(page, `#${PINS_PATH}`);
    await settled(page);
    const card = page.getByTestId('pin');
    await expect(card.getByRole('link', { name: NAME })).toBeVisible();
    const drawn = await card.getByTestId('chart-table').locator('tbody td').first().textContent();
    expect(drawn).toMatch(/^\d{1,3}(\.\d{3})*,\d\d/);
    await expect(card.getByRole('table', { name: NAME, exact: true })).toContainText(drawn?.replace(/\s.*$/, '') ?? '');
    await lookAround(page, `${project.name}-german-pins`);
    await read('the pins');

    await goTo(page, `#${paths.check}?check=amount-differs`);
    await expect(page.getByText(/\d,\d\d recorded/).first()).toBeVisible();
    await lookAround(page, `${project.name}-german-check`);
    await read('a check');

    await goTo(page, `#${paths.records}?period=2026-10`);
    const [row, short] = [recordsScreen(page).rows, /^\d,[1-9]0$/];
    const hours = row.getByRole('gridcell').filter({ hasText: short }).first();
    const inTable = await hours.innerText();
    await row
      .filter({ has: page.getByRole('gridcell').filter({ hasText: short }) })
      .first()
      .getByRole('button')
      .press('Enter');
    await expect(recordsScreen(page).details).toContainText(`hours${inTable} h`);
    await lookAround(page, `${project.name}-german-record`);
    await read('a record');
    await page.keyboard.press('Escape');
    await recordsScreen(page).openExport();
    for (const format of ['CSV', 'PDF', 'Excel workbook']) {
      await page.getByRole('radio', { name: format }).click();
      await read(`an export as ${format}`);
    }
    await page.keyboard.press('Escape');

    await reportScreen(page).open({ preset: 'people', period: '2026-10' });
    await reportScreen(page).total.getByRole('gridcell').first().click();
    await expect(explainPanel(page).panel).toBeVisible();
    await lookAround(page, `${project.name}-german-explained`);
    await read('an explanation');
    expect(findEnglishForms(said, [NAME])).toEqual([]);
  },
);

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import { answerDialogs, ask } from '../support/host-calls.ts';
import { goTo, lookOnce, openView } from '../support/look.ts';
import { lookupScreen } from '../support/screens/lookup.ts';
import { overviewScreen } from '../support/screens/overview.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { filterBar, screenLink } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { long, longOfThePage, smoke } from '../support/tier.ts';
import { expect, test, type HostInUse } from '../support/test.ts';

/** The same question, asked in the terminal, of a copy of the data. */
async function reportInTerminal(dataDirectory: string, ...args: string[]): Promise<ReportResult> {
  const { code, stdout, stderr } = await run([
    'report',
    ...args,
    '--workspace',
    'sample',
    '--data-dir',
    dataDirectory,
    '--json',
  ]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as ReportResult;
}

const openScreen = async (page: Page, name: string) => {
  await screenLink(page, name).click();
  await expect(screenLink(page, name)).toHaveAttribute('aria-current', 'page');
};

/** The exact figures of the Overview's table twin: by week, by measure. */
async function tableTwin(page: Page): Promise<Record<string, Record<string, string | null>>> {
  const table = page.getByTestId('chart-table');
  await expect(table.locator('tbody tr')).toHaveCount(13);
  return table.evaluate((element) => {
    const figures = (row: Element) =>
      Object.fromEntries(
        [...row.querySelectorAll('[data-measure][data-value]')].map((cell) => [
          cell.getAttribute('data-measure') ?? '',
          cell.getAttribute('data-value') === '' ? null : cell.getAttribute('data-value'),
        ]),
      );
    const rows = [...element.querySelectorAll('tbody tr')];
    return Object.fromEntries(rows.map((row) => [row.getAttribute('data-key') ?? '', figures(row)]));
  });
}

test(
  'panels of the Overview that were empty show as many lines as have room, once there are records',
  longOfThePage,
  async ({ reading: { page } }) => {
    await seeEmpty(page);
    await goTo(page, '#/?period=2026-10');
    await expectFilled(page);
  },
);

/** Lets the panels of the Overview be empty. */
async function seeEmpty(page: Page): Promise<void> {
  await goTo(page, '#/?period=1999');
  await settled(page);
  await expect(overviewScreen(page).clients.locator('tbody tr')).toHaveCount(0);
}

/** They show as many lines as have room. */
async function expectFilled(page: Page): Promise<void> {
  await settled(page);
  expect(await overviewScreen(page).people.locator('tbody tr').count()).toBeGreaterThan(3);
  expect(await overviewScreen(page).clients.locator('tbody tr').count()).toBeGreaterThan(2);
}

test('the Overview shows what the terminal reports, to the last digit', async ({
  reading: { page },
  dataDirectory,
}) => {
  await seeEmpty(page);
  await goTo(page, '#/');
  // The tiles ask for themselves, apart from the chart.
  await expectFilled(page);
  await lookOnce(page, 'overview');
  const hours = await tableTwin(page);
  await page.getByText('Value and cost', { exact: true }).click();
  await expect(page.getByTestId('chart-table').locator('[data-measure="margin"]')).toHaveCount(13);
  const money = await tableTwin(page);
  await page.getByTestId('more-figures').click();
  const tile = (measure: string) => overviewScreen(page).tile(measure).getAttribute('data-value');
  const tiles = { billable_value: await tile('billable_value'), margin: await tile('margin') };

  const weeks = Object.keys(hours).toSorted();
  const report = async (period: string, measures: readonly string[]) =>
    reportInTerminal(dataDirectory, '--group-by', 'week', '--measures', measures.join(','), '--period', period);
  const last = weeks.at(-1) ?? '';
  const sunday = new Date(Date.parse(`${last}T00:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10);
  const measures = ['billable_logged_hours', 'nonbillable_hours', 'billable_value', 'recorded_cost', 'margin'];
  const { rows, complete } = await report(`${weeks[0]}..${sunday}`, measures);
  expect(Object.fromEntries(weeks.map((week) => [week, { ...hours[week], ...money[week] }]))).toEqual(
    Object.fromEntries(rows.map(({ key, values }) => [key['week'], values])),
  );
  expect(complete).toBe(true);
  const week = await report(`${last}..${sunday}`, Object.keys(tiles));
  expect(tiles).toEqual(week.totals);
  expect(Number(week.totals['billable_value'])).toBeGreaterThan(50_000);
});

interface RecordsShown {
  readonly range: string;
  readonly totals: Record<string, string>;
}

/** What is on screen: totals are asked apart from rows and may come later. */
async function recordsShown(page: Page): Promise<RecordsShown> {
  await settled(page);
  await expect(recordsScreen(page).totals.locator('td[data-value=""]')).toHaveCount(0);
  return readRecords(page);
}

async function readRecords(page: Page): Promise<RecordsShown> {
  const cells = recordsScreen(page).totals.locator('td[data-property]');
  const pairs = await cells.evaluateAll((all) =>
    all.map((cell) => [cell.getAttribute('data-property') ?? '', cell.getAttribute('data-value') ?? '']),
  );
  return {
    range: (await recordsScreen(page).range.textContent()) ?? '',
    totals: Object.fromEntries(pairs) as Record<string, string>,
  };
}

const totalOf = ({ range }: RecordsShown) => Number(/of ([\d,. ]+)$/.exec(range)?.[1]?.replaceAll(/\D/g, ''));

const rateFilter = JSON.stringify([
  { filters: [{ propertyName: 'a552213_billable_rate', operator: 'GTE', value: '150' }] },
]);

/** The records of a filter, the longest first. */
async function openFiltered(page: Page): Promise<RecordsShown> {
  await openView(page, '/records', { period: '2026-Q3', filter: rateFilter, sort: 'a552213_total_hours:desc' });
  await expect(filterBar(page).chip(/^Change: Billable rate .*150$/)).toBeVisible();
  const filtered = await recordsShown(page);
  expect(filtered.range).toMatch(/^1–\d+ of /);
  return filtered;
}

test(
  'Records leads to the last record of a filter in its order, and back to the first in another',
  longOfThePage,
  async ({ reading: { page } }) => {
    const filtered = await openFiltered(page);
    const first = await recordsScreen(page).rows.first().getAttribute('data-record');

    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(recordsScreen(page).range).not.toHaveText(/^1–/);
    await page.getByRole('button', { name: 'Last row' }).click();
    const all = totalOf(filtered);
    const last = recordsScreen(page).table.locator(`tbody tr[data-row="${all - 1}"][data-record]`);
    await expect(last).toBeInViewport();
    await expect(last).not.toHaveAttribute('data-record', first ?? '');
    expect((await recordsShown(page)).totals).toEqual(filtered.totals);

    await page.getByRole('button', { name: 'Sort by Total hours' }).click();
    await expect(page.getByRole('columnheader', { name: 'Sort by Total hours' })).toHaveAttribute(
      'aria-sort',
      /ascending|descending/,
    );
    await expect(recordsScreen(page).range).toHaveText(/^1–/);
  },
);

test(
  'Records totals every record of a filter, and of a search in it, as the terminal does',
  longOfThePage,
  async ({ reading: { page }, dataDirectory }) => {
    const filtered = await openFiltered(page);
    await page.getByRole('textbox', { name: /^Search title/ }).fill('meeting');
    await expect.poll(async () => totalOf(await readRecords(page))).toBeLessThan(totalOf(filtered));
    const searched = await recordsShown(page);

    const question = [
      '--period',
      '2026-Q3',
      '--filter',
      rateFilter,
      '--measures',
      'total_hours,billable_amount,cost_amount',
    ];
    for (const [shown, more] of [
      [filtered, []],
      [searched, ['--query', 'meeting']],
    ] as const) {
      const report = await reportInTerminal(dataDirectory, ...question, ...more);
      expect(totalOf(shown)).toBe(report.records);
      expect(shown.totals).toMatchObject(report.totals);
    }
  },
);

test('Lookup says of every pasted id whether it was found', long, async ({ changing: host }) => {
  const { page } = host;
  const { rows } = await ask(host, 'records.page', { columns: ['title'], limit: 3 });
  const ids = rows.map(({ id }) => id);
  await openScreen(page, 'Lookup');
  await lookupScreen(page).ids.fill([...ids, '999999999999', ids[0]].join('\n'));
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(lookupScreen(page).sum.filter({ hasText: '3 found, 1 missing, 0 failed' })).toBeVisible();
  for (const id of ids) await expect(page.getByText(id, { exact: true }).first()).toBeVisible();
  await page.getByText('Missing 1').click();
  await expect(lookupScreen(page).missing).toContainText('999999999999');
});

/** Clicks through the export and gives the file the person gets. */
async function exportFile(host: HostInUse, folder: string): Promise<{ csv: Buffer; manifest: string }> {
  const { page, electron } = host;
  const path = join(folder, 'from-the-person.csv');
  await answerDialogs(host, path);
  const downloads: { name: string; saved: Promise<void> }[] = [];
  page.on('download', (download) => {
    const name = download.suggestedFilename();
    downloads.push({ name, saved: download.saveAs(name.endsWith('.json') ? `${path}.manifest.json` : path) });
  });
  await recordsScreen(page).openExport();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Exported' })).toBeVisible();
  if (!electron) {
    await expect
      .poll(() => downloads.map(({ name }) => name).toSorted())
      .toEqual(['time-logs-2026-10.csv', 'time-logs-2026-10.csv.manifest.json']);
    await Promise.all(downloads.map(({ saved }) => saved));
  }
  return { csv: readFileSync(path), manifest: readFileSync(`${path}.manifest.json`, 'utf8') };
}

test(
  'an export holds exactly the records on screen, with its manifest',
  smoke,
  async ({ changing: host, dataDirectory }) => {
    const { page } = host;
    await openView(page, '/records', { period: '2026-10', query: 'meeting', filter: rateFilter });
    await expect(recordsScreen(page).range).toHaveText(/^1–\d+ of /);
    const shown = await recordsShown(page);
    const { csv, manifest } = await exportFile(host, join(dataDirectory, '..'));
    const written = JSON.parse(manifest) as {
      records: number;
      sha256: string;
      totals: Record<string, string>;
      complete: boolean;
    };
    expect(written.records).toBe(totalOf(shown));
    expect(written.sha256).toBe(createHash('sha256').update(csv).digest('hex'));
    expect(written.complete).toBe(true);
    for (const [property, total] of Object.entries(written.totals)) expect(shown.totals[property]).toBe(total);
    const notice = page.getByRole('alert').filter({ hasText: 'Exported' });
    await notice.getByRole('button', { name: 'Details' }).click();
    await expect(notice).toContainText(written.sha256.slice(0, 8));
    const question = ['--period', '2026-10', '--query', 'meeting', '--filter', rateFilter];
    const measures = 'total_hours,billable_amount,cost_amount';
    const report = await reportInTerminal(dataDirectory, ...question, '--measures', measures);
    expect(totalOf(shown)).toBe(report.records);
    expect(shown.totals).toMatchObject(report.totals);
    expect(written.totals).toMatchObject(report.totals);
  },
);

test('quota used today is always in sight', longOfThePage, async ({ reading: { page } }) => {
  for (const name of ['Overview', 'Records', 'Lookup', 'Data']) {
    await openScreen(page, name);
    await expect(page.getByText(/\d+ of 1[,.]?000/).first()).toBeVisible();
  }
});

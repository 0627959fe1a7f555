import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { presets } from '#domain/reports/definition/presets.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import { saveFile } from '#tests/e2e/support/host-calls.ts';
import { look, ofThePage, openView, themes, wear } from '#tests/e2e/support/look.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { filterBar, screenLink, screenTitle } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { long, longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { takeBack } from '#tests/e2e/support/toasts.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** The exact figures of one line, in the order of its columns. */
const exactOf = (line: Locator) =>
  line.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact')));

test('Reports opens on People, and its figures are the terminal’s to the last digit', async ({
  reading: { page },
  dataDirectory,
}) => {
  await screenLink(page, 'Reports').click();
  await reportScreen(page).shown();
  await expect(reportScreen(page).title('People')).toBeVisible();
  const heads = await reportScreen(page).heads.allTextContents();
  const total = await exactOf(reportScreen(page).total);
  const rows = reportScreen(page).line(0);
  const first = { name: await rows.getByRole('rowheader').textContent(), figures: await exactOf(rows) };

  const { code, stdout } = await run([
    'report',
    'people',
    '--workspace',
    'sample',
    '--data-dir',
    dataDirectory,
    '--json',
  ]);
  expect(code).toBe(0);
  const told = JSON.parse(stdout) as ReportResult;
  expect(heads.length).toBe(Object.keys(told.totals).length + 1);
  expect(total).toEqual(Object.values(told.totals));
  expect(first.figures).toEqual(Object.values(told.rows[0]?.values ?? {}));
  expect(Number(told.totals['logged_hours'])).toBeGreaterThan(1000);
});

test(
  'every change of a report is in the address, and back and forward lead through them',
  longOfThePage,
  async ({ reading: { page } }) => {
    await reportScreen(page).open();
    await reportScreen(page).groupBy('Columns', 'week');
    await reportScreen(page).shown();
    await expect.poll(() => reportScreen(page).inAddress('columns')).toMatch(/week/);
    await expect(reportScreen(page).changed).toBeVisible();
    await expect(reportScreen(page).grid.locator('[data-heat]')).toHaveCount(0);
    const pivot = await reportScreen(page).heads.count();

    await page.getByRole('button', { name: 'Heat', exact: true }).click();
    await expect(reportScreen(page).grid.locator('[data-heat]').first()).toBeVisible();
    await page.goBack();
    await page.goBack();
    await reportScreen(page).shown();
    await expect(page).not.toHaveURL(/\?./);
    await expect(reportScreen(page).changed).toHaveCount(0);
    await page.goForward();
    await reportScreen(page).shown();
    await expect(reportScreen(page).heads).toHaveCount(pivot);
    await expect(reportScreen(page).grid.locator('[data-heat]')).toHaveCount(0);

    await reportScreen(page).more('Reset');
    await reportScreen(page).shown();
    await expect(page).not.toHaveURL(/\?./);
    await page.keyboard.press('Control+z');
    await reportScreen(page).shown();
    await expect.poll(() => reportScreen(page).inAddress('columns')).toMatch(/week/);
  },
);

test(
  'without a mouse a report is chosen in the palette, and its table is one stop away',
  longOfThePage,
  async ({ reading: { page } }) => {
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('dialog');
    await expect(commands.getByText('Rates', { exact: true })).toBeVisible();
    await expect(commands.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Timesheet');
    await expect(commands.getByText('Rates', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(reportScreen(page).title('Timesheet')).toBeVisible();
    // A dialog gives focus back when it is gone.
    await expect(commands).toHaveCount(0);
    await reportScreen(page).shown();

    const skip = page.getByRole('button', { name: 'Skip to the table' });
    await page.evaluate(() => document.getElementById('content')?.focus());
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(reportScreen(page).grid).toBeFocused();
  },
);

test(
  'without a mouse a figure of a report is explained, and its records are seen',
  longOfThePage,
  async ({ reading: { page } }) => {
    await reportScreen(page).open({ preset: 'timesheet' });
    await reportScreen(page).grid.focus();
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const active = reportScreen(page).grid.locator('[data-active]');
    await expect(active).toHaveCount(1);
    await expect(active).toHaveAttribute(
      'id',
      (await reportScreen(page).grid.getAttribute('aria-activedescendant')) ?? '',
    );
    const exact = await active.getAttribute('data-exact');
    await page.keyboard.press('Enter');

    const panel = explainPanel(page).panel;
    await expect(explainPanel(page).figure).toHaveAttribute('data-exact', exact ?? '');
    await expect(panel.getByText('Formula')).toBeVisible();
    await expect(explainPanel(page).records.locator('tbody tr').first()).toBeVisible();
    const link = explainPanel(page).allRecords;
    await expect(link).toHaveText(/\d/);
    const told = Number(/[\d,]+/.exec((await link.textContent()) ?? '')?.[0].replaceAll(',', ''));
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(reportScreen(page).grid).toBeFocused();

    await page.keyboard.press('Enter');
    // What opens takes the focus a moment later: it would take it from the link.
    const isInPanel = () => page.getByRole('dialog').evaluate((each) => each.contains(document.activeElement));
    await expect.poll(isInPanel).toBe(true);
    await link.press('Enter');
    await expect(screenTitle(page, 'Records')).toBeVisible();
    await expect(recordsScreen(page).range).toHaveText(new RegExp(`of ${told}$`));
    await page.goBack();
    await expect(explainPanel(page).panel).toBeVisible();
  },
);

test('groups fold away and open, and their subtotals stay', longOfThePage, async ({ reading: { page } }) => {
  await reportScreen(page).open({ preset: 'services', rows: 'client,platform_owner_id', top: '' });
  const lines = reportScreen(page).grid.locator('[data-row="0"], [data-row="1"]');
  const group = await exactOf(lines.nth(0));
  await expect(lines.nth(1)).toHaveAttribute('aria-level', '2');
  const count = Number(await reportScreen(page).grid.getAttribute('aria-rowcount'));
  await lines.nth(0).getByRole('rowheader').click();
  await expect(lines.nth(0)).toHaveAttribute('aria-expanded', 'false');
  expect(await exactOf(lines.nth(0))).toEqual(group);
  expect(Number(await reportScreen(page).grid.getAttribute('aria-rowcount'))).toBeLessThan(count);
  await reportScreen(page).grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(lines.nth(0)).toHaveAttribute('aria-expanded', 'true');
});

test(
  'complaint 6: a week cut at a month’s end says so, in rows and in columns',
  longOfThePage,
  async ({ reading: { page } }) => {
    await reportScreen(page).open({
      preset: 'timesheet',
      rows: 'week',
      columns: '',
      period: '2026-10',
      calendar: 'clock',
    });
    await expect(reportScreen(page).grid.getByRole('rowheader').filter({ hasText: 'part of week 40' })).toBeVisible();
    await reportScreen(page).open({ preset: 'timesheet', period: '2026-10', calendar: 'clock' });
    await expect(reportScreen(page).grid.getByRole('columnheader', { name: 'part of week 40' })).toBeVisible();
    await expect(page.getByTestId('report-basis')).toContainText('by start time · time zone');
  },
);

test(
  'a click on a column’s head orders the rows by that column, a second one turns them round',
  ofThePage,
  async ({ reading: { page } }) => {
    await reportScreen(page).open({ preset: 'timesheet' });
    const head = reportScreen(page).heads.nth(2);
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(reportScreen(page).grid.locator('th[scope="col"][aria-sort]')).toHaveCount(1);
    await expect.poll(() => reportScreen(page).inAddress('order')).toMatch(/^logged_hours@\d{4}-\d{2}-\d{2}:desc$/);
    const figures = async () => {
      const cells = await reportScreen(page)
        .grid.locator('[data-row]:not([data-row="-1"]) [data-column="1"]')
        .allTextContents();
      // The last lines are the total and the line above it.
      return cells.slice(0, 5).map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
    };
    const order = async () => {
      const found = await figures();
      const is = (sorted: number[]) => sorted.join() === found.join();
      if (is(found.toSorted((a, b) => b - a))) return 'largest first';
      return is(found.toSorted((a, b) => a - b)) ? 'smallest first' : found.join();
    };
    await expect.poll(order).toBe('largest first');
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(order).toBe('smallest first');
  },
);

/** A report of its own, saved under this name, with the list beside it. */
async function saveThirdQuarter(page: Page): Promise<Locator> {
  const list = page.getByRole('navigation', { name: 'Reports', exact: true });
  const name = page.getByRole('textbox', { name: 'Name' });
  await reportScreen(page).open({ preset: 'services', rows: 'client', period: '2026-Q3', chart: '' });
  await page.getByTestId('report-save').click();
  await name.fill('Third quarter');
  await name.press('Enter');
  // What is saved opens under its name, and a list that was opened before closes with the page it was opened on.
  await expect(page.getByRole('main').getByText('Third quarter', { exact: true }).first()).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await list.getByRole('button', { name: 'Keep the list beside the report' }).click();
  await expect(list.getByRole('link', { name: /Third quarter/ })).toHaveAttribute('aria-current', 'page');
  await expect(reportScreen(page).changed).toHaveCount(0);

  return list;
}

test('a saved report is renamed, deleted, and back by undo', ofThePage, async ({ changing: { page } }) => {
  const list = await saveThirdQuarter(page);
  const name = page.getByRole('textbox', { name: 'Name' });
  const report = reportScreen(page);
  await report.more('Rename…');
  await name.fill('Q3 by client');
  await name.press('Enter');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toBeVisible();

  await report.more('Delete');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toHaveCount(0);
  // A toast stands over the title, and never over a figure.
  const below = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  const toast = await page.getByRole('alert').filter({ hasText: 'Undo' }).last().boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(await below(reportScreen(page).grid));
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(await below(filterBar(page).period));
  await takeBack(page, 'is deleted');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toHaveAttribute('aria-current', 'page');
});

test(
  'a report is sent as a file, which opens as a copy; one that is none is refused',
  long,
  async ({ host, dataDirectory }) => {
    const { page } = host;
    const list = await saveThirdQuarter(page);
    const path = join(dataDirectory, '..', 'sent.report.json');
    await page.getByTestId('share').click();
    await saveFile(host, path, () => page.getByTestId('share-report').click());
    await expect.poll(() => readIfThere(path)).toContain('"Third quarter"');

    await page.locator('input[type="file"]').setInputFiles(path);
    await expect(list.getByRole('link', { name: /Third quarter \(copy\)/ })).toHaveAttribute('aria-current', 'page');
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { report: { period: string; groupBy: string[] } };
    expect(kept.report).toMatchObject({ period: '2026-Q3', groupBy: ['client'] });
    await expect(filterBar(page).period).toContainText('Q3 2026');

    writeFileSync(path, JSON.stringify({ ...kept, report: { ...kept.report, measures: ['profit'] } }));
    await page.locator('input[type="file"]').setInputFiles(path);
    await expect(page.getByRole('alert').filter({ hasText: '"profit"' })).toBeVisible();
  },
);

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('the report that was open is open again after a restart', long, async ({ start, dataDirectory }) => {
  const first = await start({ dataDirectory });
  await reportScreen(first.page).open({ preset: 'months', period: '2026' });
  await expect.poll(async () => JSON.stringify(await first.call('preferences.get', {}))).toContain('preset=months');
  await first.stop();
  const { page } = await start({ dataDirectory });
  await screenLink(page, 'Reports').click();
  await expect(reportScreen(page).title('Months')).toBeVisible();
  await expect(filterBar(page).period).toContainText('2026');
});

test(
  'a laptop’s screen shows fourteen lines of every report, or nine below a chart, and one row of controls',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const preset of presets) {
      await reportScreen(page).open({ preset: preset.id });
      const { shown: seen, all } = await linesInSight(page);
      const fold = page.getByRole('button', { name: 'Hide the chart' });
      const isBelow = await fold.isVisible();
      expect.soft(seen, `${preset.id} of ${all}`).toBeGreaterThanOrEqual(Math.min(isBelow ? 9 : 14, all));
      const [period, options] = await Promise.all(
        ['period', 'report-options'].map((id) => page.getByTestId(id).boundingBox()),
      );
      expect.soft(Math.abs((period?.y ?? 0) - (options?.y ?? 99)), `rows of controls of ${preset.id}`).toBeLessThan(9);
    }
  },
);

test('a report’s notes and what is seldom chosen open on demand', longOfThePage, async ({ reading: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await reportScreen(page).open({ preset: 'clients', chart: '' });
  const heads = reportScreen(page).heads;
  await expect(heads.filter({ hasText: /^Before$/ })).toHaveCount(0);
  // Value first: it is what the report asks for, and orders by.
  await expect(heads.nth(1)).toHaveAttribute('title', /^Billable value/);
  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('checkbox', { name: 'Before and change beside each figure' }).check();
  await expect(heads.filter({ hasText: /^Before$/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  const notes = reportScreen(page).notes;
  await expect(notes).toBeHidden();
  await page.getByRole('button', { name: '6 notes' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(6);
  await expect(notes).toBeVisible();

  const { options } = reportScreen(page);
  await expect(options).toHaveCount(0);
  await page.getByTestId('report-options').click();
  await expect(options.getByRole('button', { name: 'Order Billable value ↓' })).toBeVisible();
  await expect(options.getByRole('button', { name: /^Figures/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(page.getByTestId('report-options')).toBeFocused();
});

test(
  'the list of reports opens on demand, and stays beside the report where that is chosen',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await reportScreen(page).open({ preset: 'clients' });
    const list = page.getByRole('navigation', { name: 'Reports' });
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await list.getByRole('button', { name: 'Keep the list beside the report' }).click();
    await page.reload();
    await reportScreen(page).shown();
    await expect(list.getByRole('link', { name: /^Clients/ })).toHaveAttribute('aria-current', 'page');
    await list.getByRole('button', { name: 'Hide the list' }).click();
    await expect(list).toHaveCount(0);
  },
);

/** Lines that are whole between the head and the totals of the table, and how many it has. */
const linesInSight = (page: Page): Promise<{ readonly shown: number; readonly all: number }> =>
  reportScreen(page).grid.evaluate((table) => {
    const totals = table.querySelector('tfoot');
    const head = table.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const foot = totals?.getBoundingClientRect().top ?? 0;
    const lines = [...table.querySelectorAll('[data-row]')].map((each) => each.getBoundingClientRect());
    const shown = lines.filter(({ top, bottom }) => top > head - 1 && bottom < foot + 1).length;
    return { shown, all: Number(table.getAttribute('aria-rowcount')) - (totals?.children.length ?? 0) - 1 };
  });

/** axe is asked about each element: of a few lines it finds what it finds of all. */
const someLines = runsAll ? {} : { top: '4' };
const views = {
  ...(runsAll && { 'small charts': { preset: 'timesheet', chart: 'multiples' } }),
  pivot: {
    preset: 'services',
    rows: 'client,platform_owner_id',
    columns: 'week',
    period: '2026-08..2026-10',
    heat: 'on',
    ...someLines,
  },
};
/** Of kinds that the others have shown. */
const furtherViews = {
  people: {},
  nothing: { period: '1999' },
  clients: { preset: 'clients' },
  months: { preset: 'months' },
  margin: { preset: 'margin' },
  timesheet: { preset: 'timesheet' },
};

for (const theme of themes) {
  for (const [which, shownViews, options] of [
    ['', views, ofThePage],
    ['further ', furtherViews, longOfThePage],
  ] as const)
    test(
      `${which}reports are free of accessibility faults in the ${theme} theme`,
      options,
      async ({ reading: { page } }, { project }) => {
        await wear(page, theme);
        for (const [name, view] of Object.entries(shownViews)) {
          await openView(page, '/reports', view);
          await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
          await look(page, `${project.name}-reports-${name}-${theme}`);
        }
      },
    );

  test(
    `what opens over a report is free of them, too, in the ${theme} theme`,
    longOfThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      await reportScreen(page).open();
      await reportScreen(page).openOptions();
      for (const chip of ['Figures', 'Columns', 'Compare', 'Top']) {
        await page.getByRole('button', { name: new RegExp(`^${chip}`) }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await look(page, `${project.name}-reports-${chip}-${theme}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await reportScreen(page).grid.locator('[data-row="0"] [data-column="0"]').click();
      await expect(explainPanel(page).records.locator('tbody tr').first()).toBeVisible();
      await look(page, `${project.name}-reports-explain-${theme}`);
    },
  );
}

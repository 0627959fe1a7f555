import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { presets } from '../../../../src/domain/reports/definition/presets.ts';
import type { ReportResult } from '../../../../src/domain/reports/definition/report.ts';
import { run } from '../../../support/hosts/terminal.ts';
import { look, ofThePage, openView, themes, wear } from '../../support/look.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';
import { takeBack } from '../../support/toasts.ts';

const grid = (page: Page) => page.getByTestId('report-grid');

async function openReport(page: Page, view: Record<string, string> = {}): Promise<void> {
  await openView(page, '/reports', view);
  await shown(page);
}

async function shown(page: Page): Promise<void> {
  await expect(grid(page)).toBeVisible();
  await settled(page);
}

/** What the address says of one choice; empty: nothing. */
const inAddress = (page: Page, choice: string): string =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get(choice) ?? '';

/** The exact figures of one line, in the order of its columns. */
const exactOf = (line: Locator) =>
  line.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact')));

test('Reports opens on People, and its figures are the terminal’s to the last digit', async ({
  host,
  dataDirectory,
}) => {
  const { page } = host;
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Reports' }).click();
  await shown(page);
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
  const heads = await grid(page).getByRole('columnheader').allTextContents();
  const total = await exactOf(page.getByTestId('report-total'));
  const rows = grid(page).locator('[data-row="0"]');
  const first = { name: await rows.getByRole('rowheader').textContent(), figures: await exactOf(rows) };
  await host.stop();

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
  ofThePage,
  async ({ reading: { page } }) => {
    await openReport(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('combobox', { name: 'Find a group' }).fill('week');
    await page.keyboard.press('Enter');
    await shown(page);
    await expect.poll(() => inAddress(page, 'columns')).toMatch(/week/);
    await expect(page.getByTestId('report-changed')).toBeVisible();
    await expect(grid(page).locator('[data-heat]')).toHaveCount(0);
    const pivot = await grid(page).getByRole('columnheader').count();

    await page.getByRole('button', { name: 'Heat', exact: true }).click();
    await expect(grid(page).locator('[data-heat]').first()).toBeVisible();
    await page.goBack();
    await page.goBack();
    await shown(page);
    await expect(page).not.toHaveURL(/\?./);
    await expect(page.getByTestId('report-changed')).toHaveCount(0);
    await page.goForward();
    await shown(page);
    await expect(grid(page).getByRole('columnheader')).toHaveCount(pivot);
    await expect(grid(page).locator('[data-heat]')).toHaveCount(0);

    await page.getByRole('button', { name: 'Reset' }).click();
    await shown(page);
    await expect(page).not.toHaveURL(/\?./);
    await page.keyboard.press('Control+z');
    await shown(page);
    await expect.poll(() => inAddress(page, 'columns')).toMatch(/week/);
  },
);

test(
  'without a mouse: choose a report, walk its figures, explain one, and see its records',
  ofThePage,
  async ({ reading: { page } }) => {
    await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const commands = page.getByRole('dialog');
    await expect(commands.getByText('Rates', { exact: true })).toBeVisible();
    await expect(commands.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Timesheet');
    await expect(commands.getByText('Rates', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Timesheet' })).toBeVisible();
    // A dialog gives focus back when it is gone.
    await expect(commands).toHaveCount(0);
    await shown(page);

    // Five stops at most, from the top of the page.
    const skip = page.getByRole('button', { name: 'Skip to the table' });
    await page.evaluate(() => document.getElementById('content')?.focus());
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(grid(page)).toBeFocused();
    for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    const active = grid(page).locator('[data-active]');
    await expect(active).toHaveCount(1);
    await expect(active).toHaveAttribute('id', (await grid(page).getAttribute('aria-activedescendant')) ?? '');
    const exact = await active.getAttribute('data-exact');
    await page.keyboard.press('Enter');

    const panel = page.getByTestId('explain');
    await expect(panel.getByTestId('explain-figure')).toHaveAttribute('data-exact', exact ?? '');
    await expect(panel.getByText('Formula')).toBeVisible();
    await expect(panel.getByTestId('explain-records').locator('tbody tr').first()).toBeVisible();
    const link = panel.getByTestId('explain-all');
    await expect(link).toHaveText(/\d/);
    const told = Number(/[\d,]+/.exec((await link.textContent()) ?? '')?.[0].replaceAll(',', ''));
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(grid(page)).toBeFocused();

    await page.keyboard.press('Enter');
    // What opens takes the focus a moment later: it would take it from the link.
    const isInPanel = () => page.getByRole('dialog').evaluate((each) => each.contains(document.activeElement));
    await expect.poll(isInPanel).toBe(true);
    await link.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();
    await expect(page.getByTestId('records-range')).toHaveText(new RegExp(`of ${told}$`));
    await page.goBack();
    await expect(page.getByTestId('explain')).toBeVisible();
  },
);

test('groups fold away and open, and their subtotals stay', ofThePage, async ({ reading: { page } }) => {
  await openReport(page, { preset: 'services', rows: 'client,platform_owner_id', top: '' });
  const lines = grid(page).locator('[data-row="0"], [data-row="1"]');
  const group = await exactOf(lines.nth(0));
  await expect(lines.nth(1)).toHaveAttribute('aria-level', '2');
  const count = Number(await grid(page).getAttribute('aria-rowcount'));
  await lines.nth(0).getByRole('rowheader').click();
  await expect(lines.nth(0)).toHaveAttribute('aria-expanded', 'false');
  expect(await exactOf(lines.nth(0))).toEqual(group);
  expect(Number(await grid(page).getAttribute('aria-rowcount'))).toBeLessThan(count);
  await grid(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(lines.nth(0)).toHaveAttribute('aria-expanded', 'true');
});

test(
  'complaint 6: a week cut at a month’s end says so, in rows and in columns',
  ofThePage,
  async ({ reading: { page } }) => {
    await openReport(page, { preset: 'timesheet', rows: 'week', columns: '', period: '2026-10', calendar: 'clock' });
    await expect(grid(page).getByRole('rowheader').filter({ hasText: 'part of week 40' })).toBeVisible();
    await openReport(page, { preset: 'timesheet', period: '2026-10', calendar: 'clock' });
    await expect(grid(page).getByRole('columnheader', { name: 'part of week 40' })).toBeVisible();
    await expect(page.getByTestId('report-basis')).toContainText('by start time · time zone');
  },
);

test(
  'a click on a column’s head orders the rows by that column, a second one turns them round',
  ofThePage,
  async ({ reading: { page } }) => {
    await openReport(page, { preset: 'timesheet' });
    const head = grid(page).getByRole('columnheader').nth(2);
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(grid(page).locator('[role="columnheader"][aria-sort]')).toHaveCount(1);
    await expect.poll(() => inAddress(page, 'order')).toMatch(/^logged_hours@\d{4}-\d{2}-\d{2}:desc$/);
    const figures = async () => {
      const cells = await grid(page).locator('[data-row]:not([data-row="-1"]) [data-column="1"]').allTextContents();
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

test('a report is saved, renamed, sent, deleted, and what was deleted comes back', async ({ host, dataDirectory }) => {
  const { page } = host;
  const list = page.getByRole('navigation', { name: 'Reports', exact: true });
  const name = page.getByRole('textbox', { name: 'Name' });
  await openReport(page, { preset: 'services', rows: 'client', period: '2026-Q3' });
  await page.getByTestId('report-save').click();
  await name.fill('Third quarter');
  await name.press('Enter');
  // What is saved opens under its name, and a list that was opened before closes with the page it was opened on.
  await expect(page.getByRole('main').getByText('Third quarter', { exact: true }).first()).toBeVisible();
  await settled(page);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await list.getByRole('button', { name: 'Keep the list beside the report' }).click();
  await expect(list.getByRole('link', { name: /Third quarter/ })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByTestId('report-changed')).toHaveCount(0);

  const more = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await more('Rename…');
  await name.fill('Q3 by client');
  await name.press('Enter');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toBeVisible();

  const path = join(dataDirectory, '..', 'sent.report.json');
  await host.electron?.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
  const download = host.electron ? undefined : page.waitForEvent('download');
  await more('Export to a file');
  await (await download)?.saveAs(path);
  await expect.poll(() => readIfThere(path)).toContain('"Q3 by client"');

  await more('Delete');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toHaveCount(0);
  // A toast stands over the title, and never over a figure.
  const below = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
  const toast = await page.getByRole('alert').filter({ hasText: 'Undo' }).last().boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(await below(grid(page)));
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(await below(page.getByTestId('period')));
  await takeBack(page, 'is deleted');
  await expect(list.getByRole('link', { name: /Q3 by client/ })).toHaveAttribute('aria-current', 'page');

  await page.locator('input[type="file"]').setInputFiles(path);
  await expect(list.getByRole('link', { name: /Q3 by client \(copy\)/ })).toHaveAttribute('aria-current', 'page');
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { report: { period: string; groupBy: string[] } };
  expect(kept.report).toMatchObject({ period: '2026-Q3', groupBy: ['client'] });
  await expect(page.getByTestId('period')).toContainText('Q3 2026');

  writeFileSync(path, JSON.stringify({ ...kept, report: { ...kept.report, measures: ['profit'] } }));
  await page.locator('input[type="file"]').setInputFiles(path);
  await expect(page.getByRole('alert').filter({ hasText: '"profit"' })).toBeVisible();
});

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

test('the report that was open is open again after a restart', async ({ start, dataDirectory }) => {
  const first = await start({ dataDirectory });
  await openReport(first.page, { preset: 'months', period: '2026' });
  await expect.poll(async () => JSON.stringify(await first.call('preferences.get', {}))).toContain('preset=months');
  await first.stop();
  const { page } = await start({ dataDirectory });
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Months' })).toBeVisible();
  await expect(page.getByTestId('period')).toContainText('2026');
});

test(
  'a laptop’s screen shows fourteen lines of a report: its list, its notes and what is seldom chosen open on demand',
  ofThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const preset of presets) {
      await openReport(page, { preset: preset.id });
      const { shown: seen, all } = await linesInSight(page);
      expect.soft(seen, `${preset.id} of ${all}`).toBeGreaterThanOrEqual(Math.min(14, all));
      const tops = await page.getByRole('group', { name: /^(Filters|What the report shows)$/ }).evaluateAll(
        // Fieldsets of one row share their upper edge.
        (parts) => new Set(parts.map((each) => each.getBoundingClientRect().top)).size,
      );
      expect.soft(tops, `rows of controls of ${preset.id}`).toBe(1);
    }

    await openReport(page, { preset: 'clients' });
    const heads = grid(page).getByRole('columnheader');
    await expect(heads.filter({ hasText: /^Before$/ })).toHaveCount(0);
    // Value first: it is what the report asks for, and orders by.
    await expect(heads.nth(1)).toHaveAttribute('title', /^Billable value/);
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('checkbox', { name: 'Before and change beside each figure' }).check();
    await expect(heads.filter({ hasText: /^Before$/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');

    const notes = page.getByTestId('report-notes');
    await expect(notes).toBeHidden();
    await page.getByRole('button', { name: '5 notes' }).click();
    await expect(notes.getByRole('listitem')).toHaveCount(5);
    await expect(notes).toBeVisible();

    await page.getByTestId('report-options').click();
    await expect(page.getByRole('button', { name: 'Order Billable value ↓' })).toBeVisible();
    await page.getByTestId('report-options').click();
    await expect(page.getByRole('button', { name: /^Order/ })).toHaveCount(0);

    const list = page.getByRole('navigation', { name: 'Reports' });
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await list.getByRole('button', { name: 'Keep the list beside the report' }).click();
    await page.reload();
    await shown(page);
    await expect(list.getByRole('link', { name: /^Clients/ })).toHaveAttribute('aria-current', 'page');
    await list.getByRole('button', { name: 'Hide the list' }).click();
    await expect(list).toHaveCount(0);
  },
);

/** Lines that are whole between the head and the totals of the table, and how many it has. */
const linesInSight = (page: Page): Promise<{ readonly shown: number; readonly all: number }> =>
  grid(page).evaluate((table) => {
    const bands = table.querySelectorAll('[role="rowgroup"]');
    const head = bands[0]?.getBoundingClientRect().bottom ?? 0;
    const foot = bands[2]?.getBoundingClientRect().top ?? 0;
    const lines = [...table.querySelectorAll('[data-row]')].map((each) => each.getBoundingClientRect());
    const shown = lines.filter(({ top, bottom }) => top > head - 1 && bottom < foot + 1).length;
    return { shown, all: Number(table.getAttribute('aria-rowcount')) - (bands[2]?.children.length ?? 0) - 1 };
  });

const views: readonly (readonly [string, Record<string, string>])[] = [
  ['people', {}],
  ['clients', { preset: 'clients' }],
  ['months', { preset: 'months' }],
  ['margin', { preset: 'margin' }],
  ['timesheet', { preset: 'timesheet' }],
  ['small charts', { preset: 'timesheet', chart: 'multiples' }],
  [
    'pivot',
    { preset: 'services', rows: 'client,platform_owner_id', columns: 'week', period: '2026-08..2026-10', heat: 'on' },
  ],
  ['nothing', { period: '1999' }],
];

for (const theme of themes) {
  test(
    `reports are free of accessibility faults in the ${theme} theme`,
    ofThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      for (const [name, view] of views) {
        await openView(page, '/reports', view);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await look(page, `${project.name}-reports-${name}-${theme}`);
      }
    },
  );

  test(
    `what opens over a report is free of them, too, in the ${theme} theme`,
    ofThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      await openReport(page);
      const builder = page.getByRole('group', { name: 'What the report shows' });
      await page.getByTestId('report-options').click();
      for (const chip of ['Figures', 'Columns', 'Compare', 'Top']) {
        await builder.getByRole('button', { name: new RegExp(`^${chip}`) }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await look(page, `${project.name}-reports-${chip}-${theme}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await grid(page).locator('[data-row="0"] [data-column="0"]').click();
      await expect(page.getByTestId('explain-records').locator('tbody tr').first()).toBeVisible();
      await look(page, `${project.name}-reports-explain-${theme}`);
    },
  );
}

/** What pages hold is what the screen holds: every line and total of reports, of the Overview and of what is to be checked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import { TOTAL_HOURS } from '#domain/overview/tiles.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { toReportLines } from '#domain/exports/report-lines.ts';
import { checkTexts } from '#texts/screens/checks.ts';
import { toPaperChart } from '#domain/charts/paper-chart.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { printCell } from '#electron/exports/formats/pdf/table.ts';
import { openExportWorld, type ExportWorld } from '#tests/exports/world.ts';
import { readWords } from '#tests/support/exports/pdf-reader.ts';
import { chooseCases } from '#tests/support/tier.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await openExportWorld(11);
}, 60_000);
afterAll(() => world.dispose());

async function print(name: string, write: () => Promise<unknown>): Promise<string> {
  const path = join(world.folder, `${name}.pdf`);
  world.writeTo(path);
  await write();
  return readWords(readFileSync(path));
}

/** Words of a PDF are broken over lines wherever a column ends. */
const squeezed = (text: string) => text.replaceAll(/\s+/gu, '');

test.each(chooseCases(1, ['people', 'services', 'months']))(
  'the pages of %s hold every line, total and figure of its chart',
  async (id) => {
    const { report: preset, view } = presets.find((each) => each.id === id)!.file;
    const report = reportSchema.parse({ ...preset, period: '2026-09-01..2026-11-30' });
    const words = await print(id, () => world.call('export.report', { format: 'pdf', report, chart: view.chart }));
    const result = await world.call('report.run', report);
    const settings = await world.call('settings.get', {});
    const directory = await world.call('names.list', {});
    const options = { heads: 'labels', preset: 'excel', format: 'pdf' } as const;
    const { columns, outline } = toReportLines({ report, result, settings, directory, options });
    expect(outline.length).toBeGreaterThan(2);
    const text = squeezed(words);
    for (const { cells } of outline) {
      const line = columns.map((column, at) => {
        const cell = cells[at] ?? null;
        return cell === null ? '' : printCell(cell, column, 'point');
      });
      expect(text).toContain(squeezed(line.join('')));
    }
    const day = (result.asOf ?? '').slice(0, 10);
    const chart = toPaperChart({ kind: view.chart, report, result, settings, directory, day });
    expect(chart).not.toBeNull();
    for (const { label } of chart!.legend) expect(words).toContain(label);
    expect(report.measures.flatMap((name) => findMeasure(name) ?? []).length).toBeGreaterThan(1);
  },
);

test('the pages of an overview hold each of its parts with its figures', async () => {
  const report = reportSchema.parse({ measures: ['logged_hours', 'billable_value'], period: '2026-10' });
  const people = reportSchema.parse({ ...report, groupBy: ['platform_owner_id'] });
  const asked = {
    name: 'Overview',
    period: '2026-10',
    parts: [
      { title: 'Figures', report, isFigures: true },
      { title: 'People', report: people, chart: 'bars' as const },
      { title: 'Needs attention' },
    ],
  };
  const words = await print('overview', () => world.call('export.overview', asked));
  for (const { title } of asked.parts) expect(words).toContain(title);
  for (const name of ['Ada Roth', 'Bo Larsen', 'CHF', 'USD', 'Open findings']) expect(words).toContain(name);
  const { totals } = await world.call('report.run', report);
  expect(squeezed(words)).toContain(`Loggedhours${Number(totals['logged_hours']).toFixed(2)}h`);
}, 90_000);

test('the figures of an overview have shares that change by points, and logged hours the note of their tile', async () => {
  const report = reportSchema.parse({
    measures: ['billable_share', 'margin_percent', 'logged_hours', TOTAL_HOURS],
    period: '2026-10',
    compare: 'previous',
  });
  const parts = [{ title: 'Figures', report, isFigures: true }];
  const text = squeezed(await print('points', () => world.call('export.overview', { period: '2026-10', parts })));
  expect(text).toMatch(/Billableshare[\d.]+%[\d.]+%[+-][\d.]+pts/);
  // Margins of several currencies: each has its own.
  expect(text).toMatch(/[+-][\d.]+ptsCHF[+-][\d.]+ptsUSD/);
  const { totals } = await world.call('report.run', report);
  const hours = formatUnits(roundUnits(toUnits(totals[TOTAL_HOURS] ?? '') - toUnits(totals['logged_hours'] ?? ''), 2));
  expect(text).toContain(`Loggedhours·Σtotalhoursdiffersby${Number(hours).toFixed(2)}h`);
}, 90_000);

test('the pages of what is to be checked hold every open finding of every check, with its sums, and a notice once', async () => {
  const { checks } = await world.call('checks.run', {});
  const path = join(world.folder, 'check.pdf');
  world.writeTo(path);
  const manifest = await world.call('checks.export', { format: 'pdf' });
  const open = checks.filter((each) => each.open > 0);
  expect(open.length).toBeGreaterThan(3);
  expect(manifest).toMatchObject({ of: 'findings', audience: 'internal' });
  const byTitle = (title: string) => open.find(({ id }) => checkTexts[id]?.label === title)!;
  // A notice about the data is told once, by its count.
  const listed = ({ kind, open: count }: (typeof open)[number]) => (kind === 'list' ? count : 0);
  expect(manifest?.parts?.map(({ lines }) => lines)).toEqual(
    manifest?.parts?.map(({ title }) => listed(byTitle(title))),
  );
  const kinds = new Set(open.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['list', 'notice']));
  const words = readWords(readFileSync(path));
  for (const { title } of manifest?.parts ?? []) {
    expect(words).toContain(title);
    expect(squeezed(words)).toContain(squeezed(`${title}${byTitle(title).open}`));
  }
}, 90_000);

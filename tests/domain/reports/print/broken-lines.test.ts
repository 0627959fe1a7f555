/** Whatever a line prints, its parts print it again: of random reports with columns, comparisons and several currencies. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { flattenLines, flattenPrinted } from '#domain/reports/print/broken-lines.ts';
import type { PrintedLine } from '#domain/reports/print/model.ts';
import { toLines } from '#domain/reports/print/printed-currencies.ts';
import { printMeasure } from '#domain/reports/print/printed.ts';
import { randomReports } from '#tests/support/reports/random-report.ts';

const OUTER = 'a552213_category_text';
const INNER = 'a552213_service_name';

/** The report by its outer group alone, each line broken down by the inner one. */
function broken(result: ReportResult): ReportResult {
  return {
    ...result,
    rows: result.subtotals,
    subtotals: [],
    breakdowns: result.subtotals.map(({ key }) => ({
      key,
      by: INNER,
      rows: result.rows.filter((row) => row.key[OUTER] === key[OUTER]),
    })),
  };
}

const sum = (steps: readonly (bigint | null)[]) => steps.reduce<bigint>((all, each) => all + (each ?? 0n), 0n);

const figuresOf = (line: PrintedLine) => ({
  value: line.value,
  before: line.before,
  change: line.change,
  ...Object.fromEntries(line.cells.map((cell, at) => [`cell ${at}`, cell])),
});

const compared = ['value', 'before', 'change'];

test('printed parts add up to the printed line, per currency, or tell the difference', () => {
  const seen = { adjusted: 0, parts: 0, lacking: 0, currencies: 0, changes: 0 };
  fc.assert(
    fc.property(randomReports, ({ report, result: two, settings }) => {
      if (report.groupBy.length !== 2) return;
      const result = broken(two);
      for (const id of ['logged_hours', 'billable_value']) {
        const measure = findMeasure(id);
        if (!measure) throw new Error(id);
        const printed = printMeasure(measure, result, settings);
        const alone = printMeasure(measure, { ...result, breakdowns: [] }, settings);
        // Lines are printed as if they were not broken down.
        expect({ rows: printed.rows, total: printed.total }).toEqual({ rows: alone.rows, total: alone.total });
        for (const [at, parts] of (printed.breakdowns ?? []).entries()) {
          const line = printed.rows[at];
          if (!line) throw new Error('A line is missing');
          seen.parts += parts.rows.length;
          if ((line.parts?.length ?? 0) > 1) seen.currencies += 1;
          const tops = toLines(line);
          for (const [currency, top] of tops.entries()) {
            const label = line.parts?.[currency]?.currency;
            const own = parts.rows.flatMap((each) =>
              each.parts ? each.parts.filter((part) => part.currency === label).map((part) => part.line) : [each],
            );
            const total = parts.total.parts?.find((part) => part.currency === label)?.line ?? parts.total;
            for (const [name, figure] of Object.entries(figuresOf(top))) {
              if (figure === null) continue;
              const all = sum(
                own.map((each) => Object.entries(figuresOf(each)).find(([key]) => key === name)?.[1] ?? null),
              );
              const cell = /^cell (\d+)$/.exec(name);
              const lack = cell
                ? total.below?.cells[Number(cell[1])]
                : total.below?.[name === 'value' ? 'value' : name === 'before' ? 'before' : 'change'];
              expect(all + (lack ?? 0n), `${id} ${name}`).toBe(figure);
              if (lack) seen.lacking += 1;
              if (name === 'change') seen.changes += 1;
              if (parts.footing !== 'exact' && parts.footing !== 'itself' && compared.includes(name)) {
                seen.adjusted += 1;
              }
            }
          }
        }
      }
    }),
    { numRuns: 300, seed: 20261123 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20);
});

test('unless each figure is rounded alone, parts of known lines lack nothing', () => {
  let adjusted = 0;
  fc.assert(
    fc.property(randomReports, ({ report, result: two, settings }) => {
      if (report.groupBy.length !== 2 || settings.footing === 'exact') return;
      const measure = findMeasure('logged_hours');
      if (!measure) throw new Error('logged_hours');
      const printed = printMeasure(measure, broken(two), settings);
      for (const { total, rows, footing } of printed.breakdowns ?? []) {
        if (footing === 'itself') continue;
        expect(total.below?.value ?? 0n).toBe(0n);
        expect(sum(rows.map(({ value }) => value))).toBe(total.value ?? 0n);
        adjusted += 1;
      }
    }),
    { numRuns: 200, seed: 5 },
  );
  expect(adjusted).toBeGreaterThan(50);
});

test('tables open lines: parts take the place of the lines inside of a broken-down group', () => {
  const line = { values: { records: '1' }, records: 1 };
  const row = (client: string, owner: string) => ({ ...line, key: { client, platform_owner_id: owner } });
  const result: ReportResult = {
    asOf: null,
    complete: true,
    subtotals: [
      { ...line, key: { client: 'A' } },
      { ...line, key: { client: 'B' } },
    ],
    rows: [row('A', '1'), row('A', '2'), row('B', '3')],
    breakdowns: [
      { key: { client: 'A' }, by: 'month', rows: [{ ...line, key: { client: 'A', month: '2026-10-01' } }] },
      {
        key: { client: 'B', platform_owner_id: '3' },
        by: 'month',
        rows: [{ ...line, key: { client: 'B', platform_owner_id: '3', month: '2026-10-01' } }],
      },
    ],
    columns: [],
    totals: {},
    total: line,
    records: 2,
    period: null,
    calendar: 'recorded',
    zone: 'UTC',
    missing: [],
    comparison: null,
    notes: [],
    amounts: 'recorded',
  };
  const opened = flattenLines(result);
  // Total, A, B, A 1, A 2, B 3, October of A, October of B 3.
  expect(opened.parents).toEqual([-1, 0, 0, undefined, undefined, 2, 1, 5]);
  expect([...opened.broken]).toEqual([
    [1, 0],
    [5, 1],
  ]);
  const measure = findMeasure('records');
  if (!measure) throw new Error('records');
  const printed = flattenPrinted(
    printMeasure(measure, result, { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 }),
    opened,
  );
  expect(printed.rows.map(({ value }) => value)).toEqual([1n, 1n, 1n, 1n, 1n]);
});

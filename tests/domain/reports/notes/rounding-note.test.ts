import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { formatSteps, printReport } from '#domain/reports/print/printed.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import { randomReports } from '#tests/support/reports/random-report.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { chooseSize } from '#tests/support/tier.ts';

const OUTER = 'a552213_category_text';
const settings: Settings = { ...defaultSettings, zone: 'UTC' };

function notesOf(result: ReportResult, measures: readonly string[], printing = settings): string[] {
  const report = reportSchema.parse({ measures });
  const sheets = printReport(
    measures.flatMap((id) => findMeasure(id) ?? []),
    result,
    printing,
  );
  const rounded = { sheets, nameColumn: ({ key }: { readonly key: string | null }) => key ?? '(none)' };
  const notes = listFootNotes(report, result, sheets, printing, { rounded });
  expect(listFootNotes(report, result, sheets, printing).map(({ code }) => code)).not.toContain('rounded');
  return notes.flatMap(({ code, text }) => (code === 'rounded' ? [text] : []));
}

const line = (key: string | null, hours: string, value: string) => ({
  key: { [OUTER]: key },
  values: { logged_hours: hours, billable_value: value },
  records: 1,
});
const thirds = ['a', 'b', 'c'].map((key) => line(key, '0.33333333', '1.004'));
const total = { values: { logged_hours: '1', billable_value: '3.012' }, records: 3 };

test('says what the lines add up to, what the total is and the difference, by the marks of the locale', () => {
  const result = reportResult({ rows: thirds, total });
  expect(notesOf(result, ['logged_hours', 'billable_value'])).toEqual([
    'Lines are rounded one by one: in “Logged hours” they add up to 0.99, the total is 1.00 (difference +0.01); in “Billable value” they add up to 3.00, the total is 3.01 (difference +0.01).',
  ]);
  expect(notesOf(result, ['logged_hours'], { ...settings, locale: 'de' } as Settings)).toEqual([
    'Lines are rounded one by one: in “Logged hours” they add up to 0,99, the total is 1,00 (difference +0,01).',
  ]);
  expect(notesOf(result, ['logged_hours'], { ...settings, footing: 'largest-remainder' })).toEqual([]);
});

test('one line that is the total, and figures in no line, are no rounding', () => {
  expect(
    notesOf(reportResult({ rows: [line('a', '1', '1.004')], total: line('a', '1', '9') }), ['billable_value']),
  ).toEqual([]);
});

test('more than three are told by their differences, columns and what differs across them too', () => {
  const cell = (key: string) => ({
    key,
    values: { logged_hours: '1' },
    records: 3,
    from: null,
    to: null,
    cut: false,
    complete: true,
  });
  const keys = ['x', 'y', 'z'];
  const cells = { logged_hours: keys.map(() => '0.33333333') };
  const rows = ['a', 'b', 'c'].map((key) => ({ ...line(key, '1', '0'), cells }));
  const whole = {
    values: { logged_hours: '3' },
    records: 3,
    cells: { logged_hours: keys.map(() => '1') },
  };
  expect(notesOf(reportResult({ rows, total: whole, columns: keys.map(cell) }), ['logged_hours'])).toEqual([
    'Lines are rounded one by one: in “Logged hours, x” they add up to 0.99, the total is 1.00 (difference +0.01); in “Logged hours, y” they add up to 0.99, the total is 1.00 (difference +0.01); in “Logged hours, z” they add up to 0.99, the total is 1.00 (difference +0.01); 3 sums within the table differ by at most half a unit of the last digit for each line.',
  ]);
  const thinner = { ...whole, cells: { logged_hours: ['1', '1', '1.004'] }, values: { logged_hours: '3.006' } };
  expect(notesOf(reportResult({ rows, total: thinner, columns: keys.map(cell) }), ['logged_hours'])).toEqual([
    'Lines are rounded one by one: the totals differ from what their lines add up to by +0.01 in “Logged hours”, +0.01 in “Logged hours, x”, +0.01 in “Logged hours, y”, +0.01 in “Logged hours, z”, +0.01 in “Logged hours” across its columns; 3 sums within the table differ by at most half a unit of the last digit for each line.',
  ]);
  // A line with figures in no column does not hide what rounding leaves to the others.
  const apart = reportResult({
    rows: [...rows.slice(0, 2), { ...rows[2]!, values: { logged_hours: '1.5' } }],
    total: { ...thinner, values: { logged_hours: '3.506' } },
    columns: keys.map(cell),
  });
  expect(notesOf(apart, ['logged_hours']).slice(1)).toEqual([
    'Of the 3.51 in “Logged hours”, 0.51 is in none of the columns.',
    '1 line has figures in “Logged hours” that are in none of the columns.',
  ]);
  expect(notesOf(apart, ['logged_hours'])[0]).toContain('2 sums within the table differ');
});

test('each comparison has its own, under the names of its columns', () => {
  const compared = ['a', 'b', 'c'].map((key) => ({
    ...line(key, '1', '1'),
    before: { values: { logged_hours: '0.33333333' }, records: 1 },
  }));
  const period = { text: '2026-09', from: '2026-09-01', to: '2026-09-30', calendar: 'recorded-month' as const };
  const result = reportResult({
    rows: compared,
    total: { values: { logged_hours: '3' }, records: 3, before: { values: { logged_hours: '1' }, records: 3 } },
    comparison: { kind: 'previous', period, elapsedDays: null, refused: null },
  });
  expect(notesOf(result, ['logged_hours'])).toEqual([
    'Lines are rounded one by one: in “Logged hours, before” they add up to 0.99, the total is 1.00 (difference +0.01); in “Logged hours, change” they add up to 2.01, the total is 2.00 (difference −0.01).',
  ]);
});

/** By hand: the printed lines directly below the total, added up, against the printed total. */
test('whatever the report, a printed total is the sum of its printed lines, or has its own line, or the note tells the difference', () => {
  let [noted, lined] = [0, 0];
  fc.assert(
    fc.property(randomReports, ({ report, result, settings: random }) => {
      const printing: Settings = { ...random, footing: 'exact' };
      const all = report.measures.flatMap((id) => findMeasure(id) ?? []).filter(({ additive }) => additive);
      const [note = ''] = notesOf(result, report.measures, printing);
      const outer = result.subtotals.filter(({ key }) => Object.keys(key).length === 1);
      for (const { grid, measure, ...sheet } of printReport(all, result, printing)) {
        const above =
          outer.length > 0 ? sheet.subtotals.filter((_, at) => outer.includes(result.subtotals[at]!)) : sheet.rows;
        for (const { currency, line: own } of sheet.total.parts ?? [{ currency: undefined, line: sheet.total }]) {
          const figures = above.map((each) =>
            each.parts ? each.parts.find((part) => part.currency === currency)?.line : each,
          );
          const places = [
            [measure.label, own.value, figures.map((each) => each?.value)] as const,
            [`${measure.label}, before`, own.before, figures.map((each) => each?.before)] as const,
            [`${measure.label}, change`, own.change, figures.map((each) => each?.change)] as const,
            ...result.columns.map(
              ({ key }, at) =>
                [`${measure.label}, ${key}`, own.cells[at] ?? null, figures.map((each) => each?.cells[at])] as const,
            ),
          ];
          for (const [label, whole, parts] of places) {
            const lack = parts.reduce<bigint>((rest, each) => rest - (each ?? 0n), whole ?? 0n);
            if (whole === null || lack === 0n || above.length === 0) continue;
            const name = currency === undefined ? label : `${label} (${currency ?? 'currency unknown'})`;
            const text = (steps: bigint) => formatSteps(steps, grid, { minus: '−' });
            const difference = `${lack > 0n ? '+' : ''}${text(lack)}`;
            const exact = `in “${name}” ${outer.length > 0 ? 'the subtotals' : 'they'} add up to ${text(whole - lack)}, the total is ${text(whole)} (difference ${difference})`;
            const isNoted = note.includes(exact) || note.includes(`${difference} in “${name}”`);
            // A line without a figure is not rounded.
            const rounded = parts.filter((part) => typeof part === 'bigint').length;
            const isSmall = 2n * (lack < 0n ? -lack : lack) <= BigInt(rounded);
            expect(isNoted, `${exact}: ${note}`).toBe(isSmall);
            if (isSmall) noted += 1;
            else lined += 1;
          }
        }
      }
    }),
    { numRuns: chooseSize(60, 200) },
  );
  expect(noted).toBeGreaterThan(10);
  expect(lined).toBeGreaterThan(0);
});

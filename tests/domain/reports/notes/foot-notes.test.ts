import { describe, expect, it } from 'vitest';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { printReport, type PrintSettings } from '#domain/reports/print/printed.ts';
import { reportSchema, type Report } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { unlistedBelowText, unlistedText } from '#texts/reports/reports.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const measuresOf = ({ measures }: Report) => measures.flatMap((id) => findMeasure(id) ?? []);

describe('notes', () => {
  it('put a refused comparison first, then what is missing, then the rest', () => {
    const report = reportSchema.parse({ measures: ['margin'] });
    const result = reportResult({
      records: 3,
      missing: ['2026-10-01'],
      totals: { margin: null },
      comparison: { kind: 'previous', period: null, elapsedDays: null, refused: 'Nothing to compare.' },
      notes: [{ kind: 'no-cost', records: 2, minutes: '90' }],
    });
    const said = (printing: PrintSettings) => listFootNotes(report, result, [], printing).map(({ text }) => text);
    const [first, second, ...more] = said(defaultSettings);
    expect(first).toBe('Nothing to compare.');
    expect(second).toContain('Oct 2026');
    expect(more.at(-1)).toContain('1.50 h are');
    expect(said({ ...defaultSettings, hoursStyle: 'clock' }).at(-1)).toContain('1:30 are');
    expect(more.length).toBeGreaterThan(1);
  });
});

it('states the formula of every own measure, and of no other', () => {
  const report = reportSchema.parse({ measures: ['margin', 'Per hour = recorded_cost / logged_hours'] });
  expect(listFootNotes(report, reportResult({ records: 3 }), [], defaultSettings)).toContainEqual({
    code: 'formula',
    records: null,
    text: 'Per hour = Cost / Logged hours',
  });
  const codes = listFootNotes(report, reportResult({ records: 3 }), [], defaultSettings).map(({ code }) => code);
  expect(codes.filter((code) => code === 'formula')).toHaveLength(1);
});

it('where currencies meet, says which own measures have no figure for that, and why', () => {
  const owned = 'R = billable_value / expected_hours';
  const report = reportSchema.parse({ measures: [owned, 'Net = billable_value - recorded_cost', 'expected_hours'] });
  const mixed = { kind: 'mixed-currencies', records: null, minutes: null } as const;
  const said = (notes: readonly (typeof mixed)[]) =>
    listFootNotes(report, reportResult({ records: 3, notes: [...notes] }), [], defaultSettings).filter(
      ({ code }) => code === 'mixed-currencies',
    );
  expect(said([])).toEqual([]);
  expect(said([mixed]).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Amounts are in several currencies/),
    'R has no figure where several currencies meet: people and expected hours are not counted for each currency.',
  ]);
});

it('a note names the line “In no line above” only where the screen has one, and says otherwise what a subtotal counts', () => {
  const report = reportSchema.parse({ measures: ['gap_hours'], groupBy: ['team', 'platform_owner_id'] });
  const line = (key: Record<string, string>, gap: string | null) => ({ key, values: { gap_hours: gap }, records: 1 });
  const below = [line({ team: 'A', platform_owner_id: '1' }, '3'), line({ team: 'A', platform_owner_id: '2' }, null)];
  const subtotals = [line({ team: 'A' }, '5')];
  const codes = (gap: string, lines?: 'total') => {
    const total = { values: { gap_hours: gap }, records: 2 };
    const result = reportResult({ rows: below, subtotals, total, totals: total.values, records: 2 });
    const printed = printReport(measuresOf(report), result, defaultSettings);
    return listFootNotes(report, result, printed, defaultSettings, lines && { lines })
      .filter(({ code }) => code === 'in-no-line')
      .map(({ text }) => text);
  };
  // The terminal has the line above each subtotal, the screen above the total alone.
  expect(codes('5')).toEqual([unlistedText]);
  expect(codes('5', 'total')).toEqual([unlistedBelowText]);
  expect(codes('9', 'total')).toEqual([unlistedText, unlistedBelowText]);
});

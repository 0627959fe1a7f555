import { describe, expect, test } from 'vitest';
import { followPin, isPinOpen, pickLines } from '#domain/charts/pin-state.ts';
import { pinSchema, type Pin } from '#domain/reports/definition/pins.ts';
import { reportFileSchema, reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

const TODAY = '2026-11-20';
const pin = (given: Record<string, unknown> = {}): Pin =>
  pinSchema.parse({
    id: 'pin-1',
    name: 'People',
    report: { measures: ['logged_hours'], groupBy: ['owner'], period: 'last-month' },
    ...given,
  });
const saved = [
  {
    id: 'r1',
    file: reportFileSchema.parse({
      format: 'timelog-report',
      version: 1,
      name: 'Renamed',
      report: { measures: ['billable_value'], groupBy: ['client'] },
      view: { chart: 'bars' },
    }),
  },
];

describe('a pin', () => {
  test('of a saved report has what is saved now, its name included; a figure keeps its name', () => {
    const { pin: shown, follows } = followPin(pin({ saved: 'r1' }), saved) ?? {};
    expect(follows).toBe('saved');
    expect(shown).toMatchObject({ name: 'Renamed', report: { measures: ['billable_value'] }, view: { chart: 'bars' } });
    const cell = { measure: 'billable_value', row: [] };
    expect(followPin(pin({ saved: 'r1', cell }), saved)?.pin).toMatchObject({ name: 'People', cell });
  });

  test('of nothing saved, or of a report that is gone, is as it was pinned', () => {
    expect(followPin(pin(), saved)).toEqual({ pin: pin(), follows: 'nothing' });
    expect(followPin(pin({ saved: 'r2' }), saved)).toEqual({ pin: pin({ saved: 'r2' }), follows: 'gone' });
    expect(followPin(pin({ saved: 'r1' }), undefined)).toBeUndefined();
  });
});

const month = (text: string, last: string): ReportResult['period'] => ({
  text,
  from: `${text}-01`,
  to: `${text}-${last}`,
  calendar: 'recorded-month',
});
const spanOf = (name: string, key: string | null) =>
  name === 'month' && key !== null ? { from: `${key}-01`, to: `${key}-28` } : undefined;

test('a period that is not over is so far; a past one, a past month of a running year, and what it is compared with are not', () => {
  const isOpen = (shown: Pin, result: Partial<ReportResult>) =>
    isPinOpen(shown, reportResult({ complete: true, ...result }), TODAY, spanOf);
  const november = { period: month('2026-11', '30') };
  expect(isOpen(pin(), november)).toBe(true);
  expect(isOpen(pin(), { period: month('2026-10', '31') })).toBe(false);
  expect(isOpen(pin(), { period: month('2026-10', '31'), complete: false })).toBe(true);
  expect(isOpen(pin({ cell: { measure: 'logged_hours', row: ['7'], isBefore: true } }), november)).toBe(false);
  expect(isOpen(pin({ cell: { measure: 'logged_hours', row: ['7'] } }), november)).toBe(true);
  const year = { period: { text: '2026', from: '2026-01-01', to: '2026-12-31', calendar: 'recorded-month' as const } };
  const months = (key: string) =>
    pin({
      report: { measures: ['logged_hours'], groupBy: ['month'] },
      cell: { measure: 'logged_hours', row: [key] },
    });
  expect(isOpen(months('2026-08'), year)).toBe(false);
  expect(isOpen(months('2026-11'), year)).toBe(true);
});

test('a card has the last months, and the first of everything else', () => {
  const report = (given: Record<string, unknown>) => reportSchema.parse({ measures: ['logged_hours'], ...given });
  expect(pickLines(report({ groupBy: ['month'] }), [1, 2, 3], 2)).toEqual({ lines: [2, 3], isFromEnd: true });
  expect(pickLines(report({ groupBy: ['client'] }), [1, 2, 3], 2)).toEqual({ lines: [1, 2], isFromEnd: false });
  const byValue = { groupBy: ['month'], order: { by: 'logged_hours', direction: 'descending' } };
  expect(pickLines(report(byValue), [1, 2, 3], 2)).toEqual({ lines: [1, 2], isFromEnd: false });
});

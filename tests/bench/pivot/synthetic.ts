/** A pivot of any size with believable figures: the same every time. */
import type { Report, ReportResult, ReportRow } from '#domain/reports/definition/report.ts';

export interface PivotSize {
  readonly rows: number;
  readonly columns: number;
}

export const MEASURE = 'logged_hours';

export const pivotReport: Report = {
  measures: [MEASURE],
  groupBy: ['a552213_assoc_record_id'],
  columns: 'week',
  filterGroups: [],
  query: '',
};

const WEEK_MS = 7 * 86_400_000;
const FIRST_MONDAY = Date.UTC(2025, 10, 17);

export function pivotResult({ rows, columns }: PivotSize): ReportResult {
  const random = generator(20261120);
  const figure = () => (random() < 0.15 ? null : (Math.round(random() * 4000) / 100).toString());
  const sum = (values: readonly (string | null)[]) =>
    (values.reduce((all, value) => all + Math.round(Number(value ?? 0) * 100), 0) / 100).toString();
  const lines: ReportRow[] = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, figure);
    return {
      key: { a552213_assoc_record_id: `Client ${String(row + 1).padStart(4, '0')} and Partners` },
      values: { [MEASURE]: sum(cells) },
      records: 40,
      cells: { [MEASURE]: cells },
    };
  });
  const column = (at: number) => lines.map(({ cells }) => cells?.[MEASURE]?.[at] ?? null);
  const totals = Array.from({ length: columns }, (_, at) => sum(column(at)));
  const whole = { [MEASURE]: sum(totals) };
  return {
    asOf: '2026-11-20T08:00:00Z',
    complete: true,
    rows: lines,
    subtotals: [],
    columns: totals.map((total, at) => ({
      key: day(at * WEEK_MS),
      from: day(at * WEEK_MS),
      to: day((at + 1) * WEEK_MS - 1),
      cut: at === 0,
      complete: at < columns - 1,
      values: { [MEASURE]: total },
      records: 40 * rows,
    })),
    totals: whole,
    total: { values: whole, records: 40 * rows, cells: { [MEASURE]: totals } },
    records: 40 * rows,
    period: null,
    calendar: 'recorded',
    zone: 'Europe/Berlin',
    missing: [],
    comparison: null,
    notes: [],
    amounts: 'recorded',
  };
}

const day = (offset: number) => new Date(FIRST_MONDAY + offset).toISOString().slice(0, 10);

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes months in words, as short as possible. */
import { monthSpan } from '#texts/reports/reports.ts';
import { formatKey } from './key-text.ts';

/** Writes neighbouring months as one span: `Jan 2026 – Mar 2026, May 2026`. @param months `YYYY-MM-01`, ascending */
export function formatMonthSpans(months: readonly string[]): string {
  const spans: { first: string; last: string }[] = [];
  for (const month of months) {
    const last = spans.at(-1);
    if (last && toMonthNumber(month) === toMonthNumber(last.last) + 1) last.last = month;
    else spans.push({ first: month, last: month });
  }
  return spans
    .map(({ first, last }) => (first === last ? formatMonth(first) : monthSpan(formatMonth(first), formatMonth(last))))
    .join(', ');
}

function formatMonth(month: string): string {
  return formatKey('month', month, { owners: {}, objects: {} }, { fiscalYearStart: 1 });
}

function toMonthNumber(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
}

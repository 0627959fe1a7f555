/** Determines whether the figures of a time bucket or a pin are complete, still growing or not fetched. Pure. */
import type { Pin } from '../reports/definition/pins.ts';
import { hasAllRecords, type Report, type ReportFile, type ReportResult } from '../reports/definition/report.ts';
import { findTimeUnit } from '../reports/keys/key-text.ts';
import { listMonths } from '../time/period.ts';
import type { BucketState } from './chart-model.ts';

/** @param saved the saved reports; undefined while they load. @returns undefined until the pin's report is known */
export function followPin(
  pin: Pin,
  saved: readonly { readonly id: string; readonly file: ReportFile }[] | undefined,
): { readonly pin: Pin; readonly follows: 'nothing' | 'saved' | 'gone' } | undefined {
  if (pin.saved === undefined) return { pin, follows: 'nothing' };
  if (!saved) return undefined;
  const file = saved.find(({ id }) => id === pin.saved)?.file;
  if (!file) return { pin, follows: 'gone' };
  // A pinned figure keeps its name; a pinned report takes the name of the saved report.
  const name = pin.cell ? pin.name : file.name;
  return { pin: { ...pin, name, report: file.report, view: file.view }, follows: 'saved' };
}

type SpanOf = (name: string, key: string | null) => BucketSpan | undefined;

/** Returns whether records of the pin are missing or its period has not ended. @param today `YYYY-MM-DD` */
export function isPinOpen({ report, cell }: Pin, result: ReportResult, today: string, spanOf: SpanOf): boolean {
  if (!hasAllRecords(result)) return true;
  // Only the figure of the compared period is final; every other figure depends on the current period.
  if (cell?.isBefore) return false;
  const names = cell?.names ?? report.groupBy;
  const keys = (cell?.row ?? []).map((key, index) => [names[index], key] as const);
  const spans = [...keys, [report.columns, cell?.column ?? null] as const].flatMap(
    ([name, key]) => (name === undefined || key === null ? [] : spanOf(name, key)) ?? [],
  );
  const { period } = result;
  const all = period ? [period, ...spans] : spans;
  return all.length > 0 && all.every((span) => isOpenSpan(span, result.records, result, today));
}

/** Picks the first lines for a card; for months or weeks in order of time, the last ones, which are the most recent. */
export function pickLines<Line>({ groupBy, order }: Report, lines: readonly Line[], max: number) {
  const [group] = groupBy;
  const isTime = group !== undefined && findTimeUnit(group) !== undefined;
  const isInOrder = order === undefined || (order.by === group && order.direction === 'ascending');
  const isFromEnd = isTime && isInOrder;
  return { lines: isFromEnd ? lines.slice(-max) : lines.slice(0, max), isFromEnd };
}

export interface BucketSpan {
  /** The first day, `YYYY-MM-DD`; both days are inclusive. */
  readonly from: string;
  readonly to: string;
}

/** @param today `YYYY-MM-DD`; a bucket that contains this day or a later one can still grow. */
export function findBucketState(
  span: BucketSpan,
  records: number,
  result: Pick<ReportResult, 'missing' | 'complete' | 'allRecordsHere' | 'period' | 'comparison'>,
  today: string,
): BucketState {
  const { missing, period, comparison } = result;
  const open = new Set(missing.map((month) => month.slice(0, 7)));
  const isOpen = listMonths(span).some((month) => open.has(month.slice(0, 7)));
  // Until everything has been counted again, a record may still move between months, so a month that has been read is not complete either.
  // Without a period, it is unknown which months are open.
  if (!hasAllRecords(result)) return records === 0 && (isOpen || period === null) ? 'missing' : 'soFar';
  // A period that is compared by its elapsed days ends yesterday, so its last bucket is still running.
  const isElapsing = comparison !== null && comparison.elapsedDays !== null && span.to === period?.to;
  return span.to >= today || isElapsing ? 'soFar' : 'complete';
}

/** Returns whether records of this span may be missing or the span has not ended. A future span is not open. */
export function isOpenSpan(
  span: BucketSpan,
  records: number,
  result: Parameters<typeof findBucketState>[2],
  today: string,
): boolean {
  return span.from <= today && findBucketState(span, records, result, today) !== 'complete';
}

/** What a pin shows: the saved report it follows or its own, whether its figures may still grow, and which lines a card has room for. Pure. */
import { isOpenSpan, type BucketSpan } from './bucket-state.ts';
import { findTimeUnit } from '../reports/keys/key-text.ts';
import type { Pin } from '../reports/definition/pins.ts';
import { hasAllRecords, type Report, type ReportFile, type ReportResult } from '../reports/definition/report.ts';

/** @param saved undefined while they load. @returns undefined until it is known what it shows */
export function followPin(
  pin: Pin,
  saved: readonly { readonly id: string; readonly file: ReportFile }[] | undefined,
): { readonly pin: Pin; readonly follows: 'nothing' | 'saved' | 'gone' } | undefined {
  if (pin.saved === undefined) return { pin, follows: 'nothing' };
  if (!saved) return undefined;
  const file = saved.find(({ id }) => id === pin.saved)?.file;
  if (!file) return { pin, follows: 'gone' };
  // A figure's name is its own; a report's is the saved one's.
  const name = pin.cell ? pin.name : file.name;
  return { pin: { ...pin, name, report: file.report, view: file.view }, follows: 'saved' };
}

type SpanOf = (name: string, key: string | null) => BucketSpan | undefined;

/** Whether records of the pin are missing, or its days are not over. @param today `YYYY-MM-DD` */
export function isPinOpen({ report, cell }: Pin, result: ReportResult, today: string, spanOf: SpanOf): boolean {
  if (!hasAllRecords(result)) return true;
  // A comparison with a further period is of this one, too: only the figure of the period before is over.
  if (cell?.isBefore) return false;
  const names = cell?.names ?? report.groupBy;
  const keys = (cell?.row ?? []).map((key, at) => [names[at], key] as const);
  const spans = [...keys, [report.columns, cell?.column ?? null] as const].flatMap(
    ([name, key]) => (name === undefined || key === null ? [] : spanOf(name, key)) ?? [],
  );
  const { period } = result;
  const all = period ? [period, ...spans] : spans;
  return all.length > 0 && all.every((span) => isOpenSpan(span, result.records, result, today));
}

/** Picks the first lines for a card; of months or weeks in their order the last, which are those of today. */
export function pickLines<Line>({ groupBy, order }: Report, lines: readonly Line[], most: number) {
  const [group] = groupBy;
  const isTime = group !== undefined && findTimeUnit(group) !== undefined;
  const isInOrder = order === undefined || (order.by === group && order.direction === 'ascending');
  const isFromEnd = isTime && isInOrder;
  return { lines: isFromEnd ? lines.slice(-most) : lines.slice(0, most), isFromEnd };
}

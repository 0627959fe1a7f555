/** Which days a report is about and into which of its groups a record falls, as Temporal knows the days. */
import { Temporal } from 'temporal-polyfill';
import type { TimeLogRecord } from '#domain/record.ts';
import { weekAYearBefore, weekOfNumber } from './weeks.ts';
import { clientOf, objectKeyOf, teamOf, type Asked } from './world.ts';

const P = 'a552213_';

/** Of a group, a column or a line; null: of what is unset. */
export type Key = string | null;

/** Dates of the report, and of what it is compared with. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly by: 'month' | 'week' | 'clock';
}

export interface Setting {
  readonly asked: Asked;
  readonly calendar: 'recorded' | 'clock';
}

export const plain = (text: string) => Temporal.PlainDate.from(text);

/** @param weeksFrom weekday that recorded weeks begin on */
export function spanOf(text: string, weeksFrom: number): Span {
  const [first = '', last = first] = text.split('..');
  const from = partOf(first, weeksFrom).from;
  const { to } = partOf(last, weeksFrom);
  const isMonths = from.day === 1 && to.add({ days: 1 }).day === 1;
  const isWeeks = from.dayOfWeek === weeksFrom && to.add({ days: 1 }).dayOfWeek === weeksFrom;
  return { from: from.toString(), to: to.toString(), by: isMonths ? 'month' : isWeeks ? 'week' : 'clock' };
}

function partOf(text: string, weeksFrom: number): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
  const year = Number(text.slice(0, 4));
  if (text.includes('W')) {
    const from = weekOfNumber(year, Number(text.slice(6)), weeksFrom);
    return { from, to: from.add({ days: 6 }) };
  }
  if (text.length === 10) return { from: plain(text), to: plain(text) };
  const [month, length] = text.includes('Q')
    ? [Number(text.slice(6)) * 3 - 2, 3]
    : text.length === 7
      ? [Number(text.slice(5)), 1]
      : [1, 12];
  const from = Temporal.PlainDate.from({ year, month, day: 1 });
  return { from, to: from.add({ months: length }).subtract({ days: 1 }) };
}

function monthsBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return (to.year - from.year) * 12 + to.month - from.month + 1;
}

export function before(span: Span, kind: 'previous' | 'last-year'): Span {
  const { from, to } = { from: plain(span.from), to: plain(span.to) };
  const days = from.until(to).days + 1;
  if (span.by === 'month') {
    const start =
      kind === 'previous' ? from.subtract({ months: monthsBetween(from, to) }) : from.subtract({ months: 12 });
    const end = start.add({ months: monthsBetween(from, to) }).subtract({ days: 1 });
    return { from: start.toString(), to: end.toString(), by: span.by };
  }
  if (kind === 'previous') {
    return { from: from.subtract({ days }).toString(), to: from.subtract({ days: 1 }).toString(), by: span.by };
  }
  if (span.by === 'clock') {
    return { from: from.subtract({ years: 1 }).toString(), to: to.subtract({ years: 1 }).toString(), by: span.by };
  }
  const start = weekAYearBefore(from);
  return { from: start.toString(), to: start.add({ days: days - 1 }).toString(), by: span.by };
}

const recordedWeek = `${P}week_year`;
const recordedMonth = `${P}month_year`;
const startOf = `${P}first_start_date`;

function clockDay(record: TimeLogRecord, zone: string): Temporal.PlainDate | null {
  const start = record.values.get(startOf);
  return typeof start === 'number'
    ? Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate()
    : null;
}

export function isIn(record: TimeLogRecord, span: Span, zone: string): boolean {
  const day =
    span.by === 'clock'
      ? clockDay(record, zone)?.toString()
      : record.values.get(span.by === 'month' ? recordedMonth : recordedWeek);
  if (day === undefined) return false;
  const date = plain(String(day));
  return Temporal.PlainDate.compare(date, span.from) >= 0 && Temporal.PlainDate.compare(date, span.to) <= 0;
}

export const timeUnits = ['day', 'week', 'month', 'quarter', 'year'];

/** Whether groups and columns of this name are in the order of time. */
export const isDated = (name: string) => [...timeUnits, recordedWeek, recordedMonth].includes(name);

export function bucketStart(day: Temporal.PlainDate, unit: string, { asked, calendar }: Setting): Temporal.PlainDate {
  const { weekStart, fiscalYearStart } = asked.settings;
  const weekday = calendar === 'recorded' ? asked.weeksFrom : weekStart === 'sunday' ? 7 : 1;
  let date = day;
  const isStart = () => {
    if (unit === 'day') return true;
    if (unit === 'week') return date.dayOfWeek === weekday;
    if (date.day !== 1) return false;
    const since = (date.month - fiscalYearStart + 12) % 12;
    return unit === 'month' || since % (unit === 'quarter' ? 3 : 12) === 0;
  };
  while (!isStart()) date = date.subtract({ days: 1 });
  return date;
}

export function bucketEnd(start: Temporal.PlainDate, unit: string, setting: Setting): Temporal.PlainDate {
  let date = start.add({ days: 1 });
  // A week as it was recorded lasts seven days, whatever day it begins on.
  if (unit === 'week') return start.add({ days: 6 });
  while (!bucketStart(date, unit, setting).equals(date)) date = date.add({ days: 1 });
  return date.subtract({ days: 1 });
}

export function keyOf(record: TimeLogRecord, name: string, setting: Setting): Key {
  if (name === 'client') return clientOf(record);
  if (name === 'team') return teamOf(record);
  if (name === 'object') return objectKeyOf(record);
  if (timeUnits.includes(name)) {
    if (setting.calendar === 'recorded') {
      const recorded = record.values.get(name === 'week' ? recordedWeek : recordedMonth);
      if (recorded === undefined) return null;
      return name === 'week' ? String(recorded) : bucketStart(plain(String(recorded)), name, setting).toString();
    }
    const day = clockDay(record, setting.asked.zone);
    return day && bucketStart(day, name, setting).toString();
  }
  const value = record.values.get(name);
  return value === undefined ? null : String(value);
}

export function bucketsIn(span: Span, unit: string, setting: Setting): string[] {
  const keys = new Set<string>();
  for (let day = plain(span.from); Temporal.PlainDate.compare(day, span.to) <= 0; day = day.add({ days: 1 })) {
    keys.add(bucketStart(day, unit, setting).toString());
  }
  return [...keys];
}

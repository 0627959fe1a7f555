/** Periods as people write them, resolved to inclusive dates and the calendar that decides which records are in. */
import { Temporal } from 'temporal-polyfill';
import { periodProblemTexts as problems, periodTexts as texts } from '../texts/en/period.ts';

/** `recorded-month` and `recorded-week` compare the record's own month and week; `clock` its first start in the workspace's zone. */
type Calendar = 'recorded-month' | 'recorded-week' | 'clock';

export interface Period {
  /** As written: `2026-10`, `last-month`, `2026-01-01..2026-03-31`. */
  readonly text: string;
  readonly calendar: Calendar;
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day, inclusive, `YYYY-MM-DD`. */
  readonly to: string;
}

export type WeekStart = 'monday' | 'sunday';

export interface PeriodContext {
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today: string;
  readonly weekStart: WeekStart;
}

export type ResolvedPeriod =
  { readonly ok: true; readonly value: Period } | { readonly ok: false; readonly problem: string };

const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Unit = (typeof units)[number];

interface Span {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/**
 * Reads `2026-10`, `2026-Q3`, `2026-W41` (ISO), `2026`, `2026-10-31`, two of these joined by `..`, `today`, `yesterday`,
 * `this-` or `last-` `week|month|quarter|year`, and `last-4-weeks` (any number of whole days, weeks, months, quarters or years
 * before the running one).
 *
 * The same dates mean the same calendar however they are written: whole months the recorded month, else whole ISO weeks the
 * recorded week, else the clock.
 */
export function resolvePeriod(text: string, context: PeriodContext): ResolvedPeriod {
  const written = text.trim();
  const [first = '', second, ...more] = written.split('..');
  if (more.length > 0) return { ok: false, problem: problems.unreadable(written) };
  const start = readSpan(first, context);
  const end = second === undefined ? start : readSpan(second, context);
  if (start === 'unreadable' || end === 'unreadable') return { ok: false, problem: problems.unreadable(written) };
  if (start === 'not-in-calendar' || end === 'not-in-calendar') {
    return { ok: false, problem: problems.notInCalendar(written) };
  }
  if (Temporal.PlainDate.compare(start.from, end.to) > 0) return { ok: false, problem: problems.backwards(written) };
  return { ok: true, value: periodOf(written, { from: start.from, to: end.to }) };
}

function periodOf(text: string, span: Span): Period {
  return { text, calendar: calendarOf(span), from: span.from.toString(), to: span.to.toString() };
}

function calendarOf({ from, to }: Span): Calendar {
  if (from.day === 1 && to.day === to.daysInMonth) return 'recorded-month';
  if (from.dayOfWeek === 1 && to.dayOfWeek === 7) return 'recorded-week';
  return 'clock';
}

function readSpan(text: string, context: PeriodContext): Span | 'unreadable' | 'not-in-calendar' {
  const relative = readRelative(text.trim().toLowerCase(), context);
  if (relative) return relative;
  const match = /^(\d{4})(?:-(?:(?<day>\d{2}-\d{2})|(?<month>\d{2})|[Qq](?<quarter>\d)|[Ww](?<week>\d{1,2})))?$/.exec(
    text.trim(),
  );
  if (!match) return 'unreadable';
  const year = Number(match[1]);
  const { day, month, quarter, week } = match.groups ?? {};
  try {
    if (day !== undefined) return unitSpan(Temporal.PlainDate.from(`${match[1]}-${day}`), 'day', context);
    if (month !== undefined) return unitSpan(dateOf(year, Number(month)), 'month', context);
    if (quarter !== undefined) return unitSpan(dateOf(year, Number(quarter) * 3 - 2), 'quarter', context);
    if (week !== undefined) return isoWeek(year, Number(week));
    return unitSpan(dateOf(year, 1), 'year', context);
  } catch (cause) {
    if (cause instanceof RangeError) return 'not-in-calendar';
    throw cause;
  }
}

const RELATIVE = /^(?<which>this|last)-(?:(?<count>[1-9]\d{0,2})-)?(?<unit>[a-z]+?)(?<plural>s?)$/;

function readRelative(text: string, context: PeriodContext): Span | undefined {
  const today = Temporal.PlainDate.from(context.today);
  if (text === 'today') return unitSpan(today, 'day', context);
  if (text === 'yesterday') return unitSpan(today.subtract({ days: 1 }), 'day', context);
  const { which, count, unit: word, plural } = RELATIVE.exec(text)?.groups ?? {};
  const unit = units.find((each) => each === word);
  if (unit === undefined || (plural === 's') !== Number(count ?? 1) > 1) return undefined;
  const running = unitSpan(today, unit, context);
  if (which === 'this') return count === undefined && unit !== 'day' ? running : undefined;
  if (unit === 'day' && count === undefined) return undefined;
  const from = unitSpan(addUnits(running.from, unit, -Number(count ?? 1)), unit, context).from;
  return { from, to: running.from.subtract({ days: 1 }) };
}

function dateOf(year: number, month: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day: 1 }, { overflow: 'reject' });
}

function isoWeek(year: number, week: number): Span {
  const january4 = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const from = january4.subtract({ days: january4.dayOfWeek - 1 }).add({ weeks: week - 1 });
  if (week < 1 || from.yearOfWeek !== year) throw new RangeError(`${year} has no week ${week}`);
  return { from, to: from.add({ days: 6 }) };
}

/** The whole unit that contains a date. */
function unitSpan(date: Temporal.PlainDate, unit: Unit, { weekStart }: Pick<PeriodContext, 'weekStart'>): Span {
  switch (unit) {
    case 'day':
      return { from: date, to: date };
    case 'week': {
      const from = date.subtract({ days: weekStart === 'monday' ? date.dayOfWeek - 1 : date.dayOfWeek % 7 });
      return { from, to: from.add({ days: 6 }) };
    }
    case 'month':
      return monthSpan(date.with({ day: 1 }), 1);
    case 'quarter':
      return monthSpan(date.with({ day: 1, month: date.month - ((date.month - 1) % 3) }), 3);
    case 'year':
      return monthSpan(date.with({ day: 1, month: 1 }), 12);
  }
}

function monthSpan(from: Temporal.PlainDate, months: number): Span {
  return { from, to: from.add({ months }).subtract({ days: 1 }) };
}

function addUnits(date: Temporal.PlainDate, unit: Unit, count: number): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date.add({ days: count });
    case 'week':
      return date.add({ weeks: count });
    case 'month':
      return date.add({ months: count });
    case 'quarter':
      return date.add({ months: 3 * count });
    case 'year':
      return date.add({ years: count });
  }
}

function spanOf(period: Period): Span {
  return { from: Temporal.PlainDate.from(period.from), to: Temporal.PlainDate.from(period.to) };
}

/** The period of equal length just before: as many months, weeks or days as this one has. Its text is its dates, resolvable again. */
export function previousPeriod(period: Period): Period {
  const { from, to } = spanOf(period);
  const end = from.subtract({ days: 1 });
  const start =
    period.calendar === 'recorded-month'
      ? from.subtract({ months: monthsOf(period).length })
      : from.subtract({ days: to.since(from).days + 1 });
  return periodOf(`${start.toString()}..${end.toString()}`, { from: start, to: end });
}

/** The same months, ISO weeks (52 weeks before a week 53) or dates a year earlier, on the same calendar. Its text is its dates. */
export function yearBefore(period: Period): Period {
  const { from, to } = spanOf(period);
  const start = period.calendar === 'recorded-week' ? weekYearBefore(from) : from.subtract({ years: 1 });
  const end =
    period.calendar === 'recorded-week'
      ? start.add({ days: to.since(from).days })
      : period.calendar === 'recorded-month'
        ? start.add({ months: monthsOf(period).length }).subtract({ days: 1 })
        : to.subtract({ years: 1 });
  return {
    ...periodOf(`${start.toString()}..${end.toString()}`, { from: start, to: end }),
    calendar: period.calendar,
  };
}

function weekYearBefore(monday: Temporal.PlainDate): Temporal.PlainDate {
  const back = monday.subtract({ weeks: 52 });
  return back.weekOfYear === monday.weekOfYear || monday.weekOfYear === 53 ? back : back.subtract({ weeks: 1 });
}

/** The period of equal length just after. Its text is its dates, resolvable again. */
export function nextPeriod(period: Period): Period {
  const { from, to } = spanOf(period);
  const start = to.add({ days: 1 });
  const end =
    period.calendar === 'recorded-month'
      ? start.add({ months: monthsOf(period).length }).subtract({ days: 1 })
      : start.add({ days: to.since(from).days });
  return periodOf(`${start.toString()}..${end.toString()}`, { from: start, to: end });
}

/** Every month a period touches, `YYYY-MM-01`, ascending. */
export function monthsOf(period: Pick<Period, 'from' | 'to'>): string[] {
  const last = Temporal.PlainDate.from(period.to);
  const months: string[] = [];
  let month = Temporal.PlainDate.from(period.from).with({ day: 1 });
  while (Temporal.PlainDate.compare(month, last) <= 0) {
    months.push(month.toString());
    month = month.add({ months: 1 });
  }
  return months;
}

/** The Monday of every ISO week a period touches, `YYYY-MM-DD`, ascending. */
export function weeksOf(period: Pick<Period, 'from' | 'to'>): string[] {
  const last = Temporal.PlainDate.from(period.to);
  const weeks: string[] = [];
  let week = unitSpan(Temporal.PlainDate.from(period.from), 'week', { weekStart: 'monday' }).from;
  while (Temporal.PlainDate.compare(week, last) <= 0) {
    weeks.push(week.toString());
    week = week.add({ weeks: 1 });
  }
  return weeks;
}

/** Epoch milliseconds of a period's first instant and of the first one after it: midnights of the zone, whatever DST does to them. */
export function clockBounds(
  period: Pick<Period, 'from' | 'to'>,
  zone: string,
): { readonly start: number; readonly end: number } {
  const midnight = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  const { from, to } = { from: Temporal.PlainDate.from(period.from), to: Temporal.PlainDate.from(period.to) };
  return { start: midnight(from), end: midnight(to.add({ days: 1 })) };
}

/** The parts of a period's label; which of them to print is the screen's choice. */
export interface PeriodLabel {
  /** `October 2026`, `Q3 2026`, `Week 41, 2026`, `2026`, `1 Oct 2026 – 12 Nov 2026`. */
  readonly title: string;
  /** The dates: `1 Oct 2026 – 31 Oct 2026`, or one day. */
  readonly dates: string;
  /** `by recorded month`, `by recorded week`, `by start time`. */
  readonly calendar: string;
}

export function labelPeriod(period: Period): PeriodLabel {
  const span = spanOf(period);
  return { title: titleOf(span), dates: datesOf(span), calendar: texts.calendars[period.calendar] };
}

const day = (date: Temporal.PlainDate) => texts.day(date.year, date.month, date.day);

function datesOf({ from, to }: Span): string {
  return from.equals(to) ? day(from) : texts.range(day(from), day(to));
}

function titleOf(span: Span): string {
  const { from, to } = span;
  const is = (unit: Unit) => {
    const whole = unitSpan(from, unit, { weekStart: 'monday' });
    return whole.from.equals(from) && whole.to.equals(to);
  };
  if (is('year')) return texts.year(from.year);
  if (is('quarter')) return texts.quarter(from.year, (from.month + 2) / 3);
  if (is('month')) return texts.month(from.year, from.month);
  if (is('week')) return texts.week(from.yearOfWeek ?? from.year, from.weekOfYear ?? 0);
  if (calendarOf(span) === 'recorded-month') {
    return texts.range(texts.shortMonth(from.year, from.month), texts.shortMonth(to.year, to.month));
  }
  return datesOf(span);
}

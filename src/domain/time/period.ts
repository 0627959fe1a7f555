/** Resolves written periods to inclusive dates and the calendar by which records are selected. */
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { periodProblemTexts as problems, periodTexts as texts } from '#texts/reports/period.ts';
import { formatDates } from '../locale-forms.ts';
import { isFiscalName, isQuarterName, shiftFiscalName, findUnitSpan, type Span } from './calendar-span.ts';
import {
  hasFixedOrder,
  parseExpression,
  resolveExpression,
  type PeriodProblem,
  type PeriodExpression,
  type DateContext,
} from './period-written.ts';
import { toWeekdayNumber, nameWeek, type Weekday } from './weeks.ts';

export type { WeekStart } from './weeks.ts';

/** `recorded-month` and `recorded-week` use the record's recorded month and week; `clock` uses its first start in the workspace's zone. */
const calendars = ['recorded-month', 'recorded-week', 'clock'] as const;
type Calendar = (typeof calendars)[number];

export const periodSchema = z.object({
  /** The text as written: `2026-10`, `last-month`, `2026-01-01..2026-03-31`; a fiscal quarter or year has its name, `FY2026-Q3`. */
  text: z.string(),
  /** First day, `YYYY-MM-DD`. */
  from: z.string(),
  /** The last day, inclusive, `YYYY-MM-DD`. */
  to: z.string(),
  calendar: z.enum(calendars),
});
export type Period = Readonly<z.output<typeof periodSchema>>;

export type PeriodContext = DateContext;

/** A context for periods whose dates do not depend on the context. */
export const anyContext: PeriodContext = {
  today: '2026-01-01',
  weekStart: 'monday',
  recordedWeeks: 'monday',
  fiscalYearStart: 1,
};

export type ResolvedPeriod =
  { readonly ok: true; readonly value: Period } | { readonly ok: false; readonly problem: string };

/** A parsed period, whose dates are resolved with a context. */
export interface ParsedPeriod {
  readonly text: string;
  readonly written: PeriodExpression;
}

export type PeriodParse =
  { readonly ok: true; readonly value: ParsedPeriod } | { readonly ok: false; readonly problem: string };

/** Parses a period with `period-written.ts`, independently of any context. */
export function parsePeriod(periodText: string): PeriodParse {
  const text = periodText.trim();
  const written = parseExpression(text);
  return written ? { ok: true, value: { text, written } } : { ok: false, problem: problems.unreadable(text) };
}

/**
 * Resolves the dates and the calendar.
 *
 * The same dates always have the same calendar, regardless of how they are written: the recorded month for full months, the recorded week for
 * full recorded weeks, otherwise the clock.
 * @param periodText the text, or the parsed period
 */
export function resolvePeriod(periodText: string | ParsedPeriod, context: PeriodContext): ResolvedPeriod {
  const parsed: PeriodParse =
    typeof periodText === 'string' ? parsePeriod(periodText) : { ok: true, value: periodText };
  if (!parsed.ok) return parsed;
  const { text, written } = parsed.value;
  const span = resolveDates(written, context);
  if (typeof span === 'string') return { ok: false, problem: resolutionProblems[span](text) };
  const calendar = chooseCalendar(span, context.recordedWeeks);
  return { ok: true, value: toPeriod(span.name ?? text, span, calendar) };
}

/** Finds what is always wrong with a text, for callers that pass it on unresolved. */
export function findPeriodProblem(periodText: string): string | undefined {
  const parsed = parsePeriod(periodText);
  if (!parsed.ok) return parsed.problem;
  const { text, written } = parsed.value;
  const span = resolveDates(written, anyContext);
  if (typeof span !== 'string') return undefined;
  // "2026-12-01..today" is backwards only on some days.
  return span === 'backwards' && !hasFixedOrder(written) ? undefined : resolutionProblems[span](text);
}

/** Returns whether the text's dates depend on today: those of `last-month` do, those of `2026-10` do not. */
export function isRelativePeriod(text: string): boolean {
  const [now, later] = [resolvePeriod(text, anyContext), resolvePeriod(text, { ...anyContext, today: '2031-08-17' })];
  return now.ok && later.ok ? now.value.from !== later.value.from || now.value.to !== later.value.to : true;
}

type ResolutionProblem = PeriodProblem | 'backwards';

const resolutionProblems: Readonly<Record<ResolutionProblem, (text: string) => string>> = {
  unreadable: problems.unreadable,
  'not-in-calendar': problems.notInCalendar,
  ambiguous: problems.ambiguous,
  backwards: problems.backwards,
};

function resolveDates(written: PeriodExpression, context: PeriodContext): Span | ResolutionProblem {
  const span = resolveExpression(written, context);
  return typeof span !== 'string' && Temporal.PlainDate.compare(span.from, span.to) > 0 ? 'backwards' : span;
}

function toPeriod(text: string, span: Span, calendar: Calendar): Period {
  return { text, calendar, from: span.from.toString(), to: span.to.toString() };
}

/** Finds the calendar of inclusive dates. @param recordedWeeks the weekday on which recorded weeks begin */
export function findCalendar(dates: Pick<Period, 'from' | 'to'>, recordedWeeks: Weekday): Period['calendar'] {
  return chooseCalendar(toSpan(dates), recordedWeeks);
}

function chooseCalendar({ from, to }: Span, recordedWeeks: Weekday): Calendar {
  if (isFullMonths({ from, to })) return 'recorded-month';
  const first = toWeekdayNumber(recordedWeeks);
  return from.dayOfWeek === first && to.add({ days: 1 }).dayOfWeek === first ? 'recorded-week' : 'clock';
}

function isFullMonths({ from, to }: Span): boolean {
  return from.day === 1 && to.day === to.daysInMonth;
}

function toSpan(period: Pick<Period, 'from' | 'to'>): Span {
  return { from: Temporal.PlainDate.from(period.from), to: Temporal.PlainDate.from(period.to) };
}

/** Finds the preceding period of equal length in months, weeks or days. Its text consists of its dates and can be resolved again. */
export function findPreviousPeriod(period: Period): Period {
  const { from, to } = toSpan(period);
  const end = from.subtract({ days: 1 });
  const start =
    period.calendar === 'recorded-month'
      ? from.subtract({ months: listMonths(period).length })
      : from.subtract({ days: to.since(from).days + 1 });
  return movePeriod(period, { from: start, to: end }, -1);
}

/**
 * Finds the same months, weeks of the same number (52 weeks before a week 53) or dates a year earlier, on the same calendar. Its text
 * consists of its dates.
 */
export function findYearBefore(period: Period): Period {
  const { from, to } = toSpan(period);
  const start = period.calendar === 'recorded-week' ? findWeekYearBefore(from) : from.subtract({ years: 1 });
  const end =
    period.calendar === 'recorded-week'
      ? start.add({ days: to.since(from).days })
      : period.calendar === 'recorded-month'
        ? start.add({ months: listMonths(period).length }).subtract({ days: 1 })
        : to.subtract({ years: 1 });
  return {
    ...movePeriod(period, { from: start, to: end }, isQuarterName(period.text) ? -4 : -1),
    calendar: period.calendar,
  };
}

function findWeekYearBefore(first: Temporal.PlainDate): Temporal.PlainDate {
  const back = first.subtract({ weeks: 52 });
  const { number } = nameWeek(first.toString());
  return nameWeek(back.toString()).number === number || number === 53 ? back : back.subtract({ weeks: 1 });
}

/** Finds the following period of equal length. Its text consists of its dates and can be resolved again. */
export function findNextPeriod(period: Period): Period {
  const { from, to } = toSpan(period);
  const start = to.add({ days: 1 });
  const end =
    period.calendar === 'recorded-month'
      ? start.add({ months: listMonths(period).length }).subtract({ days: 1 })
      : start.add({ days: to.since(from).days });
  return movePeriod(period, { from: start, to: end }, 1);
}

/** Moves a period; a fiscal one keeps a fiscal name. @param count the quarters or years by which the name moves */
function movePeriod(period: Period, span: Span, count: number): Period {
  const calendar = isFullMonths(span)
    ? 'recorded-month'
    : period.calendar === 'recorded-week'
      ? 'recorded-week'
      : 'clock';
  const text = isFiscal(period)
    ? shiftFiscalName(period.text, count)
    : `${span.from.toString()}..${span.to.toString()}`;
  return toPeriod(text, span, calendar);
}

/** Returns whether a period has a fiscal name and its full length, unlike a running one that is cut to its elapsed days. */
export function isFiscal(period: Pick<Period, 'text' | 'from' | 'to'>): boolean {
  return isFullMonths(toSpan(period)) && isFiscalName(period.text, listMonths(period).length);
}

/** Lists every month that overlaps a period, `YYYY-MM-01`, ascending. */
export function listMonths(period: Pick<Period, 'from' | 'to'>): string[] {
  const last = Temporal.PlainDate.from(period.to);
  const months: string[] = [];
  let month = Temporal.PlainDate.from(period.from).with({ day: 1 });
  while (Temporal.PlainDate.compare(month, last) <= 0) {
    months.push(month.toString());
    month = month.add({ months: 1 });
  }
  return months;
}

/** Finds a period's first instant and the first one after it in epoch milliseconds: midnights in the zone, across clock changes. */
export function findClockBounds(
  period: Pick<Period, 'from' | 'to'>,
  zone: string,
): { readonly start: number; readonly end: number } {
  const toMidnight = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  const { from, to } = { from: Temporal.PlainDate.from(period.from), to: Temporal.PlainDate.from(period.to) };
  return { start: toMidnight(from), end: toMidnight(to.add({ days: 1 })) };
}

export type PeriodLabel = ReturnType<typeof labelPeriod>;

/** The parts of a period's label. A title alone is not enough, because firms define weeks and quarters differently. */
export function labelPeriod(period: Period, locale?: string) {
  const dates = formatDates(period, locale);
  const name = nameSpan(period);
  return {
    /** `October 2026`, `Q3 2026`, `FY2026-Q3`, `Week 41, 2026`, `2026` or `1 Oct – 12 Nov 2026`. */
    title: name ?? formatRange(period, locale),
    /** `1–31 Oct 2026`, or one day. */
    dates,
    /** Name and dates, `Q3 2026 (1 Jul – 30 Sep 2026)`; the dates alone if the period has no name. */
    full: name === undefined ? dates : texts.dated(name, dates),
    /** `by recorded month`, `by recorded week` or `by start time`. */
    calendar: texts.calendars[period.calendar],
  };
}

/** @returns undefined if the period has no name */
function nameSpan(period: Period): string | undefined {
  const { from, to } = toSpan(period);
  if (isFiscal(period)) return period.text;
  const isFullUnit = (unit: 'year' | 'quarter' | 'month') => {
    const span = findUnitSpan(from, unit, anyContext);
    return span.from.equals(from) && span.to.equals(to);
  };
  if (isFullUnit('year')) return texts.year(from.year);
  if (isFullUnit('quarter')) return texts.quarter(from.year, (from.month + 2) / 3);
  if (isFullUnit('month')) return texts.month(from.year, from.month);
  if (isWeek(period)) {
    const { year, number } = nameWeek(period.from);
    return texts.week(year, number);
  }
  return undefined;
}

/** Formats full months by month, anything else by day. */
function formatRange(period: Period, locale: string | undefined): string {
  const { from, to } = toSpan(period);
  if (!isFullMonths({ from, to })) return formatDates(period, locale);
  return texts.range(texts.shortMonth(from.year, from.month), texts.shortMonth(to.year, to.month));
}

/** Returns whether a period is a recorded week or an ISO week. */
function isWeek({ calendar, from, to }: Period): boolean {
  const first = Temporal.PlainDate.from(from);
  return (calendar === 'recorded-week' || first.dayOfWeek === 1) && first.add({ days: 6 }).equals(to);
}

/**
 * Formats the period by its dates, as short as possible: `2026-10`, `2026-07..2026-09`, `2026-10-05..2026-10-11`; a fiscal one by its name.
 * Unlike “last month”, this text has the same meaning on any day.
 */
export function formatPeriodDates(period: Period): string {
  if (isFiscal(period)) return period.text;
  const { calendar, from, to } = period;
  const digits = calendar === 'recorded-month' ? 'YYYY-MM'.length : 'YYYY-MM-DD'.length;
  const [first, last] = [from.slice(0, digits), to.slice(0, digits)];
  return first === last ? first : `${first}..${last}`;
}

/**
 * Parses periods as people write them: `2026-10`, `Oct 2026`, `10/2026`, `Q3 2026`, `FY2026-Q3`, `week 41`, `last 30 days`, `5–11 Oct 2026`,
 * `Jan to Mar 2026`. A period without a year is the latest one that has begun; an ambiguous one is rejected.
 */
import { Temporal } from 'temporal-polyfill';
import {
  addUnits,
  toFiscalSpan,
  toMonthSpan,
  units,
  findUnitSpan,
  type Calendars,
  type Span,
  type Unit,
} from './calendar-span.ts';
import { findWeek, type Weekday } from './weeks.ts';
import { periodWords } from '#texts/reports/period.ts';

/**
 * The words used in files, which are the same in every language, so that `last-month` in a report's file means the same everywhere. Each unit
 * has a singular and a plural form.
 */
const sharedWords = {
  today: 'today',
  yesterday: 'yesterday',
  this: 'this',
  last: 'last',
  units: {
    day: ['day', 'days'],
    week: ['week', 'weeks'],
    month: ['month', 'months'],
    quarter: ['quarter', 'quarters'],
    year: ['year', 'years'],
    'fiscal-quarter': ['fiscal-quarter', 'fiscal-quarters'],
    'fiscal-year': ['fiscal-year', 'fiscal-years'],
  },
  marks: { Q: 'q', W: 'w', F: 'fy' },
} as const;

/**
 * The words of written periods: those of addresses, saved reports and the terminal in every language, and those that people type in the
 * language of the texts.
 */
const words = {
  today: [sharedWords.today, periodWords.today],
  yesterday: [sharedWords.yesterday, periodWords.yesterday],
  this: [sharedWords.this, ...periodWords.this],
  last: [sharedWords.last, ...periodWords.last],
  months: periodWords.months,
  to: periodWords.to,
} as const;

/** @param isOne whether the singular is expected, as in `last 1 month` */
function isUnitWord(unit: Unit, isOne: boolean, word: string): boolean {
  const formIndex = isOne ? 0 : 1;
  return sharedWords.units[unit][formIndex] === word || periodWords.units[unit][formIndex] === word;
}

/** Returns whether a word marks a quarter, week or fiscal year. */
function isMark(mark: keyof typeof sharedWords.marks, word: string): boolean {
  return sharedWords.marks[mark] === word || periodWords.marks[mark].includes(word);
}

export interface DateContext extends Calendars {
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today: string;
  /** The weekday on which recorded weeks begin. */
  readonly recordedWeeks: Weekday;
}

export type PeriodProblem = 'unreadable' | 'not-in-calendar' | 'ambiguous';

/** A parsed period before its dates are resolved: one part, or two joined parts. */
export interface PeriodExpression {
  readonly first: Part;
  readonly second?: Part;
}

type Part = RelativePart | DatedPart;

/** The running unit, or a number of full units before it. */
interface RelativePart {
  readonly unit: Unit;
  /** How many units back the part begins; 0 for the running one. */
  readonly back: number;
}

interface DatedPart {
  readonly form: Form;
  readonly hasYear: boolean;
  readonly numbers: readonly [number, number, number, number];
  readonly isSlashed: boolean;
  readonly isDotted: boolean;
}

/** @returns undefined for a text that is never a period */
export function parseExpression(text: string): PeriodExpression | undefined {
  const [first = '', second, ...more] = splitParts(text);
  if (more.length > 0) return undefined;
  const start = parsePart(first);
  if (second === undefined) return start && { first: start };
  const end = parsePart(second);
  return start && end && { first: start, second: end };
}

/** @returns the span from the first day of the first part to the last day of the last, which may be earlier */
export function resolveExpression({ first, second }: PeriodExpression, context: DateContext): Span | PeriodProblem {
  if (second === undefined) return resolvePart(first, context);
  const end = resolvePart(second, context);
  if (typeof end === 'string') return end;
  const start = resolvePart(first, context, end);
  return typeof start === 'string' ? start : { from: start.from, to: end.to };
}

/** Returns whether both ends depend on today or neither does, so that their order is always the same. */
export function hasFixedOrder({ first, second }: PeriodExpression): boolean {
  if (second === undefined) return true;
  const isMoving = isDayDependent(second, true);
  return isDayDependent(first, isMoving) === isMoving;
}

/** @param withoutYear whether a part without a year depends on today: the last one takes today's year, the first one that of the second */
function isDayDependent(part: Part, withoutYear: boolean): boolean {
  return !('form' in part) || (!part.hasYear && withoutYear);
}

const JOINED = new RegExp(String.raw`\s*[–—]\s*|\s+(?:-|${words.to.join('|')})\s+`, 'i');

function splitParts(text: string): string[] {
  return text.includes('..') ? text.split('..') : text.trim().split(JOINED);
}

function parsePart(text: string): Part | undefined {
  const folded = text.trim().toLowerCase();
  return parseRelative(folded) ?? parseDated(folded);
}

/** @param end the second part of a joined period, from which a first part without a year takes its year */
function resolvePart(part: Part, context: DateContext, end?: Span): Span | PeriodProblem {
  try {
    return 'form' in part ? resolveDated(part, context, end) : resolveRelative(part, context);
  } catch (cause) {
    if (cause instanceof RangeError) return 'not-in-calendar';
    throw cause;
  }
}

const hasWord = (all: readonly string[], word: string) => all.includes(word);

function parseRelative(text: string): RelativePart | undefined {
  if (hasWord(words.today, text)) return { unit: 'day', back: 0 };
  if (hasWord(words.yesterday, text)) return { unit: 'day', back: 1 };
  const [which = '', ...rest] = text.split(/[\s-]+/);
  const isLast = hasWord(words.last, which);
  if (!isLast && !hasWord(words.this, which)) return undefined;
  const counted = /^[1-9]\d{0,2}$/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const word = rest.join('-');
  const unit = units.find((candidate) => isUnitWord(candidate, counted === undefined || counted === '1', word));
  // “This day” and “last day” are rejected, because “today” and “yesterday” are clearer.
  if (unit === undefined || (counted === undefined && unit === 'day') || (!isLast && counted !== undefined))
    return undefined;
  return { unit, back: isLast ? Number(counted ?? 1) : 0 };
}

function resolveRelative({ unit, back }: RelativePart, context: DateContext): Span {
  const running = findUnitSpan(Temporal.PlainDate.from(context.today), unit, context);
  if (back === 0) return running;
  const first = findUnitSpan(addUnits(running.from, unit, -back), unit, context);
  return back === 1 ? first : { from: first.from, to: running.from.subtract({ days: 1 }) };
}

/** Years and other numbers are distinguished by their digits, so that their order is free as in `2026-10` and `10/2026`. */
type Token =
  | { readonly kind: 'Y' | 'N' | 'M'; readonly value: number }
  /** Quarter, week and fiscal year precede their number. */
  | { readonly kind: 'Q' | 'W' | 'F' };

interface Tokens {
  /** One letter per token. */
  readonly kinds: string;
  readonly numbers: readonly number[];
}

/** @returns undefined if the text contains something that is not part of a period */
function tokenize(text: string): Tokens | undefined {
  if (!/^[\p{L}\d][\p{L}\d\s,./-]*$/u.test(text)) return undefined;
  const tokens = (text.match(/\d+|\p{L}+/gu) ?? []).map(toToken);
  if (!tokens.every((token) => token !== undefined)) return undefined;
  return {
    kinds: tokens.map(({ kind }) => kind).join(''),
    numbers: tokens.flatMap((token) => ('value' in token ? [token.value] : [])),
  };
}

function toToken(part: string): Token | undefined {
  if (/^\d{4}$/.test(part)) return { kind: 'Y', value: Number(part) };
  if (/^\d{1,2}$/.test(part)) return { kind: 'N', value: Number(part) };
  const month = words.months.findIndex((names) => names.includes(part)) + 1;
  if (month > 0) return { kind: 'M', value: month };
  const kind = (['Q', 'W', 'F'] as const).find((mark) => isMark(mark, part));
  return kind && { kind };
}

function parseDated(text: string): DatedPart | undefined {
  const { kinds, numbers } = tokenizeIso(text) ?? tokenize(text) ?? { kinds: '', numbers: [] };
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const form = Object.hasOwn(forms, kinds) ? forms[kinds] : undefined;
  if (!form) return undefined;
  const hasYear = /[YF]/.test(kinds);
  return { form, hasYear, numbers: [a, b, c, d], isSlashed: text.includes('/'), isDotted: text.includes('.') };
}

/** A year and two numbers are a day only in ISO form; `2026-1` is neither a month nor a quarter. */
function tokenizeIso(text: string): Tokens | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (month === undefined) return undefined;
  const numbers = [year, month, day].flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
  return { kinds: day === undefined ? 'YM' : 'YMN', numbers };
}

function resolveDated(
  { form, numbers, isSlashed, isDotted }: DatedPart,
  context: DateContext,
  end?: Span,
): Span | PeriodProblem {
  const latestDay = end?.to ?? Temporal.PlainDate.from(context.today);
  return form(numbers, { context, latestDay, end, isSlashed, isDotted }) ?? 'unreadable';
}

interface FormContext {
  readonly context: DateContext;
  /** A period without a year is the latest one that began by this day. */
  readonly latestDay: Temporal.PlainDate;
  /** The second part of a joined period, when the first is resolved. */
  readonly end: Span | undefined;
  readonly isSlashed: boolean;
  readonly isDotted: boolean;
}

type Form = (
  numbers: readonly [number, number, number, number],
  place: FormContext,
) => Span | PeriodProblem | undefined;

/** Resolves sequences of tokens by their kinds; undefined if they have no meaning. */
const forms: Readonly<Record<string, Form>> = {
  Y: ([year]) => toMonthSpan(toDate(year, 1), 12),
  YM: ([year, month]) => toMonth(year, month),
  MY: ([month, year]) => toMonth(year, month),
  NY: ([month, year]) => toMonth(year, month),
  YN: ([year, month], { isSlashed }) => (isSlashed ? toMonth(year, month) : undefined),
  M: ([month], { latestDay }) => findLatestBegun((year) => toMonth(year, month), latestDay),
  MMY: ([first, last, year]) =>
    joinSpans(
      findLatestBegun((firstYear) => toMonth(firstYear, first), toMonth(year, last).to),
      toMonth(year, last),
    ),
  YMN: ([year, month, day]) => toDay(year, month, day),
  NMY: ([day, month, year]) => toDay(year, month, day),
  MNY: ([month, day, year]) => toDay(year, month, day),
  NM: ([day, month], { latestDay }) => findLatestBegun((year) => toDay(year, month, day), latestDay),
  MN: ([month, day], { latestDay }) => findLatestBegun((year) => toDay(year, month, day), latestDay),
  NNMY: ([first, last, month, year]) => joinSpans(toDay(year, month, first), toDay(year, month, last)),
  YNN: ([year, month, day], { isSlashed }) => (isSlashed ? toDay(year, month, day) : undefined),
  NNY: ([first, second, year], { isDotted }) =>
    isDotted ? toDay(year, second, first) : readSlashed(first, second, year),
  N: ([day], { end }) => end && toDay(end.to.year, end.to.month, day),
  YQN: ([year, quarter]) => toQuarter(year, quarter),
  QNY: ([quarter, year]) => toQuarter(year, quarter),
  QN: ([quarter], { latestDay }) => findLatestBegun((year) => toQuarter(year, quarter), latestDay),
  YWN: ([year, week], { context }) => toWeekSpan(year, week, context),
  WNY: ([week, year], { context }) => toWeekSpan(year, week, context),
  WN: ([week], { context, latestDay }) => findLatestBegun((year) => toWeekSpan(year, week, context), latestDay),
  FY: ([year], { context }) => resolveFiscal(year, undefined, context),
  FN: ([year], { context }) => resolveFiscal(year, undefined, context),
  FYN: ([year, next], { context }) => (isNextYear(year, next) ? resolveFiscal(year, undefined, context) : undefined),
  FYQN: ([year, quarter], { context }) => resolveFiscal(year, quarter, context),
  FNQN: ([year, quarter], { context }) => resolveFiscal(year, quarter, context),
  QNFY: ([quarter, year], { context }) => resolveFiscal(year, quarter, context),
  QNFN: ([quarter, year], { context }) => resolveFiscal(year, quarter, context),
  FYNQN: ([year, next, quarter], { context }) =>
    isNextYear(year, next) ? resolveFiscal(year, quarter, context) : undefined,
};

const CENTURY = 2000;

/** Resolves a fiscal period. Two digits are a year of this century: `FY26` is `FY2026`. */
const resolveFiscal = (year: number, quarter: number | undefined, { fiscalYearStart }: DateContext) =>
  toFiscalSpan(year < 100 ? CENTURY + year : year, quarter, fiscalYearStart);
/** Matches `FY 2026/27`. */
const isNextYear = (year: number, next: number) => (year + 1) % 100 === next;

function toDate(year: number, month: number, day = 1): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
}

const joinSpans = (start: Span, end: Span): Span => ({ from: start.from, to: end.to });

const toMonth = (year: number, month: number) => toMonthSpan(toDate(year, month), 1);

function toDay(year: number, month: number, day: number): Span {
  const date = toDate(year, month, day);
  return { from: date, to: date };
}

const toQuarter = (year: number, quarter: number) => toMonthSpan(toDate(year, quarter * 3 - 2), 3);

function toWeekSpan(year: number, number: number, { recordedWeeks }: DateContext): Span {
  const from = findWeek({ number, year }, recordedWeeks);
  return { from, to: from.add({ days: 6 }) };
}

/** Reads a date with slashes. `13/10/2026` is unambiguous; `5/10/2026` means different days in different countries. */
function readSlashed(first: number, second: number, year: number): Span | PeriodProblem {
  if (first <= 12 && second <= 12 && first !== second) return 'ambiguous';
  return first > 12 ? toDay(year, second, first) : toDay(year, first, second);
}

/** Week 53 and 29 February do not exist in every year, so earlier years are searched, too. */
const YEARS_BACK = 8;

function findLatestBegun(createSpan: (year: number) => Span, latestDay: Temporal.PlainDate): Span {
  let problem = new RangeError(`Not in the ${YEARS_BACK} years before ${latestDay.toString()}`);
  for (let year = latestDay.year + 1; year >= latestDay.year - YEARS_BACK; year -= 1) {
    try {
      const span = createSpan(year);
      if (Temporal.PlainDate.compare(span.from, latestDay) <= 0) return span;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      problem = cause;
    }
  }
  throw problem;
}

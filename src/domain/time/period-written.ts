/**
 * Reads periods as people write them: `2026-10`, `Oct 2026`, `10/2026`, `Q3 2026`, `FY2026-Q3`, `week 41`, `last 30 days`, `5–11 Oct 2026`,
 * `Jan to Mar 2026`. A period without a year is the latest one that has begun; an ambiguous one is refused.
 */
import { Temporal } from 'temporal-polyfill';
import {
  addUnits,
  fiscalSpan,
  monthSpan,
  units,
  unitSpan,
  type Calendars,
  type Span,
  type Unit,
} from './calendar-span.ts';
import { isMark, isUnitWord, words } from './period-words.ts';
import { weekNamed, type Weekday } from './weeks.ts';

export interface WrittenContext extends Calendars {
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today: string;
  /** The weekday on which recorded weeks begin. */
  readonly recordedWeeks: Weekday;
}

/** Why a text is no period. */
export type Unread = 'unreadable' | 'not-in-calendar' | 'ambiguous';

/** What a text says, before a day and a calendar settle its dates: one period, or two joined. */
export interface Written {
  readonly first: Part;
  readonly second?: Part;
}

type Part = Relative | Dated;

/** So many whole units before the running one, or the running one itself. */
interface Relative {
  readonly unit: Unit;
  /** 0: the running one. */
  readonly back: number;
}

interface Dated {
  readonly form: Form;
  readonly hasYear: boolean;
  readonly numbers: readonly [number, number, number, number];
  readonly isSlashed: boolean;
  readonly isDotted: boolean;
}

/** @returns undefined for a text that is no period on any day. */
export function parseWritten(text: string): Written | undefined {
  const [first = '', second, ...more] = splitParts(text);
  if (more.length > 0) return undefined;
  const start = parsePart(first);
  if (second === undefined) return start && { first: start };
  const end = parsePart(second);
  return start && end && { first: start, second: end };
}

/** @returns the span of one period, or of two joined: from the first's first day to the second's last, which may be before it. */
export function resolveWritten({ first, second }: Written, context: WrittenContext): Span | Unread {
  if (second === undefined) return resolvePart(first, context);
  const end = resolvePart(second, context);
  if (typeof end === 'string') return end;
  const start = resolvePart(first, context, end);
  return typeof start === 'string' ? start : { from: start.from, to: end.to };
}

/** Whether both ends follow the day, or neither does: then the order of the two is the same on every day. */
export function movesAsOne({ first, second }: Written): boolean {
  if (second === undefined) return true;
  const isMoving = followsDay(second, true);
  return followsDay(first, isMoving) === isMoving;
}

/** @param withoutYear whether the part does if it has no year: the second one's is the day's, the first one's is the second's */
function followsDay(part: Part, withoutYear: boolean): boolean {
  return !('form' in part) || (!part.hasYear && withoutYear);
}

const JOINED = new RegExp(String.raw`\s*[–—]\s*|\s+(?:-|${words.to.join('|')})\s+`, 'i');

function splitParts(text: string): string[] {
  return text.includes('..') ? text.split('..') : text.trim().split(JOINED);
}

function parsePart(text: string): Part | undefined {
  const written = text.trim().toLowerCase();
  return parseRelative(written) ?? parseDated(written);
}

/** @param end the second part of a joined period: a first part without a year takes its year from there */
function resolvePart(part: Part, context: WrittenContext, end?: Span): Span | Unread {
  try {
    return 'form' in part ? resolveDated(part, context, end) : resolveRelative(part, context);
  } catch (cause) {
    if (cause instanceof RangeError) return 'not-in-calendar';
    throw cause;
  }
}

const includes = (all: readonly string[], word: string) => all.includes(word);

function parseRelative(text: string): Relative | undefined {
  if (includes(words.today, text)) return { unit: 'day', back: 0 };
  if (includes(words.yesterday, text)) return { unit: 'day', back: 1 };
  const [which = '', ...rest] = text.split(/[\s-]+/);
  const isLast = includes(words.last, which);
  if (!isLast && !includes(words.this, which)) return undefined;
  const counted = /^[1-9]\d{0,2}$/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const word = rest.join('-');
  const unit = units.find((each) => isUnitWord(each, counted === undefined || counted === '1', word));
  // “Today” and “yesterday” say what “this day” and “last day” leave open.
  if (unit === undefined || (counted === undefined && unit === 'day') || (!isLast && counted !== undefined))
    return undefined;
  return { unit, back: isLast ? Number(counted ?? 1) : 0 };
}

function resolveRelative({ unit, back }: Relative, context: WrittenContext): Span {
  const running = unitSpan(Temporal.PlainDate.from(context.today), unit, context);
  if (back === 0) return running;
  const first = unitSpan(addUnits(running.from, unit, -back), unit, context);
  return back === 1 ? first : { from: first.from, to: running.from.subtract({ days: 1 }) };
}

/** `year` and `number` by their digits, so that `2026-10` and `10/2026` need no order; a word by its meaning. */
type Token =
  | { readonly kind: 'Y' | 'N' | 'M'; readonly value: number }
  /** Quarter, week and fiscal year: the number behind it is theirs. */
  | { readonly kind: 'Q' | 'W' | 'F' };

interface Tokens {
  /** A letter a token. */
  readonly kinds: string;
  readonly numbers: readonly number[];
}

/** Undefined: it contains something that belongs to no period. */
function tokenize(text: string): Tokens | undefined {
  if (!/^[\p{L}\d][\p{L}\d\s,./-]*$/u.test(text)) return undefined;
  const tokens = (text.match(/\d+|\p{L}+/gu) ?? []).map(toToken);
  if (!tokens.every((each) => each !== undefined)) return undefined;
  return {
    kinds: tokens.map(({ kind }) => kind).join(''),
    numbers: tokens.flatMap((each) => ('value' in each ? [each.value] : [])),
  };
}

function toToken(part: string): Token | undefined {
  if (/^\d{4}$/.test(part)) return { kind: 'Y', value: Number(part) };
  if (/^\d{1,2}$/.test(part)) return { kind: 'N', value: Number(part) };
  const month = words.months.findIndex((names) => names.includes(part)) + 1;
  if (month > 0) return { kind: 'M', value: month };
  const kind = (['Q', 'W', 'F'] as const).find((each) => isMark(each, part));
  return kind && { kind };
}

function parseDated(text: string): Dated | undefined {
  const { kinds, numbers } = isoTokens(text) ?? tokenize(text) ?? { kinds: '', numbers: [] };
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const form = Object.hasOwn(forms, kinds) ? forms[kinds] : undefined;
  if (!form) return undefined;
  const hasYear = /[YF]/.test(kinds);
  return { form, hasYear, numbers: [a, b, c, d], isSlashed: text.includes('/'), isDotted: text.includes('.') };
}

/** A year and two numbers are a day only as ISO has it; `2026-1` names neither a month nor a quarter. */
function isoTokens(text: string): Tokens | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (month === undefined) return undefined;
  const numbers = [year, month, day].flatMap((each) => (each === undefined ? [] : [Number(each)]));
  return { kinds: day === undefined ? 'YM' : 'YMN', numbers };
}

function resolveDated(
  { form, numbers, isSlashed, isDotted }: Dated,
  context: WrittenContext,
  end?: Span,
): Span | Unread {
  const by = end?.to ?? Temporal.PlainDate.from(context.today);
  return form(numbers, { context, by, end, isSlashed, isDotted }) ?? 'unreadable';
}

interface Place {
  readonly context: WrittenContext;
  /** A period without a year is the latest that began by this day. */
  readonly by: Temporal.PlainDate;
  /** The other part of a joined period. */
  readonly end: Span | undefined;
  readonly isSlashed: boolean;
  readonly isDotted: boolean;
}

type Form = (numbers: readonly [number, number, number, number], place: Place) => Span | Unread | undefined;

/** The meaning of a row of tokens by their kinds; undefined: none. */
const forms: Readonly<Record<string, Form>> = {
  Y: ([year]) => monthSpan(toDate(year, 1), 12),
  YM: ([year, month]) => toMonth(year, month),
  MY: ([month, year]) => toMonth(year, month),
  NY: ([month, year]) => toMonth(year, month),
  YN: ([year, month], { isSlashed }) => (isSlashed ? toMonth(year, month) : undefined),
  M: ([month], { by }) => latestBegun((year) => toMonth(year, month), by),
  MMY: ([first, last, year]) =>
    joined(
      latestBegun((each) => toMonth(each, first), toMonth(year, last).to),
      toMonth(year, last),
    ),
  YMN: ([year, month, day]) => toDay(year, month, day),
  NMY: ([day, month, year]) => toDay(year, month, day),
  MNY: ([month, day, year]) => toDay(year, month, day),
  NM: ([day, month], { by }) => latestBegun((year) => toDay(year, month, day), by),
  MN: ([month, day], { by }) => latestBegun((year) => toDay(year, month, day), by),
  NNMY: ([first, last, month, year]) => joined(toDay(year, month, first), toDay(year, month, last)),
  YNN: ([year, month, day], { isSlashed }) => (isSlashed ? toDay(year, month, day) : undefined),
  NNY: ([first, second, year], { isDotted }) =>
    isDotted ? toDay(year, second, first) : readSlashed(first, second, year),
  N: ([day], { end }) => end && toDay(end.to.year, end.to.month, day),
  YQN: ([year, quarter]) => toQuarter(year, quarter),
  QNY: ([quarter, year]) => toQuarter(year, quarter),
  QN: ([quarter], { by }) => latestBegun((year) => toQuarter(year, quarter), by),
  YWN: ([year, week], { context }) => weekSpan(year, week, context),
  WNY: ([week, year], { context }) => weekSpan(year, week, context),
  WN: ([week], { context, by }) => latestBegun((year) => weekSpan(year, week, context), by),
  FY: ([year], { context }) => fiscal(year, undefined, context),
  FN: ([year], { context }) => fiscal(year, undefined, context),
  FYN: ([year, next], { context }) => (followsYear(year, next) ? fiscal(year, undefined, context) : undefined),
  FYQN: ([year, quarter], { context }) => fiscal(year, quarter, context),
  FNQN: ([year, quarter], { context }) => fiscal(year, quarter, context),
  QNFY: ([quarter, year], { context }) => fiscal(year, quarter, context),
  QNFN: ([quarter, year], { context }) => fiscal(year, quarter, context),
  FYNQN: ([year, next, quarter], { context }) => (followsYear(year, next) ? fiscal(year, quarter, context) : undefined),
};

const CENTURY = 2000;

/** `FY26` is `FY2026`. */
const fiscal = (year: number, quarter: number | undefined, { fiscalYearStart }: WrittenContext) =>
  fiscalSpan(year < 100 ? CENTURY + year : year, quarter, fiscalYearStart);
/** `FY 2026/27`. */
const followsYear = (year: number, next: number) => (year + 1) % 100 === next;

function toDate(year: number, month: number, day = 1): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
}

const joined = (start: Span, end: Span): Span => ({ from: start.from, to: end.to });

const toMonth = (year: number, month: number) => monthSpan(toDate(year, month), 1);

function toDay(year: number, month: number, day: number): Span {
  const date = toDate(year, month, day);
  return { from: date, to: date };
}

const toQuarter = (year: number, quarter: number) => monthSpan(toDate(year, quarter * 3 - 2), 3);

function weekSpan(year: number, number: number, { recordedWeeks }: WrittenContext): Span {
  const from = weekNamed({ number, year }, recordedWeeks);
  return { from, to: from.add({ days: 6 }) };
}

/** `13/10/2026` is one day only; `5/10/2026` is two, in two countries. */
function readSlashed(first: number, second: number, year: number): Span | Unread {
  if (first <= 12 && second <= 12 && first !== second) return 'ambiguous';
  return first > 12 ? toDay(year, second, first) : toDay(year, first, second);
}

/** Week 53 and 29 February are not in every year. */
const YEARS_BACK = 8;

function latestBegun(of: (year: number) => Span, by: Temporal.PlainDate): Span {
  let problem = new RangeError(`Not in the ${YEARS_BACK} years before ${by.toString()}`);
  for (let year = by.year + 1; year >= by.year - YEARS_BACK; year -= 1) {
    try {
      const span = of(year);
      if (Temporal.PlainDate.compare(span.from, by) <= 0) return span;
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      problem = cause;
    }
  }
  throw problem;
}

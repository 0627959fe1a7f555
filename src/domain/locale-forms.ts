/**
 * Numbers and days as a locale writes them: exact decimals and ISO dates become text here, before they enter a sentence. Names of months and
 * periods stay in the program's language. Pure.
 */
import { periodTexts as texts } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { groupThousands } from './decimal.ts';

/** Files and the terminal write in this locale: `1,234,567.50`, `30 Oct 2026`. */
export const PLAIN = 'en-GB';

/** For sentences that are made before the locale of their reader is known: numbers and days stay as data in them, between marks. */
export const MARKED = 'marked';

/** @param decimal exact, not negative: `1234567.50` */
export function formatDecimal(decimal: string, locale: string = PLAIN): string {
  if (locale === MARKED) return mark('decimal', decimal);
  const [whole = '', fraction] = decimal.split('.');
  const grouped = formatCount(BigInt(whole), locale);
  return fraction === undefined ? grouped : `${grouped}${findForms(locale).decimalMark}${fraction}`;
}

/** @param whole not negative */
export function formatCount(whole: number | bigint, locale: string = PLAIN): string {
  // Smaller numbers are the same everywhere, and a sentence may ask whether it is 1.
  if (locale === MARKED) return whole < 1000 ? String(whole) : mark('decimal', String(whole));
  return locale === PLAIN ? groupThousands(whole) : findForms(locale).whole.format(whole);
}

/** Marks a number for `writeMarked`. */
export const markCount = (whole: number): string => formatCount(whole, MARKED);

/** Writes no marks between thousands, as people type and spreadsheets take it: `-1234.5` → `-1234,5`. */
export function formatUngrouped(decimal: string, locale: string = PLAIN): string {
  return locale === MARKED ? mark('ungrouped', decimal) : decimal.replace('.', findForms(locale).decimalMark);
}

/** Writes a day of the calendar, `YYYY-MM-DD`, as `30 Oct 2026` or `30.10.2026`. Another text stays as it is. */
export function formatDay(date: string, locale: string = PLAIN, withYear = true): string {
  if (locale === MARKED) return mark(withYear ? 'day' : 'dayOfYear', date);
  return isDay(date) ? writeDay(date, String(Number(date.slice(8))), findForms(locale), withYear) : date;
}

/** Writes inclusive dates as short as possible: `5–11 Oct 2026`, `28 Sep – 4 Oct 2026`, `28.09. – 04.10.2026`, or one day. */
export function formatDates(
  { from, to }: { readonly from: string; readonly to: string },
  locale: string = PLAIN,
  withYear = true,
): string {
  if (locale === MARKED) return mark(withYear ? 'dates' : 'datesOfYear', `${from}..${to}`);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const last = formatDay(to, locale, withYear || !isOneYear);
  if (from === to) return last;
  const forms = findForms(locale);
  if (forms.words && from.slice(0, 7) === to.slice(0, 7))
    return writeDay(to, texts.days(Number(from.slice(8)), Number(to.slice(8))), forms, withYear);
  // Where the year is written first, the last day cannot give it for both.
  const isYearFirst = withYear && !forms.words && forms.dayOrder[0] === 'year';
  return texts.range(formatDay(from, locale, !isOneYear || isYearFirst), last);
}

/** These are noncharacters, which no text of a person or a service has. */
const [BEGIN, END] = ['\uFDD0', '\uFDD1'];
const MARKS = new RegExp(`${BEGIN}(\\w+) ([^${END}]*)${END}`, 'g');

function mark(kind: keyof typeof writers, content: string): string {
  return `${BEGIN}${kind} ${content}${END}`;
}

const toDates = (span: string) => ({ from: span.slice(0, 10), to: span.slice(12) });

const writers = {
  decimal: (text: string, locale?: string) => (/^\d+(\.\d+)?$/.test(text) ? formatDecimal(text, locale) : text),
  ungrouped: formatUngrouped,
  day: (date: string, locale?: string) => formatDay(date, locale),
  dayOfYear: (date: string, locale?: string) => formatDay(date, locale, false),
  dates: (span: string, locale?: string) => formatDates(toDates(span), locale),
  datesOfYear: (span: string, locale?: string) => formatDates(toDates(span), locale, false),
};

/** Writes the marked numbers and days of a sentence; nothing else in it is changed. */
export function writeMarked(text: string, locale?: string): string {
  return text.replaceAll(MARKS, (whole, kind: string, content: string) =>
    isKind(kind) ? writers[kind](content, locale) : whole,
  );
}

const isKind = (kind: string): kind is keyof typeof writers => Object.hasOwn(writers, kind);

const isDay = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

/** @param days the days of the month, in the program's words */
function writeDay(date: string, days: string, { words, day, dayOfYear }: LocaleForms, withYear: boolean): string {
  if (words) return words(days, Number(date.slice(5, 7)), withYear ? date.slice(0, 4) : undefined);
  return (withYear ? day : dayOfYear).format(Date.parse(`${date}T00:00:00Z`));
}

export interface LocaleForms {
  readonly decimalMark: string;
  /** The order of the three parts of a day that is written in numbers. */
  readonly dayOrder: readonly ('year' | 'month' | 'day')[];
  readonly whole: Intl.NumberFormat;
  /** Writes days with their month in the program's words; undefined where they are written in numbers. */
  readonly words: typeof texts.dayFirst | undefined;
  readonly day: Intl.DateTimeFormat;
  readonly dayOfYear: Intl.DateTimeFormat;
}

const known = new Map<string, LocaleForms>();

export function findForms(locale: string): LocaleForms {
  let forms = known.get(locale);
  if (!forms) {
    forms = readForms(locale);
    known.set(locale, forms);
  }
  return forms;
}

function readForms(locale: string): LocaleForms {
  // The digits of figures are the program's own.
  const whole = new Intl.NumberFormat(locale, { numberingSystem: 'latn' });
  const dates = {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    day: '2-digit',
    month: '2-digit',
  } as const;
  const day = new Intl.DateTimeFormat(locale, { ...dates, year: 'numeric' });
  const dayOrder = day
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'year' || type === 'month' || type === 'day');
  const inWords = dayOrder.indexOf('month') < dayOrder.indexOf('day') ? texts.monthFirst : texts.dayFirst;
  return {
    decimalMark: whole.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    dayOrder,
    whole,
    // Words are used only where they are the program's own language; elsewhere days are written in numbers.
    words: locale === PLAIN || locale.startsWith(uiTexts.language) ? inWords : undefined,
    day,
    dayOfYear: new Intl.DateTimeFormat(locale, dates),
  };
}

/**
 * Formats exact decimals and ISO dates for a locale, before they are inserted into sentences. Names of months and periods stay in the
 * program's language. Pure.
 */
import { periodTexts as texts } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { groupThousands } from './decimal.ts';

/** The locale of files and the terminal: `1,234,567.50`, `30 Oct 2026`. */
export const PLAIN = 'en-GB';

/** The locale of sentences that are composed before the reader's locale is known: numbers and days stay in them as data between marks. */
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
  // Smaller numbers are the same in every locale, and a sentence may compare them with 1.
  if (locale === MARKED) return whole < 1000 ? String(whole) : mark('decimal', String(whole));
  return locale === PLAIN ? groupThousands(whole) : findForms(locale).whole.format(whole);
}

/** Marks a number for `writeMarked`. */
export const markCount = (whole: number): string => formatCount(whole, MARKED);

/** Formats without thousands separators, as people type and spreadsheets accept it: `-1234.5` → `-1234,5`. */
export function formatUngrouped(decimal: string, locale: string = PLAIN): string {
  return locale === MARKED ? mark('ungrouped', decimal) : decimal.replace('.', findForms(locale).decimalMark);
}

/** Formats a day, `YYYY-MM-DD`, as `30 Oct 2026` or `30.10.2026`. Any other text stays as it is. */
export function formatDay(date: string, locale: string = PLAIN, withYear = true): string {
  if (locale === MARKED) return mark(withYear ? 'day' : 'dayOfYear', date);
  return isDay(date) ? writeDay(date, String(Number(date.slice(8))), findForms(locale), withYear) : date;
}

/** Formats inclusive dates as short as possible: `5–11 Oct 2026`, `28 Sep – 4 Oct 2026`, `28.09. – 04.10.2026`, or one day. */
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
  // If the year comes first, it cannot be given by the last day for both.
  const isYearFirst = withYear && !forms.words && forms.dayOrder[0] === 'year';
  return texts.range(formatDay(from, locale, !isOneYear || isYearFirst), last);
}

/** Noncharacters, which no text of users or the service contains. */
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

/** Formats the marked numbers and days of a sentence for a locale. */
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
  /** The order of the parts of a numeric date. */
  readonly dayOrder: readonly ('year' | 'month' | 'day')[];
  readonly whole: Intl.NumberFormat;
  /** Formats days with the month's name in the program's language; undefined if the locale uses numeric dates. */
  readonly words: typeof texts.dayFirst | undefined;
  readonly day: Intl.DateTimeFormat;
  readonly dayOfYear: Intl.DateTimeFormat;
}

const formsByLocale = new Map<string, LocaleForms>();

export function findForms(locale: string): LocaleForms {
  let forms = formsByLocale.get(locale);
  if (!forms) {
    forms = readForms(locale);
    formsByLocale.set(locale, forms);
  }
  return forms;
}

function readForms(locale: string): LocaleForms {
  // Figures always use Latin digits.
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
    // Month names are used only if the locale has the program's language.
    words: locale === PLAIN || locale.startsWith(uiTexts.language) ? inWords : undefined,
    day,
    dayOfYear: new Intl.DateTimeFormat(locale, dates),
  };
}

/**
 * Numbers and days as the chosen locale writes them: the one place where texts of figures get its marks. What is printed is exact text, from
 * decimals that were never doubles; here only its marks are exchanged. Names of months and periods stay in the program's language.
 */
import { Temporal } from 'temporal-polyfill';
import { uiTexts } from '#texts/screens/ui.ts';

/** How figures are written before: `1,234,567.50`, `30 Oct 2026`. */
const PLAIN = 'en-GB';
/** Of the program's texts. */
const LANGUAGE = uiTexts.language;
const { calendar } = uiTexts;

interface Forms {
  readonly locale: string;
  readonly decimal: string;
  readonly group: string;
  /** In threes from the first four digits on, so that marks can be exchanged one by one. */
  readonly inThrees: boolean;
  readonly whole: Intl.NumberFormat;
  /** Days in words, which are the program's; undefined: by numbers. */
  readonly words: 'day-first' | 'month-first' | undefined;
  readonly day: Intl.DateTimeFormat;
  readonly dayOfYear: Intl.DateTimeFormat;
  /** Of the three parts of a day written in numbers. */
  readonly dayOrder: readonly ('year' | 'month' | 'day')[];
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat(LANGUAGE, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
);

let forms = readForms(PLAIN);

/** The system's locale, as the page knows it. */
export function systemLocale(): string {
  return typeof navigator === 'undefined' ? PLAIN : (known(navigator.language) ?? PLAIN);
}

/** @param locale chosen by a person; null: the system's. @returns the one in use */
export function adoptLocale(locale: string | null): string {
  const wanted = (locale === null ? undefined : known(locale)) ?? systemLocale();
  if (wanted !== forms.locale) forms = readForms(wanted);
  return wanted;
}

/** A figure's text, `−1,234.50` or `1,240:30` or `81.3 %`; other texts stay as they are. */
export function localizeFigure(text: string): string {
  if (forms.locale === PLAIN) return text;
  const match = /^([+\-−]?)(\d[\d,]*)(?:\.(\d+))?(\D.*)?$/s.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', fraction, rest = ''] = match;
  return `${sign}${groupWhole(whole)}${fraction === undefined ? '' : `${forms.decimal}${fraction}`}${rest}`;
}

/** Figures within a sentence of the program's. Addresses, versions, ids and times have other forms and stay. */
export function localizeText(text: string): string {
  if (forms.locale === PLAIN) return text;
  return text.replaceAll(/(?<![\w.,:/-])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)(?![.,:/-]?\w)/g, (figure) =>
    localizeFigure(figure),
  );
}

/** A whole number as people type it, with or without the marks between thousands. @returns undefined for anything else */
export function readCount(text: string): number | undefined {
  const bare = text.trim().replaceAll(/(?<=\d)[\s.,'’](?=(?:\d{2,3}[\s.,'’])*\d{3}(?!\d))/g, '');
  return /^\d{1,15}$/.test(bare) ? Number(bare) : undefined;
}

/** What one mark before three digits can mean. */
interface TwoMeanings {
  readonly whole: string;
  readonly decimal: string;
}

/**
 * A number as people of the locale type it, exactly: `1.234,50` of de-DE is `1234.50`. Spaces and apostrophes part thousands everywhere, and
 * the other mark is the decimal one where it can be nothing else.
 * @returns undefined for another text; both meanings where thousands may be parted or decimals begin, as in `1.234` of de-DE
 */
export function readDecimal(text: string): string | TwoMeanings | undefined {
  const [, minus = '', rest = ''] = /^([-−]?)(.+)$/s.exec(text.trim()) ?? [];
  const sign = minus === '' ? '' : '-';
  const other = forms.decimal === ',' ? '.' : ',';
  // Between threes these part thousands in one locale or another, and are never a decimal mark.
  const bare = rest.replaceAll(/(?<=\d)[\s’'](?=\d{3}(?!\d))/g, '');
  const mark = (symbol: string) => (symbol === '.' ? '\\.' : symbol);
  const [d, o] = [mark(forms.decimal), mark(other)];
  if (new RegExp(`^\\d+(?:${d}\\d+)?$`).test(bare)) return `${sign}${bare.replace(forms.decimal, '.')}`;
  if (new RegExp(`^[1-9]\\d{0,2}${o}\\d{3}$`).test(bare))
    return { whole: `${sign}${bare.replace(other, '')}`, decimal: `${sign}${bare.replace(other, '.')}` };
  if (new RegExp(`^[1-9]\\d{0,2}(?:${o}\\d{3})+(?:${d}\\d+)?$`).test(bare))
    return `${sign}${bare.replaceAll(other, '').replace(forms.decimal, '.')}`;
  return new RegExp(`^\\d+${o}\\d+$`).test(bare) ? `${sign}${bare.replace(other, '.')}` : undefined;
}

/** An exact decimal for a spreadsheet of the same locale: `-1234.5` → `-1234,5`; thousands are not parted. */
export function localizeDecimal(decimal: string): string {
  return decimal.replace('.', forms.decimal);
}

/** A day of the calendar, `YYYY-MM-DD`. @returns undefined for another text */
export function localizeDay(date: string, { withYear = true } = {}): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(midnight) ? undefined : formatDay(forms, date, withYear);
}

function formatDay({ words, day, dayOfYear }: Forms, date: string, withYear: boolean): string {
  if (words === undefined) return (withYear ? day : dayOfYear).format(Date.parse(`${date}T00:00:00Z`));
  const [number, month] = [Number(date.slice(8)), calendar.months[Number(date.slice(5, 7)) - 1] ?? ''];
  const year = withYear ? date.slice(0, 4) : undefined;
  return words === 'day-first' ? calendar.day(number, month, year) : calendar.monthFirst(number, month, year);
}

/**
 * A day as people of the locale type it: `30 Oct 2026`, `October 30, 2026`, `30.10.2026` or `10/30/26` in the locale's order, or
 * `2026-10-30` everywhere. Two digits of a year are of this century.
 * @returns `YYYY-MM-DD`; undefined for another text, and for a day that no calendar has
 */
export function readDay(text: string): string | undefined {
  const typed = text.trim();
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(typed)) return dayOf(typed.split('-'));
  const [, first = '', second = '', third = ''] =
    /^([\d]+|\p{L}+)\.?[\s./,\-–\u200E\u200F]+(\d+|\p{L}+)\.?[\s./,\-–\u200E\u200F]+(\d+)\.?$/u.exec(typed) ?? [];
  if (third === '') return undefined;
  if (/\d/.test(first) && /\d/.test(second)) {
    const parts = [first, second, third];
    const of = (part: 'year' | 'month' | 'day') => parts[forms.dayOrder.indexOf(part)] ?? '';
    return dayOf([of('year'), of('month'), of('day')]);
  }
  const [number, word] = /\d/.test(first) ? [first, second] : [second, first];
  const month = monthOf(word);
  return month === undefined ? undefined : dayOf([third, String(month), number]);
}

/** @param parts year, month and day in digits */
function dayOf([year = '', month = '', day = '']: readonly string[]): string | undefined {
  if ((year.length !== 4 && year.length !== 2) || month.length > 2 || day.length > 2) return undefined;
  const parts = { year: Number(year.length === 2 ? `20${year}` : year), month: Number(month), day: Number(day) };
  try {
    return Temporal.PlainDate.from(parts, { overflow: 'reject' }).toString();
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** 1 to 12 for a month's name in the program's language, or at least its first three letters. */
function monthOf(word: string): number | undefined {
  const typed = word.toLowerCase();
  const at = monthNames.findIndex((name) => typed.length >= 3 && name.toLowerCase().startsWith(typed));
  const short = calendar.months.findIndex((name) => name.toLowerCase() === typed);
  return at >= 0 ? at + 1 : short >= 0 ? short + 1 : undefined;
}

/** The locales that are offered, each with its own name; the current one is among them. */
export function listLocales(current: string | null): readonly string[] {
  return current === null || offered.includes(current) ? offered : [current, ...offered];
}

/** `1.234.567,89 · 30.10.2026`: what a locale looks like. */
export function sampleOf(locale: string): string {
  const shown = readForms(locale);
  return `${groupWith(shown, '1234567')}${shown.decimal}89 · ${formatDay(shown, '2026-10-30', true)}`;
}

const offered: readonly string[] = [
  'en-GB',
  'en-US',
  'en-IN',
  'en-ZA',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'nl-NL',
  'es-ES',
  'pt-BR',
  'pt-PT',
  'it-IT',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ja-JP',
];

function known(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

function readForms(locale: string): Forms {
  // The digits of figures are the program's own, and only whole numbers pass through here, as integers without a limit.
  const whole = new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 0 });
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1234567.5);
  const markOf = (type: 'decimal' | 'group', standard: string) =>
    parts.find((part) => part.type === type)?.value ?? standard;
  const group = markOf('group', '');
  const dates = {
    day: '2-digit',
    month: '2-digit',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  } as const;
  const day = new Intl.DateTimeFormat(locale, { ...dates, year: 'numeric' });
  const order = day
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => type === 'year' || type === 'month' || type === 'day');
  // In words only where they are the program's own language: elsewhere by numbers.
  const inWords = order.indexOf('month') < order.indexOf('day') ? 'month-first' : 'day-first';
  return {
    locale,
    decimal: markOf('decimal', '.'),
    group,
    inThrees:
      whole.format(1234567n) === ['1', '234', '567'].join(group) && whole.format(1234n) === ['1', '234'].join(group),
    whole,
    words: locale.startsWith(LANGUAGE) ? inWords : undefined,
    day,
    dayOfYear: new Intl.DateTimeFormat(locale, dates),
    dayOrder: order,
  };
}

const groupWhole = (whole: string) =>
  forms.inThrees ? whole.replaceAll(',', forms.group) : groupWith(forms, whole.replaceAll(',', ''));

function groupWith(of: Forms, digits: string): string {
  return of.whole.format(BigInt(digits));
}

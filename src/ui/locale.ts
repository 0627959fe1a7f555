/** The locale of this page, chosen by the person or the system's, and how texts that people type in it are read. */
import { Temporal } from 'temporal-polyfill';
import { monthNames, shortMonths } from '#texts/reports/period.ts';
import { formatDay, formatDecimal, findForms, formatUngrouped, PLAIN } from '#domain/locale-forms.ts';

let currentLocale = PLAIN;

/** @returns the locale in which this page writes figures and days */
export function pageLocale(): string {
  return currentLocale;
}

/** The system's locale, as the browser reports it. */
export function systemLocale(): string {
  return typeof navigator === 'undefined' ? PLAIN : (canonicalize(navigator.language) ?? PLAIN);
}

/** @param locale the person's choice; null for the system's. @returns the locale in use */
export function adoptLocale(locale: string | null): string {
  currentLocale = (locale === null ? undefined : canonicalize(locale)) ?? systemLocale();
  return currentLocale;
}

/** Reads a whole number with or without marks between thousands. @returns undefined for anything else */
export function readCount(text: string): number | undefined {
  const bare = text.trim().replaceAll(/(?<=\d)[\s.,'’](?=(?:\d{2,3}[\s.,'’])*\d{3}(?!\d))/g, '');
  return /^\d{1,15}$/.test(bare) ? Number(bare) : undefined;
}

/** The two numbers that a text with one mark before three digits can mean. */
interface TwoMeanings {
  readonly whole: string;
  readonly decimal: string;
}

/**
 * Reads a number exactly, as people of the locale type it: `1.234,50` in de-DE is `1234.50`. Spaces and apostrophes separate thousands in
 * every locale, and the locale's other mark is the decimal mark if it can be nothing else.
 * @returns undefined for any other text; both meanings if the mark may separate thousands or begin decimals, as in `1.234` in de-DE
 */
export function readDecimal(text: string): string | TwoMeanings | undefined {
  const [, minus = '', rest = ''] = /^([-−]?)(.+)$/s.exec(text.trim()) ?? [];
  const sign = minus === '' ? '' : '-';
  const { decimalMark } = findForms(currentLocale);
  const other = decimalMark === ',' ? '.' : ',';
  // Between groups of three digits these separate thousands in some locale, and are never a decimal mark.
  const bare = rest.replaceAll(/(?<=\d)[\s’'](?=\d{3}(?!\d))/g, '');
  const escapeMark = (symbol: string) => (symbol === '.' ? '\\.' : symbol);
  const [point, group] = [escapeMark(decimalMark), escapeMark(other)];
  if (new RegExp(`^\\d+(?:${point}\\d+)?$`).test(bare)) return `${sign}${bare.replace(decimalMark, '.')}`;
  if (new RegExp(`^[1-9]\\d{0,2}${group}\\d{3}$`).test(bare))
    return { whole: `${sign}${bare.replace(other, '')}`, decimal: `${sign}${bare.replace(other, '.')}` };
  if (new RegExp(`^[1-9]\\d{0,2}(?:${group}\\d{3})+(?:${point}\\d+)?$`).test(bare))
    return `${sign}${bare.replaceAll(other, '').replace(decimalMark, '.')}`;
  return new RegExp(`^\\d+${group}\\d+$`).test(bare) ? `${sign}${bare.replace(other, '.')}` : undefined;
}

/** Reads a typed number exactly. A text that is no number, or has two meanings, stays as it is, and the schema rejects it. */
export function toDecimal(text: string): string {
  const read = readDecimal(text);
  return typeof read === 'string' ? read : text;
}

/** Writes an exact decimal as the locale's spreadsheets and people do, without marks between thousands: `-1234.5` → `-1234,5`. */
export function localizeDecimal(decimal: string): string {
  return formatUngrouped(decimal, currentLocale);
}

/**
 * Reads a day as people of the locale type it: `30 Oct 2026`, `October 30, 2026`, `30.10.2026` or `10/30/26` in the locale's order, or
 * `2026-10-30` in every locale. A year of two digits is in this century.
 * @returns `YYYY-MM-DD`; undefined for another text, and for a day that no calendar has
 */
export function readDay(text: string): string | undefined {
  const typed = text.trim();
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(typed)) return formatDate(typed.split('-'));
  const [, first = '', second = '', third = ''] =
    /^([\d]+|\p{L}+)\.?[\s./,\-–\u200E\u200F]+(\d+|\p{L}+)\.?[\s./,\-–\u200E\u200F]+(\d+)\.?$/u.exec(typed) ?? [];
  if (third === '') return undefined;
  if (/\d/.test(first) && /\d/.test(second)) {
    const parts = [first, second, third];
    const pick = (part: 'year' | 'month' | 'day') => parts[findForms(currentLocale).dayOrder.indexOf(part)] ?? '';
    return formatDate([pick('year'), pick('month'), pick('day')]);
  }
  const [number, word] = /\d/.test(first) ? [first, second] : [second, first];
  const month = findMonth(word);
  return month === undefined ? undefined : formatDate([third, String(month), number]);
}

/** @param parts year, month and day in digits */
function formatDate([year = '', month = '', day = '']: readonly string[]): string | undefined {
  if ((year.length !== 4 && year.length !== 2) || month.length > 2 || day.length > 2) return undefined;
  const parts = { year: Number(year.length === 2 ? `20${year}` : year), month: Number(month), day: Number(day) };
  try {
    return Temporal.PlainDate.from(parts, { overflow: 'reject' }).toString();
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** Finds a month, 1 to 12, by its name in the program's language or at least its first three letters. */
function findMonth(word: string): number | undefined {
  const typed = word.toLowerCase();
  const at = monthNames.findIndex((name) => typed.length >= 3 && name.toLowerCase().startsWith(typed));
  const short = shortMonths.findIndex((name) => name.toLowerCase() === typed);
  return at >= 0 ? at + 1 : short >= 0 ? short + 1 : undefined;
}

export function listLocales(current: string | null): readonly string[] {
  return current === null || offeredLocales.includes(current) ? offeredLocales : [current, ...offeredLocales];
}

/** Shows what a locale looks like: `1.234.567,89 · 30.10.2026`. */
export function formatSample(locale: string): string {
  return `${formatDecimal('1234567.89', locale)} · ${formatDay('2026-10-30', locale)}`;
}

const offeredLocales: readonly string[] = [
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

function canonicalize(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** Finds numbers and days that are written as in English, where another locale was chosen. */
import { listLocales, formatSample } from '#ui/locale.ts';
import type { Said } from './plain-words.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*';

const ENGLISH = [
  // Thousands; decimals with a point, but for three of them, which may be German thousands.
  /(?<![\w.,:/-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,])/g,
  /(?<![\w.,:/-])\d+\.(?:\d{1,2}|\d{4,})(?![\w.])/g,
  new RegExp(`(?<![\\w.])\\d{1,2}(?:–\\d{1,2})? ${MONTH}\\b`, 'g'),
  new RegExp(`\\b${MONTH} \\d{1,2}(?!\\d)`, 'g'),
];

/** Choices show what they are between; a formula has a notation of its own, and what the service sent is quoted. */
const QUOTED = /Point \(1234\.5\)|80 % is 0\.8|(?<=received )[\d.]+/g;
const samples = listLocales(null).map(formatSample);

/** @param names of data, which stay as a person wrote them */
export function findEnglishForms(said: readonly Said[], names: readonly string[]): string[] {
  const found = said.flatMap(({ where, text }) => {
    const own = [...names, ...samples].reduce((rest, name) => rest.replaceAll(name, ' '), text.replaceAll(QUOTED, ' '));
    const forms = ENGLISH.flatMap((pattern) => own.match(pattern) ?? []);
    return forms.length === 0 ? [] : [`${where}: “${text.slice(0, 160)}” (${forms.join(' | ')})`];
  });
  return [...new Set(found)];
}

/** The schema of names that people give: of persons, clients, teams, currencies, reports. */
import { z } from 'zod';
import { valueNeeds } from '#texts/refusals.ts';
import { foldCase } from './filter/text.ts';

/** The message is half a sentence. */
export const NO_NUL = valueNeeds.noNul;

/** Some programs end a text at a NUL: two names would look alike in one place and differ in another. */
export function hasNoNul(text: string): boolean {
  return !text.includes('\u0000');
}

/** @param maxLength the limit in characters */
export function nameSchema(maxLength: number): z.ZodString {
  return z.string().trim().min(1).max(maxLength).refine(hasNoNul, NO_NUL);
}

/** Names count as one where the same letters were typed on two keyboards, in either case. */
export function foldName(name: string): string {
  return foldCase(name.normalize('NFC').trim());
}

/** Names count as one spelling where they differ by case and blanks alone. */
export function foldSpelling(name: string): string {
  return foldCase(name.normalize('NFKC')).replaceAll(/\s/g, '');
}

/** A part of a regular expression, which matches a name. */
export const WORKSPACE_NAME = '[a-z0-9][a-z0-9-]{0,39}';
const WHOLE = new RegExp(`^${WORKSPACE_NAME}$`);

/** A workspace's id is a folder's name on every system. */
export function isWorkspaceName(name: string): boolean {
  return WHOLE.test(name);
}

const MOST_TITLE = 200;

/** @returns the workspace's title as it is stored; undefined for a text that is empty, too long, or reverses the letters beside it */
export function readWorkspaceTitle(text: string): string | undefined {
  const title = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const isSeen = /[^\p{Cf}\p{Zs}]/u.test(title);
  return !isSeen || title.length > MOST_TITLE || /\p{Bidi_Control}/u.test(title) ? undefined : title;
}

/** These are devices on Windows, not folders. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** The limit leaves room for a number behind the name. */
const MOST_FOLDER = 36;

/** @param namesInUse names in use. @returns a folder's name that is made of the title's letters, and still free */
export function toWorkspaceName(title: string, namesInUse: readonly string[]): string {
  const letters = foldCase(
    title
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .replaceAll('ß', 'ss'),
  )
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, MOST_FOLDER)
    .replace(/-+$/, '');
  return numberName(
    letters === '' || DEVICE.test(letters) ? `workspace${letters && '-'}${letters}` : letters,
    namesInUse,
  );
}

/** @returns `saved`, or `saved-2`, … which is not taken */
export function numberName(name: string, namesInUse: readonly string[]): string {
  if (!namesInUse.includes(name)) return name;
  for (let number = 2; ; number++) if (!namesInUse.includes(`${name}-${number}`)) return `${name}-${number}`;
}

// How a currency is written: `eur` and `EUR` are one, or their amounts would never be added up.

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Writes codes of ISO 4217 in capitals, and anything else as it was typed. */
export function foldCurrency(text: string): string {
  const trimmed = text.trim();
  const code = /^[a-z]{3}$/i.test(trimmed) ? trimmed.toUpperCase() : trimmed;
  return codes.has(code) ? code : trimmed;
}

export const currencySchema = nameSchema(12).transform(foldCurrency);

export interface NearSpelling {
  readonly written: string;
  readonly inUse: string;
}

/** Finds currencies that differ from one in use, or from an earlier one, by case and blanks alone. */
export function findNearSpellings(usedCurrencies: readonly string[], currencies: readonly string[]): NearSpelling[] {
  const spellings = new Map(usedCurrencies.map((currency) => [foldSpelling(currency), currency]));
  const known = new Set(usedCurrencies);
  return [...new Set(currencies)].flatMap((currency) => {
    const inUse = spellings.get(foldSpelling(currency));
    if (inUse === undefined) spellings.set(foldSpelling(currency), currency);
    return inUse === undefined || known.has(currency) ? [] : [{ written: currency, inUse }];
  });
}

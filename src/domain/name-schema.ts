/** The schema of names of persons, clients, teams, currencies and reports. */
import { z } from 'zod';
import { valueNeeds } from '#texts/refusals.ts';
import { foldCase } from './filter/text.ts';

/** Half a sentence. */
export const NO_NUL = valueNeeds.noNul;

/** Some programs end a text at a NUL, so that different names would look the same there. */
export function hasNoNul(text: string): boolean {
  return !text.includes('\u0000');
}

/** @param maxLength the limit in characters */
export function nameSchema(maxLength: number): z.ZodString {
  return z.string().trim().min(1).max(maxLength).refine(hasNoNul, NO_NUL);
}

/** Folds names so that they are equal regardless of case and Unicode composition. */
export function foldName(name: string): string {
  return foldCase(name.normalize('NFC').trim());
}

/** Folds names so that they are equal if they differ only in case, width and blanks. */
export function foldSpelling(name: string): string {
  return foldCase(name.normalize('NFKC')).replaceAll(/\s/g, '');
}

/** The source of a regular expression that matches a workspace's id. */
export const WORKSPACE_NAME = '[a-z0-9][a-z0-9-]{0,39}';
const FULL_NAME = new RegExp(`^${WORKSPACE_NAME}$`);

/** A workspace's id is a valid folder name on every system. */
export function isWorkspaceName(name: string): boolean {
  return FULL_NAME.test(name);
}

const MAX_TITLE = 200;

/** @returns the workspace's title as it is stored; undefined for a text that is empty, too long, or has characters that reverse text */
export function readWorkspaceTitle(text: string): string | undefined {
  const title = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const isVisible = /[^\p{Cf}\p{Zs}]/u.test(title);
  return !isVisible || title.length > MAX_TITLE || /\p{Bidi_Control}/u.test(title) ? undefined : title;
}

/** Names of devices on Windows, which cannot be folders. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
/** Leaves room for a number after the name. */
const MAX_FOLDER = 36;

/** @param namesInUse names in use. @returns an unused folder name made of the title's letters */
export function toWorkspaceName(title: string, namesInUse: readonly string[]): string {
  const letters = foldCase(
    title
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, '')
      .replaceAll('ß', 'ss'),
  )
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, MAX_FOLDER)
    .replace(/-+$/, '');
  return numberName(
    letters === '' || DEVICE.test(letters) ? `workspace${letters && '-'}${letters}` : letters,
    namesInUse,
  );
}

/** @returns the first unused of `saved`, `saved-2`, … */
export function numberName(name: string, namesInUse: readonly string[]): string {
  if (!namesInUse.includes(name)) return name;
  for (let number = 2; ; number++) if (!namesInUse.includes(`${name}-${number}`)) return `${name}-${number}`;
}

// Spellings of currencies: `eur` and `EUR` are the same, or their amounts would not be added up.

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Converts ISO 4217 codes to capitals, and leaves any other text as typed. */
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

/** Finds currencies that differ from one in use, or from an earlier one, only in case and blanks. */
export function findNearSpellings(usedCurrencies: readonly string[], currencies: readonly string[]): NearSpelling[] {
  const spellings = new Map(usedCurrencies.map((currency) => [foldSpelling(currency), currency]));
  const known = new Set(usedCurrencies);
  return [...new Set(currencies)].flatMap((currency) => {
    const inUse = spellings.get(foldSpelling(currency));
    if (inUse === undefined) spellings.set(foldSpelling(currency), currency);
    return inUse === undefined || known.has(currency) ? [] : [{ written: currency, inUse }];
  });
}

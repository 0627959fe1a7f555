/** How a currency is written: `eur` and `EUR` are one, or their amounts would never be added up. */
import { foldSpelling, nameSchema } from '../name-schema.ts';

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Writes codes of ISO 4217 in capitals, and anything else as it was typed. */
export function foldCurrency(text: string): string {
  const trimmed = text.trim();
  const code = /^[a-z]{3}$/i.test(trimmed) ? trimmed.toUpperCase() : trimmed;
  return codes.has(code) ? code : trimmed;
}

export const currencySchema = nameSchema(12).transform(foldCurrency);

export interface NearSpelling {
  readonly given: string;
  readonly inUse: string;
}

/** Finds currencies that differ from one in use, or from an earlier one, by case and blanks alone. */
export function findNearSpellings(usedCurrencies: readonly string[], currencies: readonly string[]): NearSpelling[] {
  const spellings = new Map(usedCurrencies.map((currency) => [foldSpelling(currency), currency]));
  const known = new Set(usedCurrencies);
  return [...new Set(currencies)].flatMap((currency) => {
    const inUse = spellings.get(foldSpelling(currency));
    if (inUse === undefined) spellings.set(foldSpelling(currency), currency);
    return inUse === undefined || known.has(currency) ? [] : [{ given: currency, inUse }];
  });
}

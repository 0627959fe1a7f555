/** What is readable in a received JSON text, by a reading of its own: integers of hundred-millionths, no code of the app's. */

const SCALE = 8n;
const MAX = 10n ** 18n;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?$/;

/** A number in hundred-millionths, half-even, and whether that is all of it. */
interface Reckoned {
  readonly units: bigint;
  readonly isExact: boolean;
}

/** @param token a JSON number. @returns undefined: too large to be reckoned with, or an exponent of more than three digits. */
function reckon(token: string): Reckoned | undefined {
  const [match, sign = '', whole = '', fraction = '', exponentSign = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  if (match === undefined || exponent.length > 3 || token.length > 1000) return undefined;
  const tens = SCALE + BigInt(exponentSign + exponent) - BigInt(fraction.length);
  const all = BigInt(whole + fraction);
  const unit = tens < 0n ? 10n ** -tens : 1n;
  const scaled = tens < 0n ? all : all * 10n ** tens;
  const [down, rest] = [scaled / unit, scaled % unit];
  const isUp = rest * 2n > unit || (rest * 2n === unit && down % 2n === 1n);
  const size = isUp ? down + 1n : down;
  return size >= MAX ? undefined : { units: sign === '-' ? -size : size, isExact: rest === 0n };
}

export type Reading = { readonly kind: 'unset' | 'unreadable' } | ({ readonly kind: 'number' } & Reckoned);

/** @param json as received for a number property. */
export function readReceivedNumber(json: string): Reading {
  const value: unknown = JSON.parse(json);
  if (value === null || value === '') return { kind: 'unset' };
  // Blanks around a number are none of its digits.
  const token = typeof value === 'string' ? value.trim() : json;
  const reckoned = typeof value === 'string' || typeof value === 'number' ? reckon(token) : undefined;
  return reckoned ? { kind: 'number', ...reckoned } : { kind: 'unreadable' };
}

/** @param json as received for a text property. @returns null: unset; undefined: no text. */
export function readReceivedText(json: string): string | null | undefined {
  const value: unknown = JSON.parse(json);
  if (value === null || value === '') return null;
  if (typeof value === 'string') return value.isWellFormed() ? value : undefined;
  return typeof value === 'object' ? undefined : json;
}

/** A sum as decimals are printed: no trailing zeros, no minus zero. */
export function printedUnits(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = (size % 10n ** SCALE).toString().padStart(Number(SCALE), '0').replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / 10n ** SCALE}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Equal for equal numbers of any length: digits without zeros around them, and where they stand. */
export function sameNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponentSign = '', exponent = '0'] = NUMBER.exec(token) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const short = all.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${BigInt(exponentSign + exponent) - BigInt(fraction.length) + BigInt(all.length - short.length)}`;
}

/** Reads what `printedUnits` prints, however large a sum is. */
export function unitsOfPrinted(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(Number(SCALE), '0')}`);
}

/** Exact decimals: a BigInt count of 10⁻⁸ units, so that money and hours never pass through a double. */

/** Units are hundred-millionths: `1n` is 0.00000001. The store's DECIMAL(18,8) has the same scale. */
export type Units = bigint;

export const SCALE = 8;
const ONE = 10n ** BigInt(SCALE);
const ZERO_CODE = 48;

/** The store's columns hold 10 digits before the point; a larger number is stored as received, as an anomaly. */
const COLUMN_LIMIT = 10n ** 18n;

/** Returns whether a number fits a typed column (below 10,000,000,000 in magnitude). */
export function fitsColumn(units: Units): boolean {
  return units < COLUMN_LIMIT && units > -COLUMN_LIMIT;
}

const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Nearly every number has this form and is read without arithmetic, because there are millions. */
const PLAIN = /^-?\d{1,10}(?:\.\d{1,8})?$/;

function readPlainUnits(text: string): Units {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text + '0'.repeat(SCALE));
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(SCALE, '0'));
}

export interface ParsedDecimal {
  readonly units: Units;
  /** True when the text had more than 8 decimals and was rounded half-even. */
  readonly rounded: boolean;
}

/**
 * Reads a JSON or plain decimal number from its source text.
 * @returns undefined for anything that is not a number (including an empty text).
 */
export function parseDecimal(text: string): ParsedDecimal | undefined {
  if (PLAIN.test(text)) return { units: readPlainUnits(text), rounded: false };
  const match = PATTERN.exec(text.trim());
  if (!match) return undefined;
  const [, sign = '', integer = '', fraction = '', exponentText = '0'] = match;
  const digits = integer + fraction;
  if (digits === '') return undefined;
  const shift = SCALE - fraction.length + Number(exponentText);
  const magnitude = BigInt(digits);
  const scaled = shift >= 0 ? magnitude * 10n ** BigInt(shift) : divideHalfEven(magnitude, 10n ** BigInt(-shift));
  const rounded = shift < 0 && magnitude % 10n ** BigInt(-shift) !== 0n;
  return { units: sign === '-' ? -scaled : scaled, rounded };
}

/** Integer division rounding half to even. `denominator` must not be 0. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const quotient = n / d;
  const rest = n % d;
  if (rest === 0n) return negative ? -quotient : quotient;
  const twice = rest * 2n;
  const up = twice > d || (twice === d && quotient % 2n === 1n);
  const result = up ? quotient + 1n : quotient;
  return negative ? -result : result;
}

/** @returns a/b to 8 decimals, half-even; undefined when b is 0. */
export function divideUnits(a: Units, b: Units): Units | undefined {
  return b === 0n ? undefined : divideHalfEven(a * ONE, b);
}

/** @returns the canonical text: no exponent, no trailing zeros, no minus zero ("12.5", "0", "-3"). */
export function formatUnits(units: Units): string {
  if (units < 0n) return `-${formatUnits(-units)}`;
  // The text is sliced from the digits rather than divided, because a wide report formats hundreds of thousands of figures.
  const digits = units.toString().padStart(SCALE + 1, '0');
  const point = digits.length - SCALE;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
  const integer = digits.slice(0, point);
  return end === point ? integer : `${integer}.${digits.slice(point, end)}`;
}

export function formatUnitsOrNull(units: Units | null | undefined): string | null {
  return units == null ? null : formatUnits(units);
}

/** Reads what `formatUnits` wrote. @throws RangeError on anything else. */
export function toUnits(text: string): Units {
  const parsed = parseDecimal(text);
  if (!parsed) throw new RangeError(`Not a decimal: ${text}`);
  return parsed.units;
}

/** Rounds to `digits` decimals (0 to 8), half away from zero as people and spreadsheets do. */
export function roundUnits(units: Units, digits: number): Units {
  const step = 10n ** BigInt(SCALE - digits);
  const magnitude = units < 0n ? -units : units;
  const rounded = ((magnitude + step / 2n) / step) * step;
  return units < 0n ? -rounded : rounded;
}

/** Groups thousands for display: 1234567 → `1,234,567`. @param integer not negative */
export function groupThousands(integer: number | bigint): string {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, ',');
}

// Exact fractions of big integers, for figures that are rounded only once, at the end.

/** The denominator is above 0. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const unitsToFraction = (units: Units): Fraction => ({ numerator: units, denominator: ONE });

export const addFractions = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };

export const negateFraction = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: -numerator,
  denominator,
});

export const multiplyFractions = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** @returns null when it is divided by 0 */
export function divideFractions(a: Fraction, b: Fraction): Fraction | null {
  if (b.numerator === 0n) return null;
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: sign * a.numerator * b.denominator, denominator: sign * a.denominator * b.numerator };
}

/** Rounds to 8 decimals, half-even. */
export function roundFraction({ numerator, denominator }: Fraction): Units {
  return denominator === ONE ? numerator : divideHalfEven(numerator * ONE, denominator);
}

// Converts between minutes and hours without a double in between.

const SIXTY = toUnits('60');

/** @returns minutes / 60 to 8 decimals, half-even. */
export function toHours(minutes: Units): Units {
  return divideUnits(minutes, SIXTY) ?? 0n;
}

/** The same for minutes and hours as decimal text. */
export function minutesToHours(minutes: string): string {
  return formatUnits(toHours(toUnits(minutes)));
}

/** A minute in millionths of a minute. */
export const MILLIONTHS_PER_MINUTE = 1_000_000n;

/** Converts hours to millionths of a minute, exactly for minutes of up to 6 decimals: 0.33333333 hours become 20 minutes again. */
export function toMillionthMinutes(hours: Units): bigint {
  return roundUnits(hours * 60n, 6) / 100n;
}

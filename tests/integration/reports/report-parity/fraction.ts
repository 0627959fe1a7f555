/** Exact fractions, and what they are as decimals: eight digits, a tie to the even one. */

export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
export const UNIT = 100_000_000n;
export const units = (n: bigint): Fraction => ({ n, d: UNIT });
export const whole64 = (n: number): Fraction => ({ n: BigInt(n), d: 1n });
export const add = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a: Fraction, b: Fraction): Fraction => add(a, { n: -b.n, d: b.d });
export const times = (a: Fraction, by: bigint): Fraction => ({ n: a.n * by, d: a.d });
export const over = (a: Fraction | null, b: Fraction | null): Fraction | null => {
  if (a === null || b === null || b.n === 0n) return null;
  return b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n };
};
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** To 8 decimals, a tie to the even digit. */
export function rounded(value: Fraction): bigint {
  const scaled = value.n * UNIT;
  let low = scaled / value.d;
  if (low * value.d > scaled) low -= 1n;
  const twice = 2n * (scaled - low * value.d);
  if (twice === value.d) return low % 2n === 0n ? low : low + 1n;
  return twice > value.d ? low + 1n : low;
}

export function textOf(value: Fraction | null): string | null {
  if (value === null) return null;
  const all = rounded(value);
  const digits = (all < 0n ? -all : all).toString().padStart(9, '0');
  const decimals = digits.slice(-8).replace(/0+$/, '');
  return `${all < 0n ? '-' : ''}${digits.slice(0, -8)}${decimals === '' ? '' : '.'}${decimals}`;
}

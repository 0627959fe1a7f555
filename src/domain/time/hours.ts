/** Converts between minutes and hours without a double in between. */
import { divideUnits, formatUnits, roundUnits, toUnits, type Units } from '../decimal.ts';

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
export const MINUTE = 1_000_000n;

/**
 * Converts hours to millionths of a minute: 20 minutes kept as 0.33333333 hours are 20 minutes again. Exact for minutes of up to 6
 * decimals.
 */
export function toMillionthMinutes(hours: Units): bigint {
  return roundUnits(hours * 60n, 6) / 100n;
}

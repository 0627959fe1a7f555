/** Hours as people read them: from minutes, as decimals or as h:mm, without a double in between. */
import { divideUnits, roundUnits, toUnits, type Units } from '../decimal.ts';

const SIXTY = toUnits('60');

/** @returns minutes / 60 to 8 decimals, half-even. */
export function toHours(minutes: Units): Units {
  return divideUnits(minutes, SIXTY) ?? 0n;
}

/** Writes hours as `h:mm`, rounded to the minute: `7:30`, `-0:05`, `1240:00`. */
export function formatClockHours(hours: Units): string {
  const minutes = roundUnits(hours * 60n, 0) / toUnits('1');
  const magnitude = minutes < 0n ? -minutes : minutes;
  const text = `${magnitude / 60n}:${(magnitude % 60n).toString().padStart(2, '0')}`;
  return minutes < 0n ? `-${text}` : text;
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

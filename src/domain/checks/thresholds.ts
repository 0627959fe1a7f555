/**
 * The limits above which a check calls a value enormous or different, by name, as decimal texts; the workspace's setting `thresholds`
 * changes them.
 */
import { parseDecimal, toUnits, type Units } from '../decimal.ts';

export interface Threshold {
  readonly name: string;
  readonly unit: 'money' | 'hours' | 'none';
  readonly standard: string;
}

export const thresholds = [
  /** Half a cent: amounts are rounded to whole cents. */
  { name: 'amount_tolerance', unit: 'money', standard: '0.005' },
  /** Half a hundredth: hours are kept with two decimals. */
  { name: 'hours_tolerance', unit: 'hours', standard: '0.005' },
  /** The tolerance is in the unit of the two values. */
  { name: 'twin_tolerance', unit: 'none', standard: '0.005' },
  /** An entry of one session is enormous from here on. */
  { name: 'session_hours', unit: 'hours', standard: '16' },
  /** An entry of several sessions is enormous from here on. */
  { name: 'record_hours', unit: 'hours', standard: '60' },
  { name: 'record_amount', unit: 'money', standard: '25000' },
  /** Half a working day: the rounding of a week and one early Friday add up to this. */
  { name: 'short_hours', unit: 'hours', standard: '4' },
] as const satisfies readonly Threshold[];

/** Finds the gap from which a person is short of hours: it is the same on every screen. */
export function findLeastGap(storedThresholds: Readonly<Record<string, string>>): Units {
  return readThresholdUnits(storedThresholds).get('short_hours') ?? 1n;
}

/** Reads the current thresholds by name; an unreadable one is replaced by its default. */
export function readThresholdUnits(storedThresholds: Readonly<Record<string, string>>): ReadonlyMap<string, Units> {
  return new Map(
    thresholds.map(({ name, standard }) => [
      name,
      parseDecimal(storedThresholds[name] ?? standard)?.units ?? toUnits(standard),
    ]),
  );
}

/**
 * Orders checks by what is at stake: lists before notices; first those whose money cannot be weighed, then those with money in question,
 * the most before; then those with hours alone; then the others. Used by the Overview, the queue and the terminal's table.
 */
import type { CheckName } from '#texts/screens/checks.ts';
import { toUnits, type Units } from '../decimal.ts';

export interface Stake {
  readonly id: string;
  readonly open: number;
  readonly kind: 'list' | 'notice';
  /** The money in question; null or 0 where none is known. */
  readonly value: string | null;
  readonly minutes: string | null;
}

/** A result below 0 puts the first check before the second. Checks without open findings go last. */
export function compareByStake(a: Stake, b: Stake): number {
  return (
    Number(a.open === 0) - Number(b.open === 0) ||
    Number(a.kind === 'notice') - Number(b.kind === 'notice') ||
    Number(isUnweighed(b.id)) - Number(isUnweighed(a.id)) ||
    compareUnits(toMagnitude(b.value), toMagnitude(a.value)) ||
    compareUnits(toMagnitude(b.minutes), toMagnitude(a.minutes))
  );
}

/** Returns undefined where no check has open findings. */
export function findLargestStake<S extends Stake>(checks: readonly S[]): S | undefined {
  return checks.filter(({ open }) => open > 0).toSorted(compareByStake)[0];
}

/** The money at stake cannot be read from their records: the findings may weigh more than any other's. */
const unweighed: readonly CheckName[] = ['billable-without-rate'];
const isUnweighed = (id: string): boolean => unweighed.some((name) => name === id);

/** A credit weighs as much as the amount that it takes back. */
function toMagnitude(text: string | null): Units {
  const units = text === null ? 0n : toUnits(text);
  return units < 0n ? -units : units;
}

function compareUnits(a: Units, b: Units): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

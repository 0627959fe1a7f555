/**
 * Orders checks by what is at stake: lists before notices; then checks whose money cannot be estimated, then by money in question, then by
 * hours in question. Used by the Overview, the queue and the terminal's table.
 */
import type { CheckName } from '#texts/screens/checks.ts';
import { toUnits, type Units } from '../decimal.ts';

export interface Stake {
  readonly id: string;
  readonly open: number;
  readonly kind: 'list' | 'notice';
  /** The money in question; null or 0 if none is known. */
  readonly value: string | null;
  readonly minutes: string | null;
}

/** Compares two checks for sorting. Checks without open findings come last. */
export function compareByStake(a: Stake, b: Stake): number {
  return (
    Number(a.open === 0) - Number(b.open === 0) ||
    Number(a.kind === 'notice') - Number(b.kind === 'notice') ||
    Number(hasUnknownStake(b.id)) - Number(hasUnknownStake(a.id)) ||
    compareUnits(toMagnitude(b.value), toMagnitude(a.value)) ||
    compareUnits(toMagnitude(b.minutes), toMagnitude(a.minutes))
  );
}

/** Returns undefined if no check has open findings. */
export function findLargestStake<S extends Stake>(checks: readonly S[]): S | undefined {
  return checks.filter(({ open }) => open > 0).toSorted(compareByStake)[0];
}

/** Checks whose money at stake is not in their records, so that their findings may outweigh all others. */
const checksWithUnknownStake: readonly CheckName[] = ['billable-without-rate'];
const hasUnknownStake = (id: string): boolean => checksWithUnknownStake.some((name) => name === id);

/** A credit counts as much as the amount that it reverses. */
function toMagnitude(text: string | null): Units {
  const units = text === null ? 0n : toUnits(text);
  return units < 0n ? -units : units;
}

function compareUnits(a: Units, b: Units): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

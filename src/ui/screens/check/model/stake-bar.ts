/** How long the bar of a check is: its money at stake against the largest in the list. Pure. */
import type { CheckSummary } from '#contract/checks.ts';
import { toUnits, type Units } from '#domain/decimal.ts';

/** A credit weighs as much as the amount it takes back. */
export function sizeOfStake({ value, open, kind }: Pick<CheckSummary, 'value' | 'open' | 'kind'>): Units {
  if (value === null || open === 0 || kind === 'notice') return 0n;
  const units = toUnits(value);
  return units < 0n ? -units : units;
}

/** Of the width of the longest, in whole percent and never nothing; undefined: no money is known to be at stake. */
export function toBar(size: Units, most: Units): string | undefined {
  if (size === 0n || most === 0n) return undefined;
  const percent = (100n * size) / most;
  return `${percent === 0n ? 1n : percent}%`;
}

/** Which list opens by itself: the one with most at stake. Pure. */
import type { CheckSummary } from '../../../contract/checks.ts';
import { unitsOf, type Units } from '../../../domain/decimal.ts';

/** Lists before notices; by money, then by hours; undefined: nothing is open. */
export function mostAtStake(checks: readonly CheckSummary[]): string | undefined {
  const open = checks.filter((each) => each.open > 0);
  return open.toSorted(
    (a, b) =>
      Number(a.kind === 'notice') - Number(b.kind === 'notice') ||
      compare(size(b.value), size(a.value)) ||
      compare(size(b.minutes), size(a.minutes)),
  )[0]?.id;
}

function size(text: string | null): Units {
  const units = text === null ? -1n : unitsOf(text);
  return text !== null && units < 0n ? -units : units;
}

function compare(a: Units, b: Units): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

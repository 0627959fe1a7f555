/** Counts of 10⁻⁸ as plain decimal text, for every contestant's answers alike. */
import { formatUnits } from '#domain/decimal.ts';

/** Nothing is 0: the comparison is about sums. */
export function plainOf(units: bigint | null): string {
  return formatUnits(units ?? 0n);
}

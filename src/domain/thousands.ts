/** Groups thousands, for every figure people read: 1234567 → `1,234,567`. Pure. */

/** @param whole not negative */
export function groupThousands(whole: number | bigint): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}

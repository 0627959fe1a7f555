/** Compares record ids, integers of any size that travel as text: ordering them must never pass through a double. */

const INTEGER = /^(?:0|[1-9]\d*)$/;

/** Whether ids of this form can be paged by order. */
export function isIntegerId(id: string): boolean {
  return INTEGER.test(id);
}

/** Negative: a is smaller. Both must be integer texts without leading zeros. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The exclusive lower bound that keeps `id` itself in. */
export function justBelow(id: string): string {
  return String(BigInt(id) - 1n);
}

/** Compares record ids. They are integers of any size that travel as text, so ordering them must never pass through a double. */

const INTEGER = /^(?:0|[1-9]\d*)$/;

/** Says whether ids of this form can be paged in order. */
export function isIntegerId(id: string): boolean {
  return INTEGER.test(id);
}

/** Returns a negative number when a is smaller. Both must be integer texts without leading zeros. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Gives the exclusive lower bound that still includes `id`. */
export function decrementId(id: string): string {
  return String(BigInt(id) - 1n);
}

/** Turns exact figures into lengths and positions: the only place where a figure becomes a double. */

/** The result is for drawing only, never for a printed figure. */
export function toGeometry(text: string | null | undefined): number {
  return text === null || text === undefined ? 0 : Number(text);
}

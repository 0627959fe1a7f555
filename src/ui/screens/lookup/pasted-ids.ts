/** Reads pasted ids: lines, commas, semicolons and tabs separate them; spaces belong to an id. Pure. */

export interface PastedIds {
  /** Each once, in the order pasted. */
  readonly ids: readonly string[];
  readonly repeated: number;
}

/** Quotes around an id come from spreadsheets and are dropped. */
export function readIds(pasted: string): PastedIds {
  const all = pasted
    .split(/[\n\r,;\t]+/)
    .map((each) =>
      each
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2')
        .trim(),
    )
    .filter((each) => each !== '');
  const ids = [...new Set(all)];
  return { ids, repeated: all.length - ids.length };
}

/** The service reads at most this many at once. */
const IDS_A_REQUEST = 100;
/** The contract's limit of one look-up. */
export const MOST_IDS = 10_000;

export function requestsFor(ids: number): number {
  return Math.ceil(ids / IDS_A_REQUEST);
}

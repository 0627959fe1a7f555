/** A service that shows records twice: on a page and once more on the one after it, as paging by offset does while rows move. */
import { seeded } from '#tests/support/worlds/seeded.ts';

interface Answer {
  readonly results?: readonly unknown[];
}

/** The seeded share of answers begins with the last record of the answer before, or repeats one of its own. */
export function doublingWire(
  seed: number,
  share: number,
): { readonly fetch: typeof fetch; readonly doubled: () => number } {
  const draw = seeded(seed);
  let before: unknown;
  let doubled = 0;
  const wire: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 200) return response;
    const text = await response.text();
    const page = JSON.parse(text) as Answer;
    const results = page.results ?? [];
    const last = results.at(-1);
    const repeated = draw.chance(0.5) && before !== undefined ? before : last;
    const isDue = draw.chance(share) && repeated !== undefined && results.length > 0;
    before = last;
    if (isDue) doubled += 1;
    const rows = isDue ? (draw.chance(0.5) ? [repeated, ...results] : [...results, repeated]) : results;
    const body = isDue ? JSON.stringify({ ...page, results: rows }) : text;
    return new Response(body, { status: 200, headers: response.headers });
  };
  return { fetch: wire, doubled: () => doubled };
}

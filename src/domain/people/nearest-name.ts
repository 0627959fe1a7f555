/** Finds the most likely intended name for a mistyped one. Pure. */

/** A name in which more than a third of the letters differ is not similar. */
const SHARE = 3;

/** Names that differ only in case, spaces, hyphens and underscores are the same. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** @returns the name with the fewest changes, as written in `names`; undefined if none is similar */
export function findNearestName(typedName: string, names: readonly string[]): string | undefined {
  const folded = foldName(typedName);
  if (folded === '') return undefined;
  const ranked = names
    .map((name) => ({ name, distance: measureDistance(folded, foldName(name)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [first] = ranked;
  if (!first) return undefined;
  if (first.distance <= Math.max(1, Math.floor(folded.length / SHARE))) return first.name;
  return names.find((name) => folded.length >= SHARE && foldName(name).startsWith(folded));
}

/** Counts the letters to change, add or remove; swapping two adjacent letters counts once. */
export function measureDistance(a: string, b: string): number {
  let previousLengths: number[] = [];
  let lengths = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          (lengths[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (lengths[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (previousLengths[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [previousLengths, lengths] = [lengths, next];
  }
  return lengths[b.length] ?? 0;
}

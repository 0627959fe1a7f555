/** The cost of a long life to this process: memory after a collection, and open files. */
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Footprint {
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** Open descriptors; undefined where the system does not tell. */
  readonly descriptors: number | undefined;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export function takeFootprint(): Footprint {
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, rssBytes: rss, descriptors: countDescriptors() };
}

function countDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

const MEBIBYTE = 1024 * 1024;
/** With fewer days growth cannot be told from noise. */
const MIN_DAYS = 9;
const MAX_HEAP_GROWTH = 6 * MEBIBYTE;
const MAX_RSS_GROWTH = 48 * MEBIBYTE;
const MAX_DESCRIPTOR_GROWTH = 2;

/** After a third of the days for warming up, the last third is compared with the middle one. @returns what grew, a line each. */
export function growthOf(days: readonly Footprint[]): { readonly judged: boolean; readonly wrong: readonly string[] } {
  if (days.length < MIN_DAYS) return { judged: false, wrong: [] };
  const third = Math.floor(days.length / 3);
  const [middle, last] = [days.slice(third, 2 * third), days.slice(-third)];
  const median = (some: readonly Footprint[], of: (each: Footprint) => number) =>
    some.map(of).toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  const growth = (of: (each: Footprint) => number) => median(last, of) - median(middle, of);
  const heap = growth((each) => each.heapBytes);
  const rss = growth((each) => each.rssBytes);
  const descriptors = growth((each) => each.descriptors ?? 0);
  return {
    judged: true,
    wrong: [
      ...(heap > MAX_HEAP_GROWTH ? [`the heap grew by ${inMebibytes(heap)}`] : []),
      ...(rss > MAX_RSS_GROWTH ? [`the process grew by ${inMebibytes(rss)}`] : []),
      ...(descriptors > MAX_DESCRIPTOR_GROWTH ? [`${descriptors} more descriptors are open`] : []),
    ],
  };
}

export function inMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}

/** Compares a file line by line with what the same export gives today, and names the cells that differ. */
import type { CellDifference, FileAnswer } from '../../../src/contract/file-answer.ts';
import { formatUnits, parseDecimal } from '../../../src/domain/decimal.ts';
import { toDecimalText, Unreadable, type FileLine, type Written } from './readers.ts';

type Pieces = AsyncIterable<readonly FileLine[]>;
type Found = Omit<FileAnswer['differences'], 'against'>;

export interface Compared {
  readonly written: Written;
  readonly heads: readonly string[];
  /** Places of the columns by which a line is known; none: by its place in the file. */
  readonly keyAt: readonly number[];
}

/** As many are named; the others are counted. */
const MOST_NAMED = 20;
/** The head is line 1. */
const FIRST_LINE = 2;

interface Placed {
  readonly at: number;
  readonly line: FileLine;
}

/** Reads both side by side; only lines that found no partner yet are kept. */
export async function findDifferences(file: Pieces, today: Pieces, compared: Compared): Promise<Found> {
  const found: Found = { cells: [], cellCount: 0, missing: [], missingCount: 0, extra: [], extraCount: 0 };
  const [ours, theirs] = [readPlaced(file), readPlaced(today)];
  const waiting = { file: new Map<string, Placed[]>(), today: new Map<string, Placed[]>() };
  const compare = (own: Placed, other: Placed) => noteCells(found, own, other, compared);
  const meet = (side: 'file' | 'today', placed: Placed) => {
    const key = toKey(placed, compared.keyAt);
    const [own, others] = side === 'file' ? [waiting.file, waiting.today] : [waiting.today, waiting.file];
    // Several lines may have one key, as of two people of one name: they meet in their order.
    const [partner, ...rest] = others.get(key) ?? [];
    if (!partner) return void own.set(key, [...(own.get(key) ?? []), placed]);
    if (rest.length > 0) others.set(key, rest);
    else others.delete(key);
    if (side === 'file') compare(placed, partner);
    else compare(partner, placed);
  };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- side by side
    const [own, other] = [await ours.next(), await theirs.next()];
    if (own.done && other.done) break;
    if (!own.done && !other.done && toKey(own.value, compared.keyAt) === toKey(other.value, compared.keyAt)) {
      compare(own.value, other.value);
      continue;
    }
    if (!own.done) meet('file', own.value);
    if (!other.done) meet('today', other.value);
  }
  const [extra, missing] = [listByPlace(waiting.file), listByPlace(waiting.today)];
  pairByPlace(extra, missing, compare);
  noteLines(found, [...extra.values()], [...missing.values()]);
  return found;
}

function listByPlace(waiting: ReadonlyMap<string, readonly Placed[]>): Map<number, Placed> {
  const lines = [...waiting.values()].flat().toSorted((one, other) => one.at - other.at);
  return new Map(lines.map((placed) => [placed.at, placed]));
}

async function* readPlaced(pieces: Pieces): AsyncGenerator<Placed> {
  let at = 0;
  try {
    for await (const piece of pieces) for (const line of piece) yield { at: at++, line };
  } catch (error) {
    // What follows cannot be read: it is missing.
    if (!(error instanceof Unreadable)) throw error;
  }
}

function toKey({ at, line }: Placed, keyAt: readonly number[]): string {
  return keyAt.length === 0 ? String(at) : JSON.stringify(keyAt.map((place) => line[place] ?? ''));
}

/** A line whose key was changed stands where the one it was stands today. */
function pairByPlace(
  file: Map<number, Placed>,
  today: Map<number, Placed>,
  compare: (own: Placed, other: Placed) => void,
): void {
  for (const [at, own] of file) {
    const other = today.get(at);
    const same = own.line.filter((cell, place) => cell === other?.line[place]).length;
    if (!other || same * 2 < own.line.length) continue;
    compare(own, other);
    file.delete(at);
    today.delete(at);
  }
}

function noteCells(found: Found, own: Placed, other: Placed, { written, heads, keyAt }: Compared): void {
  const length = Math.max(own.line.length, other.line.length);
  for (let at = 0; at < length; at += 1) {
    const [inFile, today] = [own.line[at] ?? '', other.line[at] ?? ''];
    if (inFile === today) continue;
    found.cellCount += 1;
    if (found.cells.length >= MOST_NAMED) continue;
    found.cells.push({
      line: own.at + FIRST_LINE,
      key: keyAt.map((place) => other.line[place] ?? ''),
      column: written.columns[at] ?? '',
      head: heads[at] ?? '',
      inFile,
      today,
      difference: toDifference(inFile, today, written),
    } satisfies CellDifference);
  }
}

function toDifference(inFile: string, today: string, written: Written): string | null {
  const [own, other] = [inFile, today].map((cell) =>
    cell === '' ? undefined : parseDecimal(toDecimalText(cell, written)),
  );
  return own && other ? formatUnits(own.units - other.units) : null;
}

function noteLines(found: Found, extra: readonly Placed[], missing: readonly Placed[]): void {
  found.extraCount = extra.length;
  found.extra.push(...extra.slice(0, MOST_NAMED).map(({ at, line }) => ({ line: at + FIRST_LINE, cells: [...line] })));
  found.missingCount = missing.length;
  found.missing.push(...missing.slice(0, MOST_NAMED).map(({ line }) => ({ line: null, cells: [...line] })));
}

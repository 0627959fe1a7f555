/** Finds where a file first differs from the one that was written again: the cell, the line or the byte. Neither is held in memory. */
import type { FirstDifference } from '../../../src/contract/file-answer.ts';
import type { ExportFormat } from '../../../src/domain/export-formats.ts';
import { readCapsuleLines, readCsv, Unreadable, type FileLine, type Written } from './readers.ts';
import { cutText, findByte, findInText, readAround } from './text-difference.ts';
import { findInWorkbook } from './workbook-difference.ts';

/** Their bytes are text, a record a line or a document on one. */
const textFormats: ReadonlySet<ExportFormat> = new Set(['csv', 'json', 'jsonl', 'digest', 'capsule']);

/** @returns undefined where both have the same bytes */
export async function findFirstDifference(
  given: string,
  again: string,
  written: Written & { readonly heads: readonly string[] },
): Promise<FirstDifference | undefined> {
  const byte = await findByte(given, again);
  if (byte === undefined) return undefined;
  const { format } = written;
  const found =
    format === 'xlsx'
      ? await findInWorkbook(given, again)
      : format === 'csv'
        ? await findCell(readCsv(given, written), readCsv(again, written), { ...written, firstLine: 1 })
        : format === 'capsule'
          ? await findCell(readCapsuleLines(given), readCapsuleLines(again), {
              ...written,
              firstLine: 2,
            })
          : undefined;
  if (found) return found;
  if (textFormats.has(format)) return findInText(given, again, byte);
  const hex = (bytes: Buffer) => (bytes.length === 0 ? null : bytes.toString('hex'));
  const [own, other] = [await readAround(given, byte, 8), await readAround(again, byte, 8)];
  return { place: { kind: 'byte', byte: byte + 1 }, expected: hex(other), found: hex(own) };
}

interface Table {
  readonly heads: readonly string[];
  /** The number of the first line that is read. */
  readonly firstLine: number;
}

async function findCell(
  given: AsyncIterable<readonly FileLine[]>,
  again: AsyncIterable<readonly FileLine[]>,
  { heads, firstLine }: Table,
): Promise<FirstDifference | undefined> {
  const [own, other] = [readLines(given), readLines(again)];
  try {
    for (let line = firstLine; ; line += 1) {
      // oxlint-disable-next-line no-await-in-loop -- side by side
      const [mine, its] = [(await own.next()).value, (await other.next()).value];
      if (!mine && !its) return undefined;
      if (!mine || !its) {
        const begin = (cells: FileLine | undefined | void) =>
          cells ? cutText(cells.filter(Boolean).join(' · ')) : null;
        return { place: { kind: 'line', line, field: null }, expected: begin(its), found: begin(mine) };
      }
      const at = Array.from({ length: Math.max(mine.length, its.length) }).findIndex(
        (_, cell) => mine[cell] !== its[cell],
      );
      if (at < 0) continue;
      const place = { kind: 'cell' as const, line, head: heads[at] ?? '' };
      return { place, expected: cutOrNull(its[at]), found: cutOrNull(mine[at]) };
    }
  } finally {
    await own.return();
    await other.return();
  }
}

/** What follows a broken place is not there. */
async function* readLines(pieces: AsyncIterable<readonly FileLine[]>): AsyncGenerator<FileLine, void, void> {
  try {
    for await (const piece of pieces) yield* piece;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}

const cutOrNull = (text: string | undefined) => (text === undefined ? null : cutText(text));

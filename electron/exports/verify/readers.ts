/** Reads exported files back: their lines as texts, to be added up and compared. A format without a reader is checked by its hash alone. */
import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import type { Manifest } from '../../../src/contract/exports.ts';
import type { ExportFormat } from '../../../src/domain/export-formats.ts';
import { formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { readCapsule } from './capsule-file.ts';

/** What of a manifest a reader needs. */
export type Written = Pick<Manifest, 'format' | 'preset' | 'options' | 'columns'>;

/** The file ends or breaks before its end. */
export class Unreadable extends Error {}

export type FileLine = readonly string[];

/** Lines below the head, each as it stands in the file; unset is empty. @throws Unreadable */
export type FileReader = (path: string, written: Written) => AsyncIterable<readonly FileLine[]>;

export const readers: Readonly<Partial<Record<ExportFormat, FileReader>>> = {
  csv: (path, written) => skipHead(readCsv(path, written)),
  capsule: readCapsuleLines,
};

const PIECE = 1000;
const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** A line of the largest cells takes less; a file without a line break must not be held whole. */
const MOST_LINE_BYTES = 16 * 1024 ** 2;

/** Its head is the first line. @throws Unreadable */
export async function* readCsv(path: string, { preset, options }: Written): AsyncGenerator<readonly FileLine[]> {
  const parser = parse({
    bom: true,
    max_record_size: MOST_LINE_BYTES,
    delimiter: preset === 'machine' ? ',' : delimiters[options.separator],
    relax_column_count: true,
    skip_empty_lines: false,
  });
  const stream = createReadStream(path);
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  let piece: FileLine[] = [];
  try {
    for await (const line of parser as AsyncIterable<string[]>) {
      piece.push(line);
      if (piece.length < PIECE) continue;
      yield piece;
      piece = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield piece;
    throw new Unreadable(error.message);
  } finally {
    stream.destroy();
  }
  yield piece;
}

async function* skipHead(pieces: AsyncIterable<readonly FileLine[]>): AsyncGenerator<readonly FileLine[]> {
  let isFirst = true;
  for await (const piece of pieces) {
    yield isFirst ? piece.slice(1) : piece;
    isFirst = false;
  }
}

export async function* readCapsuleLines(path: string): AsyncGenerator<readonly FileLine[]> {
  const { data } = await readCapsule(path);
  if (!data) throw new Unreadable('its data cannot be read');
  for (let at = 0; at < data.lines.length; at += PIECE)
    yield data.lines.slice(at, at + PIECE).map((line) => line.map((cell) => cell ?? ''));
}

const MINUTE_UNITS = toUnits('1');

/** The exact decimal of a cell as people's files have it: with a decimal comma, or as `h:mm` and `h:mm:ss`, then in minutes. */
export function toDecimalText(cell: string, { options, preset }: Pick<Written, 'options' | 'preset'>): string {
  const clock = /^(-?)(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d{1,8})?))?$/.exec(cell);
  if (clock) {
    const [, sign = '', hours = '0', minutes = '0', seconds = '0'] = clock;
    // Seconds were a part of a minute times 60: the division is exact.
    const units = (BigInt(hours) * 60n + BigInt(minutes)) * MINUTE_UNITS + toUnits(seconds) / 60n;
    return formatUnits(sign === '-' ? -units : units);
  }
  return preset === 'excel' && options.decimalMark === 'comma' ? cell.replace(',', '.') : cell;
}

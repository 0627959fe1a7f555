/** Reads the lines of exported files as texts, to add them up and compare them. A format without a reader is checked only by its hash. */
import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { CURRENCY_COLUMN, type Manifest, sealedManifestSchema } from '#contract/exports.ts';
import type { KnownFormat } from '#domain/export-formats.ts';
import { formatUnits, toUnits, parseDecimal, type Units } from '#domain/decimal.ts';
import type { FileAnswer, SumDifference } from '#contract/file-answer.ts';
import type { SumUnit } from '#domain/exports/model.ts';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';

/** A reader needs only this of a manifest. */
export type FileLayout = Pick<Manifest, 'format' | 'preset' | 'options' | 'columns'>;

/** Thrown if a file is malformed, or ends too early. */
export class Unreadable extends Error {}

export type FileLine = readonly string[];

/** Reads the lines below the header, unchanged; unset cells are empty. @throws Unreadable */
type FileReader = (path: string, layout: FileLayout) => AsyncIterable<readonly FileLine[]>;

export const readers: Readonly<Partial<Record<KnownFormat, FileReader>>> = {
  csv: (path, layout) => skipHead(readCsv(path, layout)),
  capsule: readCapsuleLines,
};

const PIECE_LINES = 1000;
const delimiters = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** A line of the largest cells takes less; a file without a line break must not be held in memory. */
const MAX_LINE_BYTES = 16 * 1024 ** 2;
/** Each cell takes many times its length in memory. */
const MAX_LINE_CELLS = 500_000;
const MAX_PIECE_CELLS = 100_000;

/** Reads all lines, including the header. @throws Unreadable */
export async function* readCsv(path: string, { preset, options }: FileLayout): AsyncGenerator<readonly FileLine[]> {
  const delimiter = preset === 'machine' ? ',' : delimiters[options.separator];
  let lineCells = 0;
  const parser = parse({
    bom: true,
    max_record_size: MAX_LINE_BYTES,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: false,
    on_record: (record: string[]) => {
      lineCells = 0;
      return record;
    },
  });
  const stream = createReadStream(path);
  stream.on('data', (bytes) => {
    lineCells += String(bytes).split(delimiter).length;
    if (lineCells > MAX_LINE_CELLS) stream.destroy(new Unreadable('a line of too many cells'));
  });
  stream.on('error', (error) => parser.destroy(error));
  stream.pipe(parser);
  let piece: FileLine[] = [];
  let heldCells = 0;
  try {
    for await (const line of parser as AsyncIterable<string[]>) {
      piece.push(line);
      heldCells += line.length;
      if (piece.length < PIECE_LINES && heldCells < MAX_PIECE_CELLS) continue;
      yield piece;
      piece = [];
      heldCells = 0;
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

async function* readCapsuleLines(path: string): AsyncGenerator<readonly FileLine[]> {
  const { lines } = (await readCapsule(path)) ?? {};
  if (!lines) throw new Unreadable('its data cannot be read');
  yield lines.map((line) => line.map((cell) => cell ?? ''));
}

const MINUTE_UNITS = toUnits('1');

/** The exact decimal of a cell in a file for people: with a decimal comma, or `h:mm` and `h:mm:ss` in minutes. */
export function toDecimalText(cell: string, { options, preset }: Pick<FileLayout, 'options' | 'preset'>): string {
  const clock = /^(-?)(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d{1,8})?))?$/.exec(cell);
  if (clock) {
    const [, sign = '', hours = '0', minutes = '0', seconds = '0'] = clock;
    // Seconds are the fraction of a minute times 60, so the division is exact.
    const units = (BigInt(hours) * 60n + BigInt(minutes)) * MINUTE_UNITS + toUnits(seconds) / 60n;
    return formatUnits(sign === '-' ? -units : units);
  }
  return preset === 'excel' && options.decimalMark === 'comma' ? cell.replace(',', '.') : cell;
}

type Stated = Pick<
  Manifest,
  'sums' | 'sumsByCurrency' | 'units' | 'columns' | 'lines' | 'format' | 'preset' | 'options'
>;

/** One sum per currency if money has several. */
export interface NamedSum {
  readonly column: string;
  readonly unit?: SumUnit | undefined;
  readonly currency: string | null;
  readonly sum: string | null;
}

export function listSums({
  sums,
  sumsByCurrency = [],
  units = {},
}: Pick<Manifest, 'sums' | 'sumsByCurrency' | 'units'>): NamedSum[] {
  return [
    ...Object.entries(sums).map(([column, sum]) => ({ column, unit: units[column], currency: null, sum })),
    ...sumsByCurrency.flatMap(({ currency, totals }) =>
      Object.entries(totals).map(([column, sum]) => ({ column, unit: units[column], currency: currency ?? '', sum })),
    ),
  ];
}

/** Lists the sums that differ; a sum that only one side has counts as unset on the other. */
export function compareSums(statedSums: readonly NamedSum[], foundSums: readonly NamedSum[]): SumDifference[] {
  const key = ({ column, currency }: NamedSum) => JSON.stringify([column, currency]);
  const [stated, found] = [statedSums, foundSums].map((sums) => new Map(sums.map((sum) => [key(sum), sum])));
  return [...new Map([...(stated ?? []), ...(found ?? [])])].flatMap(([name, { column, unit, currency }]) => {
    const [before, after] = [stated?.get(name)?.sum ?? null, found?.get(name)?.sum ?? null];
    if (before === after) return [];
    const difference = formatUnits(parseUnits(after) - parseUnits(before));
    return [{ column, ...(unit && { unit }), currency, written: before, found: after, difference }];
  });
}

const parseUnits = (text: string | null): Units => (text === null ? 0n : (parseDecimal(text)?.units ?? 0n));

/** The limit of listed differences: none of our files has as many columns. */
const MAX_SUMS = 1000;
/** A million lines take less than this. */
export const MAX_SECONDS = 10;

/** @param until the time of the `performance` clock at which it gives up */
export async function addUp(
  read: FileReader | undefined,
  path: string,
  stated: Stated,
  until: number,
): Promise<FileAnswer['addsUp']> {
  const { lines: written } = stated;
  if (!read) return { holds: null, lines: { written, found: null }, sums: [] };
  const statedSums = listSums(stated);
  const sums = new Map<string, Units>();
  const broken = new Set<string>();
  const currencyIndex = stated.sumsByCurrency ? stated.columns.indexOf(CURRENCY_COLUMN) : -1;
  const fields = statedSums.map((sum) => ({ ...sum, index: stated.columns.indexOf(sum.column), key: createKey(sum) }));
  const add = (line: FileLine) => {
    for (const { index, currency, key } of fields) {
      const cell = line[index] ?? '';
      if (cell === '' || (currency !== null && (line[currencyIndex] ?? '') !== currency)) continue;
      const number = parseDecimal(toDecimalText(cell, stated));
      if (number) sums.set(key, (sums.get(key) ?? 0n) + number.units);
      else broken.add(key);
    }
  };
  let lineCount: number | null = 0;
  let uneven = 0;
  try {
    for await (const piece of read(path, stated)) {
      if (performance.now() > until)
        return { holds: null, seconds: MAX_SECONDS, lines: { written, found: null }, sums: [] };
      for (const line of piece) {
        add(line);
        if (line.length !== stated.columns.length) uneven += 1;
      }
      lineCount += piece.length;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    lineCount = null;
  }
  const foundSums = fields.map(({ column, unit, currency, key }) => {
    const sum = sums.get(key);
    return { column, unit, currency, sum: sum === undefined ? null : formatUnits(sum) };
  });
  const different = compareSums(statedSums, foundSums);
  const holds = lineCount === written && uneven === 0 && broken.size === 0 && different.length === 0;
  return { holds, lines: { written, found: lineCount }, sums: different.slice(0, MAX_SUMS) };
}

function createKey({ column, currency }: NamedSum): string {
  return JSON.stringify([column, currency]);
}

// Reads capsules, pages of earlier versions that contain their lines and a hash of themselves. Any program can rehash a changed one, so
// parts that agree are no proof.

export type SealedManifest = z.output<typeof sealedManifestSchema>;

type Cells = readonly (string | null)[];

/** Stops at the first invalid cell: a hostile file may have millions of them. */
const areLines = (value: unknown) =>
  Array.isArray(value) &&
  value.every(
    (line) => Array.isArray(line) && line.every((cell: unknown) => cell === null || typeof cell === 'string'),
  );
const capsuleSchema = z.object({
  capsule: z.literal(1),
  lines: z.custom<readonly Cells[]>(areLines),
  manifest: sealedManifestSchema,
});

export interface Capsule extends Pick<z.output<typeof capsuleSchema>, 'lines' | 'manifest'> {
  readonly partsAgree: boolean;
}

/** Larger ones take too much memory; only their manifest's hash is checked. */
export const MAX_CAPSULE_BYTES = 32 * 1024 ** 2;
const DOCTYPE = '<!doctype html>';
const BODY = '<body bgcolor="#b3261e" text="#ffffff">';
const HOLDER = '<script type="application/json">';
const SEAL = /,"seal":"([0-9a-f]{64})"\}<\/script>$/;
const TAIL_LENGTH = 84;

/** @returns undefined if the file is not a capsule, or is too large */
export async function readCapsule(path: string): Promise<Capsule | undefined> {
  if ((await stat(path)).size > MAX_CAPSULE_BYTES) return undefined;
  // Read byte by byte, so that no character that is not ASCII changes.
  const text = await readFile(path, 'latin1');
  const start = text.indexOf(HOLDER) + HOLDER.length;
  const tail = text.slice(-TAIL_LENGTH);
  const [, seal] = SEAL.exec(tail) ?? [];
  if (!text.startsWith(DOCTYPE) || start < HOLDER.length || seal === undefined) return undefined;
  const frame = text.slice(DOCTYPE.length, start).replace(BODY, `</head>${BODY}`);
  const data = text.slice(start, -TAIL_LENGTH);
  const hash = createHash('sha256').update(`${frame}</script></body></html>`, 'latin1').update(data, 'latin1');
  const read = capsuleSchema.safeParse(parseJson(`${data}}`));
  return read.success ? { ...read.data, partsAgree: hash.digest('hex') === seal } : undefined;
}

/** @returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Files read back by readers of other makers: each line as exact texts by column name, null where nothing stands. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { parquetMetadata, parquetReadObjects, type FileMetaData, type ParquetParsers } from 'hyparquet';

export type ReadLine = Readonly<Record<string, string | null>>;

export const readers: Readonly<Record<'csv' | 'json' | 'jsonl' | 'parquet', (path: string) => Promise<ReadLine[]>>> = {
  async csv(path) {
    const rows = parse<Record<string, string>>(readFileSync(path), { columns: true });
    return rows.map((row) => mapValues(row, (cell) => (cell === '' ? null : cell)));
  },
  async json(path) {
    const { rows } = JSON.parse(readFileSync(path, 'utf8')) as { rows: Record<string, unknown>[] };
    return rows.map((row) => mapValues(row, toText));
  },
  async jsonl(path) {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => mapValues(JSON.parse(line) as Record<string, unknown>, toText));
  },
  parquet: readParquet,
};

/** The reader's own takes a byte order mark away wherever a text begins with one. */
const parsers: Partial<ParquetParsers> = { stringFromBytes: (bytes) => Buffer.from(bytes).toString('utf8') };

/** With decimals as the digits in the file: the reader would make doubles of them. */
async function readParquet(path: string): Promise<ReadLine[]> {
  const file = toArrayBuffer(path);
  const metadata = parquetMetadata(file);
  const scales = new Map(
    metadata.schema.flatMap(({ name, converted_type, scale }) =>
      converted_type === 'DECIMAL' ? [[name, scale ?? 0] as const] : [],
    ),
  );
  const rows = await parquetReadObjects({ file, metadata: withoutDecimals(metadata), utf8: false, parsers });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const scale = scales.get(name);
        return [name, scale === undefined || value == null ? toText(value) : toDecimal(value, scale)];
      }),
    ),
  );
}

/** What the file says of itself, by name. */
export function readParquetFacts(path: string): Record<string, unknown> {
  const { key_value_metadata: pairs = [] } = parquetMetadata(toArrayBuffer(path));
  return Object.fromEntries(pairs.map(({ key, value }) => [key, JSON.parse(value ?? 'null')]));
}

/** Types of columns as the file declares them. */
export function readParquetTypes(path: string): Record<string, string> {
  const [, ...columns] = parquetMetadata(toArrayBuffer(path)).schema;
  return Object.fromEntries(
    columns.map(({ name, type, converted_type, logical_type, precision, scale }) => [
      name,
      [
        converted_type ?? type,
        ...(precision === undefined ? [] : [`${precision},${scale}`]),
        ...(logical_type?.type === 'TIMESTAMP' && logical_type.isAdjustedToUTC ? ['UTC'] : []),
      ].join(' '),
    ]),
  );
}

function toArrayBuffer(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

function withoutDecimals(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (element.converted_type !== 'DECIMAL') return element;
    const { converted_type: _type, logical_type: _logical, ...plain } = element;
    return plain;
  });
  return { ...metadata, schema };
}

function toDecimal(value: unknown, scale: number): string {
  const units =
    value instanceof Uint8Array
      ? BigInt.asIntN(128, BigInt(`0x${Buffer.from(value).toString('hex')}`))
      : BigInt(String(value));
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
  return `${units < 0n ? '-' : ''}${text}`;
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? JSON.rawJSON(String(each)) : each));
}

function mapValues<From>(row: Readonly<Record<string, From>>, to: (value: From) => string | null): ReadLine {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, to(value)]));
}

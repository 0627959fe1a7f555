/** Parquet with typed columns, written by a database in memory that can access only a folder beside the file. */
import { join } from 'node:path';
import {
  DuckDBDataChunk,
  DuckDBInstance,
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  TIMESTAMP,
  TIMESTAMPTZ,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBValue,
  type DuckDBType,
} from '@duckdb/node-api';
import { AppFailure } from '#contract/errors.ts';
import { type Line, type ExportColumn, toValueType, type ValueType } from '#domain/exports/model.ts';
import { appendFile, type AtomicFile } from '../atomic-file.ts';
import type { ExportDocument, FormatWriter, WriteResult } from '../document.ts';
import { describeColumn } from './json.ts';
import { SCALE, toUnits } from '#domain/decimal.ts';
import type { ExportOptions } from '#domain/exports/options.ts';

const CHUNK_ROWS = 2048;
/** Lines that take more memory than this are spilled to the folder. */
const MEMORY = '256MB';

export const parquet: FormatWriter = {
  isThreaded: true,
  copy: writeInBulk,
  async write(document, file) {
    const folder = await file.scratch();
    const path = join(folder, 'lines.parquet');
    const instance = await DuckDBInstance.create(':memory:', {
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
      memory_limit: MEMORY,
      temp_directory: join(folder, 'spilled'),
      // With multiple threads, the split of lines into groups would depend on their timing.
      threads: '1',
    });
    try {
      const connection = await instance.connect();
      try {
        await lockConnection(connection, folder);
        await fillTable(connection, document);
        await connection.run(buildCopySql(document, path));
      } finally {
        connection.closeSync();
      }
    } catch (cause) {
      throw toFailure(cause);
    } finally {
      instance.closeSync();
    }
    await appendFile(path, file);
    return { guarded: 0 };
  },
};

/** The database's errors carry only a message. */
function toFailure(cause: unknown): unknown {
  const isFull = cause instanceof Error && /No space left|not enough space|disk is full/i.test(cause.message);
  return isFull ? new AppFailure({ code: 'disk-full' }, { cause }) : cause;
}

/** @returns undefined, with nothing written, if lines must be made one by one. */
async function writeInBulk(document: ExportDocument, file: AtomicFile): Promise<WriteResult | undefined> {
  const bulkFile = await document.bulk?.parquet({ names: listNames(document), said: toMetadata(document) });
  if (!bulkFile) return undefined;
  try {
    await appendFile(bulkFile.path, file, document.onWritten);
    return { guarded: 0 };
  } finally {
    await bulkFile.remove();
  }
}

/** From here on, statements can access no file outside the folder, no network and no extension, and cannot change that. */
async function lockConnection(connection: DuckDBConnection, folder: string): Promise<void> {
  await connection.run(`SET allowed_directories = [${quoteText(folder)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

async function fillTable(
  connection: DuckDBConnection,
  { columns, options, lines, outline }: ExportDocument,
): Promise<void> {
  const typedColumns = columns.map((column) => typeColumn(column, options, outline !== null));
  await connection.run(
    `CREATE TABLE lines (${typedColumns.map(({ type }, index) => `c${index} ${String(type)}`).join(', ')})`,
  );
  const appender = await connection.createAppender('lines');
  const chunk = DuckDBDataChunk.create(typedColumns.map(({ type }) => type));
  try {
    for await (const piece of lines) {
      for (let start = 0; start < piece.length; start += CHUNK_ROWS) {
        chunk.reset();
        chunk.setColumns(toValues(piece.slice(start, start + CHUNK_ROWS), typedColumns));
        appender.appendDataChunk(chunk);
      }
    }
  } finally {
    appender.closeSync();
  }
}

function toValues(lines: readonly Line[], columns: readonly TypedColumn[]): DuckDBValue[][] {
  return columns.map(({ toValue }, index) =>
    lines.map((line) => {
      const cell = line[index];
      return cell === null || cell === undefined ? null : toValue(cell);
    }),
  );
}

function buildCopySql(document: ExportDocument, path: string): string {
  const selected = listNames(document).map((name, index) => `c${index} AS ${quoteName(name)}`);
  const metadata = Object.entries(toMetadata(document)).map(([name, text]) => `${name}: ${quoteText(text)}`);
  return `COPY (SELECT ${selected.join(', ')} FROM lines) TO ${quoteText(path)} (FORMAT parquet, KV_METADATA {${metadata.join(', ')}})`;
}

const listNames = ({ columns }: ExportDocument) => makeNamesUnique(columns.map(({ name }) => name));

function toMetadata(document: ExportDocument): Readonly<Record<string, string>> {
  const described = document.columns.map((column) => describeColumn(column, document.options));
  return { manifest: JSON.stringify(document.facts()), columns: JSON.stringify(described) };
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// The typed columns of a Parquet file: their names, their types, and the conversion of cells.

const DAY_MS = 86_400_000;
/** Amounts of records have 18 digits at most, as in the store; sums of them may have more. */
const RECORD_DIGITS = 18;
const SUM_DIGITS = 38;

interface TypedColumn {
  readonly type: DuckDBType;
  readonly toValue: (cell: string) => DuckDBValue;
}

function typeColumn(
  column: Pick<ExportColumn, 'kind'>,
  options: Pick<ExportOptions, 'times'>,
  holdsSums: boolean,
): TypedColumn {
  return createTypedColumn(toValueType(column, options), holdsSums ? SUM_DIGITS : RECORD_DIGITS);
}

function createTypedColumn(type: ValueType, digits: number): TypedColumn {
  switch (type) {
    case 'text':
    case 'object':
      return { type: VARCHAR, toValue: (cell) => cell };
    case 'boolean':
      return { type: BOOLEAN, toValue: (cell) => cell === 'true' };
    case 'date':
      return { type: DATE, toValue: (cell) => new DuckDBDateValue(Date.parse(cell) / DAY_MS) };
    case 'instant':
      return { type: TIMESTAMPTZ, toValue: (cell) => new DuckDBTimestampTZValue(toMicroseconds(cell)) };
    case 'local':
      return { type: TIMESTAMP, toValue: (cell) => new DuckDBTimestampValue(toMicroseconds(`${cell}Z`)) };
    case 'integer':
      return { type: BIGINT, toValue: (cell) => BigInt(cell) };
    case 'decimal':
      return {
        type: DECIMAL(digits, SCALE),
        toValue: (cell) => new DuckDBDecimalValue(toUnits(cell), digits, SCALE),
      };
  }
}

function toMicroseconds(instant: string): bigint {
  return BigInt(Date.parse(instant)) * 1000n;
}

/**
 * Makes the names of columns valid in a file: unique regardless of case, and without zero characters, which end a name. The original names
 * are in the file's `columns`.
 */
function makeNamesUnique(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const plain = name.replaceAll('\0', '\uFFFD');
    let unique = plain;
    for (let count = 2; usedNames.has(unique.toLowerCase()); count += 1) unique = `${plain} (${count})`;
    usedNames.add(unique.toLowerCase());
    return unique;
  });
}

/**
 * Writes files of all lines with the store's bulk copy. They are written next to the store's temporary files, in the only folder that its
 * statements reach (docs/topics/workspaces-and-keys.md), and are deleted at the next opening at the latest.
 */
import { rm } from 'node:fs/promises';
import { DuckDBDecimalValue, type DuckDBConnection } from '@duckdb/node-api';
import { lineFile, type BulkCsv, type BulkFile, type BulkLines, type BulkParquet } from '#domain/exports/bulk.ts';
import type { ColumnSums } from '#domain/exports/model.ts';
import { toUnreadableText } from '#domain/exports/record-columns.ts';
import { toColumnSums, type CurrencySums } from '#domain/exports/sums.ts';
import {
  recordChoiceSql,
  fromSql,
  MAX_JOINED,
  orderedSql,
  numberRecords,
  type BulkQuery,
  type Lines,
} from './chosen-lines.ts';
import { nameBulkFile, readRows } from '../database/connections.ts';
import { decimalTextSql } from '../conditions/number-sql.ts';
import { Params } from '../database/parameters.ts';
import { unreadablePropertySql } from '../database/schema.ts';
import { isLocal } from '#domain/local-properties.ts';
import { readUnreadable } from '../joined-rows.ts';
import { hasFourDigitYears, compileCells, type BulkCell } from './cells.ts';
import { joinReplacementsSql, findChangedTexts, MAX_COLUMNS, type ChangedColumn } from './changed-texts.ts';

export interface Bulk extends BulkLines {
  /** Exact sums over all lines. */
  readonly sums: ColumnSums;
}

/** The digits that a number of minutes may have. */
const MINUTES_WIDTH = 28;

/** @returns undefined if some cells can only be written one by one */
export async function createBulk(
  connection: DuckDBConnection,
  folder: string,
  query: BulkQuery,
): Promise<Bulk | undefined> {
  const { sources, columns } = query;
  if (!(await hasFourDigitYears(connection, sources))) return undefined;
  const unreadable = await readUnreadableTexts(connection, query);
  if (!unreadable) return undefined;
  const cells = await compileCells(connection, sources);
  const lines: Lines = { connection, folder, query, cells, unreadable };
  const sums = toColumnSums(columns, await readSums(lines));
  return {
    sums,
    csv: (form) => copyCsv(lines, form),
    parquet: (form) => copyParquet(lines, form),
    lines: () => copyLinesInParts(lines),
  };
}

/** Reads the texts of unreadable values, which few records have. @returns undefined if too many records have some */
async function readUnreadableTexts(
  connection: DuckDBConnection,
  query: BulkQuery,
): Promise<ReadonlyMap<bigint, string> | undefined> {
  const names = query.sources.flatMap((source) => (source.kind === 'unreadable' ? source.read : []));
  const received = names.filter((name) => !isLocal({ name }));
  if (received.length === 0) return new Map();
  const params = new Params();
  const isAny = received.map((name) => unreadablePropertySql({ name })).join(' OR ');
  const sql = `SELECT id, anomalies FROM records
    WHERE anomalies IS NOT NULL AND (${isAny}) AND ${recordChoiceSql(query, params)} LIMIT ${MAX_JOINED + 1}`;
  const rows = await readRows(connection, sql, params);
  if (rows.length > MAX_JOINED) return undefined;
  return new Map(
    rows.flatMap(([id, anomalies]) => {
      const text = toUnreadableText(readUnreadable(String(anomalies), names), names);
      return text === null ? [] : [[BigInt(String(id)), text] as const];
    }),
  );
}

async function readSums(lines: Lines): Promise<CurrencySums[]> {
  const { connection, query, cells } = lines;
  const { columns, currencyIndex } = query;
  const summedIndexes = columns.flatMap(({ adds }, index) => (adds ? [index] : []));
  if (summedIndexes.length === 0) return [];
  const params = new Params();
  const sums = summedIndexes.map((index) => `sum(${cells[index]?.decimal ?? 'NULL'})`);
  const currency = currencyIndex === undefined ? 'NULL' : (cells[currencyIndex]?.text ?? 'NULL');
  const sql = `SELECT ${[currency, ...sums].join(', ')} ${fromSql(lines, params)} ${currencyIndex === undefined ? '' : 'GROUP BY 1'}`;
  return (await readRows(connection, sql, params)).map(([currencyValue, ...values]) => ({
    currency: typeof currencyValue === 'string' ? currencyValue : null,
    sums: columns.map((_, index) => {
      const value = values[summedIndexes.indexOf(index)];
      return value instanceof DuckDBDecimalValue ? value.value : null;
    }),
  }));
}

async function copyCsv(source: Lines, form: BulkCsv): Promise<BulkFile | undefined> {
  const { guards } = form;
  let guarded = 0;
  const changes: ChangedColumn[] = [];
  let lines = source;
  if (guards) {
    const texts = source.cells.flatMap(({ isText }, index) => (isText ? [index] : []));
    for (let start = 0; start < texts.length; start += MAX_COLUMNS) {
      const changedColumns = await findChangedTexts(source, texts.slice(start, start + MAX_COLUMNS), guards);
      if (!changedColumns) return undefined;
      guarded += changedColumns.reduce((sum, { count }) => sum + count, 0);
      changes.push(...changedColumns);
    }
    const unreadable = new Map([...source.unreadable].map(([id, text]) => [id, guards.json(text)] as const));
    guarded += [...unreadable].filter(([id, text]) => source.unreadable.get(id) !== text).length;
    lines = { ...source, unreadable };
  }
  const params = new Params();
  const textJoins = changes.map((column) => joinReplacementsSql(source.cells[column.index], column, params));
  const changedIndexes = new Set(changes.map(({ index }) => index));
  const texts = source.cells.map((cell, index) =>
    csvTextSql(cell, changedIndexes.has(index) ? `coalesce(x_to${index}, ${cell.text})` : cell.text, form),
  );
  const sql = `SELECT ${texts.join(', ')} ${orderedSql(lines, params, textJoins.join(' '))}`;
  // The prefix and suffix are empty, because only then the copy ends its lines with `NEW_LINE`.
  const options = `FORMAT csv, HEADER false, DELIMITER ${quoteText(form.separator)}, QUOTE '"', ESCAPE '"', NULLSTR '', PREFIX '', SUFFIX '', NEW_LINE '\r\n'`;
  return { ...(await copyToFile(source, sql, options, params)), guarded };
}

/** Writes an unset value like an empty text. Quotes would distinguish them, which none of the other formats does. */
function csvTextSql({ isText, spaced, isClock, decimal, join }: BulkCell, text: string, form: BulkCsv): string {
  if (isText || join === 'unreadable') return `nullif(${text}, '')`;
  if (spaced !== undefined && form.spacedTimes) return spaced;
  return decimal !== undefined && !isClock && form.decimalComma ? `replace(${text}, '.', ',')` : text;
}

async function copyParquet(lines: Lines, { names, said: metadataTexts }: BulkParquet): Promise<BulkFile> {
  const params = new Params();
  const values = lines.cells.map(({ value }, index) => `${value} AS ${quoteName(names[index] ?? '')}`);
  const sql = `SELECT ${values.join(', ')} ${orderedSql(lines, params)}`;
  const metadata = Object.entries(metadataTexts).map(([name, text]) => `${name}: ${quoteText(text)}`);
  return copyToFile(lines, sql, `FORMAT parquet, KV_METADATA {${metadata.join(', ')}}`, params);
}

/** Larger parts take more memory to sort; smaller ones take more time, because each part searches all records for its own lines. */
const PART_LINES = 25_000;

/**
 * Copies the cells with the texts that they would get one by one, for writers whose format the store does not know. A writer reads one part
 * while the next is written.
 */
async function* copyLinesInParts(lines: Lines): AsyncGenerator<BulkFile, void, undefined> {
  const { connection, query } = lines;
  const count = await numberRecords(connection, query);
  for (let start = 0; start < count; start += PART_LINES) {
    yield await copyLines({ ...lines, part: { after: start, upTo: start + PART_LINES } });
  }
}

async function copyLines(lines: Lines): Promise<BulkFile> {
  const params = new Params();
  const texts = lines.cells.map(({ text, isClock, decimal }) =>
    isClock === true && decimal !== undefined ? decimalTextSql(decimal, MINUTES_WIDTH) : text,
  );
  const sql = `SELECT ${texts.join(', ')} ${orderedSql(lines, params)}`;
  const { delimiter, quote, lineEnd } = lineFile;
  const options = `FORMAT csv, HEADER false, DELIMITER ${quoteText(delimiter)}, QUOTE ${quoteText(quote)}, ESCAPE ${quoteText(quote)}, NULLSTR '', PREFIX '', SUFFIX '', NEW_LINE ${quoteText(lineEnd)}`;
  return copyToFile(lines, sql, options, params);
}

async function copyToFile(
  { connection, folder }: Lines,
  sql: string,
  options: string,
  params: Params,
): Promise<BulkFile> {
  const path = await nameBulkFile(folder);
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    await connection.run(`COPY (${sql}) TO ${quoteText(path)} (${options})`, params.values, params.types);
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { path, guarded: 0, remove };
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

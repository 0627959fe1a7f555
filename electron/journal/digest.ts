/** Digests that identify a row, a table and a whole journal. They detect rot, not attackers, because they contain no secret. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { listColumns, type JournalTable, type Row } from './table.ts';

/** Hexadecimal digits, which is 128 bits. */
const DIGITS = 32;

export function toDigest(content: string | Uint8Array): string {
  return hash('sha256', content).slice(0, DIGITS);
}

/** Digests a row's table, columns and values. Unset columns do not count, so that an added column changes no older row's digest. */
export function digestRow(table: JournalTable, row: Readonly<Record<string, unknown>>): string {
  const setColumns: [string, unknown][] = [];
  for (const column of listColumns(table)) if ((row[column] ?? null) !== null) setColumns.push([column, row[column]]);
  return toDigest(JSON.stringify([table.name, setColumns]));
}

/** Returns the row as the file will hold it: invalid Unicode becomes the replacement character. */
export function toStorableRow(table: JournalTable, row: Row): Row {
  const storedRow: Record<string, string | null> = {};
  for (const column of listColumns(table)) storedRow[column] = row[column]?.toWellFormed() ?? null;
  return storedRow;
}

/** The number of rows of a table, and their digests combined regardless of order. */
export const tallySchema = z.object({ rows: z.number().int().nonnegative(), sum: z.string().regex(/^[0-9a-f]{32}$/) });
export type Tally = z.output<typeof tallySchema>;

export const tallySheetSchema = z.record(z.string(), tallySchema);
export type TallySheet = Readonly<Record<string, Tally>>;

export const NO_ROWS: Tally = { rows: 0, sum: '0'.repeat(DIGITS) };

export function findTally(sheet: TallySheet, table: string): Tally {
  return sheet[table] ?? NO_ROWS;
}

/** Updates the tally for a row that is added, removed or replaced. */
export function moveTally({ rows, sum }: Tally, removed: string | undefined, added: string | undefined): Tally {
  const bits = BigInt(`0x${sum}`) ^ BigInt(`0x${removed ?? '0'}`) ^ BigInt(`0x${added ?? '0'}`);
  return {
    rows: rows - (removed === undefined ? 0 : 1) + (added === undefined ? 0 : 1),
    sum: bits.toString(16).padStart(DIGITS, '0'),
  };
}

export function tallyDigests(digests: Iterable<string>): Tally {
  let rows = 0;
  let bits = 0n;
  for (const digest of digests) {
    rows += 1;
    bits ^= BigInt(`0x${digest}`);
  }
  return { rows, sum: bits.toString(16).padStart(DIGITS, '0') };
}

/** True when two manifests agree on these tables; further tables of a newer version are ignored. */
export function isSame(a: TallySheet, b: TallySheet, tables: readonly string[]): boolean {
  return tables.every((table) => {
    const [first, second] = [findTally(a, table), findTally(b, table)];
    return first.rows === second.rows && first.sum === second.sum;
  });
}

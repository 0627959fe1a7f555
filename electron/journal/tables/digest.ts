/** Digests that identify a row, a table and a whole journal. They detect rot, not attackers: they contain no secret. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { listColumns, type JournalTable, type Row } from './table.ts';

/** 128 bits. */
const DIGITS = 32;

export function digestOfText(text: string): string {
  return hash('sha256', text).slice(0, DIGITS);
}

/** Of table, columns and values; unset columns do not count, so that an added column changes no older row's digest. */
export function digestOfRow(table: JournalTable, row: Readonly<Record<string, unknown>>): string {
  const set: [string, unknown][] = [];
  for (const column of listColumns(table)) if ((row[column] ?? null) !== null) set.push([column, row[column]]);
  return digestOfText(JSON.stringify([table.name, set]));
}

/** As the file will have it: invalid Unicode becomes the replacement character. */
export function storable(table: JournalTable, row: Row): Row {
  const stored: Record<string, string | null> = {};
  for (const column of listColumns(table)) stored[column] = row[column]?.toWellFormed() ?? null;
  return stored;
}

/** How many rows a table has, and all their digests combined, whatever their order. */
export const tallySchema = z.object({ rows: z.number().int().nonnegative(), sum: z.string().regex(/^[0-9a-f]{32}$/) });
export type Tally = z.output<typeof tallySchema>;

/** By table. */
export const tallySheetSchema = z.record(z.string(), tallySchema);
export type TallySheet = Readonly<Record<string, Tally>>;

export const NO_ROWS: Tally = { rows: 0, sum: '0'.repeat(DIGITS) };

export function tallyIn(sheet: TallySheet, table: string): Tally {
  return sheet[table] ?? NO_ROWS;
}

/** A row is added, removed or replaced. */
export function moveTally({ rows, sum }: Tally, gone: string | undefined, come: string | undefined): Tally {
  const bits = [sum, gone ?? '0', come ?? '0'].reduce((total, each) => total ^ BigInt(`0x${each}`), 0n);
  return {
    rows: rows - (gone === undefined ? 0 : 1) + (come === undefined ? 0 : 1),
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

/** Whether two manifests agree on these tables; further tables of a newer version are ignored. */
export function isSame(one: TallySheet, other: TallySheet, tables: readonly string[]): boolean {
  return tables.every((table) => {
    const [first, second] = [tallyIn(one, table), tallyIn(other, table)];
    return first.rows === second.rows && first.sum === second.sum;
  });
}

/** Writes a complete table as CSV: lists of names, findings of a check. */
import type { ExportOptions } from '#domain/exports/options.ts';
import type { AtomicFile } from './atomic-file.ts';
import { writeCsv } from './formats/csv.ts';
import { buildNamesTable, nameColumns } from '#domain/people/names-table.ts';
import type { Directory } from '#domain/people/directory.ts';

interface SmallTable {
  readonly columns: readonly { readonly head: string; readonly kind: 'text' | 'number' }[];
  readonly rows: readonly (readonly string[])[];
}

type Form = Pick<ExportOptions, 'preset' | 'separator' | 'decimalMark'>;
const plain: Form = { preset: 'excel', separator: 'comma', decimalMark: 'point' };

export async function writeSmallTable({ columns, rows }: SmallTable, file: AtomicFile, form = plain): Promise<void> {
  await writeCsv({ columns, lines: yieldOnce(rows), options: form }, file);
}

async function* yieldOnce<T>(piece: T): AsyncGenerator<T> {
  yield piece;
}

/** Writes the directory as a table that spreadsheets open and `names import` reads back unchanged. */
export function writeNames(directory: Directory, file: AtomicFile): Promise<void> {
  const columns = nameColumns.map((head) => ({ head, kind: 'text' as const }));
  return writeSmallTable({ columns, rows: buildNamesTable(directory) }, file);
}

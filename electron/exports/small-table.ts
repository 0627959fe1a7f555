/** Writes a table that is whole already, as CSV: lists of names, findings of a check. */
import type { ExportOptions } from '../../src/domain/exports/options.ts';
import type { AtomicFile } from './atomic-file.ts';
import { writeCsv } from './formats/csv.ts';

export interface SmallTable {
  readonly columns: readonly { readonly head: string; readonly kind: 'text' | 'number' }[];
  readonly rows: readonly (readonly string[])[];
}

type Form = Pick<ExportOptions, 'preset' | 'separator' | 'decimalMark'>;
const plain: Form = { preset: 'excel', separator: 'comma', decimalMark: 'point' };

export async function writeSmallTable({ columns, rows }: SmallTable, file: AtomicFile, form = plain): Promise<void> {
  await writeCsv(
    {
      columns,
      lines: once(rows),
      options: form,
    },
    file,
  );
}

async function* once<T>(piece: T): AsyncGenerator<T> {
  yield piece;
}

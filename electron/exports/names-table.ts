/** Writes the directory as a table that spreadsheets open and `names import` reads back the same. */
import { nameColumns } from '../../src/domain/people/names-line.ts';
import { namesTable } from '../../src/domain/people/names-table.ts';
import type { Directory } from '../../src/domain/people/directory.ts';
import type { AtomicFile } from './atomic-file.ts';
import { writeSmallTable } from './small-table.ts';

export function writeNames(directory: Directory, file: AtomicFile): Promise<void> {
  const columns = nameColumns.map((head) => ({ head, kind: 'text' as const }));
  return writeSmallTable({ columns, rows: namesTable(directory) }, file);
}

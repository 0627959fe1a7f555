/** Documents made by hand, and what a writer makes of them. */
import { exportWords } from '../../../electron/questions/exports/words.ts';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '../../../electron/exports/atomic-file.ts';
import type { ExportDocument, FormatWriter } from '../../../electron/exports/document.ts';
import type { ColumnKind, ExportColumn, Line } from '../../../src/domain/exports/model.ts';
import { exportOptionsSchema, settleOptions } from '../../../src/domain/exports/options.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';

export function exportColumn(name: string, kind: ColumnKind, given: Partial<ExportColumn> = {}): ExportColumn {
  return { name, label: name, head: name, kind, digits: null, currency: null, adds: false, ...given };
}

/** @param pieces of lines, as they are read. */
export function exportDocument(
  columns: readonly ExportColumn[],
  pieces: readonly (readonly Line[])[],
  given: Partial<ExportDocument> = {},
): ExportDocument {
  const settled = settleOptions(exportOptionsSchema.parse({ format: 'json' }));
  if (!settled.ok) throw new Error(settled.problem);
  const sums = startSums(columns, undefined);
  async function* read() {
    for (const piece of pieces) {
      sums.add(piece);
      yield piece;
    }
  }
  return {
    head: {
      title: 'Time logs',
      period: 'October 2026',
      seal: 'Complete',
      complete: true,
      notes: ['A note.'],
      sections: [],
    },
    options: settled.value,
    words: exportWords,
    columns,
    currencyAt: undefined,
    lines: read(),
    lineCount: pieces.flat().length,
    outline: null,
    sums: () => sums.result(),
    facts: () => ({
      title: 'Time logs',
      columns: columns.map(({ name }) => name),
      sums: sums.result().all,
      zone: 'UTC',
    }),
    ...given,
  };
}

/** Writes to a real file. @param read is given its path; nothing else may stand beside it by then. */
export async function writeExported<T>(
  writer: FormatWriter,
  document: ExportDocument,
  read: (path: string) => T,
): Promise<Awaited<T>> {
  const folder = mkdtempSync(join(tmpdir(), 'written-'));
  try {
    const path = join(folder, 'file');
    await writeAtomically(path, async (file) => void (await writer.write(document, file)));
    const beside = readdirSync(folder).filter((name) => name !== 'file');
    if (beside.length > 0) throw new Error(`Left behind: ${beside.join(', ')}`);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const readText = (path: string) => readFileSync(path, 'utf8');

/** Documents made by hand, as handlers compose them, and the bytes a writer makes of them. */
import type { ExportDocument, FormatWriter } from '#electron/exports/document.ts';
import type { ColumnKind, ExportColumn, Line, OutlineRow } from '#domain/exports/model.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { createColumnSums } from '#domain/exports/sums.ts';

export function makeColumn(head: string, kind: ColumnKind, more: Partial<ExportColumn> = {}): ExportColumn {
  return { name: head, label: head, head, kind, digits: null, currency: null, adds: false, ...more };
}

export interface DocumentParts {
  readonly columns: readonly ExportColumn[];
  readonly lines: readonly Line[];
  readonly currencyIndex?: number | undefined;
  readonly outline?: readonly OutlineRow[] | undefined;
  readonly head?: Partial<ExportDocument['head']>;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly linesAPiece?: number;
  readonly format?: ExportOptionsInput['format'];
}

export function makeDocument(parts: DocumentParts): ExportDocument {
  const { columns, lines, currencyIndex, outline = null, head, facts, linesAPiece = 100, format = 'csv' } = parts;
  const sums = createColumnSums(columns, currencyIndex);
  const options = resolveOptions(exportOptionsSchema.parse({ format }));
  if (!options.ok) throw new Error(options.problem);
  async function* toPieces() {
    for (let at = 0; at < lines.length; at += linesAPiece) {
      const piece = lines.slice(at, at + linesAPiece);
      sums.add(piece);
      yield piece;
    }
  }
  return {
    head: {
      title: 'Time logs',
      period: 'October 2026 (1–31 Oct 2026)',
      seal: 'Complete as of 2026-11-02 08:00 UTC',
      complete: true,
      notes: [],
      sections: [],
      ...head,
    },
    options: options.value,
    columns,
    currencyIndex,
    lines: toPieces(),
    lineCount: lines.length,
    outline,
    sums: () => sums.result(),
    facts: () => facts ?? { title: 'Time logs', columns: columns.map(({ name }) => name), sums: sums.result().all },
  };
}

export async function writeToBuffer(write: (file: Parameters<FormatWriter['write']>[1]) => Promise<unknown>) {
  const chunks: Buffer[] = [];
  await write({
    write: async (content) => void chunks.push(Buffer.from(content)),
    scratch: () => Promise.reject(new Error('No folder is needed')),
  });
  return Buffer.concat(chunks);
}

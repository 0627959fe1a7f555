/** Reads exported files back by programs that did not write them. A format's reader is one entry: the random campaign then asks for it too. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { ExportFormat } from '#domain/export-formats.ts';
import { readParquetFacts, readers as dataReaders } from './data-readers.ts';
import { toMinutes } from './readers/figures.ts';
import { html } from './readers/html.ts';
import { pdf } from './readers/pdf.ts';
import type { Reader } from './readers/read-file.ts';
import { workbook } from './readers/workbook.ts';

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Formats for programs: lines by column name, in the order of the first line. @param toNotes what the file itself says */
function byName(format: 'json' | 'jsonl' | 'parquet', toNotes?: (path: string) => readonly string[]): Reader {
  return {
    presets: ['machine'],
    async read(path) {
      const rows = await dataReaders[format](path);
      const heads = Object.keys(rows[0] ?? {});
      const notes = toNotes?.(path);
      return { heads, lines: rows.map((row) => heads.map((head) => row[head] ?? '')), ...(notes && { notes }) };
    },
  };
}

interface Said {
  readonly notes: readonly { readonly text: string }[];
}

export const readers: Readonly<Partial<Record<ExportFormat, Reader>>> = {
  csv: {
    presets: ['excel', 'machine'],
    async read(path, { preset, options: { separator, decimalMark } }, numeric) {
      const isMachine = preset === 'machine';
      const [heads = [], ...lines] = parse(readFileSync(path), {
        bom: true,
        delimiter: isMachine ? ',' : separators[separator],
      });
      const plain = (cell: string, at: number) => {
        if (!numeric(at)) return cell;
        return toMinutes(decimalMark === 'comma' ? cell.replace(',', '.') : cell);
      };
      return { heads, lines: lines.map((cells) => cells.map(plain)) };
    },
  },
  xlsx: workbook,
  pdf,
  html,
  json: byName('json', (path) => (JSON.parse(readFileSync(path, 'utf8')) as { notes: string[] }).notes),
  jsonl: byName('jsonl'),
  parquet: byName('parquet', (path) => (readParquetFacts(path)['manifest'] as Said).notes.map(({ text }) => text)),
};

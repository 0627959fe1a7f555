/** Reads exported files back by programs that did not write them. A format's reader is one entry: the random campaign then asks for it too. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { formatUnits, toUnits } from '../../src/domain/decimal.ts';
import type { ExportFormat } from '../../src/domain/export-formats.ts';
import { readers as dataReaders } from './data-readers.ts';
import type { ExportOptionsInput } from '../../src/domain/exports/options.ts';

/** Cells as plain texts, empty where unset; numbers as plain decimals, of clock hours as minutes. */
export interface ReadFile {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

export interface Reader {
  readonly presets: readonly NonNullable<ExportOptionsInput['preset']>[];
  /** @param numeric whether the cells of a column are figures, by its place */
  read(path: string, options: ExportOptionsInput, numeric: (at: number) => boolean): Promise<ReadFile>;
}

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Formats for programs: lines by column name, in the order of the first line. */
function byName(format: 'json' | 'jsonl' | 'parquet'): Reader {
  return {
    presets: ['machine'],
    async read(path) {
      const rows = await dataReaders[format](path);
      const heads = Object.keys(rows[0] ?? {});
      return { heads, lines: rows.map((row) => heads.map((head) => row[head] ?? '')) };
    },
  };
}

export const readers: Readonly<Partial<Record<ExportFormat, Reader>>> = {
  csv: {
    presets: ['excel', 'machine'],
    async read(path, { preset, separator, decimalMark }, numeric) {
      const isMachine = preset === 'machine';
      const ofMark = decimalMark === 'comma' ? 'semicolon' : 'comma';
      const delimiter = isMachine ? ',' : separators[separator ?? ofMark];
      const [heads = [], ...lines] = parse(readFileSync(path), { bom: true, delimiter });
      const plain = (cell: string, at: number) => {
        if (!numeric(at)) return cell;
        return toMinutes(!isMachine && decimalMark === 'comma' ? cell.replace(',', '.') : cell);
      };
      return { heads, lines: lines.map((cells) => cells.map(plain)) };
    },
  },
  json: byName('json'),
  jsonl: byName('jsonl'),
  parquet: byName('parquet'),
};

/** `-1:30` is 90 minutes less than none, `0:00:30` half of one; anything else stays. */
function toMinutes(cell: string): string {
  const clock = /^(-?)(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?$/.exec(cell);
  if (!clock) return cell;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = clock;
  const units = toUnits(hours) * 60n + toUnits(minutes) + toUnits(seconds) / 60n;
  return formatUnits(sign === '-' ? -units : units);
}

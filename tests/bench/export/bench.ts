/** Writes the same records by the app and by the store's own bulk copy, in turns, and tells how many times as long the app takes. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../child.ts';
import { count, median, megabytes, printMachine, printTable, ratio, seconds } from '../printing.ts';
import { snapshotPath } from '../query/data.ts';
import type { ExportJob, ExportOutcome } from './contestant.ts';

export interface ExportBench {
  readonly records: number;
  readonly columns: number;
  readonly rounds: number;
  /** Where the store stays for the next run; a temporary one by default. */
  readonly folder: string | undefined;
  readonly only: readonly string[] | undefined;
  /** A folder in whose packages exceljs was installed by hand; without it the workbook has no peer. */
  readonly packages: string | undefined;
}

type Contestant = Omit<ExportJob, 'folder' | 'columns'>;

/** Each with what it is held against, and how many times as long it may take. */
export const contestants: Readonly<
  Record<string, Contestant & { readonly against?: string; readonly bound?: number }>
> = {
  'copy-csv': { by: 'copy', format: 'csv', preset: 'machine' },
  'csv-machine': { by: 'app', format: 'csv', preset: 'machine', against: 'copy-csv', bound: 1.5 },
  'csv-excel': { by: 'app', format: 'csv', preset: 'excel', against: 'copy-csv', bound: 1.5 },
  'copy-parquet': { by: 'copy', format: 'parquet', preset: 'machine' },
  parquet: { by: 'app', format: 'parquet', preset: 'machine', against: 'copy-parquet', bound: 1.3 },
  exceljs: { by: 'exceljs', format: 'xlsx', preset: 'excel' },
  xlsx: { by: 'app', format: 'xlsx', preset: 'excel', against: 'exceljs', bound: 0.5 },
  json: { by: 'app', format: 'json', preset: 'machine' },
  jsonl: { by: 'app', format: 'jsonl', preset: 'machine' },
};

export async function benchExport({
  records,
  columns,
  rounds,
  folder: kept,
  only,
  packages,
}: ExportBench): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bench-export-'));
  mkdirSync(folder, { recursive: true });
  try {
    printMachine('before');
    if (!existsSync(snapshotPath(folder))) await runChild(import.meta.resolve('./fill.ts'), { folder, records });
    const isHere = (name: string) => name !== 'exceljs' || packages !== undefined;
    const names = Object.keys(contestants).filter((name) => isHere(name) && (only?.includes(name) ?? true));
    const outcomes = new Map<string, ExportOutcome[]>(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) {
        const { by = 'app', format = 'csv', preset = 'machine' } = contestants[name] ?? {};
        const job: ExportJob = { folder, columns, by, format, preset, packages };
        outcomes.get(name)?.push(await runChild(import.meta.resolve('./contestant.ts'), job));
      }
    }
    print(outcomes, `${count(records)} × ${columns}`);
    printMachine('after');
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function print(outcomes: ReadonlyMap<string, readonly ExportOutcome[]>, size: string): void {
  const middle = (name: string | undefined, figure: (each: ExportOutcome) => number) =>
    median((outcomes.get(name ?? '') ?? []).map(figure));
  const rows = [...outcomes.keys()].map((name) => {
    const { against, bound } = contestants[name] ?? {};
    const took = middle(name, ({ milliseconds }) => milliseconds);
    const base = middle(against, ({ milliseconds }) => milliseconds);
    if (bound !== undefined && took > bound * base) process.exitCode = 1;
    return [
      name,
      seconds(took),
      seconds(middle(name, ({ processorMilliseconds }) => processorMilliseconds)),
      against !== undefined && outcomes.has(against) ? ratio(took, base) : '',
      bound === undefined ? '' : `${bound} ×`,
      megabytes(middle(name, ({ fileBytes }) => fileBytes)),
      megabytes(middle(name, ({ peakBytes, openBytes }) => peakBytes - openBytes)),
      `${Math.round(middle(name, ({ stallMilliseconds }) => stallMilliseconds))} ms`,
    ];
  });
  printTable([[size, 'wall', 'processor', 'to its peer', 'bound', 'file', 'memory', 'stall'], ...rows]);
}

/** One file written by one of the contestants, in a process of its own: the app's whole way of an export, or the store's own copy. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DuckDBDecimalValue, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { openJournal } from '#electron/journal/journal.ts';
import { exportRecords } from '#electron/features/exports/records.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { exportOptionsSchema, resolveOptions } from '#domain/exports/options.ts';
import { declaredProperties } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { jobGiven, sendResult } from '../child.ts';
import { snapshotPath } from '../query/data.ts';

export interface ExportJob {
  readonly folder: string;
  /** `exceljs`: its streaming writer, over the same records read in pieces. */
  readonly by: 'app' | 'copy' | 'exceljs';
  readonly format: 'csv' | 'xlsx' | 'json' | 'jsonl' | 'parquet';
  readonly preset: 'excel' | 'machine';
  readonly columns: number;
  /** A folder in whose packages exceljs is: it is none of the project's. */
  readonly packages?: string | undefined;
}

export interface ExportOutcome {
  readonly milliseconds: number;
  readonly processorMilliseconds: number;
  readonly fileBytes: number;
  /** The largest resident set until then, and what it was when the store was open. */
  readonly peakBytes: number;
  readonly openBytes: number;
  /** The longest time in which nothing else had its turn. */
  readonly stallMilliseconds: number;
}

const BEAT_MS = 10;
const ZONE = 'Europe/Berlin';
const PEER = 'exceljs';

async function measure(path: string, work: () => Promise<unknown>): Promise<ExportOutcome> {
  const openBytes = process.memoryUsage.rss();
  let stallMilliseconds = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    stallMilliseconds = Math.max(stallMilliseconds, now - last - BEAT_MS);
    last = now;
  }, BEAT_MS);
  const [begun, used] = [performance.now(), process.cpuUsage()];
  await work();
  const milliseconds = performance.now() - begun;
  const { user, system } = process.cpuUsage(used);
  clearInterval(beat);
  return {
    milliseconds,
    processorMilliseconds: (user + system) / 1000,
    fileBytes: statSync(path).size,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    openBytes,
    stallMilliseconds,
  };
}

const chosen = ({ columns }: ExportJob) => declaredProperties.slice(0, columns).map(({ name }) => name);

async function writeByApp(job: ExportJob, folder: string): Promise<ExportOutcome> {
  const path = join(folder, `file.${job.format}`);
  const snapshot = await openSnapshot(snapshotPath(job.folder));
  const journal = openJournal(join(folder, 'journal.sqlite'));
  const state = async () => ({ kind: 'service', baseUrl: 'https://records.example' });
  const workspace = {
    journal,
    snapshot,
    state,
    settings: () => ({ ...defaultSettings, zone: ZONE }),
  } as unknown as Workspace;
  const settled = resolveOptions(exportOptionsSchema.parse({ format: job.format, preset: job.preset }));
  if (!settled.ok) throw new Error(settled.problem);
  const asked = {
    selection: { filterGroups: [], query: '', zone: ZONE },
    columns: chosen(job),
    options: settled.value,
    allowEmpty: false,
  };
  const parts = {
    host: quietHost({ chooseDestination: async () => ({ path }) }),
    version: 'bench',
    onWritten: () => undefined,
  };
  try {
    return await measure(path, () => exportRecords(parts, workspace, asked, new AbortController().signal));
  } finally {
    await snapshot.close();
    journal.close();
  }
}

/** With as many threads as it takes by itself, but in the order of ids as the app writes them. */
async function copyByStore(job: ExportJob, folder: string): Promise<ExportOutcome> {
  const path = join(folder, `copy.${job.format}`);
  const instance = await DuckDBInstance.create(snapshotPath(job.folder), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const columns = ['id', ...chosen(job).map((name) => `"${name}"`)].join(', ');
  const as = job.format === 'parquet' ? 'FORMAT parquet' : 'FORMAT csv, HEADER';
  const sql = `COPY (SELECT ${columns} FROM records WHERE NOT archived ORDER BY id) TO '${path}' (${as})`;
  try {
    return await measure(path, () => connection.run(sql));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface StreamedWorkbook {
  addWorksheet(name: string): { addRow(row: unknown[]): { commit(): void }; commit(): void };
  commit(): Promise<void>;
}

interface Exceljs {
  readonly stream: { readonly xlsx: { readonly WorkbookWriter: new (options: object) => StreamedWorkbook } };
}

async function writeByExceljs(job: ExportJob, folder: string): Promise<ExportOutcome> {
  const path = join(folder, 'exceljs.xlsx');
  const require = createRequire(join(job.packages ?? folder, 'package.json'));
  // By a name, so that it is not taken for a package of the project.
  const exceljs = require(PEER) as Exceljs;
  const instance = await DuckDBInstance.create(snapshotPath(job.folder), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const columns = ['id', ...chosen(job).map((name) => `"${name}"`)].join(', ');
  const write = async () => {
    const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: false });
    const sheet = workbook.addWorksheet('Data');
    sheet.addRow(['id', ...chosen(job)]).commit();
    const rows = await connection.stream(`SELECT ${columns} FROM records WHERE NOT archived ORDER BY id`);
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- pieces follow one another
      const piece = await rows.fetchChunk();
      if (!piece || piece.rowCount === 0) break;
      for (const row of piece.getRows()) sheet.addRow(row.map(toCell)).commit();
    }
    sheet.commit();
    await workbook.commit();
  };
  try {
    return await measure(path, write);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** As a program would write them: numbers as doubles, anything else as text. */
function toCell(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  return value instanceof DuckDBDecimalValue ? Number(value.toString()) : value.toString();
}

if (process.argv[1] === import.meta.filename) {
  const job = jobGiven() as ExportJob;
  const folder = mkdtempSync(join(job.folder, 'written-'));
  try {
    const write = { app: writeByApp, copy: copyByStore, exceljs: writeByExceljs }[job.by];
    sendResult(await write(job, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes one file for each client or person into one zip, with an index whose files add up to the whole. Whose file a record is in is
 * decided as reports group and filters select, so that every record is in exactly one.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ZipFile } from 'yazl';
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import type { Manifest, PackManifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import { namePackFiles } from '../../../src/domain/exports/pack-names.ts';
import { settleOptions } from '../../../src/domain/exports/options.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { drillDown } from '../../../src/domain/reports/explain/drill-down.ts';
import { keyText } from '../../../src/domain/reports/keys/key-text.ts';
import { reportSchema, type Report, type ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { writeAtomically, type AtomicFile } from '../../exports/atomic-file.ts';
import { writeSmallTable } from '../../exports/small-table.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { findUnheldValues } from '../unheld-values.ts';
import { failEmpty } from './manifest.ts';
import { exportRecords, spanName, type ExportParts, type RecordsExport } from './records.ts';

export interface PackQuestion extends Omit<RecordsExport, 'selection'> {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period: string | undefined;
  /** The dimension that decides the files. */
  readonly by: string;
  /** Name of each file, with `{name}` and `{period}` in it. */
  readonly pattern: string;
}

/** How the pack's parts ask: as every other question of records and reports. */
export interface PackAsking {
  readonly run: (report: Report) => Promise<ReportResult>;
  readonly select: (asked: { filterGroups: FilterGroups; query: string; period?: string }) => Promise<Selection>;
}

/**
 * @returns null when no destination was chosen
 * @throws AppFailure `nothing-matched`; `usage` where the records changed meanwhile, so that the files would not add up; and as one export
 */
export async function exportPack(
  parts: ExportParts,
  workspace: Workspace,
  question: PackQuestion,
  { run, select }: PackAsking,
  signal: AbortSignal,
): Promise<PackManifest | null> {
  const { by, options, period, filterGroups, query } = question;
  const report = reportSchema.parse({
    measures: ['records'],
    groupBy: [by],
    filterGroups,
    query,
    ...(period !== undefined && { period }),
  });
  const result = await run(report);
  if (result.records === 0) failEmpty(await findUnheldValues(workspace, filterGroups, signal));
  const span = result.period ? spanName(result.period) : 'all';
  const suggested = `${texts.pack.name}-${span}${result.complete ? '' : '-partial'}.zip`;
  const destination = await parts.host.chooseDestination(suggested);
  if (!destination) return null;
  const directory = workspace.journal.names();
  const names = namePackFiles(
    result.rows.map(({ key }) => {
      const own = key[by] ?? null;
      return own === null ? null : keyText(by, own, directory, workspace.settings());
    }),
    { pattern: question.pattern, span, extension: fileTypes[options.format].extension },
  );
  const folder = () => mkdtemp(join(dirname(destination.path), '.pack-'));
  const scratch = await folder();
  const apart = await folder();
  try {
    const manifests: Manifest[] = [];
    const whole = await select({ filterGroups, query, ...(period !== undefined && { period }) });
    let before = 0;
    for (const [at, row] of result.rows.entries()) {
      if (signal.aborted) fail({ code: 'cancelled' });
      const { period: narrowed, ...selected } = drillDown(report, result, { row });
      const selection = await select({ ...selected, ...(narrowed !== undefined && { period: narrowed }) });
      const done = before;
      const manifest = await exportRecords(
        {
          ...parts,
          host: inFolder(parts, join(scratch, names[at] ?? '')),
          onWritten: (written) => parts.onWritten(done + written, result.records),
        },
        workspace,
        { ...question, selection },
        signal,
      );
      if (!manifest) throw new Error('A file of a pack has its place');
      manifests.push(manifest);
      before += manifest.records;
    }
    // The whole, written the same way: what the files must add up to.
    const check = await exportRecords(
      { ...parts, host: inFolder(parts, join(apart, WHOLE)), onWritten: () => undefined },
      workspace,
      { ...question, options: inCsv(question), selection: whole },
      signal,
    );
    if (!check || !addUp(manifests, check)) fail({ code: 'usage', detail: texts.pack.changed });
    const pack: Omit<PackManifest, 'sha256'> = {
      by,
      files: manifests.map((manifest, at) => ({
        file: manifest.file,
        key: result.rows[at]?.key[by] ?? null,
        records: manifest.records,
        sums: manifest.sums,
        currency: manifest.currency,
        ...(manifest.sumsByCurrency && { sumsByCurrency: manifest.sumsByCurrency }),
        sha256: manifest.sha256,
      })),
      records: check.records,
      sums: check.sums,
      currency: check.currency,
      ...(check.sumsByCurrency && { sumsByCurrency: check.sumsByCurrency }),
      ...(check.units && { units: check.units }),
      period: check.period,
      complete: check.complete,
      asOf: check.asOf,
      appVersion: parts.version,
    };
    const sha256 = await writeAtomically(destination.path, (file) => writeZip(scratch, pack, options, file), {
      replace: destination.replaces !== false,
    });
    await parts.host.deliver(destination.path);
    return { ...pack, sha256 };
  } finally {
    for (const folder of [scratch, apart]) await rm(folder, { recursive: true, force: true });
  }
}

const WHOLE = 'whole.csv';

function inFolder({ host }: ExportParts, path: string): ExportParts['host'] {
  return { ...host, chooseDestination: async () => ({ path, replaces: false }), deliver: async () => undefined };
}

/** Any format adds up alike; CSV has no limit of lines. */
function inCsv({ options }: PackQuestion): RecordsExport['options'] {
  const settled = settleOptions({
    format: 'csv',
    preset: 'machine',
    audience: options.audience,
    rates: options.rates,
    signature: false,
  });
  if (!settled.ok) throw new Error(settled.problem);
  // The columns of the files, which sum up alike in every form.
  return { ...settled.value, names: options.names, times: options.times, preset: options.preset, heads: options.heads };
}

function addUp(files: readonly Manifest[], whole: Manifest): boolean {
  const records = files.reduce((sum, { records: own }) => sum + own, 0);
  if (records !== whole.records || files.some(({ asOf }) => asOf !== whole.asOf)) return false;
  const apart = columnsApart(whole);
  const found = new Map<string, bigint>();
  for (const file of files) {
    for (const [label, units] of labelledSums(file, apart)) found.set(label, (found.get(label) ?? 0n) + units);
  }
  const wanted = labelledSums(whole, apart);
  return wanted.size === found.size && [...wanted].every(([label, units]) => found.get(label) === units);
}

type Summed = Pick<Manifest, 'sums' | 'sumsByCurrency' | 'currency'>;

/** Columns of money whose sums are told for each currency. */
function columnsApart({ sumsByCurrency = [] }: Summed): ReadonlySet<string> {
  return new Set(sumsByCurrency.flatMap(({ totals }) => Object.keys(totals)));
}

/** Known sums by column, those of money of several currencies by column and currency. */
function labelledSums(
  { sums, sumsByCurrency = [], currency }: Summed,
  apart: ReadonlySet<string>,
): Map<string, bigint> {
  const label = (name: string, own: string | null) =>
    apart.has(name) ? texts.columns.inCurrency(name, own ?? texts.pack.noCurrency) : name;
  const all = [
    ...Object.entries(sums).map(([name, value]) => [label(name, currency), value] as const),
    ...sumsByCurrency.flatMap((each) =>
      Object.entries(each.totals).map(([name, value]) => [label(name, each.currency), value] as const),
    ),
  ];
  return new Map(all.flatMap(([name, value]) => (value === null ? [] : [[name, toUnits(value)] as const])));
}

/** The date of every entry: a pack of the same records has the same bytes. */
const ENTRY_TIME = new Date('2000-01-01T00:00:00Z');

async function writeZip(
  folder: string,
  pack: Omit<PackManifest, 'sha256'>,
  form: RecordsExport['options'],
  file: AtomicFile,
): Promise<void> {
  const zip = new ZipFile();
  const entry = { mtime: ENTRY_TIME, mode: 0o100644, forceDosTimestamp: true };
  zip.addBuffer(Buffer.from(`${JSON.stringify(pack, null, 2)}\n`), 'index.json', entry);
  zip.addBuffer(await indexTable(pack, form), 'index.csv', entry);
  for (const name of (await readdir(folder)).toSorted()) {
    zip.addReadStreamLazy(name, entry, (give) => give(null, createReadStream(join(folder, name))));
  }
  zip.end();
  try {
    for await (const chunk of zip.outputStream) await file.write(toBytes(chunk));
  } catch (cause) {
    throw cause instanceof AppFailure ? cause : new AppFailure({ code: 'write-failed', detail: folder }, { cause });
  }
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('A zip file is bytes');
}

/** A line a file, and the whole below: what people open first. */
async function indexTable(
  { files, ...whole }: Omit<PackManifest, 'sha256'>,
  form: RecordsExport['options'],
): Promise<Buffer> {
  const apart = columnsApart(whole);
  const wanted = labelledSums(whole, apart);
  const names = [...wanted.keys()];
  const figures = (of: Summed) => {
    const own = labelledSums(of, apart);
    return names.map((name) => {
      const units = own.get(name);
      return units === undefined ? '' : formatUnits(units);
    });
  };
  const chunks: Buffer[] = [];
  await writeSmallTable(
    {
      columns: [
        ...[texts.pack.file, texts.pack.key].map((head) => ({ head, kind: 'text' as const })),
        ...[texts.columns.recordCount, ...names].map((head) => ({ head, kind: 'number' as const })),
        { head: texts.pack.hash, kind: 'text' },
      ],
      rows: [
        ...files.map((each) => [each.file, each.key ?? '', String(each.records), ...figures(each), each.sha256]),
        [texts.pack.whole, '', String(whole.records), ...figures(whole), ''],
      ],
    },
    { write: async (content) => void chunks.push(Buffer.from(content)) },
    form,
  );
  return Buffer.concat(chunks);
}

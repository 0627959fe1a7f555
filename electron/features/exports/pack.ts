/**
 * Writes one file for each client or person into a zip or a folder, with an index whose files add up to the whole. A record belongs to a
 * file as reports group and filters select it, so every record is in exactly one file.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Manifest, PackForm, PackIndex, PackKey, PackManifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { fileTypes } from '#domain/export-formats.ts';
import { resolveOptions, type ExportOptions } from '#domain/exports/options.ts';
import { namePackFiles } from '#domain/exports/pack-names.ts';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { formatKey } from '#domain/reports/keys/key-text.ts';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import { isPlaced } from '#electron/exports/placed-file.ts';
import { claimName, removeLeftovers, type Claim } from '#electron/exports/leftovers.ts';
import type { Destination } from '#electron/host/host.ts';
import type { WrittenExport } from '#electron/journal/exports.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { findUnheldValues } from '#electron/features/records.ts';
import { failEmpty, hideFromClient } from './manifest.ts';
import type { Settle } from './sent.ts';
import { INDEX, INDEX_TABLE, placeFolder, refuseFolder, writeZip } from './pack-place.ts';
import { compareWithWhole, createIndexTable, toTolerance, toSummed } from './pack-sums.ts';
import { nameTitle, type RecordsQuery } from './titles.ts';
import { failIfCancelled, nameFile, formatSpanName, type ExportContext } from './pipeline.ts';
import { exportRecords, type RecordColumns } from './records.ts';
import { requireSigner, type Signer } from './signing.ts';
import { SIGNATURE_SUFFIX } from './write.ts';
import { toUnits } from '#domain/decimal.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import { exportReport } from './report.ts';

interface PackRequest extends RecordsQuery {
  readonly options: ExportOptions;
  readonly by: PackKey;
  /** Name of each file, with `{name}` and `{period}` in it. */
  readonly pattern: string;
  readonly as: PackForm;
  /** Names the content of each file: `Time logs`, or a report's name. */
  readonly whatFor: (options: ExportOptions) => string;
  /** The calendar of a report that does not use its period's own. */
  readonly calendar?: Report['calendar'];
  /** Returns the options for one client's file, if the client has its own. */
  readonly optionsFor?: (client: string | undefined) => ExportOptions;
}

/** One file of the pack, or the whole that the files are compared with. */
interface PackPart {
  /** Undefined for the whole. */
  readonly row?: ReportResult['rows'][number];
  readonly title?: string;
  readonly options: ExportOptions;
}

/** Reads and writes the files of a pack like any other file of records or a report. */
interface PackWriter {
  readonly run: (report: Report) => Promise<ReportResult>;
  /** @param grouped the report that groups the records by client or person, and its answer */
  readonly write: (context: ExportContext, part: PackPart, grouped: Grouped) => Promise<Manifest | null>;
}

interface Grouped {
  readonly report: Report;
  readonly result: ReportResult;
}

/**
 * @returns null when no destination was chosen
 * @throws AppFailure `nothing-matched`; `usage` if the records changed meanwhile, so that the files would not add up; and as one export
 */
export async function exportPack(
  context: ExportContext,
  workspace: Workspace,
  request: PackRequest,
  writer: PackWriter,
  signal: AbortSignal,
): Promise<PackManifest | null> {
  const { options, as, by } = request;
  const signer = options.sign ? await requireSigner(context.host.secrets) : undefined;
  const grouped = await groupRecords(workspace, request, writer, signal);
  const destination = await chooseDestination(context, request, grouped.result);
  if (!destination) return null;
  const parentFolder = dirname(destination.path);
  await removeLeftovers(parentFolder);
  if (as === 'folder') await refuseFolder(destination);
  const claims = [claimName(), claimName()] as const;
  const toScratchFolder = ({ owner }: Claim) => join(parentFolder, `.pack-${owner}`);
  const [filesFolder, wholeFolder] = [toScratchFolder(claims[0]), toScratchFolder(claims[1])];
  const pendingFiles: { readonly settle: Settle; readonly path: string | null; readonly sha256: string }[] = [];
  try {
    for (const folder of [filesFolder, wholeFolder]) await mkdir(folder, { mode: 0o700 });
    const optionsByRow = listOptions(request, grouped.result);
    const writtenExports: WrittenExport[] = [];
    const leaving: Parameters<NonNullable<ExportContext['register']>>[] = [];
    const collectingContext: ExportContext = {
      ...context,
      keep: (written) => void writtenExports.push(...written),
      ...(context.register && {
        register: (...file) => {
          leaving.push(file);
          return () => {};
        },
      }),
    };
    const manifests = await writeFiles(
      collectingContext,
      workspace,
      { request, writer, grouped, optionsByRow, folder: filesFolder },
      signal,
    );
    // The whole is written in the same way, and the files must add up to it.
    const whole = await writer.write(
      {
        ...collectingContext,
        register: undefined,
        host: hostForFile(context, join(wholeFolder, WHOLE)),
        onWritten: () => undefined,
      },
      { options: toCsvOptions(findMostRestricted(optionsByRow, options)) },
      grouped,
    );
    if (!whole || !addUpToWhole(manifests, whole)) fail({ code: 'usage', detail: texts.pack.changed });
    const packContent = { manifests, whole, version: context.version, signer };
    const written = await writeIndex(filesFolder, request, grouped.result, packContent);
    for (const [toSend, file] of leaving) {
      const path = file.isBrowserDownload ? null : join(destination.path, file.manifest.file);
      const settle = context.register?.(toSend, { ...file, path });
      if (settle) pendingFiles.push({ settle, path, sha256: file.manifest.sha256 });
    }
    const sha256 =
      as === 'zip'
        ? await writeAtomically(destination.path, (file) => writeZip(filesFolder, file, signal), {
            replace: destination.replaces !== false,
          })
        : written.sha256;
    if (as === 'folder') await placeFolder(filesFolder, destination);
    for (const { settle } of pendingFiles.splice(0)) settle(true);
    // The whole has no file in the pack, so it is remembered by the hash of the index table.
    const { tableSha256: sha256OfWhole } = written.index;
    context.keep?.(writtenExports.map((file) => (file.manifest.file === WHOLE ? withHash(file, sha256OfWhole) : file)));
    await context.host.deliver(destination.path);
    const withheld = [...new Set(manifests.flatMap((manifest) => manifest.withheld ?? []))];
    const attention = by === CLIENT_PROPERTY ? findAttention(grouped.result, manifests) : undefined;
    const notices = { ...(withheld.length > 0 && { withheld }), ...(attention && { attention }) };
    return { ...written.index, as, ...notices, sha256 };
  } finally {
    // A file that is missing after a failure was never placed: most packs fail before that.
    for (const { settle, path, sha256 } of pendingFiles)
      settle(path !== null && (await isPlaced(path, sha256)) === true);
    for (const folder of [filesFolder, wholeFolder]) await rm(folder, { recursive: true, force: true });
    for (const claim of claims) claim.release();
  }
}

const WHOLE = 'whole.csv';

const withHash = ({ manifest, conditions }: WrittenExport, sha256: string): WrittenExport => ({
  manifest: { ...manifest, sha256 },
  conditions,
});

/** Groups the records by client or person. @throws AppFailure `nothing-matched` */
async function groupRecords(
  workspace: Workspace,
  { by, filterGroups, query, period, calendar }: PackRequest,
  { run }: PackWriter,
  signal: AbortSignal,
): Promise<Grouped> {
  const report = reportSchema.parse({
    measures: ['records', BILLABLE],
    groupBy: [by],
    filterGroups,
    query,
    ...(period !== undefined && { period }),
    ...(calendar && { calendar }),
  });
  const result = await run(report);
  if (result.records === 0) failEmpty(await findUnheldValues(workspace, filterGroups, signal));
  return { report, result };
}

/** @throws AppFailure `usage` if the host takes no folder. */
async function chooseDestination(
  context: ExportContext,
  { as, options }: PackRequest,
  { period, complete }: ReportResult,
): Promise<Destination | undefined> {
  const { host } = context;
  const baseName = period ? texts.pack.name : `${texts.pack.name}-all`;
  const name = nameFile(context, options, { baseName, period, complete });
  if (as === 'zip') return host.chooseDestination(`${name}.zip`);
  return host.chooseFolder ? host.chooseFolder(name) : fail({ code: 'usage', detail: texts.pack.noFolder });
}

function listOptions({ by, options, optionsFor }: PackRequest, { rows }: ReportResult): readonly ExportOptions[] {
  return rows.map(({ key }) => optionsFor?.(by === CLIENT_PROPERTY ? (key[by] ?? undefined) : undefined) ?? options);
}

interface FilesRequest {
  readonly request: PackRequest;
  readonly writer: PackWriter;
  readonly grouped: Grouped;
  /** The options of each file, in the order of the rows. */
  readonly optionsByRow: readonly ExportOptions[];
  readonly folder: string;
}

async function writeFiles(
  context: ExportContext,
  workspace: Workspace,
  { request, writer, grouped, optionsByRow, folder }: FilesRequest,
  signal: AbortSignal,
): Promise<Manifest[]> {
  const { options, by, pattern } = request;
  const { result } = grouped;
  const directory = workspace.journal.names();
  const owners = result.rows.map(({ key }) => {
    const own = key[by] ?? null;
    return own === null ? null : formatKey(by, own, directory, workspace.settings());
  });
  const { extension } = fileTypes[options.format];
  const span = result.period ? formatSpanName(result.period) : 'all';
  const names = namePackFiles(owners, { pattern, span, extension });
  const manifests: Manifest[] = [];
  let precedingRecords = 0;
  for (const [index, row] of result.rows.entries()) {
    failIfCancelled(signal);
    const writtenBefore = precedingRecords;
    const manifest = await writer.write(
      {
        ...context,
        host: hostForFile(context, join(folder, names[index] ?? '')),
        onWritten: (written) => context.onWritten(writtenBefore + written, result.records),
      },
      {
        row,
        // A chosen title names the content of all files, after the client or person of each.
        title: nameTitle(
          owners[index] ?? texts.pack.without[by],
          options.title ?? request.whatFor(optionsByRow[index] ?? options),
          result.period,
        ),
        options: { ...(optionsByRow[index] ?? options), title: undefined },
      },
      grouped,
    );
    if (!manifest) throw new Error('A file of a pack has its place');
    manifests.push(manifest);
    precedingRecords += manifest.records;
  }
  return manifests;
}

function hostForFile({ host }: ExportContext, path: string): ExportContext['host'] {
  return { ...host, chooseDestination: async () => ({ path, replaces: false }), deliver: async () => undefined };
}

/** Finds the options of the file that shows least, because every other file sums up the same columns too. */
function findMostRestricted(optionsByRow: readonly ExportOptions[], options: ExportOptions): ExportOptions {
  const forClients = optionsByRow.filter(({ audience }) => audience === 'client');
  return forClients.find(({ rates }) => !rates) ?? forClients[0] ?? options;
}

/** All formats have the same sums, and CSV has no limit of lines. */
function toCsvOptions({ audience, rates, names, times, preset, heads }: ExportOptions): ExportOptions {
  const resolved = resolveOptions({ format: 'csv', preset: 'machine', audience, rates, signature: false, sign: false });
  if (!resolved.ok) throw new Error(resolved.problem);
  // The columns of the files, which add up to the same totals in every form.
  return { ...resolved.value, names, times, preset, heads };
}

function addUpToWhole(files: readonly Manifest[], whole: Manifest): boolean {
  const records = files.reduce((sum, { records: count }) => sum + count, 0);
  if (records !== whole.records || files.some(({ asOf }) => asOf !== whole.asOf)) return false;
  const differences = compareWithWhole(files.map(toSummed), toSummed(whole), toTolerance(whole.of, files.length));
  return differences.length === 0;
}

interface WrittenPack {
  readonly manifests: readonly Manifest[];
  readonly whole: Manifest;
  readonly version: string;
  readonly signer: Signer | undefined;
}

/** @returns the index, and the hash of its bytes */
async function writeIndex(
  folder: string,
  { by, options }: PackRequest,
  { rows }: ReportResult,
  { manifests, whole, version, signer }: WrittenPack,
): Promise<{ readonly index: PackIndex; readonly sha256: string }> {
  const sumCounts = (count: (manifest: Manifest) => number) =>
    manifests.reduce((sum, manifest) => sum + count(manifest), 0);
  const {
    file: _file,
    sha256: _sha256,
    guarded: _guarded,
    signedBy: _signedBy,
    withheld: _withheld,
    profiled: _profiled,
    ...sealed
  } = whole;
  const indexFields = {
    by,
    files: manifests.map((manifest, index) => ({
      file: manifest.file,
      key: rows[index]?.key[by] ?? null,
      records: manifest.records,
      ...toSummed(manifest),
      unreadable: manifest.unreadable,
      guarded: manifest.guarded,
      sha256: manifest.sha256,
    })),
    records: whole.records,
    ...toSummed(whole),
    ...(whole.units && { units: whole.units }),
    period: whole.period,
    complete: whole.complete,
    asOf: whole.asOf,
    ...(whole.fromFile !== undefined && { fromFile: whole.fromFile }),
    ...(whole.asKnown !== undefined && { asKnown: whole.asKnown }),
    unreadable: sumCounts(({ unreadable }) => unreadable),
    guarded: sumCounts(({ guarded }) => guarded),
    whole: hideFromClient(sealed),
    appVersion: version,
  };
  const table = await createIndexTable(indexFields, options);
  const tableSha256 = createHash('sha256').update(table).digest('hex');
  const index = { ...indexFields, tableSha256, ...(signer && { signedBy: signer.fingerprint }) };
  const content = `${JSON.stringify(index, null, 2)}\n`;
  const write = (name: string, bytes: string | Buffer) =>
    writeAtomically(join(folder, name), (file) => file.write(bytes));
  await write(INDEX_TABLE, table);
  if (signer) await write(INDEX + SIGNATURE_SUFFIX, signer.sign(Buffer.from(content)));
  return { index, sha256: await write(INDEX, content) };
}

// Finds the files for clients that a person should look at before they are sent.

/** The measure that shows whether a file has something to bill. */
export const BILLABLE = 'billable_logged_hours';

/**
 * @param rows the records by client
 * @param manifests the manifests of their files, in the same order
 * @returns undefined if no file needs attention
 */
export function findAttention(
  { rows }: Pick<ReportResult, 'rows'>,
  manifests: readonly Pick<Manifest, 'file' | 'audience'>[],
): PackManifest['attention'] {
  const sent = manifests.flatMap(({ file, audience }, index) => {
    const row = rows[index];
    return row && audience === 'client' ? [{ file, row }] : [];
  });
  const unassigned = sent.find(({ row }) => (row.key[CLIENT_PROPERTY] ?? null) === null)?.file ?? null;
  const notBillable = sent
    .filter(({ file, row }) => file !== unassigned && toUnits(row.values[BILLABLE] ?? '0') === 0n)
    .map(({ file }) => file);
  return unassigned === null && notBillable.length === 0 ? undefined : { unassigned, notBillable };
}

interface PackedRecords extends RecordColumns {
  readonly select: (request: { filterGroups: FilterGroups; query: string; period?: string }) => Promise<Selection>;
}

export function writeRecords(
  workspace: Workspace,
  { select, ...columns }: PackedRecords,
  signal: AbortSignal,
): PackWriter['write'] {
  return async (context, { row, title, options }, { report, result }) => {
    const { period, ...selected } = row
      ? drillDown(report, result, { row })
      : { filterGroups: report.filterGroups, query: report.query, period: report.period };
    const selection = await select({ ...selected, ...(period !== undefined && { period }) });
    const recordsExport = { selection, ...columns, options, allowEmpty: false, title };
    return exportRecords(context, workspace, recordsExport, signal);
  };
}

/** A report keeps its own period, which may be compared: only its records are narrowed to one client or person. */
export function writeReports(
  workspace: Workspace,
  request: Report,
  run: (report: Report) => Promise<ReportResult>,
  signal: AbortSignal,
): PackWriter['write'] {
  return async (context, { row, title, options }, { report: grouped, result }) => {
    const { filterGroups } = row ? drillDown(grouped, { ...result, period: null }, { row }) : request;
    // A compared period may be cut to its elapsed days: a client with later records alone gets a report without lines.
    const reportExport = { report: { ...request, filterGroups }, options, allowEmpty: true, title, answer: run };
    return exportReport(context, workspace, reportExport, signal);
  };
}

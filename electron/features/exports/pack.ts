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
import { settleOptions, type ExportOptions } from '#domain/exports/options.ts';
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
import { failIfCancelled, nameFile, formatSpanName, type ExportParts } from './pipeline.ts';
import { exportRecords, type RecordColumns } from './records.ts';
import { requireSigner, type Signer } from './signing.ts';
import { SIGNATURE_SUFFIX } from './write.ts';
import { toUnits } from '#domain/decimal.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { drillDown } from '#domain/reports/explain/drill-down.ts';
import type { Selection } from '#electron/snapshot/snapshot.ts';
import { exportReport } from './report.ts';

interface PackQuestion extends RecordsQuery {
  readonly options: ExportOptions;
  readonly by: PackKey;
  /** Name of each file, with `{name}` and `{period}` in it. */
  readonly pattern: string;
  readonly as: PackForm;
  /** Names the content of each file: `Time logs`, or a report's name. */
  readonly whatFor: (options: ExportOptions) => string;
  /** The calendar of a report that does not use its period's own. */
  readonly calendar?: Report['calendar'];
  /** Gives the options for one client's file, where the client has its own. */
  readonly optionsFor?: (client: string | undefined) => ExportOptions;
}

/** One file of the pack, or the whole that the files are compared with. */
interface PackPart {
  /** The whole has no row. */
  readonly row?: ReportResult['rows'][number];
  readonly title?: string;
  readonly options: ExportOptions;
}

/** The files of a pack are read and written as any other file of records or a report. */
interface PackAsking {
  readonly run: (report: Report) => Promise<ReportResult>;
  /** @param grouped the report that groups the records by client or person, and its answer */
  readonly write: (parts: ExportParts, part: PackPart, grouped: Grouped) => Promise<Manifest | null>;
}

interface Grouped {
  readonly report: Report;
  readonly result: ReportResult;
}

/**
 * @returns null when no destination was chosen
 * @throws AppFailure `nothing-matched`; `usage` where the records changed meanwhile, so that the files would not add up; and as one export
 */
export async function exportPack(
  parts: ExportParts,
  workspace: Workspace,
  question: PackQuestion,
  asking: PackAsking,
  signal: AbortSignal,
): Promise<PackManifest | null> {
  const { options, as, by } = question;
  const signer = options.sign ? await requireSigner(parts.host.secrets) : undefined;
  const grouped = await groupRecords(workspace, question, asking, signal);
  const destination = await choosePlace(parts, question, grouped.result);
  if (!destination) return null;
  const parentFolder = dirname(destination.path);
  await removeLeftovers(parentFolder);
  if (as === 'folder') await refuseFolder(destination);
  const claims = [claimName(), claimName()] as const;
  const place = ({ owner }: Claim) => join(parentFolder, `.pack-${owner}`);
  const [filesFolder, wholeFolder] = [place(claims[0]), place(claims[1])];
  const pendingFiles: { readonly settle: Settle; readonly path: string | null; readonly sha256: string }[] = [];
  try {
    for (const folder of [filesFolder, wholeFolder]) await mkdir(folder, { mode: 0o700 });
    const optionsByRow = chooseForEach(question, grouped.result);
    const writtenExports: WrittenExport[] = [];
    const leaving: Parameters<NonNullable<ExportParts['register']>>[] = [];
    const collectingParts: ExportParts = {
      ...parts,
      keep: (written) => void writtenExports.push(...written),
      ...(parts.register && {
        register: (...file) => {
          leaving.push(file);
          return () => {};
        },
      }),
    };
    const manifests = await writeFiles(
      collectingParts,
      workspace,
      { question, asking, grouped, optionsByRow, folder: filesFolder },
      signal,
    );
    // The whole is written in the same way: the files must add up to it.
    const whole = await asking.write(
      {
        ...collectingParts,
        register: undefined,
        host: hostForFile(parts, join(wholeFolder, WHOLE)),
        onWritten: () => undefined,
      },
      { options: toCsvOptions(findMostRestricted(optionsByRow, options)) },
      grouped,
    );
    if (!whole || !addUpToWhole(manifests, whole)) fail({ code: 'usage', detail: texts.pack.changed });
    const packContent = { manifests, whole, version: parts.version, signer };
    const written = await writeIndex(filesFolder, question, grouped.result, packContent);
    for (const [toSend, file] of leaving) {
      const path = file.isHanded ? null : join(destination.path, file.manifest.file);
      const settle = parts.register?.(toSend, { ...file, path });
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
    // The whole has no file of its own, so it is remembered by the hash of the index table.
    const { tableSha256: sha256OfWhole } = written.index;
    parts.keep?.(writtenExports.map((file) => (file.manifest.file === WHOLE ? withHash(file, sha256OfWhole) : file)));
    await parts.host.deliver(destination.path);
    const withheld = [...new Set(manifests.flatMap((manifest) => manifest.withheld ?? []))];
    const attention = by === CLIENT_PROPERTY ? findAttention(grouped.result, manifests) : undefined;
    const notices = { ...(withheld.length > 0 && { withheld }), ...(attention && { attention }) };
    return { ...written.index, as, ...notices, sha256 };
  } finally {
    // A file that is not seen in its place after a failure was not put there: most packs fail before that.
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
  { by, filterGroups, query, period, calendar }: PackQuestion,
  { run }: PackAsking,
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

/** @throws AppFailure `usage` where the host takes no folder. */
async function choosePlace(
  parts: ExportParts,
  { as, options }: PackQuestion,
  { period, complete }: ReportResult,
): Promise<Destination | undefined> {
  const { host } = parts;
  const baseName = period ? texts.pack.name : `${texts.pack.name}-all`;
  const name = nameFile(parts, options, { baseName, period, complete });
  if (as === 'zip') return host.chooseDestination(`${name}.zip`);
  return host.chooseFolder ? host.chooseFolder(name) : fail({ code: 'usage', detail: texts.pack.noFolder });
}

function chooseForEach({ by, options, optionsFor }: PackQuestion, { rows }: ReportResult): readonly ExportOptions[] {
  return rows.map(({ key }) => optionsFor?.(by === CLIENT_PROPERTY ? (key[by] ?? undefined) : undefined) ?? options);
}

interface Writing {
  readonly question: PackQuestion;
  readonly asking: PackAsking;
  readonly grouped: Grouped;
  /** The options of each file, in the order of the rows. */
  readonly optionsByRow: readonly ExportOptions[];
  readonly folder: string;
}

async function writeFiles(
  parts: ExportParts,
  workspace: Workspace,
  { question, asking, grouped, optionsByRow, folder }: Writing,
  signal: AbortSignal,
): Promise<Manifest[]> {
  const { options, by, pattern } = question;
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
  let before = 0;
  for (const [index, row] of result.rows.entries()) {
    failIfCancelled(signal);
    const writtenBefore = before;
    const manifest = await asking.write(
      {
        ...parts,
        host: hostForFile(parts, join(folder, names[index] ?? '')),
        onWritten: (written) => parts.onWritten(writtenBefore + written, result.records),
      },
      {
        row,
        // A chosen title names the content of all files; the client or person of each stands before it.
        title: nameTitle(
          owners[index] ?? texts.pack.without[by],
          options.title ?? question.whatFor(optionsByRow[index] ?? options),
          result.period,
        ),
        options: { ...(optionsByRow[index] ?? options), title: undefined },
      },
      grouped,
    );
    if (!manifest) throw new Error('A file of a pack has its place');
    manifests.push(manifest);
    before += manifest.records;
  }
  return manifests;
}

function hostForFile({ host }: ExportParts, path: string): ExportParts['host'] {
  return { ...host, chooseDestination: async () => ({ path, replaces: false }), deliver: async () => undefined };
}

/** Finds the options of the file that shows least, because every other file sums up the same columns too. */
function findMostRestricted(optionsByRow: readonly ExportOptions[], options: ExportOptions): ExportOptions {
  const forClients = optionsByRow.filter(({ audience }) => audience === 'client');
  return forClients.find(({ rates }) => !rates) ?? forClients[0] ?? options;
}

/** Any format adds up alike; CSV has no limit of lines. */
function toCsvOptions({ audience, rates, names, times, preset, heads }: ExportOptions): ExportOptions {
  const settled = settleOptions({ format: 'csv', preset: 'machine', audience, rates, signature: false, sign: false });
  if (!settled.ok) throw new Error(settled.problem);
  // The columns of the files, which sum up alike in every form.
  return { ...settled.value, names, times, preset, heads };
}

function addUpToWhole(files: readonly Manifest[], whole: Manifest): boolean {
  const records = files.reduce((sum, { records: count }) => sum + count, 0);
  if (records !== whole.records || files.some(({ asOf }) => asOf !== whole.asOf)) return false;
  const lacking = compareWithWhole(files.map(toSummed), toSummed(whole), toTolerance(whole.of, files.length));
  return lacking.length === 0;
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
  { by, options }: PackQuestion,
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
    files: manifests.map((manifest, at) => ({
      file: manifest.file,
      key: rows[at]?.key[by] ?? null,
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

// Finds the files for clients that a person should look at before they are sent. Pure.

/** The measure that tells whether a file has something to bill. */
export const BILLABLE = 'billable_logged_hours';

/**
 * @param rows the records by client
 * @param manifests the manifests of their files, in the same order
 * @returns undefined where there is nothing to look at
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
): PackAsking['write'] {
  return async (parts, { row, title, options }, { report, result }) => {
    const { period, ...selected } = row
      ? drillDown(report, result, { row })
      : { filterGroups: report.filterGroups, query: report.query, period: report.period };
    const selection = await select({ ...selected, ...(period !== undefined && { period }) });
    const question = { selection, ...columns, options, allowEmpty: false, title };
    return exportRecords(parts, workspace, question, signal);
  };
}

/** A report keeps its own period, which may be compared: only its records are narrowed to one client or person. */
export function writeReports(
  workspace: Workspace,
  request: Report,
  run: (report: Report) => Promise<ReportResult>,
  signal: AbortSignal,
): PackAsking['write'] {
  return async (parts, { row, title, options }, { report: grouped, result }) => {
    const { filterGroups } = row ? drillDown(grouped, { ...result, period: null }, { row }) : request;
    // A compared period may be cut to its elapsed days: a client with later records alone gets a report without lines.
    const question = { report: { ...request, filterGroups }, options, allowEmpty: true, title, answer: run };
    return exportReport(parts, workspace, question, signal);
  };
}

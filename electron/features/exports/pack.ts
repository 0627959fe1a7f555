/**
 * Writes one file for each client or person into a zip or a folder, with an index whose files add up to the whole. Whose file a record is
 * in is decided as reports group and filters select, so that every record is in exactly one.
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
import type { WrittenExport } from '#electron/journal/written-exports.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { findUnheldValues } from '#electron/features/records.ts';
import { failEmpty, hideFromClient } from './manifest.ts';
import type { Settle } from './sent.ts';
import { INDEX, INDEX_TABLE, placeFolder, refuseFolder, writeZip } from './pack-place.ts';
import { compareWithWhole, indexTable, toTolerance, toSummed } from './pack-sums.ts';
import { nameTitle, type RecordsQuery } from './titles.ts';
import { failIfCancelled, nameFile, spanName, type ExportParts } from './pipeline.ts';
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
  /** What each file is called besides whose it is: `Time logs`, or a report's name. */
  readonly whatFor: (options: ExportOptions) => string;
  /** Of a report that asks for another one than its period's own. */
  readonly calendar?: Report['calendar'];
  /** For the file of one client, where the client's own are others. */
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
  /** @param grouped the records by whose they are, and its answer */
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
  const grouped = await group(workspace, question, asking, signal);
  const destination = await choosePlace(parts, question, grouped.result);
  if (!destination) return null;
  const around = dirname(destination.path);
  await removeLeftovers(around);
  if (as === 'folder') await refuseFolder(destination);
  const claims = [claimName(), claimName()] as const;
  const place = ({ owner }: Claim) => join(around, `.pack-${owner}`);
  const [scratch, wholeFolder] = [place(claims[0]), place(claims[1])];
  const settles: { readonly settle: Settle; readonly path: string | null; readonly sha256: string }[] = [];
  try {
    for (const folder of [scratch, wholeFolder]) await mkdir(folder, { mode: 0o700 });
    const optionsByRow = chooseForEach(question, grouped.result);
    const kept: WrittenExport[] = [];
    const leaving: Parameters<NonNullable<ExportParts['register']>>[] = [];
    const collecting: ExportParts = {
      ...parts,
      keep: (written) => void kept.push(...written),
      ...(parts.register && {
        register: (...file) => {
          leaving.push(file);
          return () => {};
        },
      }),
    };
    const manifests = await writeFiles(
      collecting,
      workspace,
      { question, asking, grouped, optionsByRow, folder: scratch },
      signal,
    );
    // The whole, written the same way: what the files must add up to.
    const whole = await asking.write(
      {
        ...collecting,
        register: undefined,
        host: hostForFile(parts, join(wholeFolder, WHOLE)),
        onWritten: () => undefined,
      },
      { options: toCsvOptions(findMostRestricted(optionsByRow, options)) },
      grouped,
    );
    if (!whole || !addUpToWhole(manifests, whole)) fail({ code: 'usage', detail: texts.pack.changed });
    const described = { manifests, whole, version: parts.version, signer };
    const written = await writeIndex(scratch, question, grouped.result, described);
    for (const [toSend, file] of leaving) {
      const path = file.isHanded ? null : join(destination.path, file.manifest.file);
      const settle = parts.register?.(toSend, { ...file, path });
      if (settle) settles.push({ settle, path, sha256: file.manifest.sha256 });
    }
    const sha256 =
      as === 'zip'
        ? await writeAtomically(destination.path, (file) => writeZip(scratch, file, signal), {
            replace: destination.replaces !== false,
          })
        : written.sha256;
    if (as === 'folder') await placeFolder(scratch, destination);
    for (const { settle } of settles.splice(0)) settle(true);
    // The whole has no file: it is known by the table that tells of it.
    const { tableSha256: sha256OfWhole } = written.index;
    parts.keep?.(kept.map((file) => (file.manifest.file === WHOLE ? withHash(file, sha256OfWhole) : file)));
    await parts.host.deliver(destination.path);
    const withheld = [...new Set(manifests.flatMap((manifest) => manifest.withheld ?? []))];
    const attention = by === CLIENT_PROPERTY ? findAttention(grouped.result, manifests) : undefined;
    const told = { ...(withheld.length > 0 && { withheld }), ...(attention && { attention }) };
    return { ...written.index, as, ...told, sha256 };
  } finally {
    // What is not seen in its place after a failure was not put there: most packs fail before.
    for (const { settle, path, sha256 } of settles) settle(path !== null && (await isPlaced(path, sha256)) === true);
    for (const folder of [scratch, wholeFolder]) await rm(folder, { recursive: true, force: true });
    for (const claim of claims) claim.release();
  }
}

const WHOLE = 'whole.csv';

const withHash = ({ manifest, conditions }: WrittenExport, sha256: string): WrittenExport => ({
  manifest: { ...manifest, sha256 },
  conditions,
});

/** Groups the records by client or person. @throws AppFailure `nothing-matched` */
async function group(
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

/** How each file is written. */
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
  const span = result.period ? spanName(result.period) : 'all';
  const names = namePackFiles(owners, { pattern, span, extension });
  const manifests: Manifest[] = [];
  let before = 0;
  for (const [at, row] of result.rows.entries()) {
    failIfCancelled(signal);
    const done = before;
    const manifest = await asking.write(
      {
        ...parts,
        host: hostForFile(parts, join(folder, names[at] ?? '')),
        onWritten: (written) => parts.onWritten(done + written, result.records),
      },
      {
        row,
        // What was chosen as a title says what the files are; whose each is stands in front of it.
        title: nameTitle(
          owners[at] ?? texts.pack.without[by],
          options.title ?? question.whatFor(optionsByRow[at] ?? options),
          result.period,
        ),
        options: { ...(optionsByRow[at] ?? options), title: undefined },
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

/** Finds the options of the file that tells least, because every file sums up what it sums up. */
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
  const records = files.reduce((sum, { records: own }) => sum + own, 0);
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
  const add = (count: (manifest: Manifest) => number) => manifests.reduce((sum, manifest) => sum + count(manifest), 0);
  const {
    file: _file,
    sha256: _sha256,
    guarded: _guarded,
    signedBy: _signedBy,
    withheld: _withheld,
    profiled: _profiled,
    ...sealed
  } = whole;
  const described = {
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
    unreadable: add(({ unreadable }) => unreadable),
    guarded: add(({ guarded }) => guarded),
    whole: hideFromClient(sealed),
    appVersion: version,
  };
  const table = await indexTable(described, options);
  const tableSha256 = createHash('sha256').update(table).digest('hex');
  const index = { ...described, tableSha256, ...(signer && { signedBy: signer.fingerprint }) };
  const content = `${JSON.stringify(index, null, 2)}\n`;
  const write = (name: string, bytes: string | Buffer) =>
    writeAtomically(join(folder, name), (file) => file.write(bytes));
  await write(INDEX_TABLE, table);
  if (signer) await write(INDEX + SIGNATURE_SUFFIX, signer.sign(Buffer.from(content)));
  return { index, sha256: await write(INDEX, content) };
}

// What of a pack's files for clients a person looks at before they are sent. Pure.

/** The measure by which a file has something to bill. */
export const BILLABLE = 'billable_logged_hours';

/**
 * @param rows the records by client
 * @param manifests of their files, in the same order
 * @returns undefined where there is nothing to look at
 */
export function findAttention(
  { rows }: Pick<ReportResult, 'rows'>,
  manifests: readonly Pick<Manifest, 'file' | 'audience'>[],
): PackManifest['attention'] {
  const sent = manifests.flatMap(({ file, audience }, at) => {
    const row = rows[at];
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

/** A report keeps its own period, which may be compared: only whose records it is over is narrowed. */
export function writeReports(
  workspace: Workspace,
  request: Report,
  run: (report: Report) => Promise<ReportResult>,
  signal: AbortSignal,
): PackAsking['write'] {
  return async (parts, { row, title, options }, { report: grouped, result }) => {
    const { filterGroups } = row ? drillDown(grouped, { ...result, period: null }, { row }) : request;
    // A period that is compared may be cut to its elapsed days: what came later leaves a report without lines.
    const question = { report: { ...request, filterGroups }, options, allowEmpty: true, title, answer: run };
    return exportReport(parts, workspace, question, signal);
  };
}

/**
 * Writes one file for each client or person into a zip or a folder, with an index whose files add up to the whole. Whose file a record is
 * in is decided as reports group and filters select, so that every record is in exactly one.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail } from '../../../../src/contract/errors.ts';
import type { Manifest, PackForm, PackIndex, PackKey, PackManifest } from '../../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { CLIENT_PROPERTY } from '../../../../src/domain/local-properties.ts';
import { fileTypes } from '../../../../src/domain/export-formats.ts';
import { settleOptions, type ExportOptions } from '../../../../src/domain/exports/options.ts';
import { namePackFiles } from '../../../../src/domain/exports/pack-names.ts';
import { reportSchema, type Report, type ReportResult } from '../../../../src/domain/reports/definition/report.ts';
import { keyText } from '../../../../src/domain/reports/keys/key-text.ts';
import { writeAtomically } from '../../../exports/atomic-file.ts';
import { claimName, removeLeftovers, type Claim } from '../../../exports/leftovers.ts';
import type { Destination } from '../../../host/host.ts';
import type { WrittenExport } from '../../../journal/tables/written-exports.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { findUnheldValues } from '../../unheld-values.ts';
import { failEmpty, tellReceiver } from '../manifest.ts';
import { INDEX, INDEX_TABLE, placeFolder, refuseFolder, writeZip } from './pack-place.ts';
import { BILLABLE, findAttention } from './pack-attention.ts';
import { compareWithWhole, indexTable, toTolerance, toSummed } from './pack-sums.ts';
import { nameTitle, type AskedRecords } from '../receivers.ts';
import { spanName, type ExportParts } from '../records.ts';
import { requireSigner, type Signer } from '../signing-key.ts';
import { SIGNATURE_SUFFIX } from '../write.ts';

export interface PackQuestion extends AskedRecords {
  readonly options: ExportOptions;
  /** The dimension that decides the files. */
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
export interface PackPart {
  /** Absent: the whole. */
  readonly row?: ReportResult['rows'][number];
  readonly title?: string;
  readonly options: ExportOptions;
}

/** How the pack's parts ask and are written: as every other question and file of records and reports. */
export interface PackAsking {
  readonly run: (report: Report) => Promise<ReportResult>;
  /** @param grouped the records by whose they are, and its answer */
  readonly write: (parts: ExportParts, part: PackPart, grouped: Grouped) => Promise<Manifest | null>;
}

export interface Grouped {
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
  const [scratch, apart] = [place(claims[0]), place(claims[1])];
  try {
    for (const folder of [scratch, apart]) await mkdir(folder, { mode: 0o700 });
    const owned = chooseForEach(question, grouped.result);
    const kept: WrittenExport[] = [];
    const collecting = { ...parts, keep: (written: readonly WrittenExport[]) => void kept.push(...written) };
    const manifests = await writeFiles(
      collecting,
      workspace,
      { question, asking, grouped, owned, folder: scratch },
      signal,
    );
    // The whole, written the same way: what the files must add up to.
    const whole = await asking.write(
      { ...collecting, host: inFolder(parts, join(apart, WHOLE)), onWritten: () => undefined },
      { options: inCsv(findLeast(owned, options)) },
      grouped,
    );
    if (!whole || !doAddUp(manifests, whole)) fail({ code: 'usage', detail: texts.pack.changed });
    const index = toIndex(question, grouped.result, { manifests, whole, version: parts.version });
    const written = await writeIndex(scratch, index, { options, signer });
    const sha256 =
      as === 'zip'
        ? await writeAtomically(destination.path, (file) => writeZip(scratch, file, signal), {
            replace: destination.replaces !== false,
          })
        : written.sha256;
    if (as === 'folder') await placeFolder(scratch, destination);
    // The whole has no file: it is known by the table that tells of it.
    const { tableSha256: sha256OfWhole } = written.index;
    parts.keep?.(kept.map((each) => (each.manifest.file === WHOLE ? withHash(each, sha256OfWhole) : each)));
    await parts.host.deliver(destination.path);
    const withheld = [...new Set(manifests.flatMap((each) => each.withheld ?? []))];
    const attention = by === CLIENT_PROPERTY ? findAttention(grouped.result, manifests) : undefined;
    const told = { ...(withheld.length > 0 && { withheld }), ...(attention && { attention }) };
    return { ...written.index, as, ...told, sha256 };
  } finally {
    for (const folder of [scratch, apart]) await rm(folder, { recursive: true, force: true });
    for (const claim of claims) claim.release();
  }
}

const WHOLE = 'whole.csv';

const withHash = ({ manifest, conditions }: WrittenExport, sha256: string): WrittenExport => ({
  manifest: { ...manifest, sha256 },
  conditions,
});

/** The records by whose they are. @throws AppFailure `nothing-matched` */
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
  { host, nameFile }: ExportParts,
  { as, options: { audience, title } }: PackQuestion,
  { period, complete }: ReportResult,
): Promise<Destination | undefined> {
  const span = toSpan(period);
  const name =
    nameFile?.({ span, complete, audience, title }) ?? `${texts.pack.name}-${span}${complete ? '' : '-partial'}`;
  if (as === 'zip') return host.chooseDestination(`${name}.zip`);
  return host.chooseFolder ? host.chooseFolder(name) : fail({ code: 'usage', detail: texts.pack.noFolder });
}

/** How each file is written. */
function chooseForEach({ by, options, optionsFor }: PackQuestion, { rows }: ReportResult): readonly ExportOptions[] {
  return rows.map(({ key }) => optionsFor?.(by === CLIENT_PROPERTY ? (key[by] ?? undefined) : undefined) ?? options);
}

const toSpan = (period: ReportResult['period']) => (period ? spanName(period) : 'all');

interface Writing {
  readonly question: PackQuestion;
  readonly asking: PackAsking;
  readonly grouped: Grouped;
  /** By the row of each file. */
  readonly owned: readonly ExportOptions[];
  readonly folder: string;
}

async function writeFiles(
  parts: ExportParts,
  workspace: Workspace,
  { question, asking, grouped, owned, folder }: Writing,
  signal: AbortSignal,
): Promise<Manifest[]> {
  const { options, by, pattern } = question;
  const { result } = grouped;
  const directory = workspace.journal.names();
  const owners = result.rows.map(({ key }) => {
    const own = key[by] ?? null;
    return own === null ? null : keyText(by, own, directory, workspace.settings());
  });
  const { extension } = fileTypes[options.format];
  const names = namePackFiles(owners, { pattern, span: toSpan(result.period), extension });
  const manifests: Manifest[] = [];
  let before = 0;
  for (const [at, row] of result.rows.entries()) {
    if (signal.aborted) fail({ code: 'cancelled' });
    const done = before;
    const manifest = await asking.write(
      {
        ...parts,
        host: inFolder(parts, join(folder, names[at] ?? '')),
        onWritten: (written) => parts.onWritten(done + written, result.records),
      },
      {
        row,
        // What was chosen as a title says what the files are; whose each is stands in front of it.
        title: nameTitle(
          owners[at] ?? texts.pack.without[by],
          options.title ?? question.whatFor(owned[at] ?? options),
          result.period,
        ),
        options: { ...(owned[at] ?? options), title: undefined },
      },
      grouped,
    );
    if (!manifest) throw new Error('A file of a pack has its place');
    manifests.push(manifest);
    before += manifest.records;
  }
  return manifests;
}

function inFolder({ host }: ExportParts, path: string): ExportParts['host'] {
  return { ...host, chooseDestination: async () => ({ path, replaces: false }), deliver: async () => undefined };
}

/** Those of a file that tells least: what it sums up, every file does. */
function findLeast(owned: readonly ExportOptions[], options: ExportOptions): ExportOptions {
  const forClients = owned.filter(({ audience }) => audience === 'client');
  return forClients.find(({ rates }) => !rates) ?? forClients[0] ?? options;
}

/** Any format adds up alike; CSV has no limit of lines. */
function inCsv({ audience, rates, names, times, preset, heads }: ExportOptions): ExportOptions {
  const settled = settleOptions({ format: 'csv', preset: 'machine', audience, rates, signature: false, sign: false });
  if (!settled.ok) throw new Error(settled.problem);
  // The columns of the files, which sum up alike in every form.
  return { ...settled.value, names, times, preset, heads };
}

function doAddUp(files: readonly Manifest[], whole: Manifest): boolean {
  const records = files.reduce((sum, { records: own }) => sum + own, 0);
  if (records !== whole.records || files.some(({ asOf }) => asOf !== whole.asOf)) return false;
  const lacking = compareWithWhole(files.map(toSummed), toSummed(whole), toTolerance(whole.of, files.length));
  return lacking.length === 0;
}

interface Described {
  readonly manifests: readonly Manifest[];
  readonly whole: Manifest;
  readonly version: string;
}

function toIndex(
  { by }: PackQuestion,
  { rows }: ReportResult,
  { manifests, whole, version }: Described,
): Omit<PackIndex, 'tableSha256' | 'signedBy'> {
  const add = (count: (manifest: Manifest) => number) => manifests.reduce((sum, each) => sum + count(each), 0);
  const {
    file: _file,
    sha256: _sha256,
    guarded: _guarded,
    signedBy: _signedBy,
    withheld: _withheld,
    profiled: _profiled,
    ...sealed
  } = whole;
  return {
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
    unreadable: add(({ unreadable }) => unreadable),
    guarded: add(({ guarded }) => guarded),
    whole: tellReceiver(sealed),
    appVersion: version,
  };
}

interface IndexForm {
  readonly options: ExportOptions;
  readonly signer: Signer | undefined;
}

async function writeIndex(
  folder: string,
  described: Omit<PackIndex, 'tableSha256' | 'signedBy'>,
  { options, signer }: IndexForm,
): Promise<{ readonly index: PackIndex; readonly sha256: string }> {
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

/**
 * Writes records as a folder of Parquet files, one for each recorded month, as warehouses read them: `month=2026-10/part.parquet`. One
 * manifest lists every file; the files are of one state of the store and add up to the whole.
 */
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail } from '#contract/errors.ts';
import type { Manifest, PartitionFile } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { asFailure, stageFile, writeAtomically } from '#electron/exports/atomic-file.ts';
import { writers, writeDocument } from '#electron/exports/formats.ts';
import { hashList, MONTHS_MANIFEST } from '#electron/exports/placed-file.ts';
import { claimName, removeLeftovers } from '#electron/exports/leftovers.ts';
import type { Destination, Host } from '#electron/host/host.ts';
import type { ExtractMonth } from '#electron/snapshot/extract.ts';
import { hideFromClient } from './manifest.ts';
import type { Signer } from './signing.ts';
import { describeLines, SIGNATURE_SUFFIX, type DocumentParts, type ManifestHead } from './write.ts';
import { placeFolder, refuseFolder } from './pack-place.ts';
import { compareWithWhole } from './pack-sums.ts';

/** Hive, and programs that follow it, give a missing value this name. */
const NO_MONTH = '__HIVE_DEFAULT_PARTITION__';
const PART = 'part.parquet';

export interface ByMonth {
  readonly whole: DocumentParts;
  readonly months: readonly ExtractMonth[];
  /** @param precedingRecords records of the months that are written */
  readonly describe: (month: ExtractMonth, precedingRecords: number) => Promise<DocumentParts>;
  readonly signer: Signer | undefined;
  /** Called once all is on the disk, and before it takes its place. */
  readonly onStaged: (manifest: Manifest) => void;
}

/** @throws AppFailure `usage` if the host takes no folder */
export function chooseMonthsFolder(host: Host, name: string): Promise<Destination | undefined> {
  return host.chooseFolder?.(name) ?? fail({ code: 'usage', detail: texts.refusals.partitionFolder });
}

/** @throws AppFailure `file-exists`, `disk-full`, `write-failed`, `cancelled`; `usage` if other files are in the folder */
export async function writeByMonth(destination: Destination, request: ByMonth, head: ManifestHead): Promise<Manifest> {
  const parentFolder = dirname(destination.path);
  await removeLeftovers(parentFolder);
  await refuseFolder(destination);
  const claim = claimName();
  const scratch = join(parentFolder, `.pack-${claim.owner}`);
  try {
    await mkdir(scratch, { mode: 0o700 });
    const partitions = await writeMonths(scratch, request, head);
    const manifest = await describeWhole(basename(destination.path), { ...request, partitions }, head);
    const signed = await writeManifest(scratch, manifest, request.signer);
    if (request.whole.signal?.aborted) fail({ code: 'cancelled' });
    request.onStaged(signed);
    await placeFolder(scratch, destination);
    return signed;
  } catch (error) {
    throw asFailure(error, destination.path);
  } finally {
    await rm(scratch, { recursive: true, force: true });
    claim.release();
  }
}

async function writeMonths(
  folder: string,
  { months, describe, whole }: ByMonth,
  head: ManifestHead,
): Promise<PartitionFile[]> {
  const files: PartitionFile[] = [];
  let precedingRecords = 0;
  for (const part of months) {
    if (whole.signal?.aborted) fail({ code: 'cancelled' });
    files.push(await writeMonth(folder, part.month, await describe(part, precedingRecords), head));
    precedingRecords += part.records;
  }
  // Without a file, readers find no columns.
  return months.length > 0 ? files : [await writeMonth(folder, null, whole, head)];
}

async function writeMonth(
  folder: string,
  month: string | null,
  parts: DocumentParts,
  head: ManifestHead,
): Promise<PartitionFile> {
  const name = `month=${month ?? NO_MONTH}`;
  await mkdir(join(folder, name));
  // Facts about all months are in the folder's manifest.
  const {
    totals: _totals,
    totalsByCurrency: _byCurrency,
    notes: _notes,
    missing: _missing,
    unreadable: _u,
    ...monthFacts
  } = hideFromClient(head);
  const facts = () => ({
    ...monthFacts,
    month,
    records: parts.lineCount,
    ...describeLines(parts),
    currency: chooseCurrencyOfFile(parts, head),
  });
  const staged = await stageFile(join(folder, name, PART), async (file) => {
    await writeDocument(writers.parquet, { ...parts, facts }, file);
  });
  await staged.place();
  const { sums, sumsByCurrency } = describeLines(parts);
  return {
    file: `${name}/${PART}`,
    month,
    records: parts.lineCount,
    sums,
    ...(sumsByCurrency && { sumsByCurrency }),
    currency: chooseCurrencyOfFile(parts, head),
    bytes: staged.bytes,
    sha256: staged.sha256,
  };
}

function chooseCurrencyOfFile({ currencyIndex, sums }: DocumentParts, head: ManifestHead): string | null {
  return currencyIndex === undefined ? head.currency : (sums().currency ?? null);
}

async function describeWhole(
  file: string,
  { whole, partitions }: ByMonth & { readonly partitions: PartitionFile[] },
  head: ManifestHead,
): Promise<Manifest> {
  // Unless the store supplies the sums, they are known only once every line was read.
  if (!whole.bulk) {
    const pieces = whole.lines[Symbol.asyncIterator]();
    while (!(await pieces.next()).done);
  }
  const lineFacts = describeLines(whole);
  const differences = compareWithWhole(partitions, { ...lineFacts, currency: head.currency }, 0n);
  const records = partitions.reduce((sum, part) => sum + part.records, 0);
  if (differences.length > 0 || records !== head.records)
    throw new Error(`The months do not add up to the whole: ${JSON.stringify(differences)}`);
  return { file, ...head, ...lineFacts, partitions, guarded: 0, sha256: hashList(partitions) };
}

async function writeManifest(folder: string, manifest: Manifest, signer: Signer | undefined): Promise<Manifest> {
  const signed = { ...manifest, ...(signer && { signedBy: signer.fingerprint }) };
  const content = `${JSON.stringify(hideFromClient(signed), null, 2)}\n`;
  const write = (name: string, bytes: string) => writeAtomically(join(folder, name), (file) => file.write(bytes));
  if (signer) await write(MONTHS_MANIFEST + SIGNATURE_SUFFIX, signer.sign(Buffer.from(content)));
  await write(MONTHS_MANIFEST, content);
  return signed;
}

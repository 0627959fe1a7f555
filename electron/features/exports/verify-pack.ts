/** Verifies a pack: its index against its files, its files against the whole, and both against a repetition of the export. */
import { readSuppliedJson } from './supplied-json.ts';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { AppFailure, fail } from '#contract/errors.ts';
import { packIndexSchema, type PackForm, type PackIndex } from '#contract/exports.ts';
import type { FirstDifference } from '#contract/file-answer.ts';
import type { PackAnswer } from '#contract/proof/verdict.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { listSuffixes } from '#electron/exports/document.ts';
import { Unreadable } from '#electron/exports/readers.ts';
import { readZipFile, type ZipEntry } from '#electron/exports/zip-file.ts';
import { hashFile, MONTHS_MANIFEST } from '#electron/exports/placed-file.ts';
import { INDEX, INDEX_TABLE, listPackNames } from './pack-place.ts';
import { compareWithWhole, toTolerance, toSummed } from './pack-sums.ts';
import { compareRewritten, findField } from './compare-again.ts';
import {
  compareFile,
  describeFile,
  judgeFile,
  readBeside,
  readFileManifest,
  verifySignature,
  type JudgedFile,
  type Verifying,
} from './verify.ts';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from './write.ts';

/** A pack's files in a folder that can be read. */
interface Unpacked {
  readonly name: string;
  readonly as: PackForm;
  readonly folder: string;
  /** A name that occurs twice in a zip file occurs twice here. */
  readonly names: readonly string[];
}

/** @returns undefined if it is not a pack. @throws AppFailure `usage` if its index cannot be read. */
export async function verifyPack(path: string, verifying: Verifying): Promise<PackAnswer | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) {
    const names = await readdir(path);
    if (names.includes(MONTHS_MANIFEST)) fail({ code: 'usage', detail: texts.pack.byMonth(basename(path)) });
    return answerPack({ name: basename(path), as: 'folder', folder: path, names }, verifying);
  }
  return stats?.isFile() ? verifyZip(path, verifying) : undefined;
}

async function verifyZip(path: string, verifying: Verifying): Promise<PackAnswer | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'timelog-pack-'));
  try {
    const names = await readZipFile(path, (entries) => unpack(path, entries, folder)).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error;
      return path.toLowerCase().endsWith('.zip')
        ? fail({ code: 'usage', detail: texts.pack.noZip(basename(path)) })
        : undefined;
    });
    return names && (await answerPack({ name: basename(path), as: 'zip', folder, names }, verifying));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Unpacks the files that the index lists, and nothing else. @returns every name in the zip; undefined if it is not a pack, such as a
 * workbook, which is a zip too
 */
async function unpack(path: string, entries: readonly ZipEntry[], folder: string): Promise<string[] | undefined> {
  const index = entries.find(({ name }) => name === INDEX);
  if (!index) return undefined;
  const extract = async (entry: ZipEntry) => {
    try {
      await entry.extract(join(folder, entry.name));
    } catch (error) {
      // An entry that cannot be read completely counts as missing.
      if (!(error instanceof Unreadable)) throw error;
      await rm(join(folder, entry.name), { force: true });
    }
  };
  await extract(index);
  const { files } = (await readIndex(folder, basename(path))).index;
  const listedNames = new Set(listPackNames(files.map(({ file }) => file)));
  const manifests = entries.filter(({ name }) => listedNames.has(name) && name.endsWith(MANIFEST_SUFFIX));
  // The size is checked before anything is written to the disk.
  refuseTooLarge(
    basename(path),
    manifests.map(({ bytes }) => bytes),
  );
  const extractedNames = new Set([INDEX]);
  for (const entry of entries) {
    if (!listedNames.has(entry.name) || extractedNames.has(entry.name)) continue;
    extractedNames.add(entry.name);
    await extract(entry);
  }
  const unpacked = new Set(await readdir(folder));
  return entries.map(({ name }) => name).filter((name) => unpacked.has(name) || !listedNames.has(name));
}

/** @returns the index, and the manifest of the whole as it was read, including unknown fields */
async function readIndex(folder: string, pack: string) {
  const supplied =
    (await readSuppliedJson(join(folder, INDEX))) ?? fail({ code: 'usage', detail: texts.pack.noIndex(pack) });
  const parsed = packIndexSchema.safeParse(supplied.json);
  const names = (parsed.data?.files ?? []).map(({ file }) => file);
  // A name with a folder in it would be read from elsewhere, and a repeated name would be the same file again.
  const isPlain = names.every((name) => basename(name) === name && !/[\\/]|^\.{1,2}$/.test(name));
  const { success, data } = wholeSchema.safeParse(supplied.json);
  return parsed.success && isPlain && success && new Set(names).size === names.length
    ? { index: parsed.data, content: supplied.content, whole: data.whole }
    : fail({ code: 'usage', detail: texts.pack.badIndex(pack) });
}

const wholeSchema = z.object({ whole: z.unknown() });

interface CheckedFile {
  readonly file: string;
  readonly key: string | null;
  /**
   * Null if the file is missing, or its manifest cannot be read. The manifest itself is not kept in memory, because those of all files
   * together are large.
   */
  readonly answer: JudgedFile['answer'] | null;
  /** The names that must be in the pack for this file. */
  readonly names: readonly string[];
  /** Whether it is the file for which the index was written. */
  readonly isSame: boolean;
}

async function answerPack({ name, as, folder, names }: Unpacked, verifying: Verifying): Promise<PackAnswer> {
  const { index, content, whole } = await readIndex(folder, name);
  const sizes = index.files.map(({ file }) =>
    stat(join(folder, file + MANIFEST_SUFFIX)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  refuseTooLarge(name, await Promise.all(sizes));
  const checked: CheckedFile[] = [];
  for (const listed of index.files) checked.push(await checkFile(folder, listed, verifying));
  const signature = { path: join(folder, INDEX), content, signedBy: index.signedBy, own: verifying.ownKey };
  const judgedPack = {
    pack: name,
    as,
    by: index.by,
    says: describeFile(index.whole),
    matches: await compareNames(folder, names, index, checked),
    signature: await verifySignature(signature),
    addsUp: addUp(
      index,
      checked.flatMap(({ answer: judged }) => judged ?? []),
    ),
  };
  verifying.expectRecords(index.whole.records * 2);
  const wholeAgain = await compareRewritten(
    { described: index.whole, json: whole, hashes: [index.tableSha256] },
    verifying,
  );
  const files: PackAnswer['files'] = [];
  for (const { file, key, answer: judged } of checked) {
    const path = join(folder, file);
    const compared =
      judged && (await compareFile({ path, manifest: await readFileManifest(path), answer: judged }, verifying));
    files.push({ file, key, answer: compared });
  }
  const comparisons = files.map(({ answer: judged }) => judged?.again ?? null);
  return {
    ...judgedPack,
    again: combineAnswers({ ...wholeAgain, difference: wholeAgain.difference ?? findInIndex(index) }, comparisons),
    differing: files.filter(({ answer: judged }) => judged?.again.state === 'differs').map(({ file }) => file),
    files,
  };
}

/** Each manifest is read completely: those of thousands of files take a few megabytes. */
const MAX_MANIFEST_BYTES = 32 * 1024 ** 2;

function refuseTooLarge(pack: string, manifestBytes: readonly number[]): void {
  const all = manifestBytes.reduce((sum, bytes) => sum + bytes, 0);
  if (all > MAX_MANIFEST_BYTES) fail({ code: 'usage', detail: texts.pack.tooMuch(pack) });
}

async function compareNames(
  folder: string,
  names: readonly string[],
  index: PackIndex,
  checked: readonly CheckedFile[],
): Promise<PackAnswer['matches']> {
  const indexNames = [INDEX, INDEX_TABLE, ...(index.signedBy === undefined ? [] : [INDEX + SIGNATURE_SUFFIX])];
  const expected = new Set([...indexNames, ...checked.flatMap((file) => file.names)]);
  const present = new Set(names);
  const missing = [...expected].filter((name) => !present.has(name));
  const isTableSame = (await hashFile(join(folder, INDEX_TABLE)).catch(() => null)) === index.tableSha256;
  const changed = [
    ...(isTableSame || missing.includes(INDEX_TABLE) ? [] : [INDEX_TABLE]),
    ...checked.filter((file) => !file.isSame && !missing.includes(file.file)).map(({ file }) => file),
  ];
  const stray = [
    ...names.filter((name) => !expected.has(name)),
    // Programs differ in which of two entries with one name they take.
    ...listDuplicates(names).filter((name) => expected.has(name)),
  ];
  return { holds: missing.length + stray.length + changed.length === 0, missing, stray, changed };
}

/** Compares the facts that the index repeats from the manifest of the whole. */
function findInIndex({ whole, period, complete, asOf, units, appVersion }: PackIndex): FirstDifference | null {
  const wholeFacts = { period: whole.period, complete: whole.complete, asOf: whole.asOf, appVersion: whole.appVersion };
  const difference = findField(
    { ...wholeFacts, units: whole.units },
    { period, complete, asOf, appVersion, units },
    '',
  );
  return difference ?? null;
}

/** Takes the worst answer; the first difference is that of the whole, or of the first file that has one. */
function combineAnswers(
  whole: PackAnswer['again'],
  files: readonly (PackAnswer['again'] | null)[],
): PackAnswer['again'] {
  const missing: typeof whole = { ...whole, difference: null, why: ['missing'], sameBytes: null };
  const compared = files.map((answer) => answer ?? missing);
  const all = [whole, ...compared];
  const differing = all.find((answer) => answer.difference);
  // The reason why the whole cannot be compared does not explain a difference in the index.
  const couldExplain = differing?.state === 'differs' ? differing.why : [];
  const why = differing ? couldExplain : [...new Set(all.flatMap((answer) => answer.why))];
  const same = compared.map(({ sameBytes }) => sameBytes);
  return {
    ...whole,
    state: differing ? 'differs' : why.length > 0 ? 'unknown' : 'equal',
    why,
    difference: differing?.difference ?? null,
    sameBytes: same.includes(null) ? null : !same.includes(false),
    isKnown: false,
  };
}

function listDuplicates(names: readonly string[]): string[] {
  const seenNames = new Set<string>();
  return names.filter((name) => seenNames.has(name) || (seenNames.add(name), false));
}

async function checkFile(
  folder: string,
  listed: PackIndex['files'][number],
  verifying: Verifying,
): Promise<CheckedFile> {
  const { file, key } = listed;
  const path = join(folder, file);
  const judged = await judgeFile(path, verifying).catch(ignoreMissing);
  // The files beside a missing file still belong to the pack.
  const { sidecar: manifest = null } = judged?.manifest ?? (await readBeside(path).catch(ignoreMissing)) ?? {};
  const names = [
    file,
    file + MANIFEST_SUFFIX,
    ...(manifest?.signedBy === undefined ? [] : [file + MANIFEST_SUFFIX + SIGNATURE_SUFFIX]),
    ...(manifest ? listSuffixes(manifest).map((suffix) => file + suffix) : []),
  ];
  if (!manifest || !judged) return { file, key, answer: null, names, isSame: false };
  const { matches } = judged.answer;
  const isListed =
    manifest.records === listed.records &&
    manifest.unreadable === listed.unreadable &&
    manifest.guarded === listed.guarded &&
    matches.sha256 === listed.sha256 &&
    compareWithWhole([toSummed(manifest)], listed, 0n).length === 0;
  return { file, key, answer: judged.answer, names, isSame: isListed && matches.holds };
}

/** A file that is not there is missing, not a fault. */
function ignoreMissing(error: unknown): null {
  if (error instanceof AppFailure && error.error.code === 'usage') return null;
  throw error;
}

function addUp(index: PackIndex, answers: readonly JudgedFile['answer'][]): PackAnswer['addsUp'] {
  const { files, whole, records: written } = index;
  const foundRecords = files.reduce((sum, { records }) => sum + records, 0);
  const differences = [
    ...compareWithWhole(files, index, toTolerance(whole.of, files.length)),
    ...compareWithWhole([toSummed(whole)], index, 0n),
  ];
  const sums = differences.map(({ column, whole: wholeSum, files: filesSum }) => ({
    column,
    currency: null,
    written: wholeSum,
    found: filesSum,
    difference: formatUnits(toUnits(filesSum ?? '0') - toUnits(wholeSum ?? '0')),
  }));
  const uneven = answers.filter(({ addsUp }) => addsUp.holds === false).map(({ file }) => file);
  // A file that is missing or was replaced adds nothing.
  const isComplete = answers.length === files.length;
  const holds =
    isComplete && foundRecords === written && whole.records === written && sums.length === 0 && uneven.length === 0;
  const seconds = holds ? answers.find(({ addsUp }) => addsUp.seconds !== undefined)?.addsUp.seconds : undefined;
  const isUnknown = seconds !== undefined && { holds: null, seconds };
  return { holds, ...isUnknown, records: { written, found: foundRecords }, sums, files: uneven };
}

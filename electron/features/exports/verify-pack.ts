/** Answers the questions of a pack: its index against its files, its files against the whole, and both against what is written again. */
import { readHandedIn } from './handed-in.ts';
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
import { Unreadable } from '#electron/exports/verify/readers.ts';
import { readZipFile, type ZipEntry } from '#electron/exports/verify/zip-file.ts';
import { hashFile, MONTHS_MANIFEST } from '#electron/exports/placed-file.ts';
import { INDEX, INDEX_TABLE, packNames } from './pack-place.ts';
import { compareWithWhole, toTolerance, toSummed } from './pack-sums.ts';
import { compareAgain, findField } from './compare-again.ts';
import {
  compareFile,
  describe,
  judgeFile,
  readBeside,
  readGiven,
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
  /** A name that a zip file has twice stands here twice. */
  readonly names: readonly string[];
}

/** @returns undefined where it is no pack. @throws AppFailure `usage` where its index cannot be read. */
export async function verifyPack(path: string, verifying: Verifying): Promise<PackAnswer | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    const names = await readdir(path);
    if (names.includes(MONTHS_MANIFEST)) fail({ code: 'usage', detail: texts.pack.byMonth(basename(path)) });
    return answer({ name: basename(path), as: 'folder', folder: path, names }, verifying);
  }
  return found?.isFile() ? verifyZip(path, verifying) : undefined;
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
    return names && (await answer({ name: basename(path), as: 'zip', folder, names }, verifying));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Unpacks what its index accounts for, and nothing else. @returns every name in the zip; undefined: it is no pack, as of workbooks, which are zips too */
async function unpack(path: string, entries: readonly ZipEntry[], folder: string): Promise<string[] | undefined> {
  const index = entries.find(({ name }) => name === INDEX);
  if (!index) return undefined;
  const extract = async (entry: ZipEntry) => {
    try {
      await entry.extract(join(folder, entry.name));
    } catch (error) {
      // A part of it is none: it is missing.
      if (!(error instanceof Unreadable)) throw error;
      await rm(join(folder, entry.name), { force: true });
    }
  };
  await extract(index);
  const { files } = (await readIndex(folder, basename(path))).index;
  const wanted = new Set(packNames(files.map(({ file }) => file)));
  const manifests = entries.filter(({ name }) => wanted.has(name) && name.endsWith(MANIFEST_SUFFIX));
  // Before any of it is on the disk.
  refuseMuch(
    basename(path),
    manifests.map(({ bytes }) => bytes),
  );
  const taken = new Set([INDEX]);
  for (const entry of entries) {
    if (!wanted.has(entry.name) || taken.has(entry.name)) continue;
    taken.add(entry.name);
    await extract(entry);
  }
  const unpacked = new Set(await readdir(folder));
  return entries.map(({ name }) => name).filter((name) => unpacked.has(name) || !wanted.has(name));
}

interface ReadIndex {
  readonly index: PackIndex;
  readonly content: Buffer;
  /** The manifest of the whole as it was read, with fields that no manifest of ours has. */
  readonly whole: unknown;
}

async function readIndex(folder: string, pack: string): Promise<ReadIndex> {
  const found = (await readHandedIn(join(folder, INDEX))) ?? fail({ code: 'usage', detail: texts.pack.noIndex(pack) });
  const read = packIndexSchema.safeParse(found.json);
  const names = (read.data?.files ?? []).map(({ file }) => file);
  // A name with a folder in it would be read from elsewhere, and one that comes again is of no other file.
  const isPlain = names.every((name) => basename(name) === name && !/[\\/]|^\.{1,2}$/.test(name));
  const { success, data } = wholeSchema.safeParse(found.json);
  return read.success && isPlain && success && new Set(names).size === names.length
    ? { index: read.data, content: found.content, whole: data.whole }
    : fail({ code: 'usage', detail: texts.pack.badIndex(pack) });
}

const wholeSchema = z.object({ whole: z.unknown() });

interface CheckedFile {
  readonly file: string;
  readonly key: string | null;
  /** Null: it is missing, or its manifest cannot be read. Not the manifest itself: those of all files together are not held. */
  readonly answer: JudgedFile['answer'] | null;
  /** The names that must stand in the pack for this file. */
  readonly names: readonly string[];
  /** Whether it is the file that the index was written for. */
  readonly isSame: boolean;
}

async function answer({ name, as, folder, names }: Unpacked, verifying: Verifying): Promise<PackAnswer> {
  const { index, content, whole } = await readIndex(folder, name);
  const sizes = index.files.map(({ file }) =>
    stat(join(folder, file + MANIFEST_SUFFIX)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  refuseMuch(name, await Promise.all(sizes));
  const checked: CheckedFile[] = [];
  for (const listed of index.files) checked.push(await checkFile(folder, listed, verifying));
  const signature = { path: join(folder, INDEX), content, signedBy: index.signedBy, own: verifying.ownKey };
  const judged = {
    pack: name,
    as,
    by: index.by,
    says: describe(index.whole),
    matches: await compareNames(folder, names, index, checked),
    signature: await verifySignature(signature),
    addsUp: addUp(
      index,
      checked.flatMap(({ answer: own }) => own ?? []),
    ),
  };
  verifying.expectRecords(index.whole.records * 2);
  const wholeAgain = await compareAgain(
    { described: index.whole, json: whole, hashes: [index.tableSha256] },
    verifying,
  );
  const files: PackAnswer['files'] = [];
  for (const { file, key, answer: own } of checked) {
    const path = join(folder, file);
    const compared = own && (await compareFile({ path, given: await readGiven(path), answer: own }, verifying));
    files.push({ file, key, answer: compared });
  }
  const again = files.map(({ answer: own }) => own?.again ?? null);
  return {
    ...judged,
    again: combineAnswers({ ...wholeAgain, difference: wholeAgain.difference ?? findInIndex(index) }, again),
    differing: files.filter(({ answer: own }) => own?.again.state === 'differs').map(({ file }) => file),
    files,
  };
}

/** Each is read whole: of thousands of files they are a few megabytes. */
const MOST_MANIFEST_BYTES = 32 * 1024 ** 2;

function refuseMuch(pack: string, manifestBytes: readonly number[]): void {
  const all = manifestBytes.reduce((sum, bytes) => sum + bytes, 0);
  if (all > MOST_MANIFEST_BYTES) fail({ code: 'usage', detail: texts.pack.tooMuch(pack) });
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
    // Of two entries of one name, programs take the one or the other.
    ...listRepeated(names).filter((name) => expected.has(name)),
  ];
  return { holds: missing.length + stray.length + changed.length === 0, missing, stray, changed };
}

/** What the index says beside its files and sums is said of the whole, too. */
function findInIndex({ whole, period, complete, asOf, units, appVersion }: PackIndex): FirstDifference | null {
  const told = { period: whole.period, complete: whole.complete, asOf: whole.asOf, appVersion: whole.appVersion };
  const difference = findField({ ...told, units: whole.units }, { period, complete, asOf, appVersion, units }, '');
  return difference ?? null;
}

/** The worst of all; the first difference is that of the whole, or of the first file that has one. */
function combineAnswers(
  whole: PackAnswer['again'],
  files: readonly (PackAnswer['again'] | null)[],
): PackAnswer['again'] {
  const missing: typeof whole = { ...whole, difference: null, why: ['missing'], sameBytes: null };
  const compared = files.map((answer) => answer ?? missing);
  const all = [whole, ...compared];
  const differing = all.find((answer) => answer.difference);
  // Why the whole cannot be compared explains nothing that differs in the index.
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

function listRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || (seen.add(name), false));
}

async function checkFile(
  folder: string,
  listed: PackIndex['files'][number],
  verifying: Verifying,
): Promise<CheckedFile> {
  const { file, key } = listed;
  const path = join(folder, file);
  const judged = await judgeFile(path, verifying).catch(ignoreMissing);
  // What stands beside a file that is missing belongs to the pack all the same.
  const { beside: manifest = null } = judged?.given ?? (await readBeside(path).catch(ignoreMissing)) ?? {};
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
  const found = files.reduce((sum, { records }) => sum + records, 0);
  const lacking = [
    ...compareWithWhole(files, index, toTolerance(whole.of, files.length)),
    ...compareWithWhole([toSummed(whole)], index, 0n),
  ];
  const sums = lacking.map(({ column, whole: stated, files: together }) => ({
    column,
    currency: null,
    written: stated,
    found: together,
    difference: formatUnits(toUnits(together ?? '0') - toUnits(stated ?? '0')),
  }));
  const uneven = answers.filter(({ addsUp }) => addsUp.holds === false).map(({ file }) => file);
  // A file that is missing, or is another one, gives nothing.
  const isWhole = answers.length === files.length;
  const holds = isWhole && found === written && whole.records === written && sums.length === 0 && uneven.length === 0;
  const seconds = holds ? answers.find(({ addsUp }) => addsUp.seconds !== undefined)?.addsUp.seconds : undefined;
  const isUnknown = seconds !== undefined && { holds: null, seconds };
  return { holds, ...isUnknown, records: { written, found }, sums, files: uneven };
}

/** Answers the three questions of a pack: its index against its files, its files against the whole, and both against today. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppFailure, fail } from '../../../../src/contract/errors.ts';
import {
  manifestSchema,
  packIndexSchema,
  type Manifest,
  type PackForm,
  type PackIndex,
} from '../../../../src/contract/exports.ts';
import type { PackAnswer } from '../../../../src/contract/proof/pack-answer.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { formatUnits, toUnits } from '../../../../src/domain/decimal.ts';
import { listSuffixes } from '../../../exports/document.ts';
import { Unreadable } from '../../../exports/verify/readers.ts';
import { readZipFile, type ZipEntry } from '../../../exports/verify/zip-file.ts';
import { INDEX, INDEX_TABLE, MONTHS_MANIFEST, packNames } from '../packs/pack-place.ts';
import { compareWithWhole, toTolerance, toSummed } from '../packs/pack-sums.ts';
import { verifyAgain, verifyFile, type Verifying } from './verify.ts';
import { verifySignature } from './verify-signature.ts';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from '../write.ts';

/** What there is of a pack, in a folder that can be read. */
interface Unpacked {
  readonly name: string;
  readonly as: PackForm;
  readonly folder: string;
  /** Every name in it, once or more often. */
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
  const taken = new Set([INDEX]);
  for (const entry of entries) {
    if (!wanted.has(entry.name) || taken.has(entry.name)) continue;
    taken.add(entry.name);
    await extract(entry);
  }
  const unpacked = new Set(await readdir(folder));
  return entries.map(({ name }) => name).filter((name) => unpacked.has(name) || !wanted.has(name));
}

async function readIndex(
  folder: string,
  pack: string,
): Promise<{ readonly index: PackIndex; readonly content: Buffer }> {
  const content = await readFile(join(folder, INDEX)).catch(() =>
    fail({ code: 'usage', detail: texts.pack.noIndex(pack) }),
  );
  const read = packIndexSchema.safeParse(parseJson(content.toString('utf8')));
  // A name with a folder in it would be read from elsewhere.
  const isPlain =
    read.success && read.data.files.every(({ file }) => basename(file) === file && !/[\\/]|^\.{1,2}$/.test(file));
  return isPlain ? { index: read.data, content } : fail({ code: 'usage', detail: texts.pack.badIndex(pack) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface CheckedFile {
  readonly file: string;
  readonly key: string | null;
  readonly answer: PackAnswer['files'][number]['answer'];
  /** Names that must stand in the pack for it. */
  readonly names: readonly string[];
  /** Whether it is the file that the index was written for. */
  readonly isSame: boolean;
}

async function answer({ name, as, folder, names }: Unpacked, verifying: Verifying): Promise<PackAnswer> {
  const { index, content } = await readIndex(folder, name);
  const checked: CheckedFile[] = [];
  for (const listed of index.files) checked.push(await checkFile(folder, listed, verifying));
  const indexNames = [INDEX, INDEX_TABLE, ...(index.signedBy === undefined ? [] : [INDEX + SIGNATURE_SUFFIX])];
  const expected = new Set([...indexNames, ...checked.flatMap((each) => each.names)]);
  const present = new Set(names);
  const missing = [...expected].filter((each) => !present.has(each));
  const isTableSame = (await hashFile(join(folder, INDEX_TABLE))) === index.tableSha256;
  const changed = [
    ...(isTableSame || missing.includes(INDEX_TABLE) ? [] : [INDEX_TABLE]),
    ...checked.filter((each) => !each.isSame && !missing.includes(each.file)).map(({ file }) => file),
  ];
  const stray = [
    ...names.filter((each) => !expected.has(each)),
    // Of two entries of one name, programs take the one or the other.
    ...listRepeated(names).filter((each) => expected.has(each)),
  ];
  const whole = await verifyAgain(index.whole, verifying);
  const answers = checked.flatMap(({ answer: own }) => (own ? [own] : []));
  return {
    pack: name,
    as,
    by: index.by,
    untouched: { holds: missing.length + stray.length + changed.length === 0, missing, stray, changed },
    signature: await verifySignature({
      path: join(folder, INDEX),
      content,
      signedBy: index.signedBy,
      own: verifying.ownKey,
    }),
    addsUp: addUp(index, answers),
    today: { ...whole, holds: allHold([whole.holds, ...answers.map(({ today }) => today.holds)]) },
    differing: answers.filter(({ today }) => today.holds === false).map(({ file }) => file),
    files: checked.map(({ file, key, answer: own }) => ({ file, key, answer: own })),
  };
}

function listRepeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((each) => seen.has(each) || (seen.add(each), false));
}

async function checkFile(
  folder: string,
  listed: PackIndex['files'][number],
  verifying: Verifying,
): Promise<CheckedFile> {
  const { file, key } = listed;
  const path = join(folder, file);
  const manifest = await readManifest(path);
  const names = [
    file,
    file + MANIFEST_SUFFIX,
    ...(manifest?.signedBy === undefined ? [] : [file + MANIFEST_SUFFIX + SIGNATURE_SUFFIX]),
    ...(manifest ? listSuffixes(manifest).map((suffix) => file + suffix) : []),
  ];
  const own = manifest && (await verifyFile(path, verifying).catch(toUnverified));
  if (!manifest || !own) return { file, key, answer: null, names, isSame: false };
  const isListed =
    manifest.records === listed.records &&
    manifest.unreadable === listed.unreadable &&
    manifest.guarded === listed.guarded &&
    own.untouched.sha256 === listed.sha256 &&
    compareWithWhole([toSummed(manifest)], listed, 0n).length === 0;
  return { file, key, answer: own, names, isSame: isListed && own.untouched.holds };
}

async function readManifest(path: string): Promise<Manifest | null> {
  const text = await readFile(path + MANIFEST_SUFFIX, 'utf8').catch(() => '');
  return manifestSchema.safeParse(parseJson(text)).data ?? null;
}

/** A file that is not there is missing, not a fault. */
function toUnverified(error: unknown): null {
  if (error instanceof AppFailure && error.error.code === 'usage') return null;
  throw error;
}

async function hashFile(path: string): Promise<string | null> {
  const content = await readFile(path).catch(() => null);
  return content && createHash('sha256').update(content).digest('hex');
}

function addUp(index: PackIndex, answers: readonly NonNullable<CheckedFile['answer']>[]): PackAnswer['addsUp'] {
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
  return { holds, records: { written, found }, sums, files: uneven };
}

/** False where one does not hold; null where one could not be asked. */
function allHold(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false;
  return answers.includes(null) ? null : true;
}

/** Answers three questions about an exported file: is it untouched, does it add up, is it still true today? Spends no request. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppFailure, fail } from '../../../../src/contract/errors.ts';
import { manifestSchema, type Manifest } from '../../../../src/contract/exports.ts';
import type { FileAnswer } from '../../../../src/contract/file-answer.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { findExportFormat } from '../../../../src/domain/export-formats.ts';
import { propertyNames } from '../../../../src/domain/property-names.ts';
import { addUp, compareSums, listSums, type NamedSum } from '../../../exports/verify/add-up.ts';
import { readCapsule, type CapsuleFile, type SealedManifest } from '../../../exports/verify/capsule-file.ts';
import { findDifferences } from '../../../exports/verify/differences.ts';
import { readers } from '../../../exports/verify/readers.ts';
import type { SettingsThen } from './settings-then.ts';
import { verifySignature } from './verify-signature.ts';
import { MANIFEST_SUFFIX } from '../write.ts';

export interface Verifying {
  /** Writes what the manifest describes once more, of today's records and under the settings of then, into the file named. */
  readonly writeAgain: (described: SealedManifest, path: string) => Promise<Manifest | null>;
  /** The settings it was written under, beside today's. */
  readonly settingsThen: (described: SealedManifest) => Pick<SettingsThen, 'changed' | 'areSame'>;
  /** Fingerprint of this app's key; null: it has none. */
  readonly ownKey: string | null;
}

interface Given {
  readonly described: SealedManifest;
  /** Null: only the file's own manifest is there. */
  readonly beside: Manifest | null;
  /** The manifest's own bytes. */
  readonly content: Buffer | null;
  readonly capsule: CapsuleFile | undefined;
}

/** @throws AppFailure `usage` where no manifest describes the file */
export async function verifyFile(path: string, verifying: Verifying): Promise<FileAnswer> {
  const given = await readGiven(path);
  const { described, beside, capsule, content } = given;
  const sha256 = await hashFile(path);
  const sameBytes = beside === null || beside.sha256 === sha256;
  const seal = capsule ? capsule.isSealed : null;
  const untouched = {
    holds: sameBytes && seal !== false,
    sha256,
    manifestSha256: beside?.sha256 ?? null,
    seal,
  };
  const signature = await verifySignature({
    path: path + MANIFEST_SUFFIX,
    content,
    signedBy: beside?.signedBy,
    own: verifying.ownKey,
  });
  const addsUp = await addUp(readers[described.format], path, described);
  const folder = await mkdtemp(join(tmpdir(), 'timelog-verify-'));
  try {
    const again = join(folder, 'today');
    const asked = await askAgain(described, again, verifying);
    const differences = await compareFiles(path, again, asked.manifest, given);
    return {
      file: basename(path),
      format: described.format,
      of: described.of,
      untouched,
      signature,
      addsUp,
      today: judgeToday(described, asked, {
        differences,
        isUntouched: untouched.holds,
        settings: verifying.settingsThen(described),
      }),
      differences,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NO_DIFFERENCES = { cells: [], cellCount: 0, missing: [], missingCount: 0, extra: [], extraCount: 0 };

/** Whether what was described, and is in no file of its own, would be the same today: by its records and sums. */
export async function verifyAgain(described: SealedManifest, verifying: Verifying): Promise<FileAnswer['today']> {
  const folder = await mkdtemp(join(tmpdir(), 'timelog-verify-'));
  try {
    const asked = await askAgain(described, join(folder, 'today'), verifying);
    const differences = { against: 'today' as const, ...NO_DIFFERENCES };
    return judgeToday(described, asked, {
      differences,
      isUntouched: true,
      settings: verifying.settingsThen(described),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readGiven(path: string): Promise<Given> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) fail({ code: 'usage', detail: texts.noFile(path) });
  const found = await readBeside(path + MANIFEST_SUFFIX);
  const beside = found?.manifest ?? null;
  const isCapsule = (beside?.format ?? findExportFormat(path)) === 'capsule';
  const capsule = isCapsule ? await readCapsule(path) : undefined;
  const described =
    beside ?? capsule?.data?.manifest ?? fail({ code: 'usage', detail: texts.noManifest(basename(path)) });
  return { described, beside, content: found?.content ?? null, capsule };
}

async function readBeside(path: string): Promise<{ readonly manifest: Manifest; readonly content: Buffer } | null> {
  const content = await readFile(path).catch(() => undefined);
  if (content === undefined) return null;
  try {
    return { manifest: manifestSchema.parse(JSON.parse(content.toString('utf8'))), content };
  } catch {
    return fail({ code: 'usage', detail: texts.badManifest(basename(path)) });
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

interface Asked {
  readonly manifest: Manifest | null;
  readonly why?: NonNullable<FileAnswer['today']['why']>;
}

/** Conditions that a client was not told of cannot be asked again; nor what names properties that are none any more. */
async function askAgain(described: SealedManifest, path: string, { writeAgain }: Verifying): Promise<Asked> {
  if (described.internalFilter) return { manifest: null, why: 'internal-filter' };
  try {
    const manifest = await writeAgain(described, path);
    return manifest ? { manifest } : { manifest, why: 'refused' };
  } catch (error) {
    const code = error instanceof AppFailure ? error.error.code : undefined;
    if (code !== 'usage' && code !== 'filter-invalid') throw error;
    return { manifest: null, why: 'refused' };
  }
}

async function compareFiles(
  path: string,
  again: string,
  today: Manifest | null,
  { described, beside }: Given,
): Promise<FileAnswer['differences']> {
  const against = today !== null && today.sha256 === beside?.sha256 ? ('original' as const) : ('today' as const);
  const read = readers[described.format];
  // Other columns, as after names became known, cannot be put side by side.
  const isSameTable = today !== null && JSON.stringify(today.columns) === JSON.stringify(described.columns);
  if (!read || !isSameTable) return { against, ...NO_DIFFERENCES };
  const found = await findDifferences(read(path, described), read(again, described), {
    written: described,
    heads: described.heads,
    keyAt: toKeyPlaces(described),
  });
  return { against, ...found };
}

function toKeyPlaces({ of, columns, report }: SealedManifest): number[] {
  if (of === 'report') return (report?.groupBy ?? []).map((_, at) => at);
  // What several checks found on one record is a line of each.
  if (of === 'findings') return ['check', 'id'].map((name) => columns.indexOf(name)).filter((each) => each >= 0);
  const at = [propertyNames.id, propertyNames.recordId].map((name) => columns.indexOf(name)).find((each) => each >= 0);
  return at === undefined ? [] : [at];
}

/** Its sums, those of each of its tables, and the totals of pages whose figures no column adds up. */
function listFigures(described: SealedManifest): NamedSum[] {
  const { parts = [], totals, of } = described;
  return [
    ...listSums(described),
    ...parts.flatMap((part) => listSums(part).map((sum) => ({ ...sum, column: `${part.title}: ${sum.column}` }))),
    ...(of === 'overview' ? Object.entries(totals).map(([column, sum]) => ({ column, currency: null, sum })) : []),
  ];
}

interface Judging {
  readonly differences: FileAnswer['differences'];
  readonly isUntouched: boolean;
  readonly settings: Pick<SettingsThen, 'changed' | 'areSame'>;
}

function judgeToday(
  described: SealedManifest,
  { manifest, why }: Asked,
  { differences, isUntouched, settings }: Judging,
): FileAnswer['today'] {
  const { changed, areSame } = settings;
  if (!manifest) {
    return {
      holds: null,
      ...(why && { why }),
      records: { written: described.records, found: null },
      sums: [],
      sameNames: true,
      sameSettings: areSame,
      settings: changed,
      complete: described.complete,
      asOf: described.asOf,
    };
  }
  const sums = compareSums(listFigures(described), listFigures(manifest));
  const { cellCount, missingCount, extraCount } = differences;
  // Of a changed file only the manifest can be compared: its lines are no longer what was exported.
  const linesHold = !isUntouched || cellCount + missingCount + extraCount === 0;
  const isSame =
    sums.length === 0 &&
    linesHold &&
    manifest.records === described.records &&
    manifest.lines === described.lines &&
    JSON.stringify(manifest.columns) === JSON.stringify(described.columns);
  return {
    holds: isSame,
    records: { written: described.records, found: manifest.records },
    sums,
    sameNames: manifest.directoryHash === described.directoryHash,
    sameSettings: areSame,
    settings: changed,
    complete: manifest.complete,
    asOf: manifest.asOf,
  };
}

/** Judges an exported file by what was handed in with it, and then compares it with what is written again. Spends no request. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail } from '../../../../src/contract/errors.ts';
import { manifestSchema, type Manifest } from '../../../../src/contract/exports.ts';
import type { FileAnswer } from '../../../../src/contract/file-answer.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { findExportFormat } from '../../../../src/domain/export-formats.ts';
import { findMeasure } from '../../../../src/domain/reports/definition/measures.ts';
import { addUp } from '../../../exports/verify/add-up.ts';
import { readCapsule, type CapsuleFile, type SealedManifest } from '../../../exports/verify/capsule-file.ts';
import { readers } from '../../../exports/verify/readers.ts';
import { compareAgain, type WritingAgain } from './compare-again.ts';
import { readHandedIn } from './handed-in.ts';
import { verifySignature } from './verify-signature.ts';
import { MANIFEST_SUFFIX } from '../write.ts';

export interface Verifying extends WritingAgain {
  /** Told before files are written again. */
  readonly expectRecords: (records: number) => void;
  /** Fingerprint of this app's key; null: it has none. */
  readonly ownKey: string | null;
  /** Lines are added up until then, of all files of a pack together: the clock of `performance`. */
  readonly until: number;
}

/** Of a title or a name: more is not said of any file. */
const MOST_LETTERS = 300;

/** What is known without any record. */
export interface JudgedFile {
  readonly path: string;
  readonly given: Given;
  readonly answer: Omit<FileAnswer, 'again'>;
}

/** More is not read in ten seconds, and no export comes near it. */
const MOST_FILE_BYTES = 4 * 1024 ** 3;

interface Given {
  readonly described: SealedManifest;
  /** Null: only the file's own manifest is there. */
  readonly beside: Manifest | null;
  /** The manifest's own bytes. */
  readonly content: Buffer | null;
  readonly json: unknown;
  readonly capsule: CapsuleFile | undefined;
}

/** @throws AppFailure `usage` where no manifest describes the file */
export async function verifyFile(path: string, verifying: Verifying): Promise<FileAnswer> {
  const judged = await judgeFile(path, verifying);
  verifying.expectRecords(judged.given.described.records);
  return compareFile(judged, verifying);
}

/** @throws AppFailure `usage` where no manifest describes the file */
export async function judgeFile(path: string, { ownKey, until }: Verifying): Promise<JudgedFile> {
  const given = await readGiven(path);
  const { described, beside, capsule, content } = given;
  const sha256 = await hashFile(path);
  const seal = capsule ? capsule.isSealed : null;
  const signature = { path: path + MANIFEST_SUFFIX, content, signedBy: beside?.signedBy, own: ownKey };
  const answer = {
    file: basename(path),
    format: described.format,
    of: described.of,
    says: { name: beside ? beside.file.slice(0, MOST_LETTERS) : null, ...describe(described) },
    matches: {
      holds: (beside === null || beside.sha256 === sha256) && seal !== false,
      sha256,
      manifestSha256: beside?.sha256 ?? null,
      seal,
    },
    signature: await verifySignature(signature),
    addsUp: await addUp(readers[described.format], path, described, until),
  };
  return { path, given, answer };
}

export async function compareFile(
  { path, given: { described, beside, json }, answer }: JudgedFile,
  verifying: Verifying,
): Promise<FileAnswer> {
  const { sha256 } = answer.matches;
  const hashes = [...new Set([sha256, beside?.sha256 ?? sha256])];
  return { ...answer, again: await compareAgain({ file: { path, sha256 }, described, json, hashes }, verifying) };
}

export function describe(described: SealedManifest): Omit<FileAnswer['says'], 'name'> {
  const { title, period, records, totals, currency, asOf, appVersion } = described;
  const known = Object.entries(totals).flatMap(([measure, value]) =>
    value === null ? [] : [{ measure, value, currency }],
  );
  const total = known.find(({ measure }) => findMeasure(measure)?.unit === 'hours') ?? known[0];
  return { title: title.slice(0, MOST_LETTERS), period, records, total: total ?? null, asOf, appVersion };
}

export async function readGiven(path: string): Promise<Given> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return fail({ code: 'usage', detail: texts.noFile(path) });
  if (found.size > MOST_FILE_BYTES) fail({ code: 'usage', detail: texts.tooLarge(basename(path)) });
  const { beside, content, json } = await readBeside(path);
  const isCapsule = (beside?.format ?? findExportFormat(path)) === 'capsule';
  const capsule = isCapsule ? await readCapsule(path) : undefined;
  const own = capsule?.data?.manifest;
  const described = beside ?? own ?? fail({ code: 'usage', detail: texts.noManifest(basename(path)) });
  return { described, beside, content, json: json ?? own, capsule };
}

/** @throws AppFailure `usage` where there is a manifest that cannot be read */
export async function readBeside(path: string): Promise<Pick<Given, 'beside' | 'content' | 'json'>> {
  const found = await readHandedIn(path + MANIFEST_SUFFIX);
  if (!found) return { beside: null, content: null, json: undefined };
  const read = manifestSchema.safeParse(found.json);
  return read.success
    ? { beside: read.data, ...found }
    : fail({ code: 'usage', detail: texts.badManifest(basename(path + MANIFEST_SUFFIX)) });
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

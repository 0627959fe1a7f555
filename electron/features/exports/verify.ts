/** Judges an exported file by the manifest supplied with it, and then compares it with a repetition of the export. Spends no request. */
import { hashFile } from '#electron/exports/placed-file.ts';
import { stat, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fail } from '#contract/errors.ts';
import { manifestSchema, type Manifest } from '#contract/exports.ts';
import type { FileAnswer, HashAnswer, SentAnswer } from '#contract/file-answer.ts';
import type { SentFile } from '#contract/memory.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { findExportFormat } from '#domain/export-formats.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { addUp, readers, MAX_CAPSULE_BYTES, readCapsule, type SealedManifest } from '#electron/exports/readers.ts';
import { compareRewritten, toDefinition, type Rewriting } from './compare-again.ts';
import { MANIFEST_SUFFIX, SIGNATURE_SUFFIX } from './write.ts';
import type { KnownMoment } from '#electron/workspace/known-moments.ts';
import { checkSignature } from '#electron/exports/signature.ts';
import { readSuppliedJson } from './supplied-json.ts';

export interface Verifying extends Rewriting {
  /** Finds the entry of this hash in the register of sent files. */
  readonly findSent: (sha256: string) => Promise<SentAnswer | null>;
  /** Finds the moment whose records a sent file has; undefined if it is not known. */
  readonly findMoment: (file: SentFile) => Pick<KnownMoment, 'recordsSeenAt'> | undefined;
  /** Called before files are written again. */
  readonly expectRecords: (records: number) => void;
  /** Fingerprint of this app's key; null: it has none. */
  readonly ownKey: string | null;
  /** Lines are added up until this time of the clock of `performance`, for all files of a pack together. */
  readonly until: number;
}

/** Longer titles and names are cut, so that no file can fill the screen. */
const MAX_LETTERS = 300;

/** The result for a file before it is written again. */
export interface JudgedFile {
  readonly path: string;
  readonly manifest: FileManifest;
  readonly answer: Omit<FileAnswer, 'again'>;
}

/** A larger file is not read in ten seconds, and no export comes near this size. */
const MAX_FILE_BYTES = 4 * 1024 ** 3;

interface FileManifest {
  readonly described: SealedManifest;
  /** Null if there is only the manifest inside the file. */
  readonly sidecar: Manifest | null;
  readonly content: Buffer | null;
  readonly json: unknown;
  /** Whether the parts of a capsule agree; null if it is not a readable capsule. */
  readonly seal: boolean | null;
  /** True if only this computer remembers the file's manifest. */
  readonly isRemembered?: true;
}

export async function verifyFile(path: string, verifying: Verifying): Promise<FileAnswer | HashAnswer> {
  const fileManifest = (await findFileManifest(path)) ?? recallFileManifest(await hashFile(path), verifying);
  if (!fileManifest) {
    const sha256 = await hashFile(path);
    return { file: basename(path), sha256, sent: await verifying.findSent(sha256) };
  }
  const judged = await judgeFile(path, verifying, fileManifest);
  verifying.expectRecords(fileManifest.described.records);
  const answer = await compareFile(judged, verifying);
  const sent = await verifying.findSent(answer.matches.sha256);
  const asThen =
    sent && answer.again.state !== 'equal' ? await compareWithPast(judged, sent.file, verifying) : undefined;
  return { ...answer, sent, ...(asThen && { asThen }) };
}

/** Compares the file with the records as they were known when it was written. */
async function compareWithPast(
  judged: JudgedFile,
  file: SentFile,
  verifying: Verifying,
): Promise<FileAnswer['asThen']> {
  const moment = verifying.findMoment(file);
  if (!moment) return undefined;
  const rewriteFile: Verifying['rewriteFile'] = (described, to) => verifying.rewriteFile(described, to, file);
  const { again: comparison } = await compareFile(judged, { ...verifying, rewriteFile });
  return { seenAt: moment.recordsSeenAt, state: comparison.state, difference: comparison.difference };
}

/** Recalls what this computer remembers of a file that nothing else describes. */
function recallFileManifest(sha256: string, { findWrittenExports }: Verifying): FileManifest | undefined {
  const written = findWrittenExports([sha256]).at(-1);
  if (!written) return undefined;
  const fileManifest = {
    described: toDefinition(written),
    sidecar: null,
    content: null,
    json: written.manifest,
    seal: null,
  };
  return { ...fileManifest, isRemembered: true };
}

/** @throws AppFailure `usage` if no manifest describes the file */
export async function judgeFile(path: string, { ownKey, until }: Verifying, known?: FileManifest): Promise<JudgedFile> {
  const manifest = known ?? (await readFileManifest(path));
  const { described, sidecar, seal, content } = manifest;
  const sha256 = await hashFile(path);
  const isTooLarge = described.format === 'capsule' && (await stat(path)).size > MAX_CAPSULE_BYTES;
  const signature = { path: path + MANIFEST_SUFFIX, content, signedBy: sidecar?.signedBy, own: ownKey };
  const answer = {
    file: basename(path),
    format: described.format,
    of: described.of,
    says: { name: sidecar ? sidecar.file.slice(0, MAX_LETTERS) : null, ...describeFile(described) },
    matches: {
      holds: (sidecar === null || sidecar.sha256 === sha256) && seal !== false,
      sha256,
      manifestSha256: sidecar?.sha256 ?? null,
      seal,
      ...(manifest.isRemembered && { remembered: true as const }),
    },
    signature: await verifySignature(signature),
    addsUp: await addUp(isTooLarge ? undefined : readers[described.format], path, described, until),
  };
  return { path, manifest, answer };
}

export async function compareFile(
  { path, manifest: { described, sidecar, json }, answer }: JudgedFile,
  verifying: Verifying,
): Promise<FileAnswer> {
  const { sha256 } = answer.matches;
  const hashes = [...new Set([sha256, sidecar?.sha256 ?? sha256])];
  return { ...answer, again: await compareRewritten({ file: { path, sha256 }, described, json, hashes }, verifying) };
}

export function describeFile(described: SealedManifest): Omit<FileAnswer['says'], 'name'> {
  const { title, period, records, totals, currency, asOf, appVersion } = described;
  const knownTotals = Object.entries(totals).flatMap(([measure, value]) =>
    value === null ? [] : [{ measure, value, currency }],
  );
  const total = knownTotals.find(({ measure }) => findMeasure(measure)?.unit === 'hours') ?? knownTotals[0];
  return { title: title.slice(0, MAX_LETTERS), period, records, total: total ?? null, asOf, appVersion };
}

/** @throws AppFailure `usage` if no manifest beside it or inside it describes the file */
export async function readFileManifest(path: string): Promise<FileManifest> {
  return (await findFileManifest(path)) ?? fail({ code: 'usage', detail: texts.noManifest(basename(path)) });
}

async function findFileManifest(path: string): Promise<FileManifest | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) return fail({ code: 'usage', detail: texts.noFile(path) });
  if (stats.size > MAX_FILE_BYTES) fail({ code: 'usage', detail: texts.tooLarge(basename(path)) });
  const { sidecar, content, json } = await readBeside(path);
  const couldBeCapsule = sidecar ? sidecar.format === 'capsule' : findExportFormat(path) === 'html';
  const capsule = couldBeCapsule ? await readCapsule(path) : undefined;
  const ownManifest = capsule?.manifest;
  const described = sidecar ?? ownManifest;
  if (!described) return undefined;
  const seal = capsule?.partsAgree ?? null;
  return { described, sidecar, content, json: json ?? ownManifest, seal };
}

/** @throws AppFailure `usage` if there is a manifest that cannot be read */
export async function readBeside(path: string): Promise<Pick<FileManifest, 'sidecar' | 'content' | 'json'>> {
  const supplied = await readSuppliedJson(path + MANIFEST_SUFFIX);
  if (!supplied) return { sidecar: null, content: null, json: undefined };
  const parsed = manifestSchema.safeParse(supplied.json);
  return parsed.success
    ? { sidecar: parsed.data, ...supplied }
    : fail({ code: 'usage', detail: texts.badManifest(basename(path + MANIFEST_SUFFIX)) });
}

interface Signed {
  readonly path: string;
  /** Null if it could not be read, or is missing. */
  readonly content: Buffer | null;
  /** The key that the file names as its signer. */
  readonly signedBy: string | undefined;
  /** Fingerprint of this app's key; null: it has none. */
  readonly own: string | null;
}

/** Judges a signature by a different key than the named one to be as wrong as a signature of a different text. */
export async function verifySignature({
  path,
  content,
  signedBy,
  own: ownKey,
}: Signed): Promise<FileAnswer['signature']> {
  const namedKey = signedBy ?? null;
  const text = await readFile(path + SIGNATURE_SUFFIX, 'latin1').catch(() => null);
  if (text === null)
    return { state: namedKey === null ? 'none' : 'missing', fingerprint: null, told: namedKey, own: null };
  if (content === null) return { state: 'wrong', fingerprint: null, told: namedKey, own: null };
  const { state, fingerprint } = checkSignature(text, content);
  const isOtherKey = namedKey !== null && fingerprint !== null && fingerprint !== namedKey;
  return {
    state: state === 'valid' && isOtherKey ? 'wrong' : state,
    fingerprint,
    told: namedKey,
    own: ownKey === null || fingerprint === null ? null : fingerprint === ownKey,
  };
}

/** Decides the verdict on a checked file or pack from all questions together. */
import { z } from 'zod';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { type FileAnswer, fileAnswerSchema, type HashAnswer } from '../file-answer.ts';

/**
 * The verdicts, worst first: a file that does not match its manifest is worse than a wrong signature; both are worse than a file that
 * differs when it is written again.
 */
export type Verdict =
  | 'changed'
  | 'wrongly-signed'
  | 'differs'
  | 'unknown'
  | 'stranger'
  | 'renamed'
  | 'as-then'
  | 'foreign'
  | 'known'
  | 'good';

/** @param signedBy the fingerprint that was named */
export function judgeAnswer(answer: FileAnswer | PackAnswer | HashAnswer, signedBy?: string): Verdict {
  if (isHashOnly(answer)) return answer.sent ? 'known' : 'foreign';
  const { matches, addsUp, signature, again } = answer;
  const isPack = 'pack' in answer;
  if (!matches.holds || addsUp.holds === false) return 'changed';
  if (!hasExpectedSignature(signature, signedBy) || (isPack && listUnsigned(answer).length > 0))
    return 'wrongly-signed';
  const wasEqual = !isPack && answer.asThen?.state === 'equal';
  if (again.state !== 'equal' && !wasEqual) return again.state;
  if (isUnknownSigner(signature, signedBy)) return 'stranger';
  if (!isPack && isRenamed(answer)) return 'renamed';
  return again.state === 'equal' ? 'good' : 'as-then';
}

/** Tells whether nothing describes the file, so that it is known by its hash at most. */
export function isHashOnly(answer: FileAnswer | PackAnswer | HashAnswer): answer is HashAnswer {
  return !('matches' in answer);
}

/** Tells whether the file has another name than its manifest says. */
export function isRenamed({ file, says: { name } }: Pick<FileAnswer, 'file' | 'says'>): boolean {
  return name !== null && name !== file;
}

/** Tells whether this app's key signed it, or the one that was named: only then is it known who wrote it. */
export function hasTrustedSignature(signature: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return (
    signature.state === 'valid' && hasExpectedSignature(signature, signedBy) && !isUnknownSigner(signature, signedBy)
  );
}

/** @returns undefined where nothing is to be added to the answers */
export function formatVerdict(verdict: Verdict, isPack: boolean): string | undefined {
  const verdictTexts = isPack ? texts.pack : texts;
  if (verdict === 'changed') return verdictTexts.saidChanged;
  if (verdict === 'differs') return verdictTexts.saidDiffers;
  if (verdict === 'wrongly-signed') return texts.saidSignature;
  if (verdict === 'unknown') return texts.saidUnknown;
  if (verdict === 'renamed') return texts.saidRenamed;
  if (verdict === 'as-then') return texts.saidThen;
  if (verdict === 'foreign') return texts.saidForeign;
  return verdict === 'stranger' ? texts.saidStranger : undefined;
}

/** Where no key was named, a file without any signature is as it should be. */
export function hasExpectedSignature(
  { state, fingerprint }: FileAnswer['signature'],
  signedBy: string | undefined,
): boolean {
  if (signedBy === undefined) return state === 'none' || state === 'valid';
  return state === 'valid' && fingerprint === signedBy;
}

/** Tells whether a key signed it that is neither this app's nor the one that was named. */
export function isUnknownSigner({ state, own }: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return state === 'valid' && signedBy === undefined && own !== true;
}

/** Lists the files whose own signature is wrong, whatever that of the index is. */
export function listUnsigned({ files }: PackAnswer): string[] {
  return files.flatMap(({ file, answer }) =>
    answer && !hasExpectedSignature(answer.signature, undefined) ? [file] : [],
  );
}

const { says, signature, again, addsUp } = fileAnswerSchema.shape;
const count = z.number().int().nonnegative();

export const packAnswerSchema = z.object({
  /** The name of the zip file or folder. */
  pack: z.string(),
  as: z.enum(['zip', 'folder']),
  /** The dimension that decides in whose file a record is. */
  by: z.string(),
  /** What the index says of the whole. */
  says: says.omit({ name: true }),
  matches: z.object({
    holds: z.boolean(),
    /** Files that the index lists, or that belong beside them, and that are not there. */
    missing: z.array(z.string()),
    /** Files that are there but that the index does not know. */
    stray: z.array(z.string()),
    /** Files that are not the ones for which the index was written. */
    changed: z.array(z.string()),
  }),
  signature,
  addsUp: z.object({
    holds: z.boolean().nullable(),
    seconds: addsUp.shape.seconds,
    /** How many records the whole has, and all files together. */
    records: z.object({ written: count, found: count }),
    /** Sums of the whole that the files do not give. */
    sums: addsUp.shape.sums,
    /** Files that do not add up to their own sums. */
    files: z.array(z.string()),
  }),
  /** The answer for the whole and every file. */
  again,
  differing: z.array(z.string()),
  files: z.array(
    z.object({
      file: z.string(),
      key: z.string().nullable(),
      /** Null where the file is missing, or its manifest cannot be read. */
      answer: fileAnswerSchema.nullable(),
    }),
  ),
});
export type PackAnswer = z.output<typeof packAnswerSchema>;

/** Derives the verdict on a checked file or pack from all its answers. */
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

/** @param signedBy the expected key's fingerprint, if one was given */
export function judgeAnswer(answer: FileAnswer | PackAnswer | HashAnswer, signedBy?: string): Verdict {
  if (isHashOnly(answer)) return answer.sent ? 'known' : 'foreign';
  const { matches, addsUp, signature, again } = answer;
  const isPack = 'pack' in answer;
  if (!matches.holds || addsUp.holds === false) return 'changed';
  if (!hasExpectedSignature(signature, signedBy) || (isPack && listWronglySigned(answer).length > 0))
    return 'wrongly-signed';
  const wasEqual = !isPack && answer.asThen?.state === 'equal';
  if (again.state !== 'equal' && !wasEqual) return again.state;
  if (isUnknownSigner(signature, signedBy)) return 'stranger';
  if (!isPack && isRenamed(answer)) return 'renamed';
  return again.state === 'equal' ? 'good' : 'as-then';
}

/** Returns whether the file has no manifest, so that it can be recognised by its hash at most. */
export function isHashOnly(answer: FileAnswer | PackAnswer | HashAnswer): answer is HashAnswer {
  return !('matches' in answer);
}

/** Returns whether the file's name differs from the one in its manifest. */
export function isRenamed({ file, says: { name } }: Pick<FileAnswer, 'file' | 'says'>): boolean {
  return name !== null && name !== file;
}

/** Returns whether this app's key or the expected key signed it: only then is its author known. */
export function hasTrustedSignature(signature: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return (
    signature.state === 'valid' && hasExpectedSignature(signature, signedBy) && !isUnknownSigner(signature, signedBy)
  );
}

/** @returns undefined if there is nothing to add to the answers */
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

/** If no key is expected, an unsigned file is correct. */
export function hasExpectedSignature(
  { state, fingerprint }: FileAnswer['signature'],
  signedBy: string | undefined,
): boolean {
  if (signedBy === undefined) return state === 'none' || state === 'valid';
  return state === 'valid' && fingerprint === signedBy;
}

/** Returns whether it was signed by a key that is neither this app's nor the expected one. */
export function isUnknownSigner({ state, own }: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return state === 'valid' && signedBy === undefined && own !== true;
}

/** Lists the files whose signatures are wrong, regardless of the index's signature. */
export function listWronglySigned({ files }: PackAnswer): string[] {
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
  /** The dimension by which records are assigned to files. */
  by: z.string(),
  /** The description of all records in the index. */
  says: says.omit({ name: true }),
  matches: z.object({
    holds: z.boolean(),
    /** Missing files that are listed in the index or belong beside a listed file. */
    missing: z.array(z.string()),
    /** Existing files that are not in the index. */
    stray: z.array(z.string()),
    /** Files that differ from those for which the index was written. */
    changed: z.array(z.string()),
  }),
  signature,
  addsUp: z.object({
    holds: z.boolean().nullable(),
    seconds: addsUp.shape.seconds,
    /** The number of records in the index, and in all files together. */
    records: z.object({ written: count, found: count }),
    /** Sums in the index that the files do not add up to. */
    sums: addsUp.shape.sums,
    /** Files that do not add up to the sums in their manifests. */
    files: z.array(z.string()),
  }),
  /** The answer for all records and every file. */
  again,
  differing: z.array(z.string()),
  files: z.array(
    z.object({
      file: z.string(),
      key: z.string().nullable(),
      /** Null if the file is missing or its manifest cannot be read. */
      answer: fileAnswerSchema.nullable(),
    }),
  ),
});
export type PackAnswer = z.output<typeof packAnswerSchema>;

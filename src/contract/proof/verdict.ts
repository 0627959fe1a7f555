/** What a checked file or pack comes to, all questions together. */
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import type { FileAnswer } from '../file-answer.ts';
import type { PackAnswer } from './pack-answer.ts';

/**
 * The verdicts from the worst on: a file that is not its manifest's is worse than one with a wrong signature; both are worse than one that
 * is written otherwise.
 */
export type Verdict = 'changed' | 'wrongly-signed' | 'differs' | 'unknown' | 'stranger' | 'renamed' | 'good';

/** @param signedBy the fingerprint that was named */
export function judgeAnswer(answer: FileAnswer | PackAnswer, signedBy?: string): Verdict {
  const { matches, addsUp, signature, again } = answer;
  const isPack = 'pack' in answer;
  if (!matches.holds || addsUp.holds === false) return 'changed';
  if (!hasExpectedSignature(signature, signedBy) || (isPack && listUnsigned(answer).length > 0))
    return 'wrongly-signed';
  if (again.state === 'differs') return 'differs';
  if (again.state === 'unknown') return 'unknown';
  if (isUnknownSigner(signature, signedBy)) return 'stranger';
  return !isPack && isRenamed(answer) ? 'renamed' : 'good';
}

/** Whether the file has another name than its manifest says. */
export function isRenamed({ file, says: { name } }: Pick<FileAnswer, 'file' | 'says'>): boolean {
  return name !== null && name !== file;
}

/** Whether this app's key signed it, or the one that was named: only then is it known who wrote it. */
export function hasTrustedSignature(signature: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return (
    signature.state === 'valid' && hasExpectedSignature(signature, signedBy) && !isUnknownSigner(signature, signedBy)
  );
}

/** @returns undefined where nothing is to be added to the answers */
export function formatVerdict(verdict: Verdict, isPack: boolean): string | undefined {
  const of = isPack ? texts.pack : texts;
  if (verdict === 'changed') return of.saidChanged;
  if (verdict === 'differs') return of.saidDiffers;
  if (verdict === 'wrongly-signed') return texts.saidSignature;
  if (verdict === 'unknown') return texts.saidUnknown;
  if (verdict === 'renamed') return texts.saidRenamed;
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

/** Whether a key signed it that is neither this app's nor the one that was named. */
export function isUnknownSigner({ state, own }: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return state === 'valid' && signedBy === undefined && own !== true;
}

/** Lists the files whose own signature is wrong, whatever that of the index is. */
export function listUnsigned({ files }: PackAnswer): string[] {
  return files.flatMap(({ file, answer }) =>
    answer && !hasExpectedSignature(answer.signature, undefined) ? [file] : [],
  );
}

/** What a checked file or pack comes to, all questions together. */
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import type { FileAnswer } from '../file-answer.ts';
import type { PackAnswer } from './pack-answer.ts';

/** From the worst on: a file that is not its manifest's is worse than one whose signature is wrong; both are worse than one that is written otherwise. */
export type Verdict = 'changed' | 'wrongly-signed' | 'differs' | 'unknown' | 'stranger' | 'renamed' | 'good';

/** @param signedBy fingerprint that was asked for */
export function judgeAnswer(answer: FileAnswer | PackAnswer, signedBy?: string): Verdict {
  const { matches, addsUp, signature, again } = answer;
  const isPack = 'pack' in answer;
  if (!matches.holds || addsUp.holds === false) return 'changed';
  if (!isSignedAsAsked(signature, signedBy) || (isPack && listUnsigned(answer).length > 0)) return 'wrongly-signed';
  if (again.state === 'differs') return 'differs';
  if (again.state === 'unknown') return 'unknown';
  if (isStranger(signature, signedBy)) return 'stranger';
  return !isPack && isRenamed(answer) ? 'renamed' : 'good';
}

/** Whether it bears another name than its manifest tells. */
export function isRenamed({ file, says: { name } }: Pick<FileAnswer, 'file' | 'says'>): boolean {
  return name !== null && name !== file;
}

/** Signed by this app's key, or the one that was named: only then is it known who wrote it. */
export function isVouchedFor(signature: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return signature.state === 'valid' && isSignedAsAsked(signature, signedBy) && !isStranger(signature, signedBy);
}

/** @returns undefined: nothing is to be said beyond the answers. */
export function verdictText(verdict: Verdict, isPack: boolean): string | undefined {
  const of = isPack ? texts.pack : texts;
  if (verdict === 'changed') return of.saidChanged;
  if (verdict === 'differs') return of.saidDiffers;
  if (verdict === 'wrongly-signed') return texts.saidSignature;
  if (verdict === 'unknown') return texts.saidUnknown;
  if (verdict === 'renamed') return texts.saidRenamed;
  return verdict === 'stranger' ? texts.saidStranger : undefined;
}

/** Without a key that was named, a file without any signature is as it should be. */
export function isSignedAsAsked(
  { state, fingerprint }: FileAnswer['signature'],
  signedBy: string | undefined,
): boolean {
  if (signedBy === undefined) return state === 'none' || state === 'valid';
  return state === 'valid' && fingerprint === signedBy;
}

/** Signed by a key that is neither this app's nor the one that was named. */
export function isStranger({ state, own }: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return state === 'valid' && signedBy === undefined && own !== true;
}

/** Files whose own signature is wrong, whatever that of the index is. */
export function listUnsigned({ files }: PackAnswer): string[] {
  return files.flatMap(({ file, answer }) => (answer && !isSignedAsAsked(answer.signature, undefined) ? [file] : []));
}

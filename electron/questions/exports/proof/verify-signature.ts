/** Whether the manifest of a file, or the index of a pack, bears the signature it should. */
import { readFile } from 'node:fs/promises';
import type { FileAnswer } from '../../../../src/contract/file-answer.ts';
import { checkSignature } from '../../../exports/signature/ssh-signature.ts';
import { SIGNATURE_SUFFIX } from '../write.ts';

export interface Signed {
  /** Of what is signed. */
  readonly path: string;
  /** Null: it could not be read, or is not there. */
  readonly content: Buffer | null;
  /** The key it says it was signed by. */
  readonly signedBy: string | undefined;
  /** Fingerprint of this app's key; null: it has none. */
  readonly own: string | null;
}

/** A signature by another key than the one that is told is as wrong as one of another text. */
export async function verifySignature({ path, content, signedBy, own }: Signed): Promise<FileAnswer['signature']> {
  const told = signedBy ?? null;
  const text = await readFile(path + SIGNATURE_SUFFIX, 'latin1').catch(() => null);
  if (text === null) return { state: told === null ? 'none' : 'missing', fingerprint: null, told, own: null };
  if (content === null) return { state: 'wrong', fingerprint: null, told, own: null };
  const { state, fingerprint } = checkSignature(text, content);
  const isOther = told !== null && fingerprint !== null && fingerprint !== told;
  return {
    state: state === 'valid' && isOther ? 'wrong' : state,
    fingerprint,
    told,
    own: own === null || fingerprint === null ? null : fingerprint === own,
  };
}

/** Signatures made here are checked by OpenSSH, and those of OpenSSH here. */
import { expect, it } from 'vitest';
import {
  createPrivateText,
  readPrivateText,
  toAllowedSigner,
  toFingerprint,
  toPublicBytes,
  toPublicLine,
  checkSignature,
  signMessage,
} from '#electron/exports/signature.ts';
import { checkBySsh, fingerprintBySsh, signBySsh, verifyBySsh } from '#tests/support/exports/ssh-keygen.ts';

const message = Buffer.from('{"file":"Öl.csv"}\n');
const other = Buffer.from('{"file":"Öl.csv"} \n');

function makeKey() {
  const key = readPrivateText(createPrivateText());
  if (!key) throw new Error('no key');
  return { key, bytes: toPublicBytes(key) };
}

it('signs what ssh-keygen takes for signed by the key of its allowed_signers line, and no other message', () => {
  const { key, bytes } = makeKey();
  const signature = signMessage(message, key);
  const told = verifyBySsh(message, signature, toAllowedSigner(bytes));
  expect(told, told.said).toMatchObject({ holds: true });
  expect(told.said).toContain(toFingerprint(bytes));
  expect(verifyBySsh(other, signature, toAllowedSigner(bytes)).holds).toBe(false);
  expect(verifyBySsh(message, signature, toAllowedSigner(makeKey().bytes)).holds).toBe(false);
  expect(checkBySsh(message, signature).holds).toBe(true);
});

it('is known by the fingerprint that ssh-keygen prints', () => {
  const { bytes } = makeKey();
  expect(toFingerprint(bytes)).toBe(fingerprintBySsh(`${toPublicLine(bytes)}\n`));
});

it.each(['sha256', 'sha512'])('reads a signature of ssh-keygen over %s, and names its key', (hash) => {
  const { signature, fingerprint } = signBySsh(message, { hash });
  expect(checkSignature(signature, message)).toEqual({ state: 'valid', fingerprint });
  expect(checkSignature(signature, other)).toEqual({ state: 'wrong', fingerprint });
});

it('takes no signature that was given for another purpose, nor by a key of another kind', () => {
  const nothing = { state: 'unreadable', fingerprint: null };
  expect(checkSignature(signBySsh(message, { namespace: 'git' }).signature, message)).toEqual(nothing);
  expect(checkSignature(signBySsh(message, { kind: 'ecdsa' }).signature, message)).toEqual(nothing);
});

it('no changed letter of a signature leaves it valid', () => {
  const { key } = makeKey();
  const signature = signMessage(message, key);
  const held = Array.from(signature, (letter, at) => {
    const changed = signature.slice(0, at) + (letter === 'A' ? 'B' : 'A') + signature.slice(at + 1);
    // The line's end at the very end is no part of it.
    return at < signature.length - 1 && checkSignature(changed, message).state === 'valid' ? at : -1;
  });
  expect(held.filter((at) => at >= 0)).toEqual([]);
});

it('what is no signature is unreadable, however it is cut', () => {
  const signature = signMessage(message, makeKey().key);
  const nothing = { state: 'unreadable', fingerprint: null };
  for (let length = 0; length < signature.trimEnd().length; length += 1)
    expect(checkSignature(signature.slice(0, length), message)).toEqual(nothing);
  const [begin = '', ...rest] = signature.split('\n');
  expect(checkSignature([begin, 'A'.repeat(68), ...rest].join('\n'), message)).toEqual(nothing);
  expect(checkSignature('', message)).toEqual(nothing);
});

it('a text that is no private key of this kind is none', () => {
  expect(readPrivateText('')).toBeUndefined();
  expect(readPrivateText('bm90IGEga2V5')).toBeUndefined();
});

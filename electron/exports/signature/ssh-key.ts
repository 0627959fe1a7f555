/** An Ed25519 key as SSH writes it: the public half, its fingerprint, and the line by which `ssh-keygen` knows whose it is. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { SIGNATURE_NAMESPACE } from '../../../src/contract/proof/signing.ts';
import { toWireString, WireFault, WireReader } from './ssh-wire.ts';

export const KEY_KIND = 'ssh-ed25519';
const PUBLIC_BYTES = 32;

/** The private half as text: PKCS #8 in base64. */
export function createPrivateText(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** @returns undefined where the text is no such key. */
export function readPrivateText(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

const jwkSchema = z.object({ x: z.string() });

/** SSH's bytes of the public half. @param key either half */
export function toPublicBytes(key: KeyObject): Buffer {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  const { x } = jwkSchema.parse(half.export({ format: 'jwk' }));
  return Buffer.concat([toWireString(KEY_KIND), toWireString(Buffer.from(x, 'base64url'))]);
}

/** @throws WireFault where the bytes are no public Ed25519 key. */
export function readPublicBytes(bytes: Buffer): KeyObject {
  const reader = new WireReader(bytes);
  const kind = reader.takeText();
  const point = reader.takeString();
  reader.end();
  if (kind !== KEY_KIND || point.length !== PUBLIC_BYTES) throw new WireFault();
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') } });
}

/** As `ssh-keygen -l` prints it. */
export function toFingerprint(publicBytes: Buffer): string {
  const digest = createHash('sha256').update(publicBytes).digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}

/** A line of a `.pub` file. */
export function toPublicLine(publicBytes: Buffer): string {
  return `${KEY_KIND} ${publicBytes.toString('base64')}`;
}

/** A line of an `allowed_signers` file: the key may sign reports and nothing else. */
export function toAllowedSigner(publicBytes: Buffer): string {
  return `${SIGNATURE_NAMESPACE} namespaces="${SIGNATURE_NAMESPACE}" ${toPublicLine(publicBytes)}`;
}

/**
 * Signatures in the form of `ssh-keygen -Y sign` (OpenSSH's PROTOCOL.sshsig), which any OpenSSH can check. What is signed is the
 * message's hash together with a namespace, so that a signature of a report is never one of a commit or a login.
 */
import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { SIGNATURE_NAMESPACE } from '../../../src/contract/proof/signing.ts';
import { KEY_KIND, readPublicBytes, toFingerprint, toPublicBytes } from './ssh-key.ts';
import { toWireString, WireFault, WireReader } from './ssh-wire.ts';

const MAGIC = 'SSHSIG';
const VERSION = 1;
const HASH = 'sha512';
/** What other programs may choose. */
const hashes: ReadonlySet<string> = new Set(['sha256', 'sha512']);
const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';
const LINE_LETTERS = 70;
/** Of Ed25519. */
const SIGNATURE_BYTES = 64;

/** @returns the armoured text of a `.sig` file. */
export function signMessage(message: Uint8Array, privateKey: KeyObject): string {
  const signature = sign(null, toSigned(message, HASH, Buffer.alloc(0)), privateKey);
  const version = Buffer.alloc(4);
  version.writeUInt32BE(VERSION);
  const bytes = Buffer.concat([
    Buffer.from(MAGIC),
    version,
    toWireString(toPublicBytes(privateKey)),
    toWireString(SIGNATURE_NAMESPACE),
    toWireString(''),
    toWireString(HASH),
    toWireString(Buffer.concat([toWireString(KEY_KIND), toWireString(signature)])),
  ]);
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${LINE_LETTERS}}`, 'g')) ?? [];
  return [BEGIN, ...lines, END, ''].join('\n');
}

export interface CheckedSignature {
  /** `unreadable`: no signature in this form, or for another purpose than reports. */
  readonly state: 'valid' | 'wrong' | 'unreadable';
  /** Of the key it names; null where it cannot be read. */
  readonly fingerprint: string | null;
}

/** Whether the key that the signature names signed this message as a report. Says nothing of whose key it is. */
export function checkSignature(text: string, message: Uint8Array): CheckedSignature {
  try {
    const { publicBytes, hash, reserved, signature } = readSignature(text);
    const isValid = verify(null, toSigned(message, hash, reserved), readPublicBytes(publicBytes), signature);
    return { state: isValid ? 'valid' : 'wrong', fingerprint: toFingerprint(publicBytes) };
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    return { state: 'unreadable', fingerprint: null };
  }
}

function toSigned(message: Uint8Array, hash: string, reserved: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(MAGIC),
    toWireString(SIGNATURE_NAMESPACE),
    toWireString(reserved),
    toWireString(hash),
    toWireString(createHash(hash).update(message).digest()),
  ]);
}

/** @throws WireFault */
function readSignature(text: string) {
  const reader = new WireReader(readArmour(text));
  if (reader.takeBytes(MAGIC.length).toString('latin1') !== MAGIC || reader.takeNumber() !== VERSION)
    throw new WireFault();
  const publicBytes = reader.takeString();
  const namespace = reader.takeText();
  const reserved = reader.takeString();
  const hash = reader.takeText();
  const inner = new WireReader(reader.takeString());
  reader.end();
  const kind = inner.takeText();
  const signature = inner.takeString();
  inner.end();
  const isKnown = namespace === SIGNATURE_NAMESPACE && hashes.has(hash) && kind === KEY_KIND;
  if (!isKnown || signature.length !== SIGNATURE_BYTES) throw new WireFault();
  return { publicBytes, hash, reserved, signature };
}

/** @throws WireFault */
function readArmour(text: string): Buffer {
  const [first, ...rest] = text.trimEnd().split(/\r?\n/);
  const last = rest.pop();
  const body = rest.join('');
  const bytes = Buffer.from(body, 'base64');
  // Node skips letters that are none of base64's.
  if (first !== BEGIN || last !== END || bytes.toString('base64') !== body) throw new WireFault();
  return bytes;
}

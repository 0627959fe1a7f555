/**
 * Signatures in the form of `ssh-keygen -Y sign` (OpenSSH's PROTOCOL.sshsig), which any OpenSSH can check. What is signed is the
 * message's hash together with a namespace, so that a signature of a report is never one of a commit or a login.
 */
import {
  createHash,
  sign,
  verify,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { SIGNATURE_NAMESPACE } from '#contract/proof/signing.ts';
import { z } from 'zod';

const MAGIC = 'SSHSIG';
const VERSION = 1;
const HASH = 'sha512';
/** Other programs may sign with either hash. */
const hashes: ReadonlySet<string> = new Set(['sha256', 'sha512']);
const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';
const LINE_LETTERS = 70;
/** The length of an Ed25519 signature. */
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

interface CheckedSignature {
  /** `unreadable`: no signature in this form, or not for reports. */
  readonly state: 'valid' | 'wrong' | 'unreadable';
  /** The fingerprint of the key that it names; null if unreadable. */
  readonly fingerprint: string | null;
}

/** Checks whether the key that the signature names signed this message as a report, not whose key it is. */
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

function readSignature(text: string) {
  const reader = new WireReader(readArmour(text));
  if (reader.takeBytes(MAGIC.length).toString('latin1') !== MAGIC || reader.takeNumber() !== VERSION)
    throw new WireFault();
  const publicBytes = reader.takeString();
  const namespace = reader.takeText();
  const reserved = reader.takeString();
  const hash = reader.takeText();
  const signatureReader = new WireReader(reader.takeString());
  reader.end();
  const kind = signatureReader.takeText();
  const signature = signatureReader.takeString();
  signatureReader.end();
  const isKnown = namespace === SIGNATURE_NAMESPACE && hashes.has(hash) && kind === KEY_KIND;
  if (!isKnown || signature.length !== SIGNATURE_BYTES) throw new WireFault();
  return { publicBytes, hash, reserved, signature };
}

function readArmour(text: string): Buffer {
  const [first, ...rest] = text.trimEnd().split(/\r?\n/);
  const last = rest.pop();
  const body = rest.join('');
  const bytes = Buffer.from(body, 'base64');
  // Node ignores characters that are not base64.
  if (first !== BEGIN || last !== END || bytes.toString('base64') !== body) throw new WireFault();
  return bytes;
}

// An Ed25519 key in SSH's form: the public half, its fingerprint, and the line that identifies its owner to `ssh-keygen`.

const KEY_KIND = 'ssh-ed25519';
const PUBLIC_BYTES = 32;

/** The private half as text: PKCS #8 in base64. */
export function createPrivateText(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** @returns undefined if the text is not such a key. */
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

/** @throws WireFault if the bytes are not a public Ed25519 key. */
function readPublicBytes(bytes: Buffer): KeyObject {
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

// The parts of SSH's binary form (RFC 4251) that keys and signatures consist of: strings preceded by their length.

const LENGTH_BYTES = 4;

function toWireString(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Thrown if bytes end too early, or are not what they should be. */
class WireFault extends Error {}

/** Takes one part after the other. Each `take` throws `WireFault` if the bytes end before it. */
class WireReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  takeBytes(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new WireFault();
    const bytes = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return bytes;
  }

  takeNumber(): number {
    return this.takeBytes(LENGTH_BYTES).readUInt32BE();
  }

  takeString(): Buffer {
    return this.takeBytes(this.takeNumber());
  }

  takeText(): string {
    return this.takeString().toString('latin1');
  }

  /** @throws WireFault if more bytes follow. */
  end(): void {
    if (this.#offset !== this.#bytes.length) throw new WireFault();
  }
}

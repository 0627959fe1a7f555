/**
 * The key that signs exported files. Its private half is in the system's keychain and is read for each signature; what is shown of it is
 * worked out from there, so that no second copy of the public half can disagree with it.
 */
import type { KeyObject } from 'node:crypto';
import { fail } from '../../../src/contract/errors.ts';
import type { SigningState } from '../../../src/contract/proof/signing.ts';
import { signingTexts as texts } from '#texts/terminal/signing.ts';
import {
  createPrivateText,
  readPrivateText,
  toAllowedSigner,
  toFingerprint,
  toPublicBytes,
  toPublicLine,
} from '../../exports/signature/ssh-key.ts';
import { signMessage } from '../../exports/signature/ssh-signature.ts';
import type { Secrets } from '../../host/host.ts';

/** Origins no service can have. */
const ACCOUNT = 'signing-key';
const PROBE_ACCOUNT = 'signing-key-probe';

export interface Signer {
  readonly fingerprint: string;
  /** @returns the text of a `.sig` file */
  sign(message: Uint8Array): string;
}

export async function readSigningState(secrets: Secrets): Promise<SigningState> {
  const key = await readKey(secrets);
  return { key: key ? describeKey(key) : null, keychainAvailable: secrets.durable };
}

/** @throws AppFailure `signing-unavailable`; `usage` where there is a key already. */
export async function createSigningKey(secrets: Secrets): Promise<SigningState> {
  requireKeychain(secrets);
  // A locked keychain reads as an empty one and is unlocked by writing: only then does reading tell whether there is a key.
  await secrets.set(PROBE_ACCOUNT, PROBE_ACCOUNT);
  requireKeychain(secrets);
  await forget(secrets, PROBE_ACCOUNT);
  if ((await secrets.get(ACCOUNT)) !== undefined) fail({ code: 'usage', detail: texts.refusals.exists });
  await secrets.set(ACCOUNT, createPrivateText());
  if (!secrets.durable) {
    // Kept for this run alone, it would sign what could be checked by no key of tomorrow.
    await secrets.forget(ACCOUNT).catch(() => undefined);
    fail({ code: 'signing-unavailable' });
  }
  return readSigningState(secrets);
}

/** @throws AppFailure `signing-unavailable` */
export async function forgetSigningKey(secrets: Secrets): Promise<SigningState> {
  requireKeychain(secrets);
  await forget(secrets, ACCOUNT);
  return readSigningState(secrets);
}

/** @throws AppFailure `signing-key-missing`, `signing-unavailable` */
export async function requireSigner(secrets: Secrets): Promise<Signer> {
  requireKeychain(secrets);
  const key = await readKey(secrets);
  // Where there is a keychain may be known only once it was asked.
  requireKeychain(secrets);
  if (!key) return fail({ code: 'signing-key-missing' });
  const { fingerprint } = describeKey(key);
  return { fingerprint, sign: (message) => signMessage(message, key) };
}

/** @throws AppFailure `signing-unavailable` where the keychain went away meanwhile. */
async function forget(secrets: Secrets, account: string): Promise<void> {
  try {
    await secrets.forget(account);
  } catch (cause) {
    fail({ code: 'signing-unavailable' }, cause);
  }
}

function requireKeychain({ durable }: Secrets): void {
  if (!durable) fail({ code: 'signing-unavailable' });
}

async function readKey(secrets: Secrets): Promise<KeyObject | undefined> {
  const text = secrets.durable ? await secrets.get(ACCOUNT) : undefined;
  return text === undefined ? undefined : readPrivateText(text);
}

function describeKey(key: KeyObject): NonNullable<SigningState['key']> {
  const bytes = toPublicBytes(key);
  return {
    fingerprint: toFingerprint(bytes),
    publicKey: toPublicLine(bytes),
    allowedSigner: toAllowedSigner(bytes),
  };
}

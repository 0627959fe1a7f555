/** Creates, shows, copies and deletes the key that signs files, whose private half is never sent to a page. */
import { chmod } from 'node:fs/promises';
import { basename } from 'node:path';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import type { HandlerContext, Handlers } from '#electron/features/calls.ts';
import type { KeyObject } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { SigningState } from '#contract/proof/signing.ts';
import { signingTexts as texts } from '#texts/terminal/signing.ts';
import {
  createPrivateText,
  readPrivateText,
  toAllowedSigner,
  toFingerprint,
  toPublicBytes,
  toPublicLine,
  signMessage,
} from '#electron/exports/signature.ts';
import type { Secrets } from '#electron/host/host.ts';
import { SIGNING_ACCOUNT as ACCOUNT } from '#electron/host/keychain.ts';

type Methods = 'signing.state' | 'signing.create' | 'signing.export' | 'signing.forget';

export function signingHandlers({ host }: Pick<HandlerContext, 'host'>): Pick<Handlers, Methods> {
  const { secrets } = host;
  return {
    'signing.state': async () => readSigningState(secrets),
    'signing.create': async () => createSigningKey(secrets),
    'signing.export': async () => {
      const text = await readPrivatePem(secrets);
      const destination = await host.chooseDestination('timelog-reports-signing-key.pem');
      if (!destination) return null;
      // ssh-keygen refuses a key that others may read.
      await writeAtomically(destination.path, (file) => file.write(text), { replace: destination.replaces ?? true });
      await chmod(destination.path, 0o600);
      await host.deliver(destination.path);
      return { file: basename(destination.path) };
    },
    'signing.forget': async () => forgetSigningKey(secrets),
  };
}

// The private half of the key is in the system's keychain and is read for each signature. The public half is derived from it, so that no
// copy of the public half can disagree with it.

/** No service can have this origin, as none can have that of the key's account. */
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

/** @throws AppFailure `signing-unavailable`; `usage` if there is a key already. */
async function createSigningKey(secrets: Secrets): Promise<SigningState> {
  requireKeychain(secrets);
  // A locked keychain reads as an empty one and is unlocked by writing: only then does reading show whether there is a key.
  await secrets.set(PROBE_ACCOUNT, PROBE_ACCOUNT);
  requireKeychain(secrets);
  await forgetAccount(secrets, PROBE_ACCOUNT);
  if ((await secrets.get(ACCOUNT)) !== undefined) fail({ code: 'usage', detail: texts.refusals.exists });
  await secrets.set(ACCOUNT, createPrivateText());
  if (!secrets.durable) {
    // A key that lasts only for this run would make signatures that no later key could check.
    await secrets.forget(ACCOUNT).catch(() => undefined);
    fail({ code: 'signing-unavailable' });
  }
  return readSigningState(secrets);
}

/** @throws AppFailure `signing-unavailable` */
async function forgetSigningKey(secrets: Secrets): Promise<SigningState> {
  requireKeychain(secrets);
  await forgetAccount(secrets, ACCOUNT);
  return readSigningState(secrets);
}

/** @returns the private half as PEM, which OpenSSL and ssh-keygen read. @throws AppFailure `signing-key-missing`, `signing-unavailable` */
async function readPrivatePem(secrets: Secrets): Promise<string> {
  return (await requireKey(secrets)).export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** @throws AppFailure `signing-key-missing`, `signing-unavailable` */
export async function requireSigner(secrets: Secrets): Promise<Signer> {
  const key = await requireKey(secrets);
  const { fingerprint } = describeKey(key);
  return { fingerprint, sign: (message) => signMessage(message, key) };
}

/** @throws AppFailure `signing-unavailable` if the keychain became unavailable meanwhile. */
async function forgetAccount(secrets: Secrets, account: string): Promise<void> {
  try {
    await secrets.forget(account);
  } catch (cause) {
    fail({ code: 'signing-unavailable' }, cause);
  }
}

function requireKeychain({ durable }: Secrets): void {
  if (!durable) fail({ code: 'signing-unavailable' });
}

async function requireKey(secrets: Secrets): Promise<KeyObject> {
  requireKeychain(secrets);
  const key = await readKey(secrets);
  // Whether there is a keychain may be known only after it was read.
  requireKeychain(secrets);
  return key ?? fail({ code: 'signing-key-missing' });
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

/**
 * Stores keys in the system's keychain or, if there is none, in memory for this run, but never in a file. Two libraries reach the keychain,
 * and neither finds the other's items: keytar, which must be compiled on this computer, and keyring, which comes compiled. A key is written
 * through both, so that it is found whichever of them loads the next time (docs/decisions/0085).
 */
import { createHash } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { Secrets } from './host.ts';

/** The account of the key that signs files. It cannot be made again, so it is replaced only on request. */
export const SIGNING_ACCOUNT = 'signing-key';

const SERVICE = 'Timelog Reports';
/** No service has this origin, so reading it shows only whether the keychain answers at all. */
const PROBE = 'probe';
/** A keychain that has not answered by then is broken. It asks the user to unlock it only on writing, for which there is no limit. */
const PROBE_MS = 10_000;
/** Names keyring's second item for an account, which marks keyring's state as the newer one because keytar could not be written. */
const AHEAD = ' (ahead)';
const WRITTEN = 'written';
const FORGOTTEN = 'forgotten ';

interface Store {
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, text: string) => Promise<unknown>;
  readonly forget: (account: string) => Promise<unknown>;
}

/** Opens the system's keychain. It never throws: without a keychain, keys last for this run and `durable` is false. */
export async function openSecrets(): Promise<Secrets> {
  const [keytar, keyring] = await Promise.all([loadKeytar().then(requireAnswer), loadKeyring().then(requireAnswer)]);
  return keytar || keyring ? new KeychainSecrets(keytar, keyring) : new MemorySecrets();
}

/** keytar is an optional dependency with a native part, so it may be absent or fail to load. */
async function loadKeytar(): Promise<Store | undefined> {
  try {
    const loaded = await import('keytar');
    // The functions of a CommonJS module are on the default export when Node could not detect their names.
    const keytar = 'default' in loaded ? loaded.default : loaded;
    return {
      get: (account) => keytar.getPassword(SERVICE, account),
      set: (account, text) => keytar.setPassword(SERVICE, account, text),
      forget: (account) => keytar.deletePassword(SERVICE, account),
    };
  } catch {
    return undefined;
  }
}

/** keyring's native part may be missing on some platforms. */
async function loadKeyring(): Promise<Store | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // By default it uses the kernel's keyring if no secret service answers, and that forgets everything when the computer restarts.
    const openEntry = (account: string) => new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
    return {
      get: async (account) => openEntry(account).getPassword(),
      set: async (account, text) => openEntry(account).setPassword(text),
      forget: async (account) => openEntry(account).deletePassword(),
    };
  } catch {
    return undefined;
  }
}

async function requireAnswer(store: Store | undefined): Promise<Store | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), PROBE_MS);
  const probe = store?.get(PROBE).then(
    () => store,
    () => undefined,
  );
  try {
    return await Promise.race([probe, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

class MemorySecrets implements Secrets {
  readonly durable: boolean = false;
  readonly #keys = new Map<string, string>();

  async get(origin: string): Promise<string | undefined> {
    return this.#keys.get(origin);
  }

  async set(origin: string, key: string): Promise<void> {
    this.#keys.set(origin, key);
  }

  async forget(origin: string): Promise<void> {
    this.#keys.delete(origin);
  }
}

/** Undefined if there is no such store, or it no longer answers. */
type Answer<T> = { readonly value: T } | undefined;

async function ask<T>(store: Store | undefined, work: (store: Store) => Promise<T>): Promise<Answer<T>> {
  try {
    return store && { value: await work(store) };
  } catch {
    return undefined;
  }
}

const digestText = (text: string) => createHash('sha256').update(text).digest('hex');

/** A keychain that stops answering (its session ended, unlocking was refused) leaves the key in memory for this run. */
class KeychainSecrets implements Secrets {
  readonly #keytar: Store | undefined;
  readonly #keyring: Store | undefined;
  readonly #memory = new MemorySecrets();
  #durable = true;

  constructor(keytar: Store | undefined, keyring: Store | undefined) {
    this.#keytar = keytar;
    this.#keyring = keyring;
  }

  get durable(): boolean {
    return this.#durable;
  }

  async get(account: string): Promise<string | undefined> {
    const secret = await this.#memory.get(account);
    if (secret !== undefined) return secret;
    // A locked keychain reads as null, like an empty one.
    const [fromKeytar, fromKeyring] = await Promise.all(
      [this.#keytar, this.#keyring].map((store) => ask(store, ({ get }) => get(account))),
    );
    // A locked keyring does not answer, so only writing shows whether a key would last.
    if (fromKeytar ?? fromKeyring) this.#durable = true;
    if (fromKeytar && fromKeyring && fromKeytar.value !== fromKeyring.value)
      return this.#reconcile(account, fromKeytar.value, fromKeyring.value);
    return (fromKeytar ?? fromKeyring)?.value ?? undefined;
  }

  async set(account: string, text: string): Promise<void> {
    // This finishes what an earlier run left half done, so that its mark does not seem to concern the new text.
    await this.get(account);
    const toKeytar = await ask(this.#keytar, ({ set }) => set(account, text));
    // The mark comes before the text. If the program is killed in between, a mark without a text means nothing.
    if (!toKeytar) await ask(this.#keyring, ({ set }) => set(account + AHEAD, WRITTEN));
    const toKeyring = await ask(this.#keyring, ({ set }) => set(account, text));
    if (toKeytar) await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    this.#durable = (toKeytar ?? toKeyring) !== undefined;
    if (this.#durable) await this.#memory.forget(account);
    else await this.#memory.set(account, text);
  }

  async forget(account: string): Promise<void> {
    await this.#memory.forget(account);
    const inUse = await this.get(account);
    const inKeyring = await ask(this.#keyring, ({ get }) => get(account));
    const isOther = account === SIGNING_ACCOUNT && inKeyring?.value !== inUse;
    const mark = typeof inKeyring?.value === 'string' && !isOther ? FORGOTTEN + digestText(inKeyring.value) : undefined;
    // The mark comes before the first removal. If the program is killed in between, the next reading forgets what is left.
    if (mark) await ask(this.#keyring, ({ set }) => set(account + AHEAD, mark));
    const keytarForgot = await ask(this.#keytar, ({ forget }) => forget(account));
    // A signing key that was not in use stays, because the request did not concern it.
    const keyringForgot =
      isOther && keytarForgot ? keytarForgot : await ask(this.#keyring, ({ forget }) => forget(account));
    if (mark && keytarForgot && keyringForgot) await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    this.#durable = (keytarForgot ?? keyringForgot) !== undefined;
    // A key that could not be removed must not be reported as forgotten.
    if ((this.#keytar && !keytarForgot) || (this.#keyring && !keyringForgot)) fail({ code: 'keychain-unavailable' });
  }

  /**
   * Decides which of two different texts is valid, and writes it to both stores. They differ when only one store could be written, or when
   * the program was killed between the two.
   */
  async #reconcile(account: string, first: string | null, second: string | null): Promise<string | undefined> {
    const mark = (await ask(this.#keyring, ({ get }) => get(account + AHEAD)))?.value;
    if (account === SIGNING_ACCOUNT) {
      // A store that was locked a moment ago read as empty, so both are read again before anything is overwritten.
      first ??= (await ask(this.#keytar, ({ get }) => get(account)))?.value ?? null;
      second ??= (await ask(this.#keyring, ({ get }) => get(account)))?.value ?? null;
      if (first !== null && second !== null) return first;
    }
    const isForgotten =
      mark === FORGOTTEN + digestText(first ?? second ?? '') ||
      (first !== null && account !== SIGNING_ACCOUNT && (mark?.startsWith(FORGOTTEN) ?? false));
    const isAhead = mark === WRITTEN && second !== null;
    const text = isForgotten ? null : isAhead ? second : (first ?? second);
    const areWritten = await Promise.all([write(this.#keytar, account, text), write(this.#keyring, account, text)]);
    // The mark that decides between them is removed only after both stores were read back.
    if (areWritten.every(Boolean) && typeof mark === 'string')
      await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    return text ?? undefined;
  }
}

/** @returns true when the store holds the text now. */
async function write(store: Store | undefined, account: string, text: string | null): Promise<boolean> {
  await ask(store, ({ set, forget }) => (text === null ? forget(account) : set(account, text)));
  return (await ask(store, ({ get }) => get(account)))?.value === text;
}

/**
 * Stores keys in the system's keychain or, where there is none, in memory for this run, and says so. Never in a file. Two programs reach the
 * keychain, each with items of its own that the other does not find: keytar, which may have been compiled here or not, and keyring, which
 * comes compiled. A key is written through both, so that it is found whichever of them loads the next time (docs/decisions/0085).
 */
import { createHash } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { Secrets } from './host.ts';

/** The account of the key that signs files: it cannot be made again, so no other ever takes its place unasked. */
export const SIGNING_ACCOUNT = 'signing-key';

const SERVICE = 'Timelog Reports';
/** An origin no service can have: reading it shows whether the keychain answers at all. */
const PROBE = 'probe';
/** A keychain that has not answered by then is broken; it asks the user to unlock it only on writing, which may take its time. */
const PROBE_MS = 10_000;
/** An item of keyring beside an account: keytar could not be written, so what keyring holds of the account is the newer state. */
const AHEAD = ' (ahead)';
const WRITTEN = 'written';
const FORGOTTEN = 'forgotten ';

interface Store {
  readonly get: (account: string) => Promise<string | null>;
  readonly set: (account: string, text: string) => Promise<unknown>;
  readonly forget: (account: string) => Promise<unknown>;
}

/** Opens the system's keychain. Never throws: without one, keys last for this run and `durable` is false. */
export async function openSecrets(): Promise<Secrets> {
  const [keytar, keyring] = await Promise.all([loadKeytar().then(requireAnswer), loadKeyring().then(requireAnswer)]);
  return keytar || keyring ? new KeychainSecrets(keytar, keyring) : new MemorySecrets();
}

/** keytar is an optional dependency with a native part: it may be absent, or fail to load. */
async function loadKeytar(): Promise<Store | undefined> {
  try {
    const loaded = await import('keytar');
    // A CommonJS module: its functions are on the default export when Node could not detect their names.
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

/** No platform has to have its native part. */
async function loadKeyring(): Promise<Store | undefined> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // Left to itself it takes the kernel's keyring where no secret service answers, which forgets at the next start and says nothing.
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
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), PROBE_MS);
  const probe = store?.get(PROBE).then(
    () => store,
    () => undefined,
  );
  try {
    return await Promise.race([probe, late.promise]);
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

/** What a store answered; undefined: it is not there, or does not answer any more. */
type Answer<T> = { readonly value: T } | undefined;

async function ask<T>(store: Store | undefined, question: (store: Store) => Promise<T>): Promise<Answer<T>> {
  try {
    return store && { value: await question(store) };
  } catch {
    return undefined;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

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
    const [first, second] = await Promise.all(
      [this.#keytar, this.#keyring].map((store) => ask(store, ({ get }) => get(account))),
    );
    // keyring does not answer while it is locked, either: only writing shows whether a key would last.
    if (first ?? second) this.#durable = true;
    if (first && second && first.value !== second.value) return this.#agree(account, first.value, second.value);
    return (first ?? second)?.value ?? undefined;
  }

  async set(account: string, text: string): Promise<void> {
    // What an earlier run left half done is settled first, so that its mark does not speak of the new text.
    await this.get(account);
    const first = await ask(this.#keytar, ({ set }) => set(account, text));
    // Before the text: a program that is killed in between leaves a mark without one, which means nothing.
    if (!first) await ask(this.#keyring, ({ set }) => set(account + AHEAD, WRITTEN));
    const second = await ask(this.#keyring, ({ set }) => set(account, text));
    if (first) await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    this.#durable = (first ?? second) !== undefined;
    if (this.#durable) await this.#memory.forget(account);
    else await this.#memory.set(account, text);
  }

  async forget(account: string): Promise<void> {
    await this.#memory.forget(account);
    const inUse = await this.get(account);
    const before = await ask(this.#keyring, ({ get }) => get(account));
    const isOther = account === SIGNING_ACCOUNT && before?.value !== inUse;
    const mark = typeof before?.value === 'string' && !isOther ? FORGOTTEN + digest(before.value) : undefined;
    // Before the first is gone: what a program leaves that is killed in between is forgotten at the next reading.
    if (mark) await ask(this.#keyring, ({ set }) => set(account + AHEAD, mark));
    const first = await ask(this.#keytar, ({ forget }) => forget(account));
    // A signing key that was not the one in use was not meant.
    const second = isOther && first ? first : await ask(this.#keyring, ({ forget }) => forget(account));
    if (mark && first && second) await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    this.#durable = (first ?? second) !== undefined;
    // A key that could not be removed is still there: it must not be reported as forgotten.
    if ((this.#keytar && !first) || (this.#keyring && !second)) fail({ code: 'keychain-unavailable' });
  }

  /** The stores hold different texts: one was written alone, or the program was killed between the two. @returns the one that holds. */
  async #agree(account: string, first: string | null, second: string | null): Promise<string | undefined> {
    const mark = (await ask(this.#keyring, ({ get }) => get(account + AHEAD)))?.value;
    if (account === SIGNING_ACCOUNT) {
      // One that was locked a moment ago read as empty: nothing is written over a key that was not seen.
      first ??= (await ask(this.#keytar, ({ get }) => get(account)))?.value ?? null;
      second ??= (await ask(this.#keyring, ({ get }) => get(account)))?.value ?? null;
      if (first !== null && second !== null) return first;
    }
    const isForgotten =
      mark === FORGOTTEN + digest(first ?? second ?? '') ||
      (first !== null && account !== SIGNING_ACCOUNT && (mark?.startsWith(FORGOTTEN) ?? false));
    const isAhead = mark === WRITTEN && second !== null;
    const text = isForgotten ? null : isAhead ? second : (first ?? second);
    const copied = await Promise.all([write(this.#keytar, account, text), write(this.#keyring, account, text)]);
    // Read back, before what says which of them holds is gone.
    if (copied.every(Boolean) && typeof mark === 'string')
      await ask(this.#keyring, ({ forget }) => forget(account + AHEAD));
    return text ?? undefined;
  }
}

/** @returns whether the store holds that text now. */
async function write(store: Store | undefined, account: string, text: string | null): Promise<boolean> {
  await ask(store, ({ set, forget }) => (text === null ? forget(account) : set(account, text)));
  return (await ask(store, ({ get }) => get(account)))?.value === text;
}

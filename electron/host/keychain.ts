/** Stores keys in the system's keychain or, where there is none, in memory for this run, and says so. Never in a file. */
import { fail } from '../../src/contract/errors.ts';
import type { Secrets } from './host.ts';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

const SERVICE = 'Timelog Reports';
/** An origin no service can have: reading it shows whether the keychain answers at all. */
const PROBE = 'probe';
/** A keychain that has not answered by then is broken; it asks the user to unlock it only on writing, which may take its time. */
const PROBE_MS = 10_000;

/** Opens the system's keychain. Never throws: without one, keys last for this run and `durable` is false. */
export async function openSecrets(): Promise<Secrets> {
  const keytar = await loadKeytar();
  return keytar && (await answers(keytar)) ? new KeychainSecrets(keytar) : new MemorySecrets();
}

/** keytar is an optional dependency with a native part: it may be absent, or fail to load. */
async function loadKeytar(): Promise<Keytar | undefined> {
  try {
    const loaded = await import('keytar');
    // A CommonJS module: its functions are on the default export when Node could not detect their names.
    return 'default' in loaded ? loaded.default : loaded;
  } catch {
    return undefined;
  }
}

async function answers(keytar: Keytar): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), PROBE_MS);
  const probe = keytar.getPassword(SERVICE, PROBE).then(
    () => true,
    () => false,
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

/** A keychain that stops answering (its session ended, unlocking was refused) leaves the key in memory for this run. */
class KeychainSecrets implements Secrets {
  readonly #keytar: Keytar;
  readonly #memory = new MemorySecrets();
  #durable = true;

  constructor(keytar: Keytar) {
    this.#keytar = keytar;
  }

  get durable(): boolean {
    return this.#durable;
  }

  async get(origin: string): Promise<string | undefined> {
    const held = await this.#memory.get(origin);
    // A locked keychain reads as null, like an empty one.
    return held ?? (await this.#try(() => this.#keytar.getPassword(SERVICE, origin))) ?? undefined;
  }

  async set(origin: string, key: string): Promise<void> {
    await this.#try(async () => this.#keytar.setPassword(SERVICE, origin, key));
    if (this.#durable) await this.#memory.forget(origin);
    else await this.#memory.set(origin, key);
  }

  async forget(origin: string): Promise<void> {
    await this.#memory.forget(origin);
    await this.#try(() => this.#keytar.deletePassword(SERVICE, origin));
    // A key that could not be removed is still there: it must not be reported as forgotten.
    if (!this.#durable) fail({ code: 'keychain-unavailable' });
  }

  async #try<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#durable = true;
      return result;
    } catch {
      this.#durable = false;
      return undefined;
    }
  }
}

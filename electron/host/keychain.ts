/** Keeps keys in the system's keychain; where there is none, in memory for this run, and says so. Never in a file. */
import { fail } from '../../src/contract/errors.ts';
import type { Secrets } from './host.ts';

type Keytar = Pick<typeof import('keytar'), 'getPassword' | 'setPassword' | 'deletePassword'>;

const SERVICE = 'Timelog Reports';
/** Nobody's origin: reading it shows whether the keychain answers at all. */
const PROBE = 'probe';
/** A keychain that has not answered by then is broken; asking a person to unlock it happens on writing, which may take its time. */
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
    // A CommonJS module: its functions stand on the default export when Node could not tell their names.
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

/** A keychain that stops answering (its session ended, its owner refused to unlock it) leaves the key in memory for this run. */
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
    // A locked keychain reads as null, as if nothing were kept.
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
    // A key that could not be taken out is still there: that must not pass for forgotten.
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

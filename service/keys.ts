/** API keys: issued once, stored only as digests, and read from memory, which follows the store within a second. */
import { createHash, randomBytes } from 'node:crypto';
import { StoreAway, type ListedKey, type Store, type StoredKey } from './store/store.ts';

export interface KnownKey {
  readonly id: number;
  /** Keys of one account share their daily count. */
  readonly account: number;
  readonly active: boolean;
  /** Requests a UTC day, where it differs from the service's default. */
  readonly dailyQuota?: number;
}

export interface IssuedKey extends StoredKey {
  /** Cannot be shown again. */
  readonly key: string;
}

export interface KeyWishes {
  readonly label?: string;
  readonly dailyQuota?: number;
}

export interface Keys {
  issue(wishes?: KeyWishes): Promise<IssuedKey>;
  /** Makes a given key valid, even after a deactivation. */
  ensure(key: string, wishes?: KeyWishes): Promise<void>;
  /** Issues a key in the place of another, which stays valid so long. @returns undefined where there is no such active key. */
  rotate(id: number, graceMs: number): Promise<IssuedKey | undefined>;
  /** @returns whether there is such a key. */
  deactivate(id: number): Promise<boolean>;
  setQuota(id: number, dailyQuota: number | undefined): Promise<boolean>;
  list(): Promise<readonly ListedKey[]>;
  /** Answers from memory, without waiting for the store. @throws StoreAway where an unknown key may be a new one. */
  find(key: string): KnownKey | undefined;
  /** Resolves once memory is at most a second old. @throws StoreAway */
  follow(): Promise<void>;
  /** How many keys there are, deactivated ones included. */
  count(): number;
  close(): void;
}

/** How often memory looks for changes by other processes, how old it may be for a request to be served, and for an unknown key to be refused. */
const LOOK_MS = 400;
const CURRENT_MS = 1_000;
const UNKNOWN_MS = 10_000;

const LAST_CHARACTERS = 4;

/** Keys carry 256 random bits: the key cannot be guessed from a plain hash. */
function digestKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

function createKey(): string {
  return `tlr_${randomBytes(32).toString('base64url')}`;
}

/** @throws StoreAway */
export async function openKeys(store: Store, now: () => number): Promise<Keys> {
  let changes: number | undefined;
  let byDigest: ReadonlyMap<string, StoredKey> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const read = async () => {
    const began = performance.now();
    const found = await store.readKeys(changes);
    readAt = began;
    if (!found) return;
    changes = found.changes;
    byDigest = new Map(found.keys.map((key) => [key.digest, key]));
  };
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const age = () => (store.shared ? performance.now() - readAt : 0);
  /** A look that began before the change may not have seen it. */
  const afterChange = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await reading?.catch(() => {});
    await refresh();
    return result;
  };
  const add = (key: string, { label = '', dailyQuota }: KeyWishes) =>
    afterChange(
      store.addKey({
        digest: digestKey(key),
        label,
        lastCharacters: key.slice(-LAST_CHARACTERS),
        ...(dailyQuota === undefined ? {} : { dailyQuota }),
      }),
    );

  await refresh();
  const timer = store.shared ? setInterval(() => void refresh().catch(() => {}), LOOK_MS).unref() : undefined;
  return {
    async issue(wishes = {}) {
      const key = createKey();
      return { key, ...(await add(key, wishes)) };
    },
    async ensure(key, wishes = {}) {
      await add(key, wishes);
    },
    async rotate(id, graceMs) {
      const key = createKey();
      const draft = { digest: digestKey(key), lastCharacters: key.slice(-LAST_CHARACTERS) };
      const stored = await afterChange(store.replaceKey(id, draft, graceMs));
      return stored && { key, ...stored };
    },
    deactivate: (id) => afterChange(store.deactivateKey(id)),
    setQuota: (id, dailyQuota) => afterChange(store.setQuota(id, dailyQuota)),
    list: () => store.listKeys(),
    find(key) {
      const stored = byDigest.get(digestKey(key));
      if (stored) return toKnown(stored, now());
      if (age() > UNKNOWN_MS) throw new StoreAway('The keys could not be read for a while');
      return undefined;
    },
    async follow() {
      // A look that was under way may itself be old by the time it answers.
      for (let looks = 0; looks < 2 && age() > CURRENT_MS; looks += 1) await refresh();
      if (age() > CURRENT_MS) throw new StoreAway('The keys are not read in time');
    },
    count: () => byDigest.size,
    close: () => clearInterval(timer),
  };
}

function toKnown({ id, account, dailyQuota, deactivatedAt, validUntil }: StoredKey, now: number): KnownKey {
  const active = deactivatedAt === undefined && (validUntil === undefined || now < validUntil);
  return { id, account, active, ...(dailyQuota === undefined ? {} : { dailyQuota }) };
}

/** API keys: stored only as digests, and looked up in memory, which is at most a second behind the store. */
import { hash, randomBytes } from 'node:crypto';
import { StoreAway, type KeyDraft, type Store, type StoredKey } from './store.ts';

export interface KnownKey {
  readonly id: number;
  readonly account: number;
  readonly active: boolean;
  /** Requests per UTC day, if it differs from the service's default. */
  readonly dailyQuota?: number;
}

export interface IssuedKey extends StoredKey {
  /** The key itself, which is not stored and cannot be shown again. */
  readonly key: string;
}

/** A key without `validUntil` does not expire. */
type KeyOptions = Partial<Omit<KeyDraft, 'digest' | 'lastCharacters'>>;

const REFRESH_MS = 400;
/** A request is not served by older keys. */
const MAX_AGE_MS = 1_000;
/** An unknown key is not refused by older keys, because it may be new. */
const MAX_AGE_TO_REFUSE_MS = 10_000;

const LAST_CHARACTERS = 4;

/** A plain hash suffices because keys have 256 random bits. */
function digestKey(key: string): string {
  return hash('sha256', key);
}

function createKey(): string {
  return `tlr_${randomBytes(32).toString('base64url')}`;
}

export type Keys = Awaited<ReturnType<typeof openKeys>>;

/** @throws StoreAway */
export async function openKeys(store: Store, now: () => number) {
  let changes: number | undefined;
  let byDigest: ReadonlyMap<string, StoredKey> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const readKeys = async () => {
    const startedAt = performance.now();
    const keySet = await store.readKeys(changes);
    readAt = startedAt;
    if (!keySet) return;
    changes = keySet.changes;
    byDigest = new Map(keySet.keys.map((key) => [key.digest, key]));
  };
  const refresh = () => {
    reading ??= readKeys().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const getAge = () => (store.shared ? performance.now() - readAt : 0);
  /** Refreshes twice if necessary: a refresh that began before the change may have missed it. */
  const applyChange = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await reading?.catch(() => {});
    await refresh();
    return result;
  };
  const add = (key: string, { label = '', owner = '', dailyQuota, validUntil }: KeyOptions) =>
    applyChange(
      store.addKey({
        digest: digestKey(key),
        label,
        owner,
        lastCharacters: key.slice(-LAST_CHARACTERS),
        ...(dailyQuota === undefined ? {} : { dailyQuota }),
        ...(validUntil === undefined ? {} : { validUntil }),
      }),
    );

  await refresh();
  const timer = store.shared ? setInterval(() => void refresh().catch(() => {}), REFRESH_MS).unref() : undefined;
  return {
    async issue(options: KeyOptions = {}): Promise<IssuedKey> {
      const key = createKey();
      return { key, ...(await add(key, options)) };
    },
    async ensure(key: string, options: KeyOptions = {}): Promise<void> {
      await add(key, options);
    },
    /** Replaces a key, which stays valid for `graceMs`. @returns undefined if there is no such active key. */
    async rotate(id: number, graceMs: number, validUntil?: number): Promise<IssuedKey | undefined> {
      const key = createKey();
      const validity = validUntil === undefined ? {} : { validUntil };
      const draft = { digest: digestKey(key), lastCharacters: key.slice(-LAST_CHARACTERS), ...validity };
      const storedKey = await applyChange(store.replaceKey(id, draft, graceMs));
      return storedKey && { key, ...storedKey };
    },
    deactivate: (id: number) => applyChange(store.deactivateKey(id)),
    setQuota: (id: number, dailyQuota: number | undefined) => applyChange(store.setQuota(id, dailyQuota)),
    list: () => store.listKeys(),
    /** Looks only in memory. @throws StoreAway if memory is so old that an unknown key may be a new one. */
    find(key: string): KnownKey | undefined {
      const storedKey = byDigest.get(digestKey(key));
      if (storedKey) return toKnown(storedKey, now());
      if (getAge() > MAX_AGE_TO_REFUSE_MS) throw new StoreAway('The keys could not be read for a while');
      return undefined;
    },
    /** Resolves once memory is at most a second old. @throws StoreAway */
    async refreshIfStale(): Promise<void> {
      // A refresh that was already running may be too old when it ends, hence the second attempt.
      for (let attempt = 0; attempt < 2 && getAge() > MAX_AGE_MS; attempt += 1) await refresh();
      if (getAge() > MAX_AGE_MS) throw new StoreAway('The keys are not read in time');
    },
    count: () => byDigest.size,
    close: () => clearInterval(timer),
  };
}

function toKnown({ id, account, dailyQuota, deactivatedAt, validUntil }: StoredKey, now: number): KnownKey {
  const active = deactivatedAt === undefined && (validUntil === undefined || now < validUntil);
  return { id, account, active, ...(dailyQuota === undefined ? {} : { dailyQuota }) };
}

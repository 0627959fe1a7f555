/** API keys: issued once, stored only as digests, so that the file reveals none of them. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface KnownKey {
  readonly id: number;
  readonly active: boolean;
  /** Requests a UTC day, where it differs from the service's default. */
  readonly dailyQuota?: number;
}

export interface Keys {
  /** @returns a new key; it cannot be shown again. */
  issue(dailyQuota?: number): string;
  /** Makes a given key valid, even after a deactivation. */
  ensure(key: string, dailyQuota?: number): void;
  /** @returns whether the key was known. */
  deactivate(key: string): boolean;
  find(key: string): KnownKey | undefined;
  /** How many keys there are, deactivated ones included. */
  count(): number;
}

interface Row {
  readonly id: number;
  readonly digest: Uint8Array;
  readonly daily_quota: number | null;
  readonly deactivated_at: number | null;
}

/** Keys carry 256 random bits: the key cannot be guessed from a plain hash. */
function digestKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

export function openKeys(database: DatabaseSync, now: () => number): Keys {
  const insert = database.prepare(`
    INSERT INTO keys (digest, daily_quota, created_at) VALUES (?, ?, ?)
    ON CONFLICT (digest) DO UPDATE SET deactivated_at = NULL, daily_quota = excluded.daily_quota`);
  const deactivate = database.prepare('UPDATE keys SET deactivated_at = ? WHERE digest = ?');
  const select = database.prepare('SELECT id, digest, daily_quota, deactivated_at FROM keys WHERE digest = ?');
  const count = database.prepare('SELECT count(*) AS count FROM keys');

  const ensure = (key: string, dailyQuota?: number) => {
    insert.run(digestKey(key), dailyQuota ?? null, now());
  };
  return {
    issue(dailyQuota) {
      const key = `tlr_${randomBytes(32).toString('base64url')}`;
      ensure(key, dailyQuota);
      return key;
    },
    ensure,
    deactivate: (key) => deactivate.run(now(), digestKey(key)).changes > 0,
    find(key) {
      const digest = digestKey(key);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names these columns, the table is STRICT
      const row = select.get(digest) as Row | undefined;
      if (!row || !timingSafeEqual(digest, row.digest)) return undefined;
      return {
        id: row.id,
        active: row.deactivated_at === null,
        ...(row.daily_quota === null ? {} : { dailyQuota: row.daily_quota }),
      };
    },
    count: () => Number(count.get()?.['count'] ?? 0),
  };
}

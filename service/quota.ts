/** The daily quota: every request is booked durably, by key and UTC day, before it is served. */
import type { DatabaseSync } from 'node:sqlite';
import type { KnownKey } from './keys.ts';
import { DAY } from './day.ts';

const DEFAULT_DAILY_QUOTA = 1_000;

export interface Quota {
  /** Books one request. @returns false, and books nothing, when the day's quota is used up. */
  book(key: KnownKey): boolean;
  /** Requests booked today. */
  used(key: KnownKey): number;
  /** The next UTC midnight, ISO 8601 with milliseconds. */
  resetsAt(): string;
}

export function openQuota(database: DatabaseSync, now: () => number, dailyQuota = DEFAULT_DAILY_QUOTA): Quota {
  const book = database.prepare(`
    INSERT INTO bookings (key_id, day, used) SELECT ?1, ?2, 1 WHERE ?3 > 0
    ON CONFLICT (key_id, day) DO UPDATE SET used = used + 1 WHERE used < ?3`);
  const used = database.prepare('SELECT used FROM bookings WHERE key_id = ? AND day = ?');
  const today = () => new Date(now()).toISOString().slice(0, 10);
  return {
    book: (key) => book.run(key.id, today(), key.dailyQuota ?? dailyQuota).changes > 0,
    used: (key) => Number(used.get(key.id, today())?.['used'] ?? 0),
    resetsAt: () => new Date((Math.floor(now() / DAY) + 1) * DAY).toISOString(),
  };
}

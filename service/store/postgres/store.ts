/** The store of several hosts: PostgreSQL, whose clock says which day it is. */
import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { SharedPermits } from '../../upstream/permits/shared.ts';
import type { KeyUse, ListedKey, Store, StoredKey } from '../store.ts';
import { connect } from './connection.ts';
import { SCHEMA } from './schema.ts';
import * as sql from './statements.ts';
import { reportTurns, toGrant, toReportValues } from './turns.ts';

/** How many requests an instance books ahead for a busy account; the statement allows no more. */
const LEASE = 20;

/** @param address a URL; without it the environment says (PGHOST, PGUSER …). @throws StoreUnfit */
export async function openPostgresStore(address?: string): Promise<Store> {
  const connection = await connect(address);
  const first = async (text: string, ...values: readonly unknown[]) => (await connection.query(text, values))[0];
  const instance = randomUUID();
  const permits = new SharedPermits(async (report) =>
    toGrant(await first(reportTurns(SCHEMA), ...toReportValues(instance, report))),
  );
  return {
    lease: LEASE,
    shared: true,
    permits,
    async readKeys(known) {
      const changes = Number((await first(sql.readChanges))?.['changes']);
      if (changes === known) return undefined;
      return { changes, keys: (await connection.query(sql.readKeys)).map(toKey) };
    },
    listKeys: async () => (await connection.query(sql.listKeys)).map(toListed),
    async addKey({ digest, label, lastCharacters, dailyQuota }) {
      const row = await first(sql.addKey, digest, label, lastCharacters, dailyQuota ?? null);
      if (!row) throw new Error('A key that was just added is not there');
      return toKey(row);
    },
    async replaceKey(id, { digest, lastCharacters }, graceMs) {
      const row = await first(sql.replaceKey, id, digest, lastCharacters, graceMs);
      return row && toKey(row);
    },
    deactivateKey: async (id) => (await first(sql.deactivateKey, id)) !== undefined,
    setQuota: async (id, dailyQuota) => (await first(sql.setQuota, id, dailyQuota ?? null)) !== undefined,
    async take(account, dailyQuota, wanted) {
      const row = await first(sql.take, account, dailyQuota, Math.min(wanted, LEASE));
      if (!row) throw new Error('The store did not answer how many were booked');
      return {
        granted: Number(row['granted']),
        day: String(row['day']),
        resetsAt: Number(row['resets_at']),
        leftMilliseconds: Number(row['left_milliseconds']),
      };
    },
    async giveBack(account, day, count) {
      await connection.query(sql.giveBack, [account, day, count]);
    },
    readUsed: async (account) => Number((await first(sql.readUsed, account))?.['used'] ?? 0),
    async noteUses(uses: readonly KeyUse[]) {
      await connection.query(sql.noteUses, [uses.map(({ id }) => id), uses.map(({ at }) => at)]);
    },
    async close() {
      await permits.close();
      await connection.close();
    },
  };
}

/** Numbers arrive as texts where PostgreSQL's are wider than JavaScript's; these are ids, counts and milliseconds. */
function toKey(row: QueryResultRow): StoredKey {
  return {
    id: Number(row['id']),
    account: Number(row['account']),
    digest: String(row['digest']),
    label: String(row['label']),
    ...(row['last_characters'] === null ? {} : { lastCharacters: String(row['last_characters']) }),
    createdAt: Number(row['created_at']),
    ...(row['daily_quota'] === null ? {} : { dailyQuota: Number(row['daily_quota']) }),
    ...(row['deactivated_at'] === null ? {} : { deactivatedAt: Number(row['deactivated_at']) }),
    ...(row['valid_until'] === null ? {} : { validUntil: Number(row['valid_until']) }),
  };
}

function toListed(row: QueryResultRow): ListedKey {
  const lastUsedAt = row['last_used_at'] === null ? {} : { lastUsedAt: Number(row['last_used_at']) };
  return { ...toKey(row), ...lastUsedAt, usedToday: Number(row['used']) };
}

/** The store for multiple hosts: PostgreSQL, whose clock determines the day. */
import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { SharedPermits } from '#service/upstream/shared-permits.ts';
import type { PermitLimits } from '#service/upstream/permits.ts';
import { toKey, toListedKey, toTrailEntry, type KeyUse, type Store } from '#service/store.ts';
import { connect, SCHEMA } from './connection.ts';
import * as sql from './statements.ts';
import { reportTurns, toGrant, toReportValues } from './turns.ts';

/** Bookings in advance for a busy account; the statement allows no more. */
const LEASE = 20;

export interface PostgresOptions {
  /** The person or program that changes keys, for the audit trail. */
  readonly actor?: string | undefined;
  readonly limits?: Partial<PermitLimits> | undefined;
}

/** @param address a URL; by default the environment's (PGHOST, PGUSER …). @throws StoreUnusable */
export async function openPostgresStore(
  address?: string,
  { actor = 'service', limits }: PostgresOptions = {},
): Promise<Store> {
  const connection = await connect(address);
  const queryFirst = async (text: string, ...values: readonly unknown[]) => (await connection.query(text, values))[0];
  const instance = randomUUID();
  const permits = new SharedPermits(
    async (report) => toGrant(await connection.query(reportTurns(SCHEMA), toReportValues(instance, report))),
    limits,
  );
  const findKey = async (row: QueryResultRow | undefined) => {
    const key = row && (await queryFirst(sql.readKey, row['id']));
    return key && toKey(key);
  };
  await connection.query(sql.beat, [instance]);
  return {
    lease: LEASE,
    shared: true,
    permits,
    async readKeys(known) {
      const changes = Number((await queryFirst(sql.readChanges))?.['changes']);
      if (changes === known) return undefined;
      return { changes, keys: (await connection.query(sql.readKeys)).map(toKey) };
    },
    listKeys: async () => (await connection.query(sql.listKeys)).map(toListedKey),
    async addKey({ digest, label, owner, lastCharacters, dailyQuota, validUntil }) {
      const values = [digest, label, lastCharacters, dailyQuota ?? null, owner, validUntil ?? null, actor];
      const key = await findKey(await queryFirst(sql.addKey, ...values));
      if (!key) throw new Error('A key that was just added is not there');
      return key;
    },
    async replaceKey(id, { digest, lastCharacters, validUntil }, graceMs) {
      return findKey(await queryFirst(sql.replaceKey, id, digest, lastCharacters, graceMs, actor, validUntil ?? null));
    },
    deactivateKey: async (id) => (await queryFirst(sql.deactivateKey, id, actor)) !== undefined,
    setQuota: async (id, dailyQuota) => (await queryFirst(sql.setQuota, id, dailyQuota ?? null, actor)) !== undefined,
    readTrail: async () => (await connection.query(sql.readTrail)).map(toTrailEntry),
    async take(account, dailyQuota, count) {
      const row = await queryFirst(sql.take, account, dailyQuota, Math.min(count, LEASE), instance);
      if (!row) throw new Error('The store did not answer how many were booked');
      return {
        granted: Number(row['granted']),
        used: Number(row['used']),
        day: String(row['day']),
        resetsAt: Number(row['resets_at']),
        remainingMilliseconds: Number(row['left_milliseconds']),
      };
    },
    settle: async (account, day, count) => (await queryFirst(sql.settle, instance, account, day, count)) !== undefined,
    async refund(account, day, count) {
      await connection.query(sql.refund, [instance, account, day, count]);
    },
    async giveBack(account, day, count) {
      await connection.query(sql.giveBack, [instance, account, day, count]);
    },
    async beat() {
      await connection.query(sql.beat, [instance]);
      await connection.query(sql.refundDead, [instance]);
    },
    readUsed: async (account) => Number((await queryFirst(sql.readUsed, account))?.['used'] ?? 0),
    async noteUses(uses: readonly KeyUse[]) {
      await connection.query(sql.noteUses, [uses.map(({ id }) => id), uses.map(({ at }) => at)]);
    },
    async close() {
      await permits.close();
      await connection.query(sql.leave, [instance]).catch(() => undefined);
      await connection.close();
    },
  };
}

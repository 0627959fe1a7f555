/** The schema of the PostgreSQL store and the steps from every earlier version of it. */
import type { ClientBase } from 'pg';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreUnfit } from '../store.ts';
import { createTurns } from './turns.ts';

export const SCHEMA = 'timelog_service';

/** Instances that start together bring the schema up to date one after the other. */
const MIGRATION_LOCK = 7_405_218_213;

/** From version n to n + 1, n its place. */
const steps: readonly string[] = [
  `CREATE TABLE ${SCHEMA}.keys (
     id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     account bigint REFERENCES ${SCHEMA}.keys (id),
     digest bytea NOT NULL UNIQUE,
     label text NOT NULL,
     last_characters text,
     daily_quota bigint,
     created_at timestamptz(3) NOT NULL,
     deactivated_at timestamptz(3),
     valid_until timestamptz(3),
     last_used_at timestamptz(3)
   );
   CREATE TABLE ${SCHEMA}.bookings (
     account bigint NOT NULL REFERENCES ${SCHEMA}.keys (id),
     day date NOT NULL,
     used bigint NOT NULL CHECK (used >= 0),
     last_grant bigint NOT NULL,
     PRIMARY KEY (account, day)
   );
   CREATE FUNCTION ${SCHEMA}.service_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';`,
  createTurns(SCHEMA),
];

/** Brings the schema to this version in one transaction. @throws StoreUnfit where a newer program has written it. */
export async function migrate(client: ClientBase, place: string): Promise<void> {
  if ((await readVersion(client)) === steps.length) return;
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${SCHEMA}.state (version integer NOT NULL, changes bigint NOT NULL)`,
    );
    const version = await readVersion(client);
    if (version > steps.length) throw new StoreUnfit(texts.newer(place));
    for (const step of steps.slice(version)) await client.query(step);
    await client.query(
      version === 0
        ? `INSERT INTO ${SCHEMA}.state VALUES (${steps.length}, 0)`
        : `UPDATE ${SCHEMA}.state SET version = ${steps.length}`,
    );
    await client.query('COMMIT');
  } catch (fault) {
    await client.query('ROLLBACK');
    throw fault;
  }
}

async function readVersion(client: ClientBase): Promise<number> {
  const there = await client.query(`SELECT to_regclass('${SCHEMA}.state') IS NOT NULL AS there`);
  if (there.rows[0]?.there !== true) return 0;
  const { rows } = await client.query(`SELECT version FROM ${SCHEMA}.state`);
  return Number(rows[0]?.version ?? 0);
}

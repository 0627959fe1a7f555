/** Connects to PostgreSQL: reads the address, migrates the schema, and checks the settings that make a commit durable. */
import { readFile, stat } from 'node:fs/promises';
import { Pool, type ClientBase, type QueryResultRow } from 'pg';
import { storeTexts as texts } from '#service-texts/service.ts';
import { StoreUnusable, StoreAway } from '#service/store.ts';
import { createTurns } from './turns.ts';

export const SCHEMA = 'timelog_service';
/** A separate schema, so that a backup of the keys can be restored without it. */
export const AUDIT = 'timelog_audit';

/** Instances that start together migrate one after the other. */
const MIGRATION_LOCK = 7_405_218_213;

/** Each step migrates from the version of its index to the next one. */
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
  // The next step replaces the tables of this version.
  '',
  `ALTER TABLE ${SCHEMA}.keys ADD COLUMN owner text NOT NULL DEFAULT '';
   ALTER TABLE ${SCHEMA}.bookings ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
   CREATE UNLOGGED TABLE ${SCHEMA}.instances (instance uuid PRIMARY KEY, alive_until timestamptz NOT NULL);
   CREATE UNLOGGED TABLE ${SCHEMA}.open_requests (
     instance uuid NOT NULL, account bigint NOT NULL, day date NOT NULL, count bigint NOT NULL, most bigint NOT NULL,
     PRIMARY KEY (instance, account, day)
   ) WITH (fillfactor = 50);
   ${createTurns(SCHEMA)}`,
];

/** Runs at every start, because a restored backup of the keys comes without the audit trail. */
const createAudit = `
  CREATE SCHEMA IF NOT EXISTS ${AUDIT};
  CREATE TABLE IF NOT EXISTS ${AUDIT}.trail (
    id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at timestamptz(3) NOT NULL, actor text NOT NULL, action text NOT NULL, key bigint NOT NULL, digest bytea NOT NULL,
    label text NOT NULL, owner text NOT NULL, daily_quota bigint, valid_until timestamptz(3)
  );
  CREATE INDEX IF NOT EXISTS trail_digest ON ${AUDIT}.trail (digest, id);
  CREATE OR REPLACE FUNCTION ${AUDIT}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'The audit trail is only added to'; END $$;
  CREATE OR REPLACE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON ${AUDIT}.trail
    FOR EACH STATEMENT EXECUTE FUNCTION ${AUDIT}.refuse_change();`;

/** Migrates in one transaction. @throws StoreUnusable if a newer program has written the schema. */
export async function migrate(client: ClientBase, place: string): Promise<void> {
  if ((await readVersion(client)) === steps.length && (await hasTable(client, `${AUDIT}.trail`))) return;
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${SCHEMA}.state (version integer NOT NULL, changes bigint NOT NULL)`,
    );
    const version = await readVersion(client);
    if (version > steps.length) throw new StoreUnusable(texts.newer(place));
    for (const step of steps.slice(version)) await client.query(step);
    await client.query(createAudit);
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

async function hasTable(client: ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('${table}') IS NOT NULL AS there`);
  return rows[0]?.there === true;
}

async function readVersion(client: ClientBase): Promise<number> {
  if (!(await hasTable(client, `${SCHEMA}.state`))) return 0;
  const { rows } = await client.query(`SELECT version FROM ${SCHEMA}.state`);
  return Number(rows[0]?.version ?? 0);
}

const OLDEST_VERSION = 150_000;
const MAX_CONNECTIONS = 4;
const CONNECTING_MS = 2_000;
/** Shorter than the client's timeout, so that no abandoned statement books later. */
const STATEMENT_MS = 4_000;
const ANSWER_MS = 5_000;

/** Overrides the settings of role and database: a commit must be on the disk before the server confirms it. */
const DURABLE = 'SET synchronous_commit = on';

/** @param address a URL; by default the environment's (PGHOST, PGUSER …). @throws StoreUnusable, StoreAway */
export async function connect(address: string | undefined) {
  const pool = new Pool({
    ...(address === undefined ? {} : { connectionString: address }),
    application_name: 'timelog-service',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTING_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: prepareSession,
  });
  // The next query replaces a connection that broke while idle.
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      await migrate(client, describeDatabase(client));
    } finally {
      client.release();
    }
  } catch (fault) {
    await pool.end();
    throw fault instanceof StoreUnusable
      ? fault
      : new StoreUnusable(texts.unreachable(getMessages(fault)), { cause: fault });
  }
  return {
    /** @throws StoreAway */
    async query(sql: string, values: readonly unknown[] = []): Promise<QueryResultRow[]> {
      try {
        return (await pool.query<QueryResultRow>(sql, [...values])).rows;
      } catch (fault) {
        throw new StoreAway(fault);
      }
    },
    close: () => pool.end(),
  };
}

async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(DURABLE);
  await client.query(`SET statement_timeout = ${STATEMENT_MS}`);
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_page_writes, pg_is_in_recovery() AS standby`,
  );
  const { version, fsync, full_page_writes, standby } = rows[0] ?? {};
  if (version < OLDEST_VERSION) throw new StoreUnusable(texts.tooOld(String(version)));
  if (fsync !== 'on') throw new StoreUnusable(texts.notDurable('fsync'));
  if (full_page_writes !== 'on') throw new StoreUnusable(texts.notDurable('full_page_writes'));
  if (standby === true) throw new StoreUnusable(texts.standby);
}

function describeDatabase(client: ClientBase & { readonly database?: string | undefined }): string {
  return `in the database ${client.database ?? ''}`.trimEnd();
}

/** Repeats only the driver's message, because the address may hold a password. */
function getMessages(fault: unknown): string {
  if (fault instanceof AggregateError) return fault.errors.map(getMessages).join(', ');
  return fault instanceof Error ? fault.message : String(fault);
}

/** The permissions of all but the owner. */
const OTHERS_MODE = 0o077;

/**
 * Reads the server's address. Its host may be a folder with the server's socket: `postgresql:///database?host=/var/run/postgresql`, or with a
 * user `postgresql://user@/database?host=…`.
 *
 * @returns the address on the file's first line, password included. @throws StoreUnusable
 */
export async function readAddress(path: string): Promise<string> {
  try {
    // Windows has no such mode bits; the folder's permissions guard its files.
    const isOpenToOthers = process.platform !== 'win32' && ((await stat(path)).mode & OTHERS_MODE) !== 0;
    if (isOpenToOthers) throw new StoreUnusable(texts.addressOpen(path));
    const address = (await readFile(path, 'utf8')).split('\n')[0]?.trim() ?? '';
    const host = readHost(address);
    if (host === undefined) throw new StoreUnusable(texts.addressBad(path));
    if (host.includes(',')) throw new StoreUnusable(texts.addressOfMany(path));
    if (host === '' && !process.env['PGHOST']) throw new StoreUnusable(texts.addressNowhere(path));
    return address;
  } catch (fault) {
    if (fault instanceof StoreUnusable) throw fault;
    throw new StoreUnusable(texts.addressUnread(path), { cause: fault });
  }
}

/** Reads the host like the driver, which takes a list of hosts as one name, and no host as this computer. @returns undefined if it is not an address. */
function readHost(address: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(address)) return undefined;
  const [, authority = ''] = /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(address) ?? [];
  if (authority.includes(',')) return authority;
  // The driver accepts an empty host after a user, which a URL may not have.
  const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@socket/'));
  if (!url) return undefined;
  return url.searchParams.get('host') ?? authority;
}

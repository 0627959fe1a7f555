/** Connections to PostgreSQL, each checked and set so that what was committed stays committed. */
import { Pool, type ClientBase, type QueryResultRow } from 'pg';
import { storeTexts as texts } from '#service-texts/store.ts';
import { StoreAway, StoreUnfit } from '../store.ts';
import { migrate } from './schema.ts';

export interface Connection {
  /** @throws StoreAway */
  query(sql: string, values?: readonly unknown[]): Promise<QueryResultRow[]>;
  close(): Promise<void>;
}

const OLDEST = 150_000;
const CONNECTIONS = 4;
const CONNECTING_MS = 2_000;
/** The server gives up before this process does, so that no abandoned statement books later. */
const STATEMENT_MS = 4_000;
const ANSWER_MS = 5_000;

/** Whatever role, database or file of settings say otherwise: a commit is answered once it is on the disk. */
const DURABLE = 'SET synchronous_commit = on';

/** @param address a URL; without it the environment says. @throws StoreUnfit, StoreAway */
export async function connect(address: string | undefined): Promise<Connection> {
  const pool = new Pool({
    ...(address === undefined ? {} : { connectionString: address }),
    application_name: 'timelog-service',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECTING_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: prepareSession,
  });
  // A connection that breaks while idle is replaced by the next query.
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      await migrate(client, describe(client));
    } finally {
      client.release();
    }
  } catch (fault) {
    await pool.end();
    throw fault instanceof StoreUnfit ? fault : new StoreUnfit(texts.unreachable(wordFault(fault)), { cause: fault });
  }
  return {
    async query(sql, values = []) {
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
  if (version < OLDEST) throw new StoreUnfit(texts.tooOld(String(version)));
  if (fsync !== 'on') throw new StoreUnfit(texts.notDurable('fsync'));
  if (full_page_writes !== 'on') throw new StoreUnfit(texts.notDurable('full_page_writes'));
  if (standby === true) throw new StoreUnfit(texts.standby);
}

function describe(client: ClientBase & { readonly database?: string | undefined }): string {
  return `in the database ${client.database ?? ''}`.trimEnd();
}

/** An address may hold a password: only what the driver says is repeated. */
function wordFault(fault: unknown): string {
  if (fault instanceof AggregateError) return fault.errors.map(wordFault).join(', ');
  return fault instanceof Error ? fault.message : String(fault);
}

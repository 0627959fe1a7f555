/**
 * Reads the records of a past moment by the same statements as today's. On a connection of its own, temporary tables stand before those of
 * the file: `records` is today's without what changed since, and with how it was; the state of the download and the names are those of then.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { writeBilled, type BilledSource } from './database/billed-table.ts';
import { readRows, runBounded, SURVEY_MS, type Connections } from './database/connections.ts';
import { replaceDirectory, type DirectorySource } from './database/directory-tables.ts';
import { toStoreFailure } from './database/errors.ts';
import { saveMeta, STATE } from './database/metadata.ts';
import { Params } from './database/parameters.ts';
import { storedColumns, toColumnName } from './database/schema.ts';
import { readCellSql, type RecordDifference } from './differences.ts';
import { COMMITS, MERGE, readMerge } from './sync-store.ts';

/** What a past moment is made of. */
export interface PastMoment {
  /** Reads what changed after that moment, up to a merge, oldest first. */
  readonly readChanges: (merge: number) => Iterable<readonly RecordDifference[]>;
  /** The last merge that belongs to it. */
  readonly merge: number;
  /** The sync state of the moment. */
  readonly state: string;
  readonly directory: DirectorySource['directory'];
  /** Reads the ids of the records that were billed then. */
  readonly billed: BilledSource['billed'];
}

/** Readers of the records of one moment. They answer one question after the other. */
export interface PastConnections {
  readonly connections: Connections;
  /** Ends what is being read (`cancelled`) and gives the connection back. */
  readonly close: () => Promise<void>;
}

export function openPast(connections: Connections, moment: PastMoment): PastConnections {
  const current = new AsyncLocalStorage<DuckDBConnection>();
  let loan: ReturnType<Connections['lend']> | undefined;
  let builtAt: number | undefined;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const take = async () => {
    if (isClosed) fail({ code: 'cancelled' });
    loan ??= connections.lend();
    try {
      return await loan;
    } catch (cause) {
      loan = undefined;
      throw cause;
    }
  };

  /** Takes its turn on the connection, whose tables are made anew where the records have changed meanwhile. */
  const inTurn = <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const answer = turn.then(async () => {
      const { connection, assertOpen } = await take();
      assertOpen();
      // The last turn, or the loan itself, left its transaction.
      await connection.run('ROLLBACK').catch(() => {});
      try {
        for (;;) {
          await connection.run('BEGIN TRANSACTION READ ONLY');
          const last = readMerge(await readMainMeta(connection, MERGE));
          if (last === undefined || last < moment.merge) fail({ code: 'usage', detail: texts.notCarried });
          if (last === builtAt) break;
          // They stay when a question fails: its transaction would take them back.
          builtAt = undefined;
          await build(connection, moment, last);
          await connection.run('COMMIT');
          builtAt = last;
        }
        const value = await current.run(connection, () => work(connection));
        await connection.run('COMMIT');
        return value;
      } catch (cause) {
        await connection.run('ROLLBACK').catch(() => {});
        throw toStoreFailure(cause);
      }
    });
    turn = answer.catch(() => {});
    return answer;
  };

  const read: Connections['read'] = (work) => {
    const connection = current.getStore();
    return connection ? work(connection) : inTurn(work);
  };
  return {
    connections: {
      ...connections,
      read,
      survey: (work, signal) => read((connection) => runBounded(connection, SURVEY_MS, signal, () => work(connection))),
      async lend() {
        const held = Promise.withResolvers<void>();
        const lent = Promise.withResolvers<DuckDBConnection>();
        const borrowing = inTurn((connection) => {
          lent.resolve(connection);
          return held.promise;
        });
        borrowing.catch(lent.reject);
        const connection = await lent.promise;
        const { assertOpen } = await take();
        const assertNotClosed = () => {
          if (isClosed) fail({ code: 'cancelled' });
          assertOpen();
        };
        return { connection, giveBack: held.resolve, assertOpen: assertNotClosed };
      },
    },
    async close() {
      isClosed = true;
      const lent = await loan?.catch(() => undefined);
      lent?.connection.interrupt();
      await turn;
      lent?.giveBack();
    },
  };
}

/** The file's own tables, which temporary ones of the same name hide. */
async function mainSql(connection: DuckDBConnection): Promise<(table: string) => string> {
  const [row] = await readRows(connection, 'SELECT current_database()');
  const name = String(row?.[0]).replaceAll('"', '""');
  return (table) => `"${name}".main.${table}`;
}

async function readMainMeta(connection: DuckDBConnection, key: string): Promise<string | undefined> {
  const main = await mainSql(connection);
  const params = new Params();
  const [row] = await readRows(connection, `SELECT value FROM ${main('meta')} WHERE key = ${params.text(key)}`, params);
  return typeof row?.[0] === 'string' ? row[0] : undefined;
}

/** @param last the merge that the records of today carry */
async function build(connection: DuckDBConnection, moment: PastMoment, last: number): Promise<void> {
  const { readChanges, state, directory } = moment;
  const main = await mainSql(connection);
  const { touched, patches } = collect(readChanges(last));
  const run = (sql: string, params = new Params()) => connection.run(sql, params.values, params.types);

  const ids = new Params();
  const [existing, whole] = [
    [...touched].filter(([, { existed }]) => existed),
    [...touched].filter(([, { isWhole }]) => isWhole),
  ];
  const rows = (list: readonly (readonly [string, unknown])[]) => ids.integerRows(list.map(([id]) => BigInt(id)));
  await run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT id, id IN ${rows(existing)} AS existed, id IN ${rows(whole)} AS whole
      FROM (SELECT unnest(${ids.integers([...touched.keys()].map(BigInt))}) AS id)`,
    ids,
  );
  const patched = [...patches];
  for (const [index, [, { ids: list, values }]] of patched.entries()) {
    const params = new Params();
    const value = `unnest(from_json(${params.text(JSON.stringify(values))}::JSON, '["VARCHAR"]'))`;
    await run(
      `CREATE OR REPLACE TEMP TABLE patch_${index} AS SELECT unnest(${params.integers(list.map(BigInt))}) AS id, ${value} AS cell`,
      params,
    );
  }
  const columns = storedColumns.map((column) => {
    const index = patched.findIndex(([name]) => name === toColumnName(column));
    const today = `CASE WHEN touched.whole THEN NULL ELSE today.${column.sql} END`;
    if (index < 0) return column.sql === 'id' ? 'touched.id' : `${today} AS ${column.sql}`;
    const then = readCellSql(column, `patch_${index}.cell`);
    return `CASE WHEN patch_${index}.id IS NOT NULL THEN ${then} ELSE ${today} END AS ${column.sql}`;
  });
  const joins = patched.map((_, index) => `LEFT JOIN patch_${index} ON patch_${index}.id = touched.id`);
  await run(
    `CREATE OR REPLACE TEMP TABLE past AS SELECT ${columns.join(', ')} FROM touched
      LEFT JOIN ${main('records')} AS today ON today.id = touched.id ${joins.join(' ')} WHERE touched.existed`,
  );
  for (const index of patched.keys()) await run(`DROP TABLE patch_${index}`);
  await run(
    `CREATE OR REPLACE TEMP VIEW records AS SELECT * FROM ${main('records')} AS today ANTI JOIN touched ON today.id = touched.id
      UNION ALL SELECT * FROM past`,
  );
  await run('CREATE OR REPLACE TEMP TABLE meta (key VARCHAR, value VARCHAR)');
  await saveMeta(connection, {
    [STATE]: state,
    [MERGE]: String(moment.merge),
    [COMMITS]: `past ${moment.merge} of ${last}`,
  });
  await replaceDirectory(connection, { directory }, 'TEMP TABLE');
  await writeBilled(connection, 'TEMP TABLE', moment.billed());
}

interface Touched {
  readonly existed: boolean;
  /** True where every value follows from the log, and none from the record as it is today. */
  isWhole: boolean;
}

interface Patch {
  readonly ids: string[];
  readonly values: (string | null)[];
}

/** The earliest change after the moment says what was there before it. */
function collect(pieces: Iterable<readonly RecordDifference[]>) {
  const touched = new Map<string, Touched>();
  const cells = new Map<string, Map<string, string | null>>();
  for (const piece of pieces) {
    for (const [id, before, after] of piece) {
      const known = touched.get(id);
      if (known) {
        if (!known.existed || known.isWhole) continue;
        // It vanished only later: what was not changed in between is as it was when it vanished.
        known.isWhole = after === null;
      } else touched.set(id, { existed: before !== null, isWhole: before !== null && after === null });
      const own = cells.get(id) ?? new Map<string, string | null>();
      cells.set(id, own);
      for (const [name, value] of Object.entries(before ?? {})) if (!own.has(name)) own.set(name, value);
    }
  }
  const patches = new Map<string, Patch>();
  for (const [id, own] of cells) {
    for (const [name, value] of own) {
      if (name === 'id') continue;
      const patch = patches.get(name) ?? { ids: [], values: [] };
      patches.set(name, patch);
      patch.ids.push(id);
      patch.values.push(value);
    }
  }
  return { touched, patches };
}

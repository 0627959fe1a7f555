/**
 * Reads the records of a past moment with the same statements as today's. On a separate connection, temporary tables hide those of the file:
 * `records` has today's records with all later changes undone, and the sync state and the names are those of the moment.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { countedTimes } from '#domain/records/counted.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { writeBilled, type BilledSource } from './database/billed-table.ts';
import { readRows, runBounded, SURVEY_MS, type Connections } from './database/connections.ts';
import { replaceDirectory, type DirectorySource } from './database/directory-tables.ts';
import { toStoreFailure } from './database/errors.ts';
import { readInTurn } from './database/looks.ts';
import { COMMITS, MERGE, readMerge, readMeta, saveMeta, STATE } from './database/metadata.ts';
import { Params } from './database/parameters.ts';
import { columnSql, storedColumns, toColumnName, type Column } from './database/schema.ts';
import { readCellSql, type RecordDifference } from './differences.ts';

export interface PastMoment {
  /** Reads the changes after that moment, up to a merge, oldest first. */
  readonly readChanges: (merge: number) => Iterable<readonly RecordDifference[]>;
  /** The last merge up to the moment. */
  readonly merge: number;
  /** The sync state of the moment. */
  readonly state: string;
  readonly directory: DirectorySource['directory'];
  /** Reads the ids of the records that were billed then. */
  readonly billed: BilledSource['billed'];
}

export function openPast(connections: Connections, moment: PastMoment) {
  return openBuilt(connections, moment.merge, (connection, last) => buildPast(connection, moment, last));
}

/**
 * Reads temporary tables on a separate connection, one query at a time, and rebuilds them if the records have changed meanwhile.
 * @param minMerge the least merge that the records must carry
 * @param build receives the merge that they carry
 */
export function openBuilt(
  connections: Connections,
  minMerge: number,
  build: (connection: DuckDBConnection, lastMerge: number) => Promise<void>,
): { readonly connections: Connections; readonly close: () => Promise<void> } {
  const current = new AsyncLocalStorage<DuckDBConnection>();
  let loan: ReturnType<Connections['lend']> | undefined;
  let builtAt: number | undefined;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const borrow = async () => {
    if (isClosed) fail({ code: 'cancelled' });
    loan ??= connections.lend();
    try {
      return await loan;
    } catch (cause) {
      loan = undefined;
      throw cause;
    }
  };

  /** Runs work in turn on the connection, after rebuilding its tables if the records have changed meanwhile. */
  const runInTurn = <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const answer = turn.then(async () => {
      const { connection, assertOpen } = await borrow();
      assertOpen();
      // The previous turn, or the loan itself, left a transaction open.
      await connection.run('ROLLBACK').catch(() => {});
      try {
        for (;;) {
          await connection.run('BEGIN TRANSACTION READ ONLY');
          const last = readMerge(await readMainMeta(connection, MERGE));
          if (last === undefined || last < minMerge) fail({ code: 'usage', detail: texts.notCarried });
          if (last === builtAt) break;
          // Committed here, the tables remain if the query fails, because a rollback would undo them.
          builtAt = undefined;
          await build(connection, last);
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
    return connection ? work(connection) : runInTurn(work);
  };
  return {
    connections: {
      ...connections,
      read,
      // Other connections see the tables of today.
      readTogether: readInTurn,
      survey: (work, signal) => read((connection) => runBounded(connection, SURVEY_MS, signal, () => work(connection))),
      async lend() {
        const held = Promise.withResolvers<void>();
        const lent = Promise.withResolvers<DuckDBConnection>();
        const borrowing = runInTurn((connection) => {
          lent.resolve(connection);
          return held.promise;
        });
        borrowing.catch(lent.reject);
        const connection = await lent.promise;
        const { assertOpen } = await borrow();
        const assertNotClosed = () => {
          if (isClosed) fail({ code: 'cancelled' });
          assertOpen();
        };
        return { connection, releaseConnection: held.resolve, assertOpen: assertNotClosed };
      },
    },
    async close() {
      isClosed = true;
      const lent = await loan?.catch(() => undefined);
      lent?.connection.interrupt();
      await turn;
      lent?.releaseConnection();
    },
  };
}

/** Returns the full names of the file's tables, which temporary tables of the same name hide. */
export async function findMainTables(connection: DuckDBConnection): Promise<(table: string) => string> {
  const [row] = await readRows(connection, 'SELECT current_database()');
  const name = String(row?.[0]).replaceAll('"', '""');
  return (table) => `"${name}".main.${table}`;
}

const readMainMeta = async (connection: DuckDBConnection, key: string) =>
  readMeta(connection, key, (await findMainTables(connection))('meta'));

/** Creates the tables of a moment. @param lastMerge the merge that today's records carry */
export async function buildPast(connection: DuckDBConnection, moment: PastMoment, lastMerge: number): Promise<void> {
  const { readChanges, state, directory } = moment;
  const main = await findMainTables(connection);
  await createPatched(connection, { table: main('records'), view: 'records' }, collectEarliest(readChanges(lastMerge)));
  await connection.run('CREATE OR REPLACE TEMP TABLE meta (key VARCHAR, value VARCHAR)');
  await saveMeta(connection, {
    [STATE]: state,
    [MERGE]: String(moment.merge),
    [COMMITS]: `past ${moment.merge} of ${lastMerge}`,
  });
  await replaceDirectory(connection, { directory }, 'TEMP TABLE');
  await writeBilled(connection, main('billings'), moment.billed());
}

/** Creates a view of a table's records in which the touched ones have their earlier values. */
export async function createPatched(
  connection: DuckDBConnection,
  { table, view }: { readonly table: string; readonly view: string },
  patches: Patches,
): Promise<void> {
  await writePast(connection, table, patches, readCellSql);
  await connection.run(
    `CREATE OR REPLACE TEMP VIEW ${view} AS SELECT * FROM ${table} AS today ANTI JOIN touched ON today.id = touched.id
      UNION ALL SELECT * FROM past`,
  );
}

/** Some records with the values that were stored of them; every other value is today's. */
export interface KnownRecords {
  readonly ids: readonly string[];
  /** By column, one for each id. */
  readonly values: ReadonlyMap<string, readonly (string | null)[]>;
  readonly directory: DirectorySource['directory'];
}

/** Creates the same tables for stored records. */
export async function buildKnown(
  connection: DuckDBConnection,
  { ids, values, directory }: KnownRecords,
): Promise<void> {
  const touched = new Map(ids.map((id) => [id, { existed: true, isFullyLogged: false }]));
  const patches = new Map([...values].map(([name, cells]) => [name, { ids, values: cells }]));
  const main = await findMainTables(connection);
  const readSql = (column: Column, text: string) => `CAST(${text} AS ${column.type.toString()})`;
  await writePast(connection, main('records'), { touched, patches }, readSql);
  await connection.run('UPDATE past SET archived = false');
  // Minutes take precedence over hours, so today's minutes must not replace stored hours.
  for (const time of countedTimes.values()) {
    const [minutes, hours] = [columnSql(time.minutes), columnSql(time.hours)];
    await connection.run(`UPDATE past SET ${minutes} = NULL FROM ${main('records')} AS today
      WHERE today.id = past.id AND today.${hours} IS DISTINCT FROM past.${hours}`);
  }
  await connection.run('CREATE OR REPLACE TEMP VIEW records AS SELECT * FROM past');
  await connection.run('CREATE OR REPLACE TEMP TABLE meta (key VARCHAR, value VARCHAR)');
  await replaceDirectory(connection, { directory }, 'TEMP TABLE');
}

/** Creates `touched`, the records that differ from today's, and `past`, their earlier values. */
async function writePast(
  connection: DuckDBConnection,
  table: string,
  { touched, patches }: Patches,
  readSql: (column: Column, text: string) => string,
): Promise<void> {
  const run = (sql: string, params = new Params()) => connection.run(sql, params.values, params.types);
  const ids = new Params();
  const [existing, fullyLogged] = [
    [...touched].filter(([, { existed }]) => existed),
    [...touched].filter(([, { isFullyLogged }]) => isFullyLogged),
  ];
  // Ids are sent as one text, because binding some hundred thousand of them separately takes several times as long.
  const unnestIds = (params: Params, list: readonly string[]) =>
    `unnest(from_json(${params.text(JSON.stringify(list))}::JSON, '["BIGINT"]'))`;
  const rows = (list: readonly (readonly [string, unknown])[]) =>
    `(SELECT ${unnestIds(
      ids,
      list.map(([id]) => id),
    )})`;
  await run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT id, id IN ${rows(existing)} AS existed, id IN ${rows(fullyLogged)} AS whole
      FROM (SELECT ${unnestIds(ids, [...touched.keys()])} AS id)`,
    ids,
  );
  await run('CREATE OR REPLACE TEMP TABLE patch (id BIGINT, place INTEGER, cell VARCHAR)');
  const patched = [...patches];
  for (const [index, [, { ids: list, values }]] of patched.entries()) {
    const params = new Params();
    const value = `unnest(from_json(${params.text(JSON.stringify(values))}::JSON, '["VARCHAR"]'))`;
    await run(`INSERT INTO patch SELECT ${unnestIds(params, list)}, ${index}, ${value}`, params);
  }
  const cells = patched.map(
    (_, index) =>
      `, bool_or(place = ${index}) AS has_${index}, max(cell) FILTER (WHERE place = ${index}) AS cell_${index}`,
  );
  const columns = storedColumns.map((column) => {
    const index = patched.findIndex(([name]) => name === toColumnName(column));
    const today = `CASE WHEN touched.whole THEN NULL ELSE today.${column.sql} END`;
    if (index < 0) return column.sql === 'id' ? 'touched.id' : `${today} AS ${column.sql}`;
    return `CASE WHEN has_${index} THEN ${readSql(column, `cell_${index}`)} ELSE ${today} END AS ${column.sql}`;
  });
  await run(
    `CREATE OR REPLACE TEMP TABLE past AS SELECT ${columns.join(', ')} FROM touched
      LEFT JOIN ${table} AS today ON today.id = touched.id
      LEFT JOIN (SELECT id${cells.join('')} FROM patch GROUP BY id) AS patched ON patched.id = touched.id
      WHERE touched.existed`,
  );
  await run('DROP TABLE patch');
}

interface Patches {
  readonly touched: ReadonlyMap<string, Touched>;
  readonly patches: ReadonlyMap<string, Patch>;
}

interface Touched {
  readonly existed: boolean;
  /** True if every value comes from the log and none from today's record. */
  isFullyLogged: boolean;
}

interface Patch {
  readonly ids: readonly string[];
  /** One for each id. */
  readonly values: readonly (string | null)[];
}

/** Collects the state before the moment, which the earliest change after it shows. */
function collectEarliest(pieces: Iterable<readonly RecordDifference[]>): Patches {
  const touched = new Map<string, Touched>();
  const columns: Columns = new Map();
  for (const piece of pieces) {
    for (const [id, before, after] of piece) {
      const known = touched.get(id);
      if (known) {
        if (!known.existed || known.isFullyLogged) continue;
        // A record that vanished later had its unchanged values until then.
        known.isFullyLogged = after === null;
      } else touched.set(id, { existed: before !== null, isFullyLogged: before !== null && after === null });
      for (const [name, value] of Object.entries(before ?? {})) {
        const cells = getCells(columns, name);
        if (!cells.has(id)) cells.set(id, value);
      }
    }
  }
  return { touched, patches: toPatches(columns) };
}

/** Collects the state after the latest change. */
export function collectLatest(pieces: Iterable<readonly RecordDifference[]>): Patches {
  const touched = new Map<string, Touched>();
  const columns: Columns = new Map();
  for (const piece of pieces) {
    for (const [id, before, after] of piece) {
      const isCreatedOrRemoved = before === null || after === null;
      const known = touched.get(id);
      if (known && isCreatedOrRemoved) for (const cells of columns.values()) cells.delete(id);
      touched.set(id, { existed: after !== null, isFullyLogged: isCreatedOrRemoved || known?.isFullyLogged === true });
      for (const [name, value] of Object.entries(after ?? {})) getCells(columns, name).set(id, value);
    }
  }
  return { touched, patches: toPatches(columns) };
}

/** Values by column and id, because a map for each id would take several times as long. */
type Columns = Map<string, Map<string, string | null>>;

function getCells(columns: Columns, name: string): Map<string, string | null> {
  const cells = columns.get(name) ?? new Map<string, string | null>();
  columns.set(name, cells);
  return cells;
}

const toPatches = (columns: Columns): Map<string, Patch> =>
  new Map(
    [...columns].flatMap(([name, cells]) =>
      name === 'id' ? [] : [[name, { ids: [...cells.keys()], values: [...cells.values()] }] as const],
    ),
  );

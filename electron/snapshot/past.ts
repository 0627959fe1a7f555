/**
 * Reads the records of a past moment by the same statements as today's. On a connection of its own, temporary tables stand before those of
 * the file: `records` is today's without what changed since, and with how it was; the state of the download and the names are those of then.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fail } from '#contract/errors.ts';
import { countedTimes } from '#domain/reports/definition/counted.ts';
import { memoryTexts as texts } from '#texts/hosts/memory.ts';
import { writeBilled, type BilledSource } from './database/billed-table.ts';
import { readRows, runBounded, SURVEY_MS, type Connections } from './database/connections.ts';
import { replaceDirectory, type DirectorySource } from './database/directory-tables.ts';
import { toStoreFailure } from './database/errors.ts';
import { COMMITS, MERGE, readMerge, readMeta, saveMeta, STATE } from './database/metadata.ts';
import { Params } from './database/parameters.ts';
import { columnSql, storedColumns, toColumnName, type Column } from './database/schema.ts';
import { readCellSql, type RecordDifference } from './differences.ts';

/** What a past moment is made of. */
export interface PastMoment {
  /** Reads what changed after that moment, up to a merge, oldest first. */
  readonly readChanges: (merge: number) => Iterable<readonly RecordDifference[]>;
  /** The last merge of records that belongs to it. */
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
  return openBuilt(connections, moment.merge, (connection, last) => buildPast(connection, moment, last));
}

/**
 * Reads temporary tables on a connection of their own, which are built anew where the records have changed meanwhile.
 * @param least the merge that the records must carry at least
 * @param build is told the merge that they carry
 */
export function openBuilt(
  connections: Connections,
  least: number,
  build: (connection: DuckDBConnection, last: number) => Promise<void>,
): PastConnections {
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
          if (last === undefined || last < least) fail({ code: 'usage', detail: texts.notCarried });
          if (last === builtAt) break;
          // They stay when a question fails: its transaction would take them back.
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
export async function mainSql(connection: DuckDBConnection): Promise<(table: string) => string> {
  const [row] = await readRows(connection, 'SELECT current_database()');
  const name = String(row?.[0]).replaceAll('"', '""');
  return (table) => `"${name}".main.${table}`;
}

const readMainMeta = async (connection: DuckDBConnection, key: string) =>
  readMeta(connection, key, (await mainSql(connection))('meta'));

/**
 * Makes the tables of a moment.
 * @param last the merge that the records of today carry
 */
export async function buildPast(connection: DuckDBConnection, moment: PastMoment, last: number): Promise<void> {
  const { readChanges, state, directory } = moment;
  const main = await mainSql(connection);
  await createPatched(connection, { table: main('records'), view: 'records' }, collect(readChanges(last)));
  await connection.run('CREATE OR REPLACE TEMP TABLE meta (key VARCHAR, value VARCHAR)');
  await saveMeta(connection, {
    [STATE]: state,
    [MERGE]: String(moment.merge),
    [COMMITS]: `past ${moment.merge} of ${last}`,
  });
  await replaceDirectory(connection, { directory }, 'TEMP TABLE');
  await writeBilled(connection, main('billings'), moment.billed());
}

/** Has a view show the records of a table, but those that were touched as they were at another time. */
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

/** Some records, alone, with those values that were kept of them; every other value is today's. */
export interface KeptRecords {
  readonly ids: readonly string[];
  /** By column, one for each id. */
  readonly values: ReadonlyMap<string, readonly (string | null)[]>;
  readonly directory: DirectorySource['directory'];
}

/** Makes the same tables of kept records. */
export async function buildKept(connection: DuckDBConnection, { ids, values, directory }: KeptRecords): Promise<void> {
  const touched = new Map(ids.map((id) => [id, { existed: true, isWhole: false }]));
  const patches = new Map([...values].map(([name, cells]) => [name, { ids, values: cells }]));
  const main = await mainSql(connection);
  const readSql = (column: Column, text: string) => `CAST(${text} AS ${column.type.toString()})`;
  await writePast(connection, main('records'), { touched, patches }, readSql);
  await connection.run('UPDATE past SET archived = false');
  // Minutes count before hours, and of these only what was kept is of then.
  for (const time of countedTimes.values()) {
    const [minutes, hours] = [columnSql(time.minutes), columnSql(time.hours)];
    await connection.run(`UPDATE past SET ${minutes} = NULL FROM ${main('records')} AS today
      WHERE today.id = past.id AND today.${hours} IS DISTINCT FROM past.${hours}`);
  }
  await connection.run('CREATE OR REPLACE TEMP VIEW records AS SELECT * FROM past');
  await connection.run('CREATE OR REPLACE TEMP TABLE meta (key VARCHAR, value VARCHAR)');
  await replaceDirectory(connection, { directory }, 'TEMP TABLE');
}

/** Makes `touched`, the records that are not as they are today, and `past`, how they were. */
async function writePast(
  connection: DuckDBConnection,
  table: string,
  { touched, patches }: Patches,
  readSql: (column: Column, text: string) => string,
): Promise<void> {
  const run = (sql: string, params = new Params()) => connection.run(sql, params.values, params.types);
  const ids = new Params();
  const [existing, whole] = [
    [...touched].filter(([, { existed }]) => existed),
    [...touched].filter(([, { isWhole }]) => isWhole),
  ];
  // As one text, because binding each of some hundred thousand ids takes several times as long.
  const unnestIds = (params: Params, list: readonly string[]) =>
    `unnest(from_json(${params.text(JSON.stringify(list))}::JSON, '["BIGINT"]'))`;
  const rows = (list: readonly (readonly [string, unknown])[]) =>
    `(SELECT ${unnestIds(
      ids,
      list.map(([id]) => id),
    )})`;
  await run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT id, id IN ${rows(existing)} AS existed, id IN ${rows(whole)} AS whole
      FROM (SELECT ${unnestIds(ids, [...touched.keys()])} AS id)`,
    ids,
  );
  await run('CREATE OR REPLACE TEMP TABLE patch (id BIGINT, place INTEGER, cell VARCHAR)');
  const patched = [...patches];
  for (const [place, [, { ids: list, values }]] of patched.entries()) {
    const params = new Params();
    const value = `unnest(from_json(${params.text(JSON.stringify(values))}::JSON, '["VARCHAR"]'))`;
    await run(`INSERT INTO patch SELECT ${unnestIds(params, list)}, ${place}, ${value}`, params);
  }
  const cells = patched.map(
    (_, place) =>
      `, bool_or(place = ${place}) AS has_${place}, max(cell) FILTER (WHERE place = ${place}) AS cell_${place}`,
  );
  const columns = storedColumns.map((column) => {
    const place = patched.findIndex(([name]) => name === toColumnName(column));
    const today = `CASE WHEN touched.whole THEN NULL ELSE today.${column.sql} END`;
    if (place < 0) return column.sql === 'id' ? 'touched.id' : `${today} AS ${column.sql}`;
    return `CASE WHEN has_${place} THEN ${readSql(column, `cell_${place}`)} ELSE ${today} END AS ${column.sql}`;
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
  /** True where every value follows from the log, and none from the record as it is today. */
  isWhole: boolean;
}

interface Patch {
  readonly ids: readonly string[];
  /** One for each id. */
  readonly values: readonly (string | null)[];
}

/** The earliest change after the moment says what was there before it. */
function collect(pieces: Iterable<readonly RecordDifference[]>): Patches {
  const touched = new Map<string, Touched>();
  const columns: Columns = new Map();
  for (const piece of pieces) {
    for (const [id, before, after] of piece) {
      const known = touched.get(id);
      if (known) {
        if (!known.existed || known.isWhole) continue;
        // It vanished only later: what was not changed in between is as it was when it vanished.
        known.isWhole = after === null;
      } else touched.set(id, { existed: before !== null, isWhole: before !== null && after === null });
      for (const [name, value] of Object.entries(before ?? {})) {
        const cells = getCells(columns, name);
        if (!cells.has(id)) cells.set(id, value);
      }
    }
  }
  return { touched, patches: toPatches(columns) };
}

/** The latest change says what is there after it. */
export function collectLatest(pieces: Iterable<readonly RecordDifference[]>): Patches {
  const touched = new Map<string, Touched>();
  const columns: Columns = new Map();
  for (const piece of pieces) {
    for (const [id, before, after] of piece) {
      const isAnew = before === null || after === null;
      const known = touched.get(id);
      if (known && isAnew) for (const cells of columns.values()) cells.delete(id);
      touched.set(id, { existed: after !== null, isWhole: isAnew || known?.isWhole === true });
      for (const [name, value] of Object.entries(after ?? {})) getCells(columns, name).set(id, value);
    }
  }
  return { touched, patches: toPatches(columns) };
}

/** Values by column and id: a map for each id would take several times as long. */
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

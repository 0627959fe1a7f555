/** The same answers from SQLite with indexes by month and by owner, statements prepared once. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { requireProperty } from '#domain/properties.ts';
import { sqlitePath } from './data.ts';
import { plainOf } from './plain.ts';
import {
  AT_LEAST_MINUTES,
  ID,
  MINUTES,
  MODIFIED,
  MONTH,
  OWNER,
  PAGE,
  pageColumns,
  SERVICE,
  sums,
  textColumns,
  TOP,
  VALUE,
  WEEK,
  WORD,
  type AnswerRows,
  type Contender,
  type Job,
} from './questions.ts';

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const summed = (names: readonly string[]) => names.map((name) => `sum("${name}") AS "sum ${name}"`).join(', ');
const isLong = `"${MINUTES}" >= ${AT_LEAST_MINUTES}00000000`;

export function openSqlite({ folder, records }: Job): Contender {
  const database = new DatabaseSync(sqlitePath(folder), { readOnly: true });
  // As much as the app's own store may take.
  database.exec('PRAGMA cache_size = -1000000; PRAGMA mmap_size = 4000000000');

  /** @param numbers columns, from this one on, that hold counts of 10⁻⁸. */
  function grouped(sql: string, numbersFrom: number): () => AnswerRows {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return () =>
      statement
        .all()
        .map((row) =>
          Object.values(row).map((cell, at) =>
            at < numbersFrom ? String(cell ?? '') : plainOf(cell as bigint | null),
          ),
        );
  }

  function counted(condition: string): () => AnswerRows {
    const statement = database.prepare(`SELECT count(*) AS held FROM records WHERE ${condition}`);
    return () => [[String(statement.get()?.['held'])]];
  }

  /** As many as the app counts beside its page: both tell where the page stands. */
  function paged(order: string): () => AnswerRows {
    const total = database.prepare('SELECT count(*) FROM records');
    const statement = database.prepare(
      `SELECT ${quoted(pageColumns)} FROM records ORDER BY ${order} LIMIT ${PAGE} OFFSET ${Math.floor(records / 2)}`,
    );
    statement.setReadBigInts(true);
    return () => {
      total.get();
      return statement.all().map((row) => pageColumns.map((name) => textOf(name, row[name])));
    };
  }

  return {
    answers: {
      'month × 4 sums, filtered': grouped(
        `SELECT "${MONTH}", ${summed(sums)} FROM records WHERE ${isLong} GROUP BY 1 ORDER BY 2 DESC`,
        1,
      ),
      'top 20 of services': grouped(
        `SELECT "${SERVICE}", ${summed([VALUE])} FROM records GROUP BY 1 ORDER BY 2 DESC LIMIT ${TOP}`,
        1,
      ),
      'owner × week pivot': grouped(
        `SELECT "${OWNER}", "${WEEK}", ${summed([MINUTES])} FROM records GROUP BY 1, 2 ORDER BY 3 DESC`,
        2,
      ),
      'filtered count': counted(isLong),
      'page at half depth, by id': paged(`"${ID}"`),
      'page at half depth, newest changes first': paged(`"${MODIFIED}" DESC, "${ID}"`),
      'text contains, count': counted(textColumns.map((name) => `instr(lower("${name}"), '${WORD}') > 0`).join(' OR ')),
    },
    close: async () => database.close(),
  };
}

function textOf(name: string, cell: SQLOutputValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  const { type } = requireProperty(name);
  if (type === 'number') return plainOf(cell as bigint);
  return type === 'datetime' ? new Date(Number(cell)).toISOString() : cell.toString();
}

/**
 * Finds the weekday on which the records' weeks begin. The interface does not specify it, so it is derived from the records, once for each
 * state of the store.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { weekdays, type RecordedWeeks } from '#domain/time/weeks.ts';
import { readRows } from './database/connections.ts';
import { COMMITS, readMeta } from './database/metadata.ts';
import { columnSql } from './database/schema.ts';
import { propertyNames } from '#domain/properties.ts';

const WEEK = columnSql(propertyNames.week);

export class RecordedWeeksMemory {
  private cached: { readonly commits: string; readonly weeks: RecordedWeeks } | undefined;

  /** Called within a read transaction, and valid for the state it sees. */
  async getWeeks(connection: DuckDBConnection): Promise<RecordedWeeks> {
    const commits = (await readMeta(connection, COMMITS)) ?? '';
    if (this.cached?.commits === commits) return this.cached.weeks;
    const weeks = await readRecordedWeeks(connection);
    this.cached = { commits, weeks };
    return weeks;
  }
}

/** Finds the weekday on which most live records' weeks begin, the earlier of two equally frequent ones. Unreadable weeks do not count. */
async function readRecordedWeeks(connection: DuckDBConnection): Promise<RecordedWeeks> {
  const [mostFrequent = []] = await readRows(
    connection,
    `SELECT isodow(${WEEK}) AS day, count(*) AS held FROM records WHERE NOT archived AND ${WEEK} IS NOT NULL
      GROUP BY day ORDER BY held DESC, day`,
  );
  return { begin: weekdays[Number(mostFrequent[0] ?? 1) - 1] ?? 'monday' };
}

/** Compiles the condition for records whose week begins on a different weekday. */
export function otherWeeksSql(begin: RecordedWeeks['begin']): string {
  return `isodow(${WEEK}) <> ${weekdays.indexOf(begin) + 1}`;
}

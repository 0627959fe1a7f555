/** Sums the logged hours of each person over a span of weeks: the side that is compared with expected hours. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DaySpan } from '../../../src/domain/expected/expected.ts';
import type { LoggedByOwner } from '../../../src/domain/expected/people-with-gaps.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { loggedMinutesSql } from './matches.ts';
import { unitsOrNull } from './query.ts';
import { readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { toText } from '../database/values.ts';
import { findColumn, readableSql } from '../database/schema.ts';

/** Every person with records, with their hours in two spans of weeks, the recent one on the calendar of the span. */
export async function loggedByOwner(
  connection: DuckDBConnection,
  span: Pick<Period, 'from' | 'to' | 'calendar'>,
  recent: DaySpan,
  zone: string,
): Promise<LoggedByOwner[]> {
  const params = new Params();
  const within = ({ from, to }: DaySpan) =>
    selectionSql(
      { filterGroups: [], query: '', zone, period: { text: '', calendar: span.calendar, from, to } },
      params,
    );
  const owner = findColumn({ name: OWNER_PROPERTY });
  const inSpan = within(span);
  const sql = `SELECT ${readableSql(owner)} AS owner, sum(${loggedMinutesSql}) FILTER (${inSpan}), count(*) FILTER (${inSpan}),
      count(*) FILTER (${within(recent)})
    FROM records WHERE NOT archived AND ${owner.sql} IS NOT NULL GROUP BY ALL`;
  const rows = await readRows(connection, sql, params);
  return rows.map(([id, minutes, records, recently]) => ({
    ownerId: toText(id) ?? '',
    minutes: unitsOrNull(minutes) ?? 0n,
    records: Number(records),
    recently: Number(recently),
  }));
}

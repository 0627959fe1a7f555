/** Sums the logged hours of each person over a span of weeks: the side that is compared with expected hours. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import type { LoggedByOwner } from '../../../src/domain/expected/people-with-gaps.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { loggedMinutesSql } from './matches.ts';
import { unitsOrNull } from './query.ts';
import { readRows } from '../database/connections.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params } from '../database/parameters.ts';
import { toText } from '../database/values.ts';
import { columnSql, findColumn, readableSql } from '../database/schema.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

type Dated = Pick<Period, 'from' | 'to' | 'calendar'>;

/** Every person with records, with their hours in the span and whether there are any lately. */
export async function loggedByOwner(
  connection: DuckDBConnection,
  span: Dated,
  recent: Dated,
  zone: string,
): Promise<LoggedByOwner[]> {
  const params = new Params();
  const within = (period: Dated) =>
    selectionSql({ filterGroups: [], query: '', zone, period: { text: '', ...period } }, params);
  const owner = findColumn({ name: OWNER_PROPERTY });
  const inSpan = within(span);
  const sql = `SELECT ${readableSql(owner)} AS owner, sum(${loggedMinutesSql}) FILTER (${inSpan}), count(*) FILTER (${inSpan}),
      count(*) FILTER (${within(recent)}), max(${columnSql(propertyNames.firstStart)})
    FROM records WHERE NOT archived AND ${owner.sql} IS NOT NULL GROUP BY ALL`;
  const rows = await readRows(connection, sql, params);
  return rows.map(([id, minutes, records, recently, last]) => ({
    ownerId: toText(id) ?? '',
    minutes: unitsOrNull(minutes) ?? 0n,
    records: Number(records),
    recently: Number(recently),
    last: dayOf(toText(last), zone),
  }));
}

function dayOf(moment: string | null, zone: string): string | null {
  return moment === null ? null : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Answers the review queue's queries, each from one state of the records. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readAllFindings, readFindings } from './findings.ts';
import { readDetails } from './finding-details.ts';
import { CheckMemory } from './cache.ts';
import type { ChecksQuery, FindingsListQuery, FindingsPageQuery, Thresholds } from './model.ts';
import { findAll, runChecks, chooseCheck, findAmong, createTerms, type CheckReading, toUnitsOrNull } from './run.ts';
import { type Connections, readRows } from '../database/connections.ts';
import { readMeta, STATE } from '../database/metadata.ts';
import type { RecordedWeeksMemory } from '../recorded-weeks.ts';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppFailure, fail } from '#contract/errors.ts';
import { Temporal } from 'temporal-polyfill';
import type { Check } from '#domain/checks/check.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { LoggedByOwner } from '#domain/people-with-gaps.ts';
import type { Period } from '#domain/time/period.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { loggedMinutesSql } from './matches.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params, toText } from '../database/parameters.ts';
import { columnSql, findColumn, readableSql } from '../database/schema.ts';

export function createChecksReading(connections: Connections, weeks: RecordedWeeksMemory) {
  const memory = new CheckMemory();
  type Query = Pick<ChecksQuery, 'thresholds' | 'signal'>;
  const survey = <R>({ thresholds, signal }: Query, work: (reading: CheckReading) => Promise<R>) =>
    connections.survey(async (connection) => {
      const results = await memory.getResults(connection, thresholds);
      return work({ connection, thresholds, results });
    }, signal);
  const outsideLooks = AsyncLocalStorage.snapshot();
  let running: Promise<unknown> | undefined;
  /**
   * First finds what all selections share, in a survey that no caller cancels. Otherwise a filter that changes faster than findings are found
   * would restart it with every change. Only one runs at a time: a caller waits for it even if its state differs, and then finds the rest.
   */
  const findFirst = ({ thresholds, signal }: Query) =>
    untilAborted(
      () => (running ??= outsideLooks(() => survey({ thresholds }, findAll)).finally(() => (running = undefined))),
      signal,
    );
  return {
    /** @throws AppFailure `cancelled` */
    async runChecks(query: ChecksQuery) {
      await findFirst(query);
      return survey(query, async (reading) => ({
        ...(await runChecks(reading, query)),
        /** The sync state as text, read at the same moment. */
        state: await readMeta(reading.connection, STATE),
      }));
    },
    /** Reads a page of findings by value at stake, then by minutes, then by id. */
    findings: (query: FindingsPageQuery) => survey(query, (reading) => readFindings(reading, query)),
    /**
     * Reads every finding of one state of the store, in the same order, regardless of what is committed in the meantime.
     * @param selectionAt receives the weekday on which recorded weeks begin in that state, because the period depends on it
     */
    allFindings: (query: Omit<FindingsListQuery, 'selection'>, selectionAt: (recordedWeeks: Weekday) => Selection) =>
      survey(query, async (reading) => {
        const selection = selectionAt((await weeks.getWeeks(reading.connection)).begin);
        return {
          findings: await readAllFindings(reading, { ...query, selection }),
          state: await readMeta(reading.connection, STATE),
        };
      }),
    loggedByOwner: (span: DateSpan, recent: DateSpan, zone: string, signal?: AbortSignal) =>
      connections.survey((connection) => readLoggedByOwner(connection, span, recent, zone), signal),
    /** Reads the current findings of a check on these records, for which marks are stored. */
    findingDetails: (check: Check, ids: readonly string[], thresholds: Thresholds) =>
      survey({ thresholds }, async (reading) => {
        const chosenCheck = await chooseCheck(reading, check);
        return readDetails(
          reading.connection,
          chosenCheck,
          await findAmong(reading, chosenCheck, ids.map(BigInt)),
          createTerms(reading),
        );
      }),
  };
}

/** @throws AppFailure `cancelled` as soon as the caller no longer waits; the work continues. */
async function untilAborted(begin: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  const cancelled = Promise.withResolvers<never>();
  const cancel = () => cancelled.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    await Promise.race([begin(), cancelled.promise]);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

type DateSpan = Pick<Period, 'from' | 'to' | 'calendar'>;

/** Reads every person with records, with the logged hours to compare with expected ones, and the number of recent records. */
async function readLoggedByOwner(
  connection: DuckDBConnection,
  span: DateSpan,
  recent: DateSpan,
  zone: string,
): Promise<LoggedByOwner[]> {
  const params = new Params();
  const periodSql = (period: DateSpan) =>
    selectionSql({ filterGroups: [], query: '', zone, period: { text: '', ...period } }, params);
  const owner = findColumn({ name: OWNER_PROPERTY });
  const inSpan = periodSql(span);
  const sql = `SELECT ${readableSql(owner)} AS owner, sum(${loggedMinutesSql}) FILTER (${inSpan}), count(*) FILTER (${inSpan}),
      count(*) FILTER (${periodSql(recent)}), max(${columnSql(propertyNames.firstStart)})
    FROM records WHERE NOT archived AND ${owner.sql} IS NOT NULL GROUP BY ALL`;
  const rows = await readRows(connection, sql, params);
  return rows.map(([id, minutes, records, recentRecords, last]) => ({
    ownerId: toText(id) ?? '',
    minutes: toUnitsOrNull(minutes) ?? 0n,
    records: Number(records),
    recently: Number(recentRecords),
    last: toDay(toText(last), zone),
  }));
}

function toDay(moment: string | null, zone: string): string | null {
  return moment === null ? null : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Answers the review queue's questions, each from one read of one state of the records. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readAllFindings, readFindings } from './findings.ts';
import { readDetails } from './finding-details.ts';
import { CheckMemory } from './cache.ts';
import type { ChecksReading, RunQuestion } from './model.ts';
import { findAll, runChecks, chooseCheck, findAmong, createTerms, type CheckReading, toUnitsOrNull } from './run.ts';
import { type Connections, readRows } from '../database/connections.ts';
import { readMeta, STATE } from '../database/metadata.ts';
import type { RecordedWeeksMemory } from '../recorded-weeks.ts';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AppFailure, fail } from '#contract/errors.ts';
import { Temporal } from 'temporal-polyfill';
import type { LoggedByOwner } from '#domain/people-with-gaps.ts';
import type { Period } from '#domain/time/period.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { loggedMinutesSql } from './matches.ts';
import { selectionSql } from '../conditions/selection-sql.ts';
import { Params, toText } from '../database/parameters.ts';
import { columnSql, findColumn, readableSql } from '../database/schema.ts';

export function createChecksReading(connections: Connections, weeks: RecordedWeeksMemory): ChecksReading {
  const memory = new CheckMemory();
  type Question = Pick<RunQuestion, 'thresholds' | 'signal'>;
  const survey = <R>({ thresholds, signal }: Question, work: (reading: CheckReading) => Promise<R>) =>
    connections.survey(async (connection) => {
      const results = await memory.getResults(connection, thresholds);
      return work({ connection, thresholds, results });
    }, signal);
  const outsideLooks = AsyncLocalStorage.snapshot();
  let finding: Promise<unknown> | undefined;
  /**
   * Finds first what all selections share, in a survey that no caller cancels: a filter that changes faster than findings are found would
   * begin it anew with every change. One at a time: a caller that meets one of another state waits for it, and finds the rest alone.
   */
  const findFirst = ({ thresholds, signal }: Question) =>
    untilAborted(
      () => (finding ??= outsideLooks(() => survey({ thresholds }, findAll)).finally(() => (finding = undefined))),
      signal,
    );
  return {
    async runChecks(question) {
      await findFirst(question);
      return survey(question, async (reading) => ({
        ...(await runChecks(reading, question)),
        state: await readMeta(reading.connection, STATE),
      }));
    },
    findings: (question) => survey(question, (reading) => readFindings(reading, question)),
    allFindings: (question, selectionAt) =>
      survey(question, async (reading) => {
        const selection = selectionAt((await weeks.getWeeks(reading.connection)).begin);
        return {
          findings: await readAllFindings(reading, { ...question, selection }),
          state: await readMeta(reading.connection, STATE),
        };
      }),
    loggedByOwner: (span, recent, zone, signal) =>
      connections.survey((connection) => readLoggedByOwner(connection, span, recent, zone), signal),
    findingDetails: (check, ids, thresholds) =>
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

/** @throws AppFailure `cancelled` as soon as the caller no longer waits; work that has begun goes on. */
async function untilAborted(begin: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([begin(), left.promise]);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}

type DateSpan = Pick<Period, 'from' | 'to' | 'calendar'>;

/** Reads every person with records, with the logged hours that are compared with expected ones, and how many records are recent. */
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
  return rows.map(([id, minutes, records, recently, last]) => ({
    ownerId: toText(id) ?? '',
    minutes: toUnitsOrNull(minutes) ?? 0n,
    records: Number(records),
    recently: Number(recently),
    last: toDay(toText(last), zone),
  }));
}

function toDay(moment: string | null, zone: string): string | null {
  return moment === null ? null : Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

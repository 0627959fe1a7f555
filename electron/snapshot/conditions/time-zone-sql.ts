/**
 * Compiles the day that a zone's clocks show at an instant. The offsets come from the program's time zone data and not from the store's, so
 * that a report's days match its periods.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { readRows } from '../database/connections.ts';
import { DAY_MS } from '#domain/time/utc.ts';

/** A span with one offset. Instants are in epoch milliseconds, `offset` in milliseconds. */
interface Segment {
  /** Exclusive; the last segment has no end. */
  readonly end: number | undefined;
  readonly offset: number;
}

/** The instants whose days are needed, inclusive, in epoch milliseconds. */
export interface InstantRange {
  readonly start: number;
  readonly end: number;
}

/** Dates outside this range are typing errors. Their days are computed too, but clock changes between them and this range are left out. */
const USUAL: InstantRange = { start: Date.UTC(1900, 0, 1), end: Date.UTC(2101, 0, 1) };
const DAY_US = DAY_MS * 1000;
/** Added before and subtracted after an integer division, so that it rounds days before 1970 down too. It is a multiple of 7 days. */
export const BIAS_DAYS = 700_000 * 7;

/** @returns an integer expression: the days since 1970-01-01 on the zone's clocks; null stays null. */
export async function clockDaySql(
  connection: DuckDBConnection,
  instant: string,
  zone: string,
  bounds: InstantRange | undefined,
): Promise<string> {
  const us = `epoch_us(${instant}) + ${await clockOffsetSql(connection, instant, zone, bounds)}`;
  return `((${us} + ${BIAS_DAYS} * ${DAY_US}::BIGINT) // ${DAY_US} - ${BIAS_DAYS})`;
}

/** @returns an integer expression: the microseconds that the zone's clocks are ahead of UTC at the instant. */
export async function clockOffsetSql(
  connection: DuckDBConnection,
  instant: string,
  zone: string,
  bounds: InstantRange | undefined,
): Promise<string> {
  const range = bounds ?? (await readInstantRange(connection, instant));
  const usual = { start: Math.max(range.start, USUAL.start), end: Math.min(range.end, USUAL.end) };
  const segments = usual.start > usual.end ? [] : splitAtTransitions(zone, usual);
  const unusualDays =
    range.start < USUAL.start || range.end > USUAL.end ? await readUnusualDays(connection, instant) : [];
  const earlierSegments = unusualDays.filter((start) => start < USUAL.start).flatMap((start) => splitDay(zone, start));
  const laterSegments = unusualDays.filter((start) => start > USUAL.end).flatMap((start) => splitDay(zone, start));
  const usualEnd: Segment[] = segments.map((segment) =>
    segment.end === undefined && laterSegments.length > 0 ? { ...segment, end: USUAL.end + DAY_MS } : segment,
  );
  return offsetSql(`epoch_ms(${instant})`, [...earlierSegments, ...usualEnd, ...laterSegments]);
}

async function readInstantRange(connection: DuckDBConnection, instant: string): Promise<InstantRange> {
  const [row = []] = await readRows(
    connection,
    `SELECT epoch_ms(min(${instant})), epoch_ms(max(${instant})) FROM records`,
  );
  return { start: Number(row[0] ?? 0), end: Number(row[1] ?? 0) };
}

/** Lists the UTC days outside the usual range on which records start, ascending. */
async function readUnusualDays(connection: DuckDBConnection, instant: string): Promise<number[]> {
  const rows = await readRows(
    connection,
    `SELECT DISTINCT epoch_ms(CAST(CAST(${instant} AS DATE) AS TIMESTAMP)) AS day FROM records
      WHERE epoch_ms(${instant}) NOT BETWEEN ${USUAL.start} AND ${USUAL.end} ORDER BY day`,
  );
  return rows.map(([day]) => Number(day));
}

function splitDay(zone: string, start: number): Segment[] {
  const range = { start, end: start + DAY_MS };
  return splitAtTransitions(zone, range).map((segment) => ({ ...segment, end: segment.end ?? range.end }));
}

function splitAtTransitions(zone: string, { start, end }: InstantRange): Segment[] {
  const segments: Segment[] = [];
  let time = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  for (;;) {
    const offset = time.offsetNanoseconds / 1e6;
    const next = time.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > end) return [...segments, { end: undefined, offset }];
    segments.push({ end: next.epochMilliseconds, offset });
    time = next;
  }
}

/** Halves the segments at each step, so that many changes cost few comparisons. */
function offsetSql(epochMs: string, segments: readonly Segment[]): string {
  const [first] = segments;
  if (!first) return '0::BIGINT';
  if (segments.length === 1) return `${first.offset * 1000}::BIGINT`;
  const middle = segments.length >> 1;
  const firstHalf = segments.slice(0, middle);
  const secondHalf = segments.slice(middle);
  const border = firstHalf.at(-1)?.end;
  return `CASE WHEN ${epochMs} < ${border} THEN ${offsetSql(epochMs, firstHalf)} ELSE ${offsetSql(epochMs, secondHalf)} END`;
}

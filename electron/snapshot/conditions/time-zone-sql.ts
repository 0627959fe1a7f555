/**
 * Compiles the day a zone's clocks show at an instant. The offsets are those of the program's own time zone data, so that a report's days
 * are those of its periods, whatever data the store has.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { readRows } from '../database/connections.ts';
import { DAY_MS } from '../../../src/domain/time/day.ts';

/** Instants in epoch milliseconds; `offset` in minutes or their fractions, in milliseconds. */
interface Segment {
  /** Exclusive; the last segment has none. */
  readonly end: number | undefined;
  readonly offset: number;
}

/** Instants whose days are needed, inclusive, epoch milliseconds. */
export interface InstantRange {
  readonly start: number;
  readonly end: number;
}

/** Records of a far past or future are typing errors: they get their days too, but not all the clock changes between. */
const USUAL: InstantRange = { start: Date.UTC(1900, 0, 1), end: Date.UTC(2101, 0, 1) };
const DAY_US = DAY_MS * 1000;
/** Added and subtracted again, so that integer division rounds an early day like a late one. A multiple of 7 days. */
export const BIAS_DAYS = 700_000 * 7;

/** @returns an integer expression: days since 1970-01-01 on the zone's clocks; null stays null. */
export async function clockDaySql(
  connection: DuckDBConnection,
  instant: string,
  zone: string,
  bounds: InstantRange | undefined,
): Promise<string> {
  const us = `epoch_us(${instant}) + ${await clockOffsetSql(connection, instant, zone, bounds)}`;
  return `((${us} + ${BIAS_DAYS} * ${DAY_US}::BIGINT) // ${DAY_US} - ${BIAS_DAYS})`;
}

/** @returns an integer expression: microseconds that the zone's clocks are ahead of UTC at the instant. */
export async function clockOffsetSql(
  connection: DuckDBConnection,
  instant: string,
  zone: string,
  bounds: InstantRange | undefined,
): Promise<string> {
  const held = bounds ?? (await heldRange(connection, instant));
  const usual = { start: Math.max(held.start, USUAL.start), end: Math.min(held.end, USUAL.end) };
  const segments = usual.start > usual.end ? [] : splitAtTransitions(zone, usual);
  const odd = held.start < USUAL.start || held.end > USUAL.end ? await oddDays(connection, instant) : [];
  const before = odd.filter((start) => start < USUAL.start).flatMap((start) => segmentsOfDay(zone, start));
  const after = odd.filter((start) => start > USUAL.end).flatMap((start) => segmentsOfDay(zone, start));
  const usualEnd: Segment[] = segments.map((each) =>
    each.end === undefined && after.length > 0 ? { ...each, end: USUAL.end + DAY_MS } : each,
  );
  return offsetSql(`epoch_ms(${instant})`, [...before, ...usualEnd, ...after]);
}

async function heldRange(connection: DuckDBConnection, instant: string): Promise<InstantRange> {
  const [row = []] = await readRows(
    connection,
    `SELECT epoch_ms(min(${instant})), epoch_ms(max(${instant})) FROM records`,
  );
  return { start: Number(row[0] ?? 0), end: Number(row[1] ?? 0) };
}

/** UTC days beyond the usual ones on which records start, ascending. */
async function oddDays(connection: DuckDBConnection, instant: string): Promise<number[]> {
  const rows = await readRows(
    connection,
    `SELECT DISTINCT epoch_ms(CAST(CAST(${instant} AS DATE) AS TIMESTAMP)) AS day FROM records
      WHERE epoch_ms(${instant}) NOT BETWEEN ${USUAL.start} AND ${USUAL.end} ORDER BY day`,
  );
  return rows.map(([day]) => Number(day));
}

function segmentsOfDay(zone: string, start: number): Segment[] {
  const range = { start, end: start + DAY_MS };
  return splitAtTransitions(zone, range).map((each) => ({ ...each, end: each.end ?? range.end }));
}

function splitAtTransitions(zone: string, { start, end }: InstantRange): Segment[] {
  const segments: Segment[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  for (;;) {
    const offset = at.offsetNanoseconds / 1e6;
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds > end) return [...segments, { end: undefined, offset }];
    segments.push({ end: next.epochMilliseconds, offset });
    at = next;
  }
}

/** Halves the segments at each step: many changes cost few comparisons. */
function offsetSql(epochMs: string, segments: readonly Segment[]): string {
  const [first] = segments;
  if (!first) return '0::BIGINT';
  if (segments.length === 1) return `${first.offset * 1000}::BIGINT`;
  const middle = segments.length >> 1;
  const left = segments.slice(0, middle);
  const right = segments.slice(middle);
  const border = left.at(-1)?.end;
  return `CASE WHEN ${epochMs} < ${border} THEN ${offsetSql(epochMs, left)} ELSE ${offsetSql(epochMs, right)} END`;
}

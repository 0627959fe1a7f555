/** Work that began where calendars disagree: around the clock changes of a zone, its midnights, ends of months and UTC's own midnights. */
import { Temporal } from 'temporal-polyfill';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { requireProperty } from '#domain/properties.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

export const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'] as const;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2025, 9, 1);
const UNTIL = Date.UTC(2026, 10, 15);
/** Long before any run begins, so that no record is in flight. */
const CREATED = Date.UTC(2025, 8, 1);
const FIRST_ID = 1_000_000;

/** The parts of a record that an independent reading needs. */
export interface Work {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly minutes: number;
  /** `YYYY-MM-DD`, as recorded. */
  readonly week: string;
  readonly month: string;
}

const offsetAt = (time: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).offsetNanoseconds;

/** To the minute, epoch milliseconds. */
export function clockChanges(zone: string): number[] {
  const found: number[] = [];
  for (let day = FROM; day < UNTIL; day += DAY) {
    if (offsetAt(day, zone) === offsetAt(day + DAY, zone)) continue;
    let [before, after] = [day, day + DAY];
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
      if (offsetAt(middle, zone) === offsetAt(before, zone)) before = middle;
      else after = middle;
    }
    found.push(after);
  }
  return found;
}

/** Moments at and beside which a day, a week or a month changes somewhere. */
function edgesOf(zone: string): number[] {
  const changes = clockChanges(zone);
  const midnights = [...changes, ...Array.from({ length: 13 }, (_, month) => Date.UTC(2025, 9 + month, 1, 12))].flatMap(
    (time) => {
      const date = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone).toPlainDate();
      return [0, 1].map((days) => date.add({ days }).toZonedDateTime(zone).epochMilliseconds);
    },
  );
  const utc = midnights.map((time) => Math.round(time / DAY) * DAY);
  return [...changes, ...midnights, ...utc];
}

/** Ascending by id; minutes that tell one record from nearly every other. */
export function edgeRecords(draw: Seeded, count: number): { readonly records: WorldRecord[]; readonly work: Work[] } {
  const edges = zones.flatMap(edgesOf);
  const work = Array.from({ length: count }, (): Work => {
    const beside = draw.pick([
      0,
      0,
      1,
      -1,
      1_000,
      -1_000,
      30 * MINUTE,
      -30 * MINUTE,
      HOUR,
      -HOUR,
      3 * HOUR,
      -90 * MINUTE,
    ]);
    const start = draw.pick(edges) + beside;
    // The service decides by which zone the week is recorded: it may be that of either neighbouring day.
    const day = new Date(start + draw.pick([0, 0, 10 * HOUR, -8 * HOUR]));
    const date = Temporal.PlainDate.from(day.toISOString().slice(0, 10));
    const week = date.subtract({ days: date.dayOfWeek - 1 }).toString();
    return { start, minutes: draw.between(1, 60_000), week, month: date.with({ day: 1 }).toString() };
  });
  const records = work.map(({ start, minutes, week, month }, at): WorldRecord => {
    const time = CREATED + at * 1_000;
    const begun = new Date(start).toISOString();
    const properties: Record<string, WireValue> = {
      title: `Work ${at}`,
      total_minutes: minutes,
      first_start_date: begun,
      last_start_date: begun,
      week_year: `${week}T00:00:00.000Z`,
      month_year: `${month}T00:00:00.000Z`,
    };
    const named = Object.entries(properties).map(([name, value]) => [requireProperty(name).name, value]);
    return { id: FIRST_ID + at, createdAt: time, updatedAt: time, properties: Object.fromEntries(named) };
  });
  return { records, work };
}

export type Unit = 'day' | 'week' | 'month';

/** What a report must show: minutes by the first day of each bucket. */
export function expectedKeys(
  work: readonly Work[],
  unit: Unit,
  {
    zone,
    calendar,
    sunday,
  }: { readonly zone: string; readonly calendar: 'clock' | 'recorded'; readonly sunday: boolean },
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const each of work) {
    const key =
      calendar === 'clock' ? clockKey(each.start, unit, zone, sunday) : unit === 'month' ? each.month : each.week;
    sums.set(key, (sums.get(key) ?? 0) + each.minutes);
  }
  return sums;
}

function clockKey(start: number, unit: Unit, zone: string, sunday: boolean): string {
  const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDate();
  if (unit === 'day') return date.toString();
  if (unit === 'month') return date.with({ day: 1 }).toString();
  return date.subtract({ days: sunday ? date.dayOfWeek % 7 : date.dayOfWeek - 1 }).toString();
}

/** The sample's records cut to an exact number over an exact number of months, some months much fuller than others. */
import { DAY, getMonthStart, parseDate } from '#service/sample/calendar.ts';
import { Random } from '#service/random.ts';
import { createSample } from '#service/sample.ts';
import { readDay } from '#service/upstream/values.ts';
import { MONTH_PROPERTY, type WorldRecord } from '#service/upstream/world.ts';

export interface UnevenOptions {
  readonly seed: number;
  /** `YYYY-MM-DD`: the last month is the one of the day before. */
  readonly asOf: string;
  /** Live ones. */
  readonly records: number;
  readonly months: number;
}

/** The fullest month gets about ten times what the emptiest gets. */
const LIGHTEST = 0.2;
const HEAVIEST = 2;
/** Draws from this many times the wanted number: enough even where the sample reaches further back. */
const SUPPLY = 2;

/** Ascending by id, archived ones among them. @throws RangeError where the months cannot hold so many. */
export function unevenSample({ seed, asOf, records, months }: UnevenOptions): readonly WorldRecord[] {
  const from = getMonthStart(parseDate(asOf) - 1, 1 - months) * DAY;
  const supply = createSample({ seed, asOf, records: records * SUPPLY, months }).records;
  const within = supply.filter((record) => monthOf(record) >= from);
  const places = placesOf(within, new Random(seed, 'uneven months'));
  const live = within.filter((record) => record.archivedAt === undefined);
  const last = live.map((record) => places.get(record) ?? 0).toSorted((a, b) => a - b)[records - 1];
  if (last === undefined) throw new RangeError(`${months} months hold ${live.length} records, not ${records}`);
  return within.filter((record) => (places.get(record) ?? 0) <= last);
}

/** Epoch milliseconds; records without a readable month are never too old. */
function monthOf({ properties }: WorldRecord): number {
  return readDay(String(properties[MONTH_PROPERTY] ?? '')) ?? Infinity;
}

/** A draw without replacement: the heavier a month, the further in front its records stand. */
function placesOf(records: readonly WorldRecord[], random: Random): ReadonlyMap<WorldRecord, number> {
  const weights = new Map<number, number>();
  for (const month of new Set(records.map(monthOf)))
    weights.set(month, LIGHTEST + (HEAVIEST - LIGHTEST) * random.fraction());
  const place = (record: WorldRecord) => -Math.log(1 - random.fraction()) / (weights.get(monthOf(record)) ?? 1);
  return new Map(records.map((record) => [record, place(record)]));
}

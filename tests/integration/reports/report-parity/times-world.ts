/** Worlds of records whose times come in every way: minutes, hours or both, one side alone, neither, and what cannot be read. */
import type { TimeLogRecord, Value } from '#domain/record.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';

const P = 'a552213_';
const HUNDREDTH = 1_000_000n;

/** How a record has a time: its minutes, and its hours. */
const ways = ['both', 'both', 'minutes', 'hours', 'hours', 'neither'] as const;
/** Whatever the service sends instead of a value. */
const unreadable = ['"?"', '"1.234,50"', 'true', '{"hours":8}', '[]', '"8 h"', '1e400'];

/** The same records with times and gaps of their own; every kind of value is unreadable in some. */
export function withTimes(random: Seeded, records: readonly TimeLogRecord[]): TimeLogRecord[] {
  return records.map((record) => (random.chance(0.8) ? retimed(random, record) : record));
}

function retimed(random: Seeded, record: TimeLogRecord): TimeLogRecord {
  const values = new Map(record.values);
  const anomalies = new Map(record.anomalies);
  const put = (name: string, value: Value | undefined) => {
    values.delete(name);
    anomalies.delete(name);
    if (value !== undefined) values.set(name, value);
  };
  for (const kind of ['total', 'billable']) {
    const way = random.pick(ways);
    const hours = BigInt(random.between(0, 1_200)) * HUNDREDTH;
    put(`${P}${kind}_minutes`, way === 'both' || way === 'minutes' ? 60n * hours : undefined);
    // Hours recorded beside minutes were rounded elsewhere.
    const own = random.chance(0.3) ? hours + BigInt(random.between(-9, 9)) * HUNDREDTH : hours;
    put(`${P}${kind}_hours`, way === 'both' || way === 'hours' ? own : undefined);
  }
  for (const name of spoilable) {
    if (!random.chance(0.05)) continue;
    put(name, undefined);
    anomalies.set(name, random.pick(unreadable));
  }
  return { ...record, values, anomalies };
}

const spoilable = [
  'total_minutes',
  'total_hours',
  'billable_minutes',
  'billable_hours',
  'billable_amount',
  'billable_amount_auto',
  'cost_amount',
  'cost_amount_auto',
  'billable_rate',
  'month_year',
  'week_year',
  'first_start_date',
  'toggle',
]
  .map((name) => `${P}${name}`)
  .concat('platform_owner_id');

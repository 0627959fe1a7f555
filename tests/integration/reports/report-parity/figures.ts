/** What each figure of some records is, by its definition. */
import type { TimeLogRecord } from '#domain/record.ts';
import type { Setting } from './calendar.ts';
import { minus, over, times, units, whole64, type Fraction } from './fraction.ts';
import { labelsIn } from './labels.ts';
import { lower } from './spellings.ts';
import { billable, logged, ofTwo, type Read } from './times.ts';

const P = 'a552213_';

/** Records of a line with the hours expected of its people. */
export interface Content {
  readonly records: readonly TimeLogRecord[];
  /** Those of people whose weekly hours are known on every day that counts. */
  readonly known: ReadonlySet<TimeLogRecord>;
  /** Owner ids of the others, and of whoever is expected without a record, in all of the report. */
  readonly unknown: ReadonlySet<string>;
  readonly expected: Fraction | null;
}

export function valueOf(id: string, { records, known: ofKnown, expected }: Content, setting: Setting): Fraction | null {
  const { asked } = setting;
  const { amounts, hoursPerDay } = asked.settings;
  const sumOf = (pick: (record: TimeLogRecord) => bigint | null) => {
    const known = records.map(pick).filter((each) => each !== null);
    return known.length === 0 ? null : units(known.reduce((sum, each) => sum + each, 0n));
  };
  const number = (name: string) => (record: TimeLogRecord) =>
    (record.values.get(`${P}${name}`) as bigint | undefined) ?? null;
  const isUnreadable = (record: TimeLogRecord, name: string) => record.anomalies.has(`${P}${name}`);
  const chosen = (name: string) => (record: TimeLogRecord) => {
    const [recorded, auto] = [number(name)(record), number(`${name}_auto`)(record)];
    if (amounts === 'auto') return auto;
    if (amounts !== 'recorded-else-auto') return recorded;
    return recorded === null && !isUnreadable(record, name) ? auto : recorded;
  };
  const chosenUnreadable = (record: TimeLogRecord, name: string) => {
    if (amounts === 'auto') return isUnreadable(record, `${name}_auto`);
    if (isUnreadable(record, name)) return true;
    return amounts === 'recorded-else-auto' && number(name)(record) === null && isUnreadable(record, `${name}_auto`);
  };
  const hours = (minutes: Fraction | null) => over(minutes, whole64(60));
  const [value, cost] = [chosen('billable_amount'), chosen('cost_amount')];
  const costed = (pick: typeof value) => (record: TimeLogRecord) => (cost(record) === null ? null : pick(record));
  const margin = () => {
    const paid = sumOf((record) =>
      chosenUnreadable(record, 'billable_amount') && value(record) === null ? null : cost(record),
    );
    return paid && minus(sumOf(costed(value)) ?? units(0n), paid);
  };
  const distinct = (name: string) =>
    whole64(new Set(records.flatMap((record) => lower(String(record.values.get(name) ?? '')) || [])).size);
  if (asked.withCurrencies && labelsIn(records, setting, [id]).length > 1) return null;
  const knows = (record: TimeLogRecord) => ofKnown.has(record);
  const ofExpected = (pick: Read) => (record: TimeLogRecord) => (knows(record) ? pick(record) : null);
  const allExpected = expected ?? (records.some(knows) ? units(0n) : null);
  const two = ofTwo(id, records, setting);
  if (two !== undefined) return two;
  switch (id) {
    case 'records':
      return whole64(records.length);
    case 'owners':
      return distinct('platform_owner_id');
    case 'logged_hours':
      return hours(sumOf(logged));
    case 'billable_logged_hours':
      return hours(sumOf(billable));
    case 'billable_value':
      return sumOf(value);
    case 'recorded_cost':
      return sumOf(cost);
    case 'margin':
      return margin();
    case 'margin_percent': {
      const own = margin();
      return over(own && times(own, 100n), sumOf(costed(value)));
    }
    case 'working_days':
      return over(hours(sumOf(logged)), units(BigInt(Math.round(Number(hoursPerDay) * 10)) * 10_000_000n));
    case 'expected_hours':
      return allExpected;
    case 'utilisation':
      return over(hours(sumOf(ofExpected(billable))), allExpected);
    case 'gap_hours':
      return allExpected && minus(allExpected, hours(sumOf(ofExpected(logged))) ?? units(0n));
    default: {
      const [name = '', aggregation = 'sum'] = id.split(':');
      if (aggregation === 'count_distinct') return distinct(name);
      const known = records.flatMap((record) => (record.values.get(name) as bigint | undefined) ?? []);
      const [first] = known;
      if (first === undefined) return null;
      if (aggregation === 'min') return units(known.reduce((a, b) => (b < a ? b : a), first));
      if (aggregation === 'max') return units(known.reduce((a, b) => (b > a ? b : a), first));
      const sum = units(known.reduce((a, b) => a + b, 0n));
      return aggregation === 'avg' ? over(sum, whole64(known.length)) : sum;
    }
  }
}

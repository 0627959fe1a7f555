/** What a record says of its time and its money, and figures made of both: read from the definitions, record by record. */
import type { TimeLogRecord } from '#domain/record.ts';
import { minus, over, times, units, whole64, type Fraction } from './fraction.ts';
import type { Setting } from './calendar.ts';

const P = 'a552213_';

export type Read = (record: TimeLogRecord) => bigint | null;

const number =
  (name: string): Read =>
  (record) =>
    (record.values.get(`${P}${name}`) as bigint | undefined) ?? null;

const minutesElseHours =
  (kind: 'total' | 'billable'): Read =>
  (record) => {
    const hours = number(`${kind}_hours`)(record);
    return number(`${kind}_minutes`)(record) ?? (hours === null ? null : 60n * hours);
  };
/** In minutes. */
export const logged = minutesElseHours('total');
export const billable = minutesElseHours('billable');

export function amountOf(kind: 'billable' | 'cost', { asked }: Pick<Setting, 'asked'>): Read {
  const { amounts } = asked.settings;
  const [recorded, auto] = [number(`${kind}_amount`), number(`${kind}_amount_auto`)];
  return (record) => {
    if (amounts === 'auto') return auto(record);
    if (amounts !== 'recorded-else-auto') return recorded(record);
    return record.anomalies.has(`${P}${kind}_amount`) ? null : (recorded(record) ?? auto(record));
  };
}

export function sumOf(records: readonly TimeLogRecord[], read: Read): Fraction | null {
  const known = records.map(read).filter((each) => each !== null);
  return known.length === 0 ? null : units(known.reduce((sum, each) => sum + each, 0n));
}

/** Those of which both are known. */
export const where = (records: readonly TimeLogRecord[], ...reads: readonly Read[]) =>
  records.filter((record) => reads.every((read) => read(record) !== null));

/** Figures that need two things of a record; undefined: another one. */
export function ofTwo(id: string, records: readonly TimeLogRecord[], setting: Setting): Fraction | null | undefined {
  const timed = where(records, logged, billable);
  const value = amountOf('billable', setting);
  const rated = where(records, billable, value);
  switch (id) {
    case 'nonbillable_hours': {
      const [all, part] = [sumOf(timed, logged), sumOf(timed, billable)];
      return all && part && over(minus(all, part), whole64(60));
    }
    case 'billable_share':
      return over(sumOf(timed, billable), sumOf(timed, logged));
    case 'effective_rate': {
      const worth = sumOf(rated, value);
      return over(worth && times(worth, 60n), sumOf(rated, billable));
    }
    default:
      return undefined;
  }
}

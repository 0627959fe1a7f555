/** The coverage strip's months: how many records of each are held, and whether they are all of them. Pure. */
import type { DataStatus } from '../../../contract/api.ts';
import { monthsBetween, monthState, type HeldMonths, type MonthState } from '../../coverage/months.ts';

export interface CoveredMonth {
  /** `YYYY-MM-01`; null: the records without a recorded month. */
  readonly month: string | null;
  readonly records: number;
  readonly state: MonthState;
}

/** Every month between the first and the last that has records; months between without any are shown as such. */
export function coveredMonths(held: HeldMonths, status: DataStatus): CoveredMonth[] {
  const known = [...held.keys()].filter((month) => month !== null).toSorted();
  const [first] = known;
  const last = known.at(-1);
  const months = first === undefined || last === undefined ? [] : monthsBetween(first, last);
  const rows = months.map((month) => coveredMonth(status, month, held.get(month.slice(0, 7)) ?? 0));
  const without = held.get(null);
  return without === undefined ? rows : [...rows, coveredMonth(status, null, without)];
}

function coveredMonth(status: DataStatus, month: string | null, records: number): CoveredMonth {
  return { month, records, state: monthState(status, month, records) };
}

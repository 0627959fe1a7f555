/** The coverage strip's months: how many records of each are held, and whether they are all of them. Pure. */
import type { DataStatus } from '../../../contract/api.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { isOpenMonth } from '../../coverage/seal.ts';

export type Coverage = 'sealed' | 'partial' | 'missing';

export interface CoveredMonth {
  /** `YYYY-MM-01`; null: the records without a recorded month. */
  readonly month: string | null;
  readonly records: number;
  readonly state: Coverage;
}

const MONTH_PROPERTY = 'a552213_month_year';

/** Every month between the first and the last that has records; months between without any are shown as such. */
export function coveredMonths(byMonth: ReportResult, status: DataStatus): CoveredMonth[] {
  const held = new Map(byMonth.rows.map((row) => [row.key[MONTH_PROPERTY] ?? null, row.records]));
  const known = [...held.keys()].filter((month) => month !== null).toSorted();
  const [first] = known;
  const last = known.at(-1);
  const months = first === undefined || last === undefined ? [] : monthsBetween(first, last);
  const rows = months.map((month) => coveredMonth(month, held.get(month) ?? 0, isOpenMonth(status, month)));
  const without = held.get(null);
  return without === undefined ? rows : [...rows, coveredMonth(null, without, !status.complete)];
}

function coveredMonth(month: string | null, records: number, isOpen: boolean): CoveredMonth {
  return { month, records, state: !isOpen ? 'sealed' : records > 0 ? 'partial' : 'missing' };
}

/** Days that are not a first of a month are counted to their month. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  let [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  for (;;) {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
    if (text.slice(0, 7) > last.slice(0, 7)) return months;
    months.push(text);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
}

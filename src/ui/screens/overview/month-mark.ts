/** A month as lengths on screen; the figures people read come from its row. Pure. */
import { geometryOf } from '../../format/figures.ts';
import type { MonthRow } from './month-rows.ts';

export interface Mark {
  readonly month: string;
  readonly billable: number;
  readonly cost: number;
  readonly margin: number | null;
  readonly row: MonthRow;
}

export function markOf(row: MonthRow): Mark {
  const margin = row.values['margin'];
  return {
    month: row.month,
    billable: geometryOf(row.values['billable_value']),
    cost: geometryOf(row.values['recorded_cost']),
    margin: margin === null || margin === undefined ? null : geometryOf(margin),
    row,
  };
}

/** Cuts a rectangle of the audit at its local median, by recorded month or by id. */
import { justBelow } from '../ids.ts';
import type { Rectangle } from '../state.ts';
import type { StoreView } from '../store.ts';
import type { RecordRange } from '../../../src/domain/records/record-range.ts';

type Months = Awaited<ReturnType<StoreView['months']>>;

/** A cut that leaves less than this share on one side gains little. */
const LOPSIDED = 0.2;

/** @returns the newer half, which is cheap to ask for, and the rest: together exactly the rectangle. */
export async function split(
  each: Rectangle,
  range: RecordRange,
  held: number,
  months: Months,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const byMonth = each.splitBy === 'month' ? splitByMonth(each, held, months) : undefined;
  return byMonth ?? splitById({ ...each, splitBy: 'id' }, range, held, view);
}

function splitByMonth(each: Rectangle, held: number, months: Months): readonly [Rectangle, Rectangle] | undefined {
  let newer = 0;
  let best: { month: string; off: number } | undefined;
  for (const { month, records } of months.toReversed()) {
    if (month === null) continue;
    newer += records;
    const off = Math.abs(newer / held - 0.5);
    if (!best || off < best.off) best = { month, off };
  }
  if (!best || best.off > 0.5 - LOPSIDED) return undefined;
  const bounded = each.monthFrom !== undefined || each.monthBelow !== undefined;
  return [
    { ...each, monthFrom: best.month, orNoMonth: false },
    { ...each, monthBelow: best.month, orNoMonth: bounded ? each.orNoMonth === true : true },
  ];
}

async function splitById(
  each: Rectangle,
  range: RecordRange,
  held: number,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const median = await view.idAt(range, Math.floor(held / 2));
  if (median === undefined) throw new RangeError('Nothing to split');
  return [
    { ...each, idAbove: justBelow(median) },
    { ...each, idBelow: median },
  ];
}

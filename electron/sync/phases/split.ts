/** Cuts a rectangle of the audit at its local median, by recorded month or by id. */
import { decrementId } from '../ids.ts';
import type { Rectangle } from '../state.ts';
import type { StoreView } from '../store.ts';
import type { RecordRange } from '#domain/records/record-range.ts';

type Months = Awaited<ReturnType<StoreView['months']>>;

/** A cut that leaves less than this share on one side gains little. */
const LOPSIDED = 0.2;

/** @returns the newer half, which is cheap to ask for, and the rest; together they are exactly the rectangle. */
export async function splitRectangle(
  rectangle: Rectangle,
  range: RecordRange,
  heldRecords: number,
  months: Months,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const byMonth = rectangle.splitBy === 'month' ? splitByMonth(rectangle, heldRecords, months) : undefined;
  return byMonth ?? splitById({ ...rectangle, splitBy: 'id' }, range, heldRecords, view);
}

function splitByMonth(
  rectangle: Rectangle,
  heldRecords: number,
  months: Months,
): readonly [Rectangle, Rectangle] | undefined {
  let newer = 0;
  let best: { month: string; off: number } | undefined;
  for (const { month, records } of months.toReversed()) {
    if (month === null) continue;
    newer += records;
    const off = Math.abs(newer / heldRecords - 0.5);
    if (!best || off < best.off) best = { month, off };
  }
  if (!best || best.off > 0.5 - LOPSIDED) return undefined;
  const bounded = rectangle.monthFrom !== undefined || rectangle.monthBelow !== undefined;
  return [
    { ...rectangle, monthFrom: best.month, orNoMonth: false },
    { ...rectangle, monthBelow: best.month, orNoMonth: bounded ? rectangle.orNoMonth === true : true },
  ];
}

async function splitById(
  rectangle: Rectangle,
  range: RecordRange,
  heldRecords: number,
  view: StoreView,
): Promise<readonly [Rectangle, Rectangle]> {
  const median = await view.idAt(range, Math.floor(heldRecords / 2));
  if (median === undefined) throw new RangeError('Nothing to split');
  return [
    { ...rectangle, idAbove: decrementId(median) },
    { ...rectangle, idBelow: median },
  ];
}

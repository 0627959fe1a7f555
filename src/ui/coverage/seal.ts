/** Reads coverage into a seal: whether what a figure rests on is whole, and which months are not. Pure. */
import type { DataStatus } from '../../contract/api.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { momentText, monthText } from '../format/times.ts';

/** Inclusive months, `YYYY-MM`; null is open. */
export interface MonthSpan {
  readonly from: string | null;
  readonly to: string | null;
}

export type Seal =
  | { readonly kind: 'empty' }
  | { readonly kind: 'complete'; readonly asOf: string }
  | { readonly kind: 'partial'; readonly open: readonly MonthSpan[] };

/** Inclusive days, `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * A month is complete as of a time only once the whole download was: until then records may move between months.
 * @param period the days a figure covers; without them, everything.
 */
export function sealOf(status: DataStatus, period?: Days): Seal {
  if (status.complete && status.asOf !== null) return { kind: 'complete', asOf: status.asOf };
  if (status.records === 0) return { kind: 'empty' };
  const open = status.partitions.filter((each) => !each.sealed);
  return { kind: 'partial', open: period ? open.flatMap((each) => clipped(each, period)) : open };
}

/** Whether figures of this month may still grow for want of records. @param month `YYYY-MM-DD` or `YYYY-MM`. */
export function isOpenMonth(status: DataStatus, month: string): boolean {
  if (status.complete) return false;
  if (status.partitions.length === 0) return true;
  const asked = month.slice(0, 7);
  return status.partitions.some(
    ({ sealed, from, to }) => !sealed && (from === null || from <= asked) && (to === null || to >= asked),
  );
}

function clipped({ from, to }: MonthSpan, period: Days): MonthSpan[] {
  const first = period.from.slice(0, 7);
  const last = period.to.slice(0, 7);
  if ((from !== null && from > last) || (to !== null && to < first)) return [];
  return [{ from: from === null || from < first ? first : from, to: to === null || to > last ? last : to }];
}

export function sealText(seal: Seal, { zone, now }: { readonly zone: string; readonly now: number }): string {
  const texts = uiTexts.seal;
  switch (seal.kind) {
    case 'empty':
      return texts.empty;
    case 'complete':
      return texts.complete(momentText(seal.asOf, zone, now));
    case 'partial': {
      const [only, ...more] = seal.open;
      if (!only) return texts.unverified;
      return only.from && only.to && more.length === 0
        ? texts.partialMonths(spanText(only.from, only.to))
        : texts.partial;
    }
  }
}

function spanText(from: string, to: string): string {
  return from === to ? monthText(from) : uiTexts.calendar.range(monthText(from), monthText(to));
}

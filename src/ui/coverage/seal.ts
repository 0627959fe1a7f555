/** Derives the seal from the coverage: whether the data behind a figure is complete, and which months are not. Pure. */
import type { DataStatus } from '#contract/api.ts';
import { journalTexts } from '#texts/journal.ts';
import { periodTexts } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, monthText, timeText } from '../format/figures-and-times.ts';
import { isMissing, type Days, type HeldMonths } from './months.ts';

/** Inclusive months, `YYYY-MM`; null for an open end. */
export interface MonthSpan {
  readonly from: string | null;
  readonly to: string | null;
}

export type Seal =
  | { readonly kind: 'empty' }
  | { readonly kind: 'complete'; readonly asOf: string }
  /** Complete according to a file, but not confirmed by the service. */
  | { readonly kind: 'file'; readonly savedAt: string; readonly unread: number }
  /** Every record is here, but names or settings are lost. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'missing'; readonly days: Days }
  | { readonly kind: 'partial'; readonly open: readonly MonthSpan[] };

/**
 * A month is complete only once the entire download is, because until then records may move between months.
 * @param period the days that a figure covers; absent for all of time
 * @param held local record counts by month, if known
 */
export function judgeSeal(status: DataStatus, period?: Days, held?: HeldMonths): Seal {
  if (status.complete && isLossy(status)) return { kind: 'damaged' };
  const { fromFile: savedAt, unreadFromFile: unread = 0 } = status;
  if (status.complete && savedAt !== undefined) return { kind: 'file', savedAt, unread };
  if (status.complete && status.asOf !== null) return { kind: 'complete', asOf: status.asOf };
  if (status.records === 0) return { kind: 'empty' };
  if (period && held && isMissing(status, period, held)) return { kind: 'missing', days: period };
  const open = status.partitions.filter((partition) => !partition.sealed);
  return { kind: 'partial', open: period ? open.flatMap((partition) => clipTo(partition, period)) : open };
}

/** Whether names or settings are lost, which makes the figures based on them incomplete. */
function isLossy({ journal }: Pick<DataStatus, 'journal'>): boolean {
  return journal?.hitsFigures === true;
}

/** Whether all records, names and settings are here. */
export function isComplete(status: DataStatus): boolean {
  return status.complete && !isLossy(status);
}

function clipTo({ from, to }: MonthSpan, period: Days): MonthSpan[] {
  const first = period.from.slice(0, 7);
  const last = period.to.slice(0, 7);
  if ((from !== null && from > last) || (to !== null && to < first)) return [];
  return [{ from: from === null || from < first ? first : from, to: to === null || to > last ? last : to }];
}

export function formatSeal(seal: Seal, { zone }: { readonly zone: string }): string {
  const texts = uiTexts.seal;
  switch (seal.kind) {
    case 'empty':
      return texts.empty;
    case 'complete':
      return texts.complete(timeText(seal.asOf, zone));
    case 'file':
      return texts.fromFile(timeText(seal.savedAt, zone));
    case 'damaged':
      return journalTexts.seal;
    case 'missing':
      return texts.missing(formatSpan(seal.days.from.slice(0, 7), seal.days.to.slice(0, 7)));
    case 'partial': {
      const [only, ...more] = seal.open;
      if (!only) return texts.unverified;
      return only.from && only.to && more.length === 0
        ? texts.partialMonths(formatSpan(only.from, only.to))
        : texts.partial;
    }
  }
}

export function explainSeal(seal: Seal): string | undefined {
  const texts = uiTexts.seal;
  if (seal.kind === 'damaged') return journalTexts.sealDetail;
  if (seal.kind === 'file') return texts.fromFileDetail(count(seal.unread));
  if (seal.kind === 'missing') return texts.missingDetail;
  if (seal.kind !== 'partial') return undefined;
  return seal.open.length === 0 ? texts.unverifiedDetail : texts.partialDetail;
}

function formatSpan(from: string, to: string): string {
  return from === to ? monthText(from) : periodTexts.range(monthText(from), monthText(to));
}

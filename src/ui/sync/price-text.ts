/** Formats prices in requests. */
import type { z } from 'zod';
import type { Quota, syncPriceSchema } from '#contract/api.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, momentText } from '../format/figures-and-times.ts';
import { DAY_MS } from '#domain/time/utc.ts';

export type SyncPrice = z.output<typeof syncPriceSchema>;

/** Writes `1 to 3 requests`, or `1 or more requests` if the maximum is unknown. */
export function formatPrice({ min, max }: Pick<SyncPrice, 'min' | 'max'>): string {
  return max === null ? uiTexts.sync.priceUnknown(count(min)) : uiTexts.sync.price(count(min), count(max));
}

/** Writes `At most 412 left today, resets 02:00.`, after a sentence if the price is unknown or only typical. */
export function describePrice({ mode, max, quota }: SyncPrice, zone: string, now: number): string {
  const detail = uiTexts.sync.detail(count(countRequestsLeft(quota)), formatReset(quota, zone, now));
  if (max === null) return `${uiTexts.sync.firstUnknown} ${detail}`;
  return mode === 'download' ? detail : `${uiTexts.sync.usual} ${detail}`;
}

/** @returns the maximum, because other programs may share the key; 0 while the service refuses, unless a higher limit was entered since */
export function countRequestsLeft({ limit, used, exhausted }: Quota): number {
  return exhausted && limit <= exhausted.limit ? 0 : Math.max(0, limit - used);
}

/** Writes `02:00`, with the day if the reset is more than a day away. */
export function formatReset({ resetsAt }: Quota, zone: string, now: number): string {
  const isSoon = Date.parse(resetsAt) - now < DAY_MS;
  const moment = momentText(resetsAt, zone, now);
  return isSoon ? moment.slice(-5) : moment;
}

/** @returns the minimum of requests that remain after paying the price; undefined if it is unknown */
export function minRequestsLeftAfter({ max, quota }: SyncPrice): number | undefined {
  return max === null ? undefined : Math.max(0, countRequestsLeft(quota) - max);
}

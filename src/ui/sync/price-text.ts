/** The price in words, before anything is spent. */
import type { z } from 'zod';
import type { Quota, syncPriceSchema } from '#contract/api.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count, momentText } from '../format/figures-and-times.ts';
import { DAY_MS } from '#domain/time/utc.ts';

export type SyncPrice = z.output<typeof syncPriceSchema>;

/** `1 to 3 requests`; `1 or more requests` when the number is unknown yet. */
export function priceText({ min, max }: Pick<SyncPrice, 'min' | 'max'>): string {
  return max === null ? uiTexts.sync.priceUnknown(count(min)) : uiTexts.sync.price(count(min), count(max));
}

/** `At most 412 left today, resets 02:00.` The cost of a look at changes is no limit: then that is said, too. */
export function priceDetail({ mode, max, quota }: SyncPrice, zone: string, now: number): string {
  const detail = uiTexts.sync.detail(count(requestsLeft(quota)), resetText(quota, zone, now));
  if (max === null) return `${uiTexts.sync.firstUnknown} ${detail}`;
  return mode === 'download' ? detail : `${uiTexts.sync.usual} ${detail}`;
}

/** At most so many: others may share the key. None while the service refuses, unless a higher limit was entered since. */
export function requestsLeft({ limit, used, exhausted }: Quota): number {
  return exhausted && limit <= exhausted.limit ? 0 : Math.max(0, limit - used);
}

/** `02:00`; with its day where that is not within a day from now. */
export function resetText({ resetsAt }: Quota, zone: string, now: number): string {
  const isSoon = Date.parse(resetsAt) - now < DAY_MS;
  const moment = momentText(resetsAt, zone, now);
  return isSoon ? moment.slice(-5) : moment;
}

/** What is left at least after a price was paid; undefined where the price is unknown. */
export function leftAfter({ max, quota }: SyncPrice): number | undefined {
  return max === null ? undefined : Math.max(0, requestsLeft(quota) - max);
}

/** The price tag in words, before anything is spent. */
import type { z } from 'zod';
import type { syncPriceSchema } from '../../contract/api.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { count } from '../format/figures.ts';
import { momentText } from '../format/times.ts';

export type SyncPrice = z.output<typeof syncPriceSchema>;

/** `1 to 3 requests`; `1 or more requests` when nobody knows yet. */
export function priceText({ min, max }: Pick<SyncPrice, 'min' | 'max'>): string {
  return max === null ? uiTexts.sync.priceUnknown(count(min)) : uiTexts.sync.price(count(min), count(max));
}

/** `At most 412 left today, resets 02:00.` */
export function priceDetail({ max, quota }: SyncPrice, zone: string, now: number): string {
  const left = Math.max(0, quota.limit - quota.used);
  const reset = momentText(quota.resetsAt, zone, now).slice(-5);
  const detail = uiTexts.sync.detail(count(left), reset);
  return max === null ? `${uiTexts.sync.firstUnknown} ${detail}` : detail;
}

/** A finding of a check, and a directory without names. */
import type { Finding } from '#contract/checks.ts';

export const nobody = { owners: {}, objects: {} };

export const finding = (id: string, owner: string | null, title = 'Call'): Finding => ({
  id,
  values: { platform_owner_id: owner, a552213_title: title, a552213_first_start_date: '2026-10-12T08:00:00.000Z' },
  unreadable: {},
  value: '787.5',
  minutes: '450',
  facts: { recorded: '1500', hours: '7.5', rate: '95', computed: '712.5' },
  related: [],
  others: [],
  stays: false,
  reviewedAt: null,
});

import { describe, expect, it } from 'vitest';
import { estimateSecondsLeft } from '#ui/sync/use-sync.ts';
import {
  minRequestsLeftAfter,
  describePrice,
  formatPrice,
  countRequestsLeft,
  formatReset,
} from '#ui/sync/price-text.ts';

describe('the time left', () => {
  it('follows from how it went so far', () => {
    expect(estimateSecondsLeft({ startedAt: 0, heldAtStart: 1000, at: 10_000 }, { held: 3000, total: 5000 })).toBe(10);
  });

  it('is not said before there is something to go by', () => {
    const pace = { startedAt: 0, heldAtStart: 0, at: 500 };
    expect(estimateSecondsLeft(pace, { held: 200, total: 5000 })).toBeUndefined();
    expect(estimateSecondsLeft({ ...pace, at: 9000 }, { held: 200, total: null })).toBeUndefined();
    expect(estimateSecondsLeft({ ...pace, at: 9000 }, { held: 0, total: 5000 })).toBeUndefined();
    expect(estimateSecondsLeft(undefined, { held: 1, total: 2 })).toBeUndefined();
  });

  it('is said from a second and a half on, and not of a download that has everything', () => {
    const pace = { startedAt: 0, heldAtStart: 0, at: 1500 };
    expect(estimateSecondsLeft(pace, { held: 100, total: 200 })).toBe(1.5);
    expect(estimateSecondsLeft({ ...pace, at: 1499 }, { held: 100, total: 200 })).toBeUndefined();
    expect(estimateSecondsLeft(pace, { held: 200, total: 200 })).toBeUndefined();
  });
});

describe('the price tag', () => {
  const quota = { used: 588, limit: 1000, resetsAt: '2026-11-22T00:00:00.000Z' };
  const price = { mode: 'refresh' as const, min: 1, max: 3, total: 24_000, requestsUsed: 0, quota };

  it('says from what to what, and what is left at most', () => {
    expect(formatPrice(price)).toBe('1 to 3 requests');
    expect(formatPrice({ min: 1, max: 1 })).toBe('1 request');
    expect(describePrice(price, 'Europe/Berlin', Date.parse('2026-11-21T12:00:00Z'))).toBe(
      'The usual price: more where much has changed or disappeared since. At most 412 left today, resets 01:00.',
    );
    expect(describePrice({ ...price, mode: 'download' }, 'Europe/Berlin', Date.parse('2026-11-21T12:00:00Z'))).toBe(
      'At most 412 left today, resets 01:00.',
    );
  });

  it('does not pretend to know a price that is not known', () => {
    expect(formatPrice({ min: 1, max: null })).toBe('1 or more requests');
    expect(describePrice({ ...price, max: null }, 'UTC', 0)).toContain('One request tells');
  });

  it('leaves nothing while the service refuses, unless a higher limit was entered since', () => {
    const exhausted = { usedHere: 21, limit: 1000, usedElsewhere: true };
    expect(countRequestsLeft(quota)).toBe(412);
    expect(countRequestsLeft({ ...quota, exhausted })).toBe(0);
    expect(countRequestsLeft({ ...quota, limit: 5000, exhausted })).toBe(4412);
    expect(countRequestsLeft({ ...quota, used: 1200 })).toBe(0);
  });

  it('tells what is left at least, and nothing where the price is open', () => {
    expect(minRequestsLeftAfter(price)).toBe(409);
    expect(minRequestsLeftAfter({ ...price, max: 900 })).toBe(0);
    expect(minRequestsLeftAfter({ ...price, max: null })).toBeUndefined();
  });

  it('names the day of a reset that is not within a day', () => {
    expect(formatReset(quota, 'UTC', Date.parse('2026-11-21T12:00:00Z'))).toBe('00:00');
    expect(formatReset(quota, 'UTC', Date.parse('2026-11-20T12:00:00Z'))).toBe('22 Nov 00:00');
  });
});

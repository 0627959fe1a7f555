import { describe, expect, it } from 'vitest';
import { findQuotaReset } from '#electron/client/quota-reset.ts';

const now = Date.UTC(2026, 10, 20, 15, 0);
const midnight = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;

it.each([
  '2026-11-21T00:00:00.000Z',
  '2026-11-21T00:00:00Z',
  '2026-11-21T00:00:00',
  '2026-11-21',
  '1795219200',
  '1795219200000',
  'Sat, 21 Nov 2026 00:00:00 GMT',
])('reads the reset %s', (header) => {
  expect(findQuotaReset(header, undefined, now)).toEqual({ resetsAt: '2026-11-21T00:00:00.000Z', untilMs: midnight });
});

it.each([
  null,
  '',
  'soon',
  '2026-11-20T15:00:00Z',
  '2020-01-01T00:00:00Z',
  '2027-11-21T00:00:00Z',
  '-1',
  '0',
  '99999999999999999999',
])('takes the next UTC midnight for the reset %j', (header) => {
  expect(findQuotaReset(header, undefined, now)).toEqual({ resetsAt: '2026-11-21T00:00:00.000Z', untilMs: midnight });
});

describe('a clock that runs wrong', () => {
  it.each([-26, -13, -3, -1, 1, 3, 13, 26])('by %d hours ends the wait when the service says, not earlier', (hours) => {
    const local = now + hours * HOUR;
    const reset = findQuotaReset('2026-11-21T00:00:00.000Z', now, local);
    expect(reset).toEqual({ resetsAt: '2026-11-21T00:00:00.000Z', untilMs: midnight + hours * HOUR });
    expect(findQuotaReset(null, now, local)).toEqual(reset);
  });

  it('by 26 hours, with a whole day to the reset and no Date header to tell, waits too long and never too short', () => {
    const local = midnight + 1000 - 26 * HOUR;
    const reset = midnight + 24 * HOUR;
    expect(findQuotaReset(new Date(reset).toISOString(), undefined, local).untilMs).toBe(reset);
  });

  it('by a second or two is the header’s own rounding', () => {
    expect(findQuotaReset('2026-11-21T00:00:00.000Z', now - 900, now).untilMs).toBe(midnight);
  });

  it('by years is no clock to go by', () => {
    expect(findQuotaReset('2026-11-21T00:00:00.000Z', Date.UTC(2031, 0, 1), now).untilMs).toBe(midnight);
    expect(findQuotaReset(null, Date.UTC(2031, 0, 1), now).untilMs).toBe(midnight);
  });
});

describe('around midnight', () => {
  const late = '2026-11-21T00:00:00.000Z';

  it('a clock that is a second ahead waits that second, and not another day', () => {
    const reset = findQuotaReset(late, midnight - 1_000, midnight + 400);
    expect(reset).toEqual({ resetsAt: late, untilMs: midnight + 1_400 });
    expect(findQuotaReset(null, midnight - 1_000, midnight + 400)).toEqual(reset);
  });

  it('a clock that is a second behind does not ask again before the day is over', () => {
    const next = '2026-11-22T00:00:00.000Z';
    expect(findQuotaReset(null, midnight + 1_000, midnight - 400)).toEqual({
      resetsAt: next,
      untilMs: midnight + 24 * HOUR - 1_400,
    });
  });

  it('a refusal that was written before it and read after it is over at once', () => {
    expect(findQuotaReset(late, midnight, midnight + 300)).toEqual({ resetsAt: late, untilMs: midnight });
    expect(findQuotaReset(late, undefined, midnight + 300)).toEqual({ resetsAt: late, untilMs: midnight });
    // A second refusal a moment later is no matter of a moment.
    expect(findQuotaReset(late, midnight + 5_000, midnight + 5_000).untilMs).toBe(midnight + 24 * HOUR);
  });
});

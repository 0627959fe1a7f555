/** Finds when a used-up quota is renewed, and which instant on this computer's clock that is. */
import { parseInstant, findNextUtcMidnight, formatUtcDay } from './wire/times.ts';

/**
 * A reset is at a day boundary, so it is at most a day away. By a clock that is 26 hours behind, the widest difference between two places,
 * it is two hours more than two days away. A reset farther away is a mistake and must not block work for years.
 */
const FURTHEST_MS = 51 * 3_600_000;
/** A `Date` header has whole seconds and was written some time ago, so a difference this small is not evidence of a wrong clock. */
const NOISE_MS = 2000;

export interface QuotaReset {
  /** UTC timestamp. */
  readonly resetsAt: string;
  /** Epoch milliseconds on this computer's clock, however wrong that clock is. */
  readonly untilMs: number;
}

/**
 * @param header `x-service-ratelimit-reset`; if it is absent, past or unreadable, the next UTC midnight counts.
 * @param serverTime the answer's `Date` header in epoch milliseconds; without it this computer's clock is used.
 */
export function findQuotaReset(header: string | null, serverTime: number | undefined, now: number): QuotaReset {
  const skewMs = measureSkew(serverTime, now);
  const reset = parseTimestamp(header);
  const isAhead = (time: number) => reset !== undefined && reset > time && reset <= time + FURTHEST_MS;
  if (reset !== undefined && isAhead(now + skewMs)) return toReset(reset, skewMs);
  if (reset !== undefined && (isAhead(now) || hasJustPassed(reset, now + skewMs))) return toReset(reset, 0);
  return toReset(findNextUtcMidnight(now + skewMs), skewMs);
}

function measureSkew(serverTime: number | undefined, now: number): number {
  const aheadMs = serverTime === undefined ? 0 : serverTime - now;
  // A difference of days means a clock set apart on purpose, not one that runs wrong, so both times are taken as they are.
  if (serverTime === undefined || Math.abs(aheadMs) > FURTHEST_MS) return 0;
  // Around midnight one second decides which day's quota was used up, and so whether to continue now or in a day.
  return Math.abs(aheadMs) <= NOISE_MS && formatUtcDay(serverTime) === formatUtcDay(now) ? 0 : aheadMs;
}

/**
 * Recognises a refusal that was written in the last moment of a day and is read in the next. Only that moment counts: a service that always
 * answers like this would otherwise get requests forever.
 */
function hasJustPassed(reset: number, time: number): boolean {
  return reset === findNextUtcMidnight(reset - 1) && reset <= time && time - reset <= NOISE_MS;
}

function toReset(time: number, skewMs: number): QuotaReset {
  return { resetsAt: new Date(time).toISOString(), untilMs: time - skewMs };
}

/** Reads ISO text with or without a zone (the header is UTC), epoch seconds or milliseconds, or an HTTP date. */
function parseTimestamp(header: string | null): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^[A-Z][a-z]{2}, /.test(text)) return dropInvalidTime(Date.parse(text));
  return parseInstant(text) ?? parseInstant(`${text}Z`);
}

function dropInvalidTime(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}

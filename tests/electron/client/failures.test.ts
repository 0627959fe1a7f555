import { describe, expect, it } from 'vitest';
import {
  toFailure,
  isDailyQuota,
  isRetryable,
  readErrorBody,
  createRedactor,
  computeRetryWait,
  isBatchNotFound,
} from '#electron/client/failures.ts';

const plain = (text: string) => text;
const nothing = readErrorBody('');

it('retries exactly the statuses that can pass by themselves', () => {
  const retried = Array.from({ length: 500 }, (_, index) => index + 100).filter(isRetryable);
  expect(retried).toEqual([423, 429, 477, 500, 502, 503, 504, 521, 523, 524]);
});

it.each([
  [401, { code: 'key-rejected' }],
  [403, { code: 'key-deactivated' }],
  [429, { code: 'service-busy' }],
  [503, { code: 'service-busy' }],
  [423, { code: 'service-busy' }],
  [500, { code: 'service-failed', status: 500 }],
  [418, { code: 'service-failed', status: 418 }],
  [526, { code: 'service-failed', status: 526 }],
])('names status %d without a readable body', (status, error) => {
  expect(toFailure(status, nothing, plain)).toEqual(error);
});

it.each([400, 401, 403, 404, 500, 502])('lets the upstream’s own words win over status %d', (status) => {
  const wrapped = readErrorBody('{"error":"Upstream API Error","details":"{\\"message\\":\\"limit is 200\\"}"}');
  expect(toFailure(status, wrapped, plain)).toEqual({ code: 'upstream-failed', detail: '{"message":"limit is 200"}' });
  const bare = readErrorBody('{"status":"error","message":"limit is 200","category":"VALIDATION_ERROR"}');
  expect(toFailure(status, bare, plain)).toEqual({ code: 'upstream-failed', detail: 'limit is 200' });
});

it('bounds what it repeats', () => {
  const body = readErrorBody(JSON.stringify({ error: 'Upstream API Error', details: 'x'.repeat(1_000_000) }));
  expect(toFailure(400, body, plain)).toMatchObject({ detail: 'x'.repeat(2000) });
});

it.each(['<html>', '[]', 'null', '"x"', '{"error":7,"details":[]}', '{"error":{"message":"no"}}'])(
  'falls back to the status for the error body %s',
  (text) => {
    expect(toFailure(500, readErrorBody(text), plain)).toEqual({ code: 'service-failed', status: 500 });
  },
);

describe('the daily quota', () => {
  const reset = new Headers({ 'x-service-ratelimit-reset': 'garbage' });
  it('is told by the header or by the word, and only with 429', () => {
    expect(isDailyQuota(429, reset, nothing)).toBe(true);
    expect(isDailyQuota(429, new Headers(), readErrorBody('{"error":"Daily quota exceeded"}'))).toBe(true);
    expect(isDailyQuota(429, new Headers({ 'retry-after': '1' }), readErrorBody('{"error":"Too many requests"}'))).toBe(
      false,
    );
    expect(isDailyQuota(503, reset, readErrorBody('{"error":"Daily quota exceeded"}'))).toBe(false);
  });
});

it('tells "none of these ids exists" from a wrong address', () => {
  expect(isBatchNotFound(404, readErrorBody('{"error":"Upstream API Error","details":"objects not found"}'))).toBe(
    true,
  );
  expect(
    isBatchNotFound(404, readErrorBody('{"status":"error","message":"not found","category":"OBJECT_NOT_FOUND"}')),
  ).toBe(true);
  expect(isBatchNotFound(404, readErrorBody('{"error":"Not Found","statusCode":404}'))).toBe(false);
  expect(isBatchNotFound(404, readErrorBody('<html>'))).toBe(false);
  expect(isBatchNotFound(400, readErrorBody('{"error":"Upstream API Error"}'))).toBe(false);
});

describe('the wait before a retry', () => {
  const at = { now: Date.UTC(2026, 10, 21), random: 0 };
  it('doubles and is jittered over its upper half', () => {
    expect(computeRetryWait(0, 503, null, { ...at, random: 0 })).toBe(250);
    expect(computeRetryWait(0, undefined, null, { ...at, random: 0.999_999 })).toBeCloseTo(500, 0);
    expect(computeRetryWait(1, 503, null, { ...at, random: 0 })).toBe(500);
  });

  it('is never shorter than Retry-After asks, in seconds or as a date', () => {
    expect(computeRetryWait(0, 477, '7', at)).toBe(7000);
    expect(computeRetryWait(0, 503, 'Sat, 21 Nov 2026 00:00:09 GMT', at)).toBe(9000);
    expect(computeRetryWait(0, 503, 'Fri, 20 Nov 2026 00:00:09 GMT', at)).toBe(250);
    expect(computeRetryWait(0, 503, 'later', at)).toBe(250);
    expect(computeRetryWait(0, 503, '-5', at)).toBe(250);
  });

  it('gives a lock its two seconds', () => {
    expect(computeRetryWait(0, 423, null, at)).toBe(2000);
  });
});

it('takes a key out of a text in plain, JSON-escaped and URL-encoded form', () => {
  const key = 'se"cr+et/key';
  const clean = createRedactor(key)(`a ${key} b ${JSON.stringify({ key })} c ${encodeURIComponent(key)}`);
  expect(clean).toBe('a [key] b {"key":"[key]"} c [key]');
});

import { describe, expect, test } from 'vitest';
import { toExitCode, toFailureJson, formatFailure } from '#electron/cli/output/failure.ts';
import type { AppError } from '#contract/errors.ts';

const errors: readonly [AppError, number][] = [
  [{ code: 'unexpected' }, 1],
  [{ code: 'usage', detail: 'no measure is called "x"' }, 2],
  [{ code: 'filter-invalid', detail: 'group 1, filter 2: no such property' }, 2],
  [{ code: 'address-refused', detail: 'Use https.' }, 2],
  [{ code: 'workspace-bound', detail: 'https://one.example' }, 2],
  [{ code: 'key-missing' }, 3],
  [{ code: 'key-rejected' }, 3],
  [{ code: 'key-deactivated' }, 3],
  [{ code: 'keychain-unavailable' }, 3],
  [{ code: 'quota-exhausted', resetsAt: '2026-11-22T00:00:00.000Z' }, 4],
  [{ code: 'quota-exhausted', resetsAt: '2026-11-22T00:00:00.000Z', reserve: true }, 4],
  [{ code: 'service-busy' }, 5],
  [{ code: 'service-failed', status: 500 }, 5],
  [{ code: 'service-changed', detail: 'results is missing' }, 5],
  [{ code: 'upstream-failed', detail: 'it said\n  no\n    at line 3' }, 5],
  [{ code: 'offline' }, 5],
  [{ code: 'store-damaged' }, 7],
  [{ code: 'file-damaged', detail: '/data/ledger.sqlite' }, 7],
  [{ code: 'store-in-use' }, 7],
  [{ code: 'disk-full' }, 7],
  [{ code: 'cancelled' }, 130],
];

describe.each(errors)('%j', (error, code) => {
  test(`ends with ${code}`, () => {
    expect(toExitCode(error.code)).toBe(code);
  });

  test('is one sentence on one line, without "Error:" and without a stack', () => {
    const sentence = formatFailure(error);
    expect(sentence).toMatch(/^[A-Z"][^\n]*\.$/);
    expect(sentence).not.toMatch(/Error:|undefined|\[object/);
  });

  test('is a document with code, message and action', () => {
    const { error: told } = toFailureJson(error);
    expect(Object.keys(told)).toEqual(['code', 'message', 'action']);
    expect(told.code).toBe(error.code);
    expect(told.message).toMatch(/^[A-Z"][^\n]*\.$/);
    expect(told.action).toMatch(/^[A-Z][^\n]*\.$/);
  });
});

test('a used-up quota says when it is back', () => {
  const sentence = formatFailure({ code: 'quota-exhausted', resetsAt: '2026-11-22T00:00:00.000Z' });
  expect(sentence).toContain('2026-11-22 00:00 UTC');
});

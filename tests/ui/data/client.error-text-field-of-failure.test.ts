import { expect, test } from 'vitest';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { findFailedField } from '#ui/data/client.ts';

test.each<readonly [AppError, string | undefined]>([
  [{ code: 'key-rejected' }, 'key'],
  [{ code: 'key-missing' }, 'key'],
  [{ code: 'not-the-service', detail: 'https://a.example' }, 'address'],
  [{ code: 'offline', reason: 'name-unknown' }, 'address'],
  [{ code: 'disk-full' }, undefined],
])('%o is about the field %s', (error, field) => {
  expect(findFailedField(new AppFailure(error))).toBe(field);
});

test('what is no error of the contract is about no field', () => {
  expect(findFailedField(new Error('key-rejected'))).toBeUndefined();
});

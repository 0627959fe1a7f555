import { expect, test } from 'vitest';
import { isReadable, readId } from '#domain/filter/operand.ts';

test('an id has at most 18 digits, as the service’s have: a longer number is refused, not cut', () => {
  expect(readId('123456789012345678')).toBe(123456789012345678n);
  for (const longer of ['1234567890123456789', '9999999999999999999']) {
    expect(readId(longer)).toBeUndefined();
    expect(isReadable(longer, 'id')).toBe(false);
  }
});

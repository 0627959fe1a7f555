import { expect, it } from 'vitest';
import { groupThousands } from '#domain/decimal.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [24_000, '24,000'],
  [1_234_567, '1,234,567'],
  [12_345_678_901_234_567_890n, '12,345,678,901,234,567,890'],
])('%s is written %s', (whole, text) => {
  expect(groupThousands(whole)).toBe(text);
});

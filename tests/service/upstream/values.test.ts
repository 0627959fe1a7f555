import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDay, readMoment, readNumber, toWordTests } from '#service/upstream/values.ts';
import { chooseSize } from '#tests/support/tier.ts';

it.each([
  ['7', 700_000_000n],
  ['-0.5', -50_000_000n],
  ['.25', 25_000_000n],
  ['1e2', 10_000_000_000n],
  ['0.000000005', 0n],
  ['0.000000015', 2n],
  ['0.0000000250001', 3n],
])('reads %s exactly, rounding half-even beyond eight decimals', (text, units) => {
  expect(readNumber(text)).toBe(units);
});

it.each(['', ' ', 'n/a', '1,5', '1.234,50', '0x10', 'Infinity', 'NaN', '.', '-', '1 000'])(
  'does not read %j as a number',
  (text) => {
    expect(readNumber(text)).toBeUndefined();
  },
);

it.each([
  'soon',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-13-01',
  '2026-2-1',
  '01.02.2026',
  '2026-02-01T25:00:00Z',
  '2026-02-01 00:00',
])('does not read %j as a time', (text) => {
  expect(readMoment(text)).toBeUndefined();
});

it('reads a date property as its UTC day', () => {
  expect(readDay('2026-02-01T18:30:00Z')).toBe(Date.UTC(2026, 1, 1));
  expect(readDay(String(Date.UTC(1969, 11, 31, 5)))).toBe(Date.UTC(1969, 11, 31));
});

it('reads * as anything inside a token, as a regular expression has it', () => {
  const letters = (max: number, ...of: string[]) =>
    fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: max }).map((each) => each.join(''));
  fc.assert(
    fc.property(letters(8, 'a', 'b', '*'), letters(10, 'a', 'b'), (operand, token) => {
      const [test] = toWordTests(operand);
      expect(test?.(token)).toBe(new RegExp(`^${operand.replaceAll('*', '.*')}$`).test(token));
    }),
    { numRuns: chooseSize(300, 2_000) },
  );
});

it('is not held up by a long token that nearly matches', () => {
  const [test] = toWordTests('*a*a*a*a*a*a*b');
  // A test that tried every way to lay the pieces would take until the end of time.
  expect(test?.('a'.repeat(60_000))).toBe(false);
  expect(test?.(`${'a'.repeat(60_000)}b`)).toBe(true);
});

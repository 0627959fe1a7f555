import { array, assert, bigInt, oneof, property } from 'fast-check';
import { expect, it } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { Adder } from '#domain/exports/sums.ts';

function add(texts: readonly string[]): string {
  const adder = new Adder();
  for (const text of texts) adder.add(text);
  return formatUnits(adder.sum());
}

it('adds as large integers do, whatever the decimals are', () => {
  const decimal = bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(formatUnits);
  const short = bigInt({ min: -(10n ** 11n), max: 10n ** 11n }).map(formatUnits);
  assert(
    property(array(oneof(decimal, short), { maxLength: 60 }), (texts) => {
      expect(add(texts)).toBe(formatUnits(texts.reduce((sum, text) => sum + toUnits(text), 0n)));
    }),
  );
});

it.each([
  [['0.1', '0.2'], '0.3'],
  [['999999999.99999999', '0.00000001'], '1000000000'],
  [['9999999999.99999999', '-0.00000001'], '9999999999.99999998'],
  [['-0.5', '0.25', '-1'], '-1.25'],
  [['1.5e3', '+2', '.5', '1.'], '1503.5'],
  [[], '0'],
])('adds %j to %s', (texts, sum) => {
  expect(add(texts)).toBe(sum);
});

it('stays exact over more numbers than two counts hold', () => {
  const adder = new Adder();
  const count = 2 ** 22 + 2 ** 21;
  for (let at = 0; at < count; at += 1) adder.add('999999999.99999999');
  expect(adder.sum()).toBe(BigInt(count) * 99_999_999_999_999_999n);
});

it('can be asked between two additions', () => {
  const adder = new Adder();
  adder.add('1.5');
  expect(formatUnits(adder.sum())).toBe('1.5');
  adder.add('2');
  expect(formatUnits(adder.sum())).toBe('3.5');
});

it.each(['', '-', 'abc', '1,5', '1.2.3'])('refuses %j, which is no decimal', (text) => {
  expect(() => add([text])).toThrow(RangeError);
});

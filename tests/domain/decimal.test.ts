import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divideHalfEven,
  fitsColumn,
  formatUnits,
  parseDecimal,
  divideUnits,
  roundUnits,
  toUnits,
} from '#domain/decimal.ts';
import { chooseSize } from '../support/tier.ts';

const units = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });

describe('reading decimals', () => {
  test.each([
    ['12.5', '12.5'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['007.50', '7.5'],
    ['1e3', '1000'],
    ['1.25E-2', '0.0125'],
    ['.5', '0.5'],
    [' 3 ', '3'],
    ['9007199254740993.00000001', '9007199254740993.00000001'],
  ])('%s reads exactly as %s', (text, canonical) => {
    const parsed = parseDecimal(text);
    expect(parsed && formatUnits(parsed.units)).toBe(canonical);
    expect(parsed?.rounded).toBe(false);
  });

  test.each(['', ' ', '.', 'n/a', '12,5', '1 000', '0x10', 'Infinity', 'NaN', '--1', '1e', '1e9999'])(
    '%j is no number',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );

  test.each([
    ['0.000000005', '0'],
    ['0.000000015', '0.00000002'],
    ['0.0000000250', '0.00000002'],
    ['0.00000002500000001', '0.00000003'],
    ['-0.000000015', '-0.00000002'],
  ])('more than 8 decimals round half to even and say so: %s → %s', (text, canonical) => {
    const parsed = parseDecimal(text);
    expect(parsed && formatUnits(parsed.units)).toBe(canonical);
    expect(parsed?.rounded).toBe(true);
  });

  test('ninth decimals that are zeros are not rounding', () => {
    expect(parseDecimal('1.1234567800')).toEqual({ units: 112345678n, rounded: false });
  });

  test('a plain number reads the same as its other forms', () => {
    const plain = fc.stringMatching(/^-?\d{1,11}(\.\d{1,9})?$/);
    fc.assert(
      fc.property(plain, (text) => {
        expect(parseDecimal(text)).toEqual(parseDecimal(`${text}e0`));
        expect(parseDecimal(text)).toEqual(parseDecimal(` ${text}`));
      }),
      { numRuns: chooseSize(1000, 5000) },
    );
  });

  test('what is written reads back as it was', () => {
    fc.assert(fc.property(units, (value) => toUnits(formatUnits(value)) === value));
  });

  test('the canonical text has no exponent, no trailing zeros and no minus zero', () => {
    fc.assert(fc.property(units, (value) => /^(0|-?(0\.\d*[1-9]|[1-9]\d*(\.\d*[1-9])?))$/.test(formatUnits(value))));
  });

  test('unitsOf refuses what is no decimal', () => {
    expect(() => toUnits('12,5')).toThrow(RangeError);
  });
});

describe('dividing', () => {
  test('a half-even quotient is never farther than half a unit away, and at exactly half it is even', () => {
    fc.assert(
      fc.property(units, units, (numerator, denominator) => {
        fc.pre(denominator !== 0n);
        const result = divideHalfEven(numerator, denominator);
        const remainder = numerator - result * denominator;
        const twice = 2n * (remainder < 0n ? -remainder : remainder);
        const magnitude = denominator < 0n ? -denominator : denominator;
        expect(twice <= magnitude).toBe(true);
        if (twice === magnitude) expect(result % 2n).toBe(0n);
      }),
    );
  });

  test('100 minutes are 1.66666667 hours', () => {
    expect(divideUnits(toUnits('100'), toUnits('60'))).toBe(toUnits('1.66666667'));
  });

  test('there is no quotient by zero', () => {
    expect(divideUnits(5n, 0n)).toBeUndefined();
  });
});

describe('rounding for people', () => {
  test.each([
    ['2.345', 2, '2.35'],
    ['-2.345', 2, '-2.35'],
    ['2.344', 2, '2.34'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['1.00000001', 8, '1.00000001'],
  ])('%s to %i decimals is %s', (text, digits, rounded) => {
    expect(formatUnits(roundUnits(toUnits(text), digits))).toBe(rounded);
  });
});

test('a column takes ten digits before the point and no more', () => {
  expect(fitsColumn(toUnits('9999999999.99999999'))).toBe(true);
  expect(fitsColumn(toUnits('-9999999999.99999999'))).toBe(true);
  expect(fitsColumn(toUnits('10000000000'))).toBe(false);
  expect(fitsColumn(toUnits('-10000000000'))).toBe(false);
});

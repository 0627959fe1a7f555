import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import {
  count,
  difference,
  exactFigure,
  figure,
  percentChange,
  percentOfShare,
  signedFigure,
} from '#ui/format/figures-and-times.ts';

const decimal = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }).map(formatUnits);
/** Back to plain decimal text. */
const plain = (shown: string) => shown.replaceAll(',', '').replace('−', '-').replace('+', '');

describe('a figure as people read it', () => {
  it('groups thousands, keeps its digits and carries a true minus sign', () => {
    expect(figure('1234567.891', 2)).toBe('1,234,567.89');
    expect(figure('-1234.5', 2)).toBe('−1,234.50');
    expect(figure('100', 0)).toBe('100');
    expect(figure('-123', 0)).toBe('−123');
    expect(count(24000)).toBe('24,000');
  });

  it('rounds halves away from zero, as spreadsheets do', () => {
    expect(figure('0.125', 2)).toBe('0.13');
    expect(figure('-0.125', 2)).toBe('−0.13');
    expect(figure('2.675', 2)).toBe('2.68');
  });

  it('never shows minus zero', () => {
    expect(figure('-0.004', 2)).toBe('0.00');
    expect(signedFigure('-0.04', 1)).toBe('0.0');
  });

  it('keeps every digit that a double would lose', () => {
    expect(exactFigure('9007199254740993.12345678')).toBe('9,007,199,254,740,993.12345678');
    expect(figure('9007199254740993.25', 2)).toBe('9,007,199,254,740,993.25');
  });

  it('reads back as the rounded value, whatever the value', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 8 }), (text, digits) => {
        expect(toUnits(plain(figure(text, digits)))).toBe(roundUnits(toUnits(text), digits));
        expect(toUnits(plain(exactFigure(text)))).toBe(toUnits(text));
      }),
    );
  });
});

describe('a change', () => {
  it('is signed, and growth from a negative is growth', () => {
    expect(signedFigure(percentChange('110', '100') ?? '', 1)).toBe('+10.0');
    expect(signedFigure(percentChange('-50', '-100') ?? '', 1)).toBe('+50.0');
  });

  it('from nothing has no percentage', () => {
    expect(percentChange('5', '0')).toBeUndefined();
  });

  it('of shares is said in points of percent', () => {
    expect(percentOfShare(difference('0.724', '0.705'))).toBe('1.9');
  });
});

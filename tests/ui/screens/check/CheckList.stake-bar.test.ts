import { describe, expect, test } from 'vitest';
import { measureStake, formatBarWidth } from '#ui/screens/check/CheckList.tsx';

describe('the bar of a check', () => {
  const size = (value: string | null) => measureStake({ value, open: 1, kind: 'list' });

  test('is as long as its money against the most', () => {
    expect(formatBarWidth(size('200.00'), size('200.00'))).toBe('100%');
    expect(formatBarWidth(size('50'), size('200.00'))).toBe('25%');
  });

  test('counts a credit by its size', () => {
    expect(formatBarWidth(size('50'), size('-200.00'))).toBe('25%');
  });

  test('is still seen where the money is little', () => {
    expect(formatBarWidth(size('0.01'), size('200.00'))).toBe('1%');
  });

  test('is not drawn where no money is known to be at stake, and a habit of the data sets no measure', () => {
    expect(formatBarWidth(measureStake({ value: null, open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(formatBarWidth(measureStake({ value: '0', open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(measureStake({ value: '99', open: 3, kind: 'notice' })).toBe(0n);
    expect(formatBarWidth(0n, 0n)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { sizeOfStake, toBar } from '#ui/screens/check/CheckList.tsx';

describe('the bar of a check', () => {
  const size = (value: string | null) => sizeOfStake({ value, open: 1, kind: 'list' });

  test('is as long as its money against the most', () => {
    expect(toBar(size('200.00'), size('200.00'))).toBe('100%');
    expect(toBar(size('50'), size('200.00'))).toBe('25%');
  });

  test('counts a credit by its size', () => {
    expect(toBar(size('50'), size('-200.00'))).toBe('25%');
  });

  test('is still seen where the money is little', () => {
    expect(toBar(size('0.01'), size('200.00'))).toBe('1%');
  });

  test('is not drawn where no money is known to be at stake, and a habit of the data sets no measure', () => {
    expect(toBar(sizeOfStake({ value: null, open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(toBar(sizeOfStake({ value: '0', open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(sizeOfStake({ value: '99', open: 3, kind: 'notice' })).toBe(0n);
    expect(toBar(0n, 0n)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { sizeOfStake, toBar } from '../../../../../src/ui/screens/check/model/stake-bar.ts';

describe('the bar of a check', () => {
  test('is as long as its money against the most; a credit counts by its size, and little is still seen', () => {
    const size = (value: string | null) => sizeOfStake({ value, open: 1, kind: 'list' });
    const most = size('-200.00');
    expect(toBar(most, most)).toBe('100%');
    expect(toBar(size('50'), most)).toBe('25%');
    expect(toBar(size('0.01'), most)).toBe('1%');
  });

  test('is not drawn where no money is known to be at stake, and a habit of the data sets no measure', () => {
    expect(toBar(sizeOfStake({ value: null, open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(toBar(sizeOfStake({ value: '0', open: 3, kind: 'list' }), 100n)).toBeUndefined();
    expect(sizeOfStake({ value: '99', open: 3, kind: 'notice' })).toBe(0n);
    expect(toBar(0n, 0n)).toBeUndefined();
  });
});

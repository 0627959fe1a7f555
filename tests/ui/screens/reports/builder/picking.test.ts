import { describe, expect, it } from 'vitest';
import { fitting, moved, switched } from '../../../../../src/ui/screens/reports/builder/picking.ts';
import { measureOffers } from '../../../../../src/ui/screens/reports/builder/offers.ts';

describe('the builder', () => {
  it('finds by every typed word, and moves and switches what is chosen', () => {
    expect(
      fitting(measureOffers(), 'average rate billable').flatMap(({ items }) => items.map(({ value }) => value)),
    ).toEqual(['a552213_billable_rate:avg']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
    expect(moved(['a'], 0, 1)).toEqual(['a']);
    expect(switched(['a', 'b'], 'a')).toEqual(['b']);
  });
});

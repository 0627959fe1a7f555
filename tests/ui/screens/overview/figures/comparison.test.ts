/** What stands below a tile: its change against the period before. */
import { expect, it } from 'vitest';
import { compareFigures } from '../../../../../src/ui/screens/overview/figures/comparison.ts';

it('a change that prints as nothing is neither good nor bad', () => {
  expect(compareFigures('billable_value', '1000.4', '1000')).toEqual({ text: '0.0 %', sign: 0 });
  expect(compareFigures('billable_value', '999.6', '1000')).toEqual({ text: '0.0 %', sign: 0 });
  expect(compareFigures('billable_share', '0.7001', '0.7')).toEqual({ text: '0.0 pts', sign: 0 });
});

it('a change that prints as something has the sign it is printed with', () => {
  expect(compareFigures('billable_value', '1000.5', '1000')).toEqual({ text: '+0.1 %', sign: 1 });
  expect(compareFigures('billable_share', '0.69', '0.7')).toEqual({ text: '−1.0 pts', sign: -1 });
});

it('a share changes by what its printed figures differ by, as in a report of it', () => {
  // 70.0 % and 69.9 %.
  expect(compareFigures('billable_share', '0.70049', '0.69949')).toEqual({ text: '+0.1 pts', sign: 1 });
  // Both 70.0 %.
  expect(compareFigures('billable_share', '0.70049', '0.69951')).toEqual({ text: '0.0 pts', sign: 0 });
});

it('nothing is compared where one side is unknown or nothing was before', () => {
  expect(compareFigures('billable_value', '1', null)).toBeUndefined();
  expect(compareFigures('billable_value', '1', '0')).toBeUndefined();
});

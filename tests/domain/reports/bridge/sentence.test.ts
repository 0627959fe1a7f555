import { expect, test } from 'vitest';
import { findBridgeMeasure, type Bridge, type BridgeAmount } from '#domain/reports/bridge/question.ts';
import { describeBridge, describeInstead, toBridgeWords } from '#domain/reports/bridge/sentence.ts';
import { defaultSettings } from '#domain/settings.ts';

const amount = (steps: string): BridgeAmount => ({ exact: steps, steps });
const bridge: Bridge = {
  start: amount('1000000'),
  end: amount('2230000'),
  change: amount('1230000'),
  order: ['volume', 'mix', 'rate', 'new', 'gone'],
  parts: {
    volume: amount('800000'),
    mix: amount('-120000'),
    rate: amount('550000'),
    new: amount('10000'),
    gone: amount('-10000'),
  },
  groups: [],
  rest: null,
  counts: { both: 4, new: 2, gone: 1 },
};
const words = toBridgeWords({ measure: 'billable_value' }, defaultSettings, 'EUR');

test('the sentence tells every part with its sign, and how many are new and gone', () => {
  expect(describeBridge({ bridge, by: 'client' }, words, { minus: '−' })).toBe(
    'Billable value rose by 12,300.00 EUR from 10,000.00 to 22,300.00 EUR: +8,000.00 by more hours, −1,200.00 by the mix of clients, +5,500.00 by higher rates, +100.00 of 2 clients new, −100.00 of 1 client gone.',
  );
});

test('a fall has no sign, what is printed as 0 is not told, and equal figures did not change', () => {
  const fall = { ...bridge, change: amount('-50'), parts: { ...bridge.parts, volume: amount('0') } };
  const told = describeBridge({ bridge: fall, by: 'person' }, words);
  expect(told).toContain('Billable value fell by 0.50 EUR');
  expect(told).not.toContain('hours');
  const same = { ...bridge, change: amount('0'), order: [], parts: {} };
  expect(describeBridge({ bridge: same, by: 'person' }, words)).toBe(
    'Billable value did not change: 22,300.00 EUR in both periods.',
  );
  expect(describeBridge({ bridge: { ...bridge, change: amount('0') }, by: 'person' }, words)).toContain(
    'cancel out: +',
  );
});

test('rates and shares are explained by the sum they follow from; averages and expected hours by none', () => {
  const found = ['effective_rate', 'utilisation', 'margin_percent', 'logged_hours', 'owners', 'gap_hours', 'nothing'];
  expect(found.map((id) => findBridgeMeasure(id)?.id)).toEqual([
    'billable_value',
    'billable_logged_hours',
    'margin',
    'logged_hours',
    undefined,
    undefined,
    undefined,
  ]);
  expect(describeInstead('effective_rate', { measure: 'billable_value' })).toContain('Effective rate is not a sum');
  expect(describeInstead('logged_hours', { measure: 'logged_hours' })).toBeUndefined();
});

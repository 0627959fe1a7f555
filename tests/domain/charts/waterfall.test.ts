import { expect, test } from 'vitest';
import { drawWaterfall } from '#domain/charts/waterfall.ts';
import type { BridgeAmount } from '#domain/reports/bridge/question.ts';

const amount = (exact: string): BridgeAmount => ({ exact, steps: exact });

function drawn(start: string, [volume, rate, gone]: readonly [string, string, string], end: string) {
  const { bars, base, ticks } = drawWaterfall({
    start: amount(start),
    end: amount(end),
    change: amount('0'),
    order: ['volume', 'rate', 'gone'],
    parts: { volume: amount(volume), rate: amount(rate), gone: amount(gone) },
    groups: [],
    rest: null,
    counts: { both: 1, new: 0, gone: 1 },
  });
  return { base, ticks, bars: bars.map(({ kind, span, tone }) => [kind, ...span, tone]) };
}

test('each part goes on where the last one ended, and the last ends at the figure of now', () => {
  expect(drawn('100', ['40', '-70', '20'], '90')).toEqual({
    base: 0,
    ticks: undefined,
    bars: [
      ['before', 0, 100, 'whole'],
      ['volume', 100, 140, 'more'],
      ['rate', 70, 140, 'less'],
      ['gone', 70, 90, 'more'],
      ['now', 0, 90, 'whole'],
    ],
  });
});

test('where parts would be too thin to see, the axis begins at a round number above 0, and a margin below 0 keeps it', () => {
  const { base, bars } = drawn('543020', ['-15688', '10869', '-6575'], '531626');
  expect(base).toBe(510_000);
  expect(bars[0]).toEqual(['before', 510_000, 543_020, 'whole']);
  // The axis begins where the bars do, in round steps to above them.
  expect(drawn('543020', ['-15688', '10869', '-6575'], '531626').ticks).toEqual([
    510_000, 520_000, 530_000, 540_000, 550_000,
  ]);
  expect(drawn('-500', ['1', '1', '1'], '-497').base).toBe(0);
  expect(drawn('500', ['0', '0', '0'], '500').base).toBe(0);
});

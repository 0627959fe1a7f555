import { expect, test } from 'vitest';
import { drawWaterfall } from '#domain/charts/waterfall.ts';
import type { BridgeAmount } from '#domain/reports/bridge/question.ts';

const amount = (exact: string): BridgeAmount => ({ exact, steps: exact });

test('each part goes on where the last one ended, and the last ends at the figure of now', () => {
  const bars = drawWaterfall({
    start: amount('100'),
    end: amount('90'),
    change: amount('-10'),
    order: ['volume', 'rate', 'gone'],
    parts: { volume: amount('40'), rate: amount('-70'), gone: amount('20') },
    groups: [],
    rest: null,
    counts: { both: 1, new: 0, gone: 1 },
  });
  expect(bars.map(({ kind, span, tone }) => [kind, ...span, tone])).toEqual([
    ['before', 0, 100, 'whole'],
    ['volume', 100, 140, 'more'],
    ['rate', 70, 140, 'less'],
    ['gone', 70, 90, 'more'],
    ['now', 0, 90, 'whole'],
  ]);
  expect(bars.at(-2)?.level).toBe(bars.at(-1)?.level);
});

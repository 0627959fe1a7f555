import { expect, test } from 'vitest';
import type { MergeLine } from '#contract/memory.ts';
import { findStarts } from '#ui/screens/changes/starts.ts';

const merge = (number: number, day: string, kind: MergeLine['kind'] = 'refresh'): MergeLine => {
  const at = `2026-${day}T08:00:00Z`;
  return { number, kind, seenAt: at, asOf: at, appeared: 0, changed: 0, vanished: 0 };
};
const remembered = [
  merge(5, '11-20'),
  merge(4, '11-12', 'journal'),
  merge(3, '11-10'),
  merge(2, '10-20'),
  merge(1, '10-05', 'first'),
];
const visited = '2026-11-15T09:00:00Z';

function start(until?: string, merges = remembered) {
  const { refreshes, ...found } = findStarts(merges, { until, zone: 'UTC', visit: visited, month: '2026-10-31' });
  return {
    standard: found.standard,
    visit: found.visit,
    month: found.month,
    from: refreshes.map((each) => each.number),
  };
}

test('changes until now begin at the last visit, at the end of the month before, or at any refresh', () => {
  expect(start()).toEqual({ standard: visited, visit: visited, month: '2026-10-31', from: [5, 3, 2, 1] });
});

test('changes until a moment of the past begin before it', () => {
  expect(start('#5')).toEqual({ standard: visited, visit: visited, month: '2026-10-31', from: [3, 2, 1] });
  expect(start('#3')).toEqual({ standard: '#2', visit: undefined, month: '2026-10-31', from: [2, 1] });
  // The end of a day is when the last refresh until then became visible.
  expect(start('2026-11-09')).toEqual({ standard: '#1', visit: undefined, month: undefined, from: [1] });
  expect(start('#1')).toEqual({ standard: undefined, visit: undefined, month: undefined, from: [] });
  expect(start('2026-01-01')).toEqual({ standard: undefined, visit: undefined, month: undefined, from: [] });
});

test('no changes begin before what is not known', () => {
  const since = [merge(5, '11-20'), merge(4, '11-16', 'unknown'), ...remembered.slice(2)];
  expect(start(undefined, since)).toEqual({ standard: '#4', visit: undefined, month: undefined, from: [5, 4] });
});

/** Printed parts add up: across to each change, down to each part, and to the printed change. */
import { expect, test } from 'vitest';
import { printBridge, type PrintedParts } from '#domain/reports/bridge/print-bridge.ts';
import { splitValue, type RatedFigures } from '#domain/reports/bridge/split.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';

const steps = (parts: PrintedParts) => Object.values(parts).map((amount) => amount.steps);
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

test('the parts are rounded by the largest remainder to the printed change', () => {
  // Thirds of a cent: volume −140, mix 40/21, rate 2900/21; together 0.
  const split = splitValue([
    { before: { value: 100n, rated: 100n, time: 3n }, now: { value: 100n, rated: 100n, time: 1n } },
    { before: { value: 100n, rated: 100n, time: 7n }, now: { value: 100n, rated: 100n, time: 2n } },
  ]);
  const { total, parts } = printBridge(split, { step: 1n, change: 0n, max: 20 });
  expect(parts).toEqual(['volume', 'mix', 'rate']);
  // 1.90… has the larger remainder than 138.09….
  expect(steps(total)).toEqual([-140n, 2n, 138n]);
});

test('lines, the rest and the totals add up, whatever is printed', () => {
  const random = seeded(11);
  const figures = (): RatedFigures => {
    const rated = BigInt(random.between(0, 90_000));
    return random.chance(0.2)
      ? { value: 0n, rated: 0n, time: 0n }
      : { value: rated + BigInt(random.between(0, 50)), rated, time: BigInt(random.between(0, 700)) };
  };
  for (let turn = 0; turn < 100; turn += 1) {
    const groups = Array.from({ length: random.between(1, 30) }, () => ({ before: figures(), now: figures() }));
    const exact = sum(groups.map(({ before, now }) => now.value - before.value));
    const change = exact / 100n;
    const printed = printBridge(splitValue(groups), { step: 100n, change, max: 6 });
    const lines = [...printed.groups, ...(printed.rest ? [printed.rest] : [])];
    expect(sum(steps(printed.total))).toBe(change);
    expect(sum(lines.map((line) => line.change.steps))).toBe(change);
    for (const line of lines) expect(sum(steps(line.parts))).toBe(line.change.steps);
    for (const part of printed.parts) {
      expect(sum(lines.map(({ parts }) => parts[part]?.steps ?? 0n))).toBe(printed.total[part]?.steps);
    }
    const moved = splitValue(groups).groups.filter((parts) =>
      Object.values(parts).some(({ numerator }) => numerator !== 0n),
    );
    expect(printed.groups.length + (printed.rest?.groups ?? 0)).toBe(moved.length);
  }
});

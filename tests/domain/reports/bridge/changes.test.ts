import { expect, it } from 'vitest';
import { formatUnits } from '#domain/decimal.ts';
import { bridgeChanges, changeMeasures, type ChangeMeasure } from '#domain/reports/bridge/changes.ts';
import { changeParts } from '#domain/reports/bridge/split.ts';
import { Random } from '#service/random.ts';
import { chooseSize } from '#tests/support/tier.ts';

const settings = { footing: 'exact', hoursStyle: 'decimal', hoursDigits: 2, moneyDigits: 2 } as const;
const measures = Object.keys(changeMeasures) as ChangeMeasure[];

const add = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);

it('prints parts that add up to the printed change, in all and by group, however they are rounded', () => {
  const random = new Random(3, 'changes');
  for (let world = 0; world < chooseSize(20, 50); world += 1) {
    const groups = Array.from({ length: random.between(1, 30) }, (_, at) => ({
      key: `client ${at}`,
      // Thirds of an hour and of a cent, so that nothing is round.
      units: changeParts.map(() => BigInt(random.between(-9_999_999, 9_999_999)) * 33_333n),
    }));
    const sumsOf = (units: bigint) => ({
      logged: formatUnits(units),
      billable: formatUnits(units),
      value: formatUnits(units),
    });
    const toParts = (units: readonly bigint[]) =>
      Object.fromEntries(changeParts.map((part, at) => [part, sumsOf(units[at] ?? 0n)]));
    const total = changeParts.map((_, at) => add(groups.map(({ units }) => units[at] ?? 0n)));
    const before = BigInt(random.between(0, 9_999_999)) * 77_777n;
    for (const measure of measures) {
      const bridge = bridgeChanges(
        {
          before: sumsOf(before),
          after: sumsOf(before + add(total)),
          parts: toParts(total),
          counts: { appeared: 1, changed: 1, vanished: 1, 'moved-in': 1, 'moved-out': 1, relabelled: 1 },
          groups: groups.map(({ key, units }) => ({ key, parts: toParts(units) })),
        },
        measure,
        settings,
        10,
      );
      const steps = (parts: (typeof bridge)['parts']) => Object.values(parts).map((amount) => BigInt(amount.steps));
      expect(BigInt(bridge.end.steps) - BigInt(bridge.start.steps)).toBe(BigInt(bridge.change.steps));
      expect(add(steps(bridge.parts))).toBe(BigInt(bridge.change.steps));
      for (const part of changeParts) {
        const lines = [...bridge.groups, ...(bridge.rest ? [bridge.rest] : [])];
        const listed = lines.map(({ parts }) => BigInt(parts[part]?.steps ?? '0'));
        expect(add(listed)).toBe(BigInt(bridge.parts[part]?.steps ?? '0'));
      }
    }
  }
});

it('tells of records that moved nothing, and of no part without records', () => {
  const none = { logged: '0', billable: '0', value: '0' };
  const counts = { appeared: 0, changed: 2, vanished: 0, 'moved-in': 0, 'moved-out': 0, relabelled: 0 };
  const bridge = bridgeChanges({ before: none, after: none, parts: {}, counts, groups: [] }, 'logged', settings);
  expect(bridge.order).toEqual(['changed']);
  expect(bridge.parts).toEqual({ changed: { exact: '0', steps: '0' } });
});

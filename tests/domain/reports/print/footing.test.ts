import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  foot,
  computeDifferences,
  roundByLargestRemainder,
  listLinesBelow,
  roundToNearestStep,
  type Sheet,
} from '#domain/reports/print/footing.ts';
import { footings } from '#domain/settings.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** A total alone, or a tree of up to three levels below it, its lines and columns adding up exactly. */
const sheets = (columnCounts: fc.Arbitrary<number>, amounts: fc.Arbitrary<bigint | null>) =>
  fc
    .record({
      columns: columnCounts,
      shape: fc.array(fc.array(fc.nat(4), { maxLength: 4 }), { maxLength: 5 }),
    })
    .chain(({ columns, shape }) => {
      const parents = [-1];
      for (const inner of shape) {
        const outer = parents.push(0) - 1;
        for (const leaves of inner) {
          const middle = parents.push(outer) - 1;
          for (let leaf = 0; leaf < leaves; leaf += 1) parents.push(middle);
        }
      }
      const below = listLinesBelow(parents);
      const width = Math.max(1, columns);
      return fc
        .array(fc.array(amounts, { minLength: width, maxLength: width }), {
          minLength: parents.length,
          maxLength: parents.length,
        })
        .map((drawn) => {
          const cells = drawn.map((line) => [...line]);
          for (let line = parents.length - 1; line >= 0; line -= 1) {
            const lines = below[line] ?? [];
            if (lines.length > 0)
              cells[line] =
                cells[line]?.map((_, column) => total(lines.map((each) => cells[each]?.[column] ?? null))) ?? [];
          }
          const values = cells.map(total);
          return { parents, values, cells: columns === 0 ? cells.map(() => []) : cells } satisfies Sheet;
        });
    });

function total(amounts: readonly (bigint | null)[]): bigint | null {
  const known = amounts.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0n);
}

const amounts = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -5_000n, max: 5_000n }),
  fc.constantFrom(0n, 50n, 33n, 150n, 100n),
);
const STEP = 100n;
const anySheet = sheets(fc.nat(6), amounts);

describe('printed figures', () => {
  test.each(footings)('under %s add up downwards and across, or the difference is told', (policy) => {
    fc.assert(
      fc.property(anySheet, (sheet) => {
        const footed = foot(sheet, STEP, policy);
        const lacking = computeDifferences(sheet.parents, footed);
        listLinesBelow(sheet.parents).forEach((below, line) => {
          const lack = lacking[line];
          if (below.length > 0) {
            const lines = [...below.map((each) => footed.values[each] ?? null), lack?.below?.value ?? 0n];
            expect(total(lines) ?? 0n).toBe(footed.values[line] ?? 0n);
            footed.cells[line]?.forEach((cell, column) => {
              const cells = [
                ...below.map((each) => footed.cells[each]?.[column] ?? null),
                lack?.below?.cells[column] ?? 0n,
              ];
              expect(total(cells) ?? 0n).toBe(cell ?? 0n);
            });
          }
          const own = footed.cells[line] ?? [];
          if (own.length > 0) expect((total(own) ?? 0n) + (lack?.across ?? 0n)).toBe(footed.values[line] ?? 0n);
          if (policy !== 'exact') expect(lack).toEqual({ below: null, across: 0n });
        });
      }),
      { numRuns: chooseSize(120, 400) },
    );
  });

  test.each(footings)('under %s are empty exactly where nothing is known', (policy) => {
    fc.assert(
      fc.property(anySheet, (sheet) => {
        const footed = foot(sheet, STEP, policy);
        expect(footed.values.map((value) => value === null)).toEqual(sheet.values.map((value) => value === null));
        expect(footed.cells.map((line) => line.map((cell) => cell === null))).toEqual(
          sheet.cells.map((line) => line.map((cell) => cell === null)),
        );
      }),
    );
  });

  test('exact: each is its own nearest step', () => {
    fc.assert(
      fc.property(anySheet, (sheet) => {
        const footed = foot(sheet, STEP, 'exact');
        expect(footed.values).toEqual(
          sheet.values.map((value) => (value === null ? null : roundToNearestStep(value, STEP))),
        );
      }),
    );
  });

  test('round-lines: the finest figures are their own nearest step', () => {
    fc.assert(
      fc.property(anySheet, (sheet) => {
        const footed = foot(sheet, STEP, 'round-lines');
        listLinesBelow(sheet.parents).forEach((below, line) => {
          if (below.length > 0) return;
          const finest = sheet.cells[line] ?? [];
          if (finest.length > 0)
            expect(footed.cells[line]).toEqual(
              finest.map((cell) => (cell === null ? null : roundToNearestStep(cell, STEP))),
            );
          else
            expect(footed.values[line]).toBe(
              sheet.values[line] === null ? null : roundToNearestStep(sheet.values[line] ?? 0n, STEP),
            );
        });
      }),
    );
  });

  test('largest-remainder: the grand total is its nearest step, every line, cell, subtotal’s cell and column total one of its two neighbours', () => {
    const isNeighbour = (printed: bigint | null | undefined, amount: bigint | null | undefined) => {
      if (printed === null || printed === undefined || amount === null || amount === undefined) return;
      const off = printed * STEP - amount;
      expect(off > -STEP && off < STEP, `${amount} as ${printed}`).toBe(true);
    };
    fc.assert(
      fc.property(anySheet, (sheet) => {
        const footed = foot(sheet, STEP, 'largest-remainder');
        if (sheet.values[0] !== null) expect(footed.values[0]).toBe(roundToNearestStep(sheet.values[0] ?? 0n, STEP));
        footed.values.forEach((value, line) => isNeighbour(value, sheet.values[line]));
        footed.cells.forEach((cells, line) =>
          cells.forEach((cell, column) => isNeighbour(cell, sheet.cells[line]?.[column])),
        );
      }),
      { numRuns: chooseSize(120, 400) },
    );
  });

  test('largest-remainder: without groups the cells of the total are made to fit it', () => {
    const sheet = { parents: [-1], values: [1_005n], cells: [[335n, null, 335n, 335n]] };
    expect(foot(sheet, STEP, 'largest-remainder')).toMatchObject({ values: [10n], cells: [[4n, null, 3n, 3n]] });
  });

  test('the same table is printed the same way every time', () => {
    fc.assert(
      fc.property(anySheet, (sheet) => {
        expect(foot(sheet, STEP, 'largest-remainder')).toEqual(foot(structuredClone(sheet), STEP, 'largest-remainder'));
      }),
    );
  });
});

describe('what does not add up beneath the rounding', () => {
  test('is rounded by itself under every policy, and the difference told', () => {
    const sheet = { parents: [-1, 0, 0], values: [1_000n, 333n, null], cells: [[], [], []] };
    for (const policy of ['round-lines', 'largest-remainder'] as const) {
      const footed = foot(sheet, STEP, policy);
      expect(footed).toMatchObject({ values: [10n, 3n, null], by: 'itself' });
      expect(computeDifferences(sheet.parents, footed)[0]?.below).toEqual({ value: 7n, cells: [] });
    }
  });

  test('a total that says nothing does not become the sum of its lines', () => {
    const sheet = { parents: [-1, 0, 0], values: [null, 100n, 200n], cells: [[], [], []] };
    for (const policy of footings) expect(foot(sheet, STEP, policy).values).toEqual([null, 1n, 2n]);
  });

  test('the last digit of quotients is no such difference', () => {
    const sheet = { parents: [-1, 0, 0, 0], values: [100_000n, 33_333n, 33_333n, 33_333n], cells: [[], [], [], []] };
    expect(foot(sheet, 1_000n, 'round-lines')).toMatchObject({ by: 'round-lines', values: [99n, 33n, 33n, 33n] });
    expect(foot(sheet, 1_000n, 'largest-remainder')).toMatchObject({ values: [100n, 34n, 33n, 33n] });
  });
});

/** A table of one level with its totals. */
function tableOf(body: readonly (readonly number[])[]): Sheet {
  const lines = body.map((line) => line.map(BigInt));
  const totals = (lines[0] ?? []).map((_, column) => lines.reduce((sum, line) => sum + (line[column] ?? 0n), 0n));
  const cells = [totals, ...lines];
  return { parents: [-1, ...lines.map(() => 0)], values: cells.map(total), cells };
}

describe('among the roundings that add up', () => {
  test.each([
    [
      [60, 40],
      [40, 60],
    ],
    [
      [40, 60],
      [60, 40],
    ],
  ])('cells go to their nearest step where nothing is lost by it: %j, %j', (...body) => {
    const { cells } = foot(tableOf(body), STEP, 'largest-remainder');
    expect(cells.slice(1)).toEqual(body.map((line) => line.map((cell) => roundToNearestStep(BigInt(cell), STEP))));
  });

  test.each([
    [
      [50, 90],
      [15, 35],
    ],
    [
      [85, 55],
      [5, 45],
    ],
    [
      [75, 65],
      [5, 50],
    ],
    [
      [40, 15],
      [65, 70],
    ],
  ])('totals come before cells: %j, %j', (...body) => {
    const sheet = tableOf(body);
    const { values, cells } = foot(sheet, STEP, 'largest-remainder');
    expect(values).toEqual(sheet.values.map((value) => roundToNearestStep(value ?? 0n, STEP)));
    expect(cells[0]).toEqual(sheet.cells[0]?.map((cell) => roundToNearestStep(cell ?? 0n, STEP)));
  });
});

test('a total of 0 stays 0 where the lines below it say nothing', () => {
  const sheet: Sheet = { parents: [-1, 0], values: [0n, null], cells: [[0n], [null]] };
  expect(foot(sheet, STEP, 'round-lines')).toMatchObject({ values: [0n, null], cells: [[0n], [null]] });
});

test('largest remainder: where the parts are more than their total, the least of a step is taken first', () => {
  expect(roundByLargestRemainder([110n, 190n], 1n, 100n)).toEqual([0n, 1n]);
  expect(roundByLargestRemainder([190n, 110n], 1n, 100n)).toEqual([1n, 0n]);
});

test('largest remainder: the largest rest goes up, of equal ones the earlier', () => {
  expect(roundByLargestRemainder([150n, 150n, 200n], 5n, 100n)).toEqual([2n, 1n, 2n]);
  expect(roundByLargestRemainder([120n, 180n, 190n], 5n, 100n)).toEqual([1n, 2n, 2n]);
  expect(roundByLargestRemainder([-150n, 250n], 1n, 100n)).toEqual([-1n, 2n]);
});

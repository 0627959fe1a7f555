import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundUnits, toUnits } from '#domain/decimal.ts';
import type { Cell, OutlineRow } from '#domain/exports/model.ts';
import { toReportLines } from '#domain/exports/report-lines.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { printMeasure } from '#domain/reports/print/printed.ts';
import { randomReports } from '#tests/support/reports/random-report.ts';
import { chooseSize } from '#tests/support/tier.ts';

const directory = { owners: {}, objects: {} };
const runs = { numRuns: chooseSize(50, 150) };
const units = (cell: Cell | undefined) => (cell === null || cell === undefined ? 0n : toUnits(cell));
const sumAt = (rows: readonly (readonly Cell[])[], at: number) => rows.reduce((all, row) => all + units(row[at]), 0n);

test('with what the file says of rounding, its lines add up to its printed totals in every column, whatever the currencies and the columns', () => {
  let rounded = 0;
  fc.assert(
    fc.property(randomReports, fc.constantFrom('labels' as const, 'names' as const), (random, heads) => {
      const { columns, lines, outline, roundingDifferences } = toReportLines({
        ...random,
        directory,
        options: { heads, preset: 'excel' },
      });
      const total = outline.find(({ level }) => level === 'total');
      columns.forEach(({ name, adds }, at) => {
        if (!adds) return;
        if (roundingDifferences[name] !== undefined) rounded += 1;
        expect(sumAt(lines, at) + units(roundingDifferences[name]), name).toBe(units(total?.cells[at]));
      });
      expect(Object.values(roundingDifferences)).not.toContain('0');
      const sums = createColumnSums(columns, undefined);
      sums.add(lines);
      for (const [name, sum] of Object.entries(sums.result().all)) {
        const at = columns.findIndex((column) => column.name === name);
        expect(units(sum) + units(roundingDifferences[name]), name).toBe(units(total?.cells[at]));
      }
    }),
    runs,
  );
  expect(rounded).toBeGreaterThan(0);
});

/** By hand: what stands at the next level below a subtotal or the total, up to the next line of its own. */
test('a rounding difference is a line below its group only where it is more than half a step a line of the group', () => {
  const found = { noted: 0, lines: 0 };
  fc.assert(
    fc.property(randomReports, (random) => {
      const { columns, outline, roundingDifferences } = toReportLines({
        ...random,
        settings: { ...random.settings, footing: 'exact' },
        directory,
        options: { heads: 'names', preset: 'excel' },
      });
      const noted = columns.map(() => 0n);
      const body = outline.filter(({ level }) => level !== 'total');
      const groups = outline.flatMap((row, place) => {
        if (row.level === 'total') return [{ row, inside: body.filter(({ depth }) => depth === 0) }];
        if (row.level !== 'subtotal') return [];
        const after = outline.slice(place + 1);
        const end = after.findIndex(({ depth }) => depth <= row.depth);
        return [{ row, inside: after.slice(0, end).filter(({ depth }) => depth === row.depth + 1) }];
      });
      for (const { row, inside } of groups) {
        const own = inside.filter(({ level }) => level !== 'difference');
        const cellsOf = (label: string) => inside.find(({ cells }) => cells.includes(label))?.cells;
        if (own.length === 0) continue;
        columns.forEach(({ name, adds, digits }, at) => {
          if (!adds || name.includes('.across')) return;
          const step = 10n ** BigInt(8 - (digits ?? 0));
          const [line, unlisted] = ['Rounding difference', 'In no line above'].map((label) =>
            units(cellsOf(label)?.[at]),
          );
          const lack =
            units(row.cells[at]) -
            sumAt(
              own.map(({ cells }) => cells),
              at,
            );
          if (row.cells[at] === null) return;
          if (line === 0n && unlisted === 0n) noted[at] = (noted[at] ?? 0n) + lack;
          else expect(lack, name).toBe((line ?? 0n) + (unlisted ?? 0n));
          // A line without a figure is not rounded.
          const rounded = own.filter(({ cells }) => cells[at] !== null).length;
          const isSmall = 2n * (lack < 0n ? -lack : lack) <= step * BigInt(rounded);
          expect(line === 0n && unlisted === 0n, `${name}: ${lack} of ${rounded} lines`).toBe(isSmall);
          if (lack !== 0n) found[isSmall ? 'noted' : 'lines'] += 1;
        });
      }
      columns.forEach(({ name, adds }, at) => {
        if (adds && !name.includes('.across')) expect(noted[at], name).toBe(units(roundingDifferences[name]));
      });
    }),
    runs,
  );
  expect(found.noted).toBeGreaterThan(20);
  expect(found.lines).toBeGreaterThan(0);
});

test('the totals in the file are the printed ones, those of each currency in its own column', () => {
  fc.assert(
    fc.property(randomReports, ({ report, result, settings }) => {
      const { columns, outline } = toReportLines({
        report,
        result,
        settings,
        directory,
        options: { heads: 'names', preset: 'excel' },
      });
      const total = outline.find(({ level }) => level === 'total');
      for (const id of report.measures) {
        const measure = findMeasure(id);
        if (!measure) throw new Error(id);
        const printed = printMeasure(measure, result, settings);
        const figures = printed.total.parts
          ? printed.total.parts.map(({ currency, line }) => ({ name: `${id}[${currency ?? ''}]`, value: line.value }))
          : [{ name: id, value: printed.total.value }];
        for (const { name, value } of figures) {
          const cell = total?.cells[columns.findIndex((column) => column.name === name)];
          const isClock = printed.grid.style === 'clock';
          const scale = isClock ? 100_000_000n : 10n ** BigInt(8 - printed.grid.digits);
          expect(cell == null ? null : toUnits(cell), name).toBe(value === null ? null : value * scale);
        }
      }
    }),
    runs,
  );
});

test('files for programs have the exact figures: sums of money and of records are the totals', () => {
  fc.assert(
    fc.property(randomReports, (random) => {
      const { columns, lines, outline } = toReportLines({
        ...random,
        directory,
        options: { heads: 'names', preset: 'machine' },
      });
      expect(outline.some(({ level }) => level === 'difference')).toBe(false);
      const total = outline.find(({ level }) => level === 'total');
      columns.forEach(({ name, adds, kind }, at) => {
        if (!adds) return;
        const difference = sumAt(lines, at) - units(total?.cells[at]);
        // Hours are quotients, each rounded at its eighth decimal: a change is the difference of two.
        const most = kind === 'hours' ? BigInt(lines.length + 1) * 2n : 0n;
        expect(difference < 0n ? -difference : difference, name).toBeLessThanOrEqual(most);
      });
    }),
    runs,
  );
});

test('the lines of a workbook add up to its totals, and it shows of each what is printed, whatever the rounding', () => {
  let unrounded = 0;
  fc.assert(
    fc.property(randomReports, (random) => {
      const options = { heads: 'names' as const, preset: 'excel' as const };
      const { columns, lines, outline, roundingDifferences } = toReportLines({
        ...random,
        directory,
        options: { ...options, format: 'xlsx' },
      });
      const printed = toReportLines({ ...random, directory, options });
      const find = (rows: readonly OutlineRow[]) => rows.find(({ level }) => level === 'total')?.cells;
      const [total, shown] = [find(outline), find(printed.outline)];
      columns.forEach(({ name, adds, kind, digits }, at) => {
        if (kind === 'text') return;
        // Only where the figures of one period were footed and those of the other do not add up.
        const left = units(roundingDifferences[name]);
        const off = adds ? sumAt(lines, at) + left - units(total?.[at]) : 0n;
        // Hours are quotients, each rounded at its eighth decimal: a change is the difference of two.
        const most = kind === 'hours' ? BigInt(lines.length + 1) * 4n : 0n;
        expect(off < 0n ? -off : off, name).toBeLessThanOrEqual(most);
        const place = printed.columns.findIndex((column) => column.name === name);
        const [exact, text] = [total?.[at] ?? null, shown?.[place] ?? null];
        if (exact !== text) unrounded += 1;
        // A printed change is the difference of two printed figures.
        if (exact === null || text === null || /\.(?:change|across)/.test(name)) return;
        expect(roundUnits(toUnits(exact), kind === 'clock' ? 0 : (digits ?? 8)), name).toBe(toUnits(text));
      });
    }),
    runs,
  );
  expect(unrounded).toBeGreaterThan(50);
});

test('only changes may not add up, where one is unknown above known ones', () => {
  fc.assert(
    fc.property(
      randomReports,
      fc.constantFrom('excel' as const, 'machine' as const, 'xlsx' as const),
      (random, form) => {
        const options = form === 'xlsx' ? { preset: 'excel' as const, format: form } : { preset: form };
        const { columns } = toReportLines({ ...random, directory, options: { heads: 'names', ...options } });
        const alone = columns.filter(({ adds, kind }) => !adds && kind !== 'text' && kind !== 'rate');
        expect(alone.filter(({ name }) => !/\.change(\[|$)/.test(name))).toEqual([]);
      },
    ),
    runs,
  );
});

test('no two columns of a file are called alike', () => {
  fc.assert(
    fc.property(randomReports, fc.constantFrom('excel' as const, 'machine' as const), (random, preset) => {
      const { columns } = toReportLines({ ...random, directory, options: { heads: 'labels', preset } });
      expect(new Set(columns.map(({ head }) => head.toLowerCase())).size).toBe(columns.length);
      expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    }),
    { numRuns: chooseSize(20, 50) },
  );
});

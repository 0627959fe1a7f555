import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundUnits, toUnits } from '../../../../src/domain/decimal.ts';
import type { Cell, OutlineRow } from '../../../../src/domain/exports/model.ts';
import { toReportLines } from '../../../../src/domain/exports/report/lines.ts';
import { startSums } from '../../../../src/domain/exports/sums.ts';
import { findMeasure } from '../../../../src/domain/reports/definition/measures.ts';
import { printMeasure } from '../../../../src/domain/reports/print/printed.ts';
import { randomReports } from '../../../support/reports/random-report.ts';

const directory = { owners: {}, objects: {} };
const runs = { numRuns: 150 };
const units = (cell: Cell | undefined) => (cell === null || cell === undefined ? 0n : toUnits(cell));
const sumAt = (rows: readonly (readonly Cell[])[], at: number) => rows.reduce((all, row) => all + units(row[at]), 0n);

test('the lines of a file add up to its printed totals in every column that adds up, whatever the rounding, the currencies and the columns', () => {
  fc.assert(
    fc.property(randomReports, fc.constantFrom('labels' as const, 'names' as const), (random, heads) => {
      const { columns, lines, outline } = toReportLines({ ...random, directory, options: { heads, preset: 'excel' } });
      const total = outline.find(({ level }) => level === 'total');
      columns.forEach(({ name, adds }, at) => {
        if (adds) expect(sumAt(lines, at), name).toBe(units(total?.cells[at]));
      });
      const sums = startSums(columns, undefined);
      sums.add(lines);
      for (const [name, sum] of Object.entries(sums.result().all)) {
        expect(units(sum), name).toBe(units(total?.cells[columns.findIndex((column) => column.name === name)]));
      }
    }),
    runs,
  );
});

test('what stands between a subtotal and the next line of its level adds up to it', () => {
  fc.assert(
    fc.property(randomReports, (random) => {
      const { columns, outline } = toReportLines({
        ...random,
        directory,
        options: { heads: 'names', preset: 'excel' },
      });
      outline.forEach((row, place) => {
        if (row.level !== 'subtotal') return;
        const after = outline.slice(place + 1);
        const end = after.findIndex(({ depth }) => depth <= row.depth);
        const inside = after.slice(0, end < 0 ? undefined : end).filter(isData);
        columns.forEach(({ name, adds }, at) => {
          if (adds)
            expect(
              sumAt(
                inside.map(({ cells }) => cells),
                at,
              ),
              name,
            ).toBe(units(row.cells[at]));
        });
      });
    }),
    runs,
  );
});

const isData = ({ level }: OutlineRow) => level === 'line' || level === 'difference';

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
      const { columns, lines, outline } = toReportLines({
        ...random,
        directory,
        options: { ...options, format: 'xlsx' },
      });
      const printed = toReportLines({ ...random, directory, options });
      const find = (rows: readonly OutlineRow[]) => rows.find(({ level }) => level === 'total')?.cells;
      const [total, shown] = [find(outline), find(printed.outline)];
      columns.forEach(({ name, adds, kind, digits }, at) => {
        if (kind === 'text') return;
        const off = adds ? sumAt(lines, at) - units(total?.[at]) : 0n;
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
    { numRuns: 50 },
  );
});

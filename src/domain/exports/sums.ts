/** Adds up a file's columns while its lines are written: what a reader of the file must arrive at. */
import { formatUnits, type Units } from '../decimal.ts';
import { Adder } from './adder.ts';
import type { ColumnSums, ExportColumn, Line } from './model.ts';

export interface SumsSoFar {
  add(lines: readonly Line[]): void;
  result(): ColumnSums;
}

type Sums = (Adder | null)[];

/** @param currencyAt place of the column that tells each line's currency; undefined: no line does */
export function startSums(columns: readonly ExportColumn[], currencyAt: number | undefined): SumsSoFar {
  const adding = columns.flatMap((column, at) => (column.adds ? [at] : []));
  const byCurrency = new Map<string | null, Sums>();
  const sumsFor = (currency: string | null): Sums => {
    const known = byCurrency.get(currency) ?? columns.map(() => null);
    byCurrency.set(currency, known);
    return known;
  };
  const isMoney = (at: number) => columns[at]?.kind === 'money';
  const toSums = (sums: Sums, places: readonly number[]) =>
    Object.fromEntries(places.map((at) => [columns[at]?.name ?? '', toText(sums[at]?.sum() ?? null)]));
  return {
    add(lines) {
      for (const line of lines) {
        const sums = sumsFor(currencyAt === undefined ? null : (line[currencyAt] ?? null));
        for (const at of adding) {
          const cell = line[at];
          if (cell !== null && cell !== undefined) (sums[at] ??= new Adder()).add(cell);
        }
      }
    },
    result() {
      const held = [...byCurrency].filter(([, sums]) =>
        adding.some((at) => isMoney(at) && (sums[at] ?? null) !== null),
      );
      const several = held.length > 1;
      const total = (at: number) =>
        [...byCurrency.values()].reduce<Units | null>((sum, sums) => {
          const own = sums[at]?.sum() ?? null;
          return own === null ? sum : (sum ?? 0n) + own;
        }, null);
      const all = adding.filter((at) => !(several && isMoney(at)));
      return {
        all: Object.fromEntries(all.map((at) => [columns[at]?.name ?? '', toText(total(at))])),
        byCurrency: several
          ? held.map(([currency, sums]) => ({ currency, sums: toSums(sums, adding.filter(isMoney)) }))
          : [],
      };
    },
  };
}

const toText = (units: Units | null) => (units === null ? null : formatUnits(units));

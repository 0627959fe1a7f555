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
    result: () =>
      toColumnSums(
        columns,
        [...byCurrency].map(([currency, sums]) => ({ currency, sums: sums.map((each) => each?.sum() ?? null) })),
      ),
  };
}

/** The sums of each column over the lines of one currency; null: no cell has a value, or the column does not add up. */
export interface CurrencySums {
  readonly currency: string | null;
  readonly sums: readonly (Units | null)[];
}

/** @param byCurrency each currency once, where lines tell it; else one for all lines */
export function toColumnSums(columns: readonly ExportColumn[], byCurrency: readonly CurrencySums[]): ColumnSums {
  const adding = columns.flatMap((column, at) => (column.adds ? [at] : []));
  const isMoney = (at: number) => columns[at]?.kind === 'money';
  const toTexts = (sums: CurrencySums['sums'], places: readonly number[]) =>
    Object.fromEntries(places.map((at) => [columns[at]?.name ?? '', toText(sums[at] ?? null)]));
  const total = (at: number) =>
    byCurrency.reduce<Units | null>((all, { sums }) => {
      const own = sums[at] ?? null;
      return own === null ? all : (all ?? 0n) + own;
    }, null);
  const held = byCurrency
    .filter(({ sums }) => adding.some((at) => isMoney(at) && (sums[at] ?? null) !== null))
    .toSorted(byName);
  const several = held.length > 1;
  const all = adding.filter((at) => !(several && isMoney(at)));
  return {
    all: Object.fromEntries(all.map((at) => [columns[at]?.name ?? '', toText(total(at))])),
    ...(held.length === 1 && { currency: held[0]?.currency ?? null }),
    byCurrency: several
      ? held.map(({ currency, sums }) => ({ currency, sums: toTexts(sums, adding.filter(isMoney)) }))
      : [],
  };
}

/** Whatever the order of the lines; those without one last. */
function byName({ currency: a }: CurrencySums, { currency: b }: CurrencySums): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

const toText = (units: Units | null) => (units === null ? null : formatUnits(units));

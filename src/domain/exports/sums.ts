/** Adds up a file's columns while its lines are written. A reader who adds up the file must get the same sums. */
import { formatUnitsOrNull, SCALE, toUnits, type Units } from '../decimal.ts';
import type { ColumnSums, ExportColumn, Line } from './model.ts';

type Sums = (Adder | null)[];

/** @param currencyIndex the index of the column that names each line's currency; undefined if there is none */
export function createColumnSums(columns: readonly ExportColumn[], currencyIndex: number | undefined) {
  const summedColumns = columns.flatMap((column, index) => (column.adds ? [index] : []));
  const byCurrency = new Map<string | null, Sums>();
  const findSums = (currency: string | null): Sums => {
    const sums = byCurrency.get(currency) ?? columns.map(() => null);
    byCurrency.set(currency, sums);
    return sums;
  };
  return {
    add(lines: readonly Line[]): void {
      for (const line of lines) {
        const sums = findSums(currencyIndex === undefined ? null : (line[currencyIndex] ?? null));
        for (const columnIndex of summedColumns) {
          const cell = line[columnIndex];
          if (cell !== null && cell !== undefined) (sums[columnIndex] ??= new Adder()).add(cell);
        }
      }
    },
    result: () =>
      toColumnSums(
        columns,
        [...byCurrency].map(([currency, sums]) => ({ currency, sums: sums.map((adder) => adder?.sum() ?? null) })),
      ),
  };
}

/** The sums of each column over the lines of one currency; null if no cell has a value or the column does not add up. */
export interface CurrencySums {
  readonly currency: string | null;
  readonly sums: readonly (Units | null)[];
}

/** @param byCurrency one entry per currency if lines name it; otherwise one entry for all lines */
export function toColumnSums(columns: readonly ExportColumn[], byCurrency: readonly CurrencySums[]): ColumnSums {
  const summedColumns = columns.flatMap((column, index) => (column.adds ? [index] : []));
  const isMoney = (columnIndex: number) => columns[columnIndex]?.kind === 'money';
  const toTexts = (sums: CurrencySums['sums'], columnIndexes: readonly number[]) =>
    Object.fromEntries(
      columnIndexes.map((columnIndex) => [
        columns[columnIndex]?.name ?? '',
        formatUnitsOrNull(sums[columnIndex] ?? null),
      ]),
    );
  const total = (columnIndex: number) =>
    byCurrency.reduce<Units | null>((all, { sums }) => {
      const columnSum = sums[columnIndex] ?? null;
      return columnSum === null ? all : (all ?? 0n) + columnSum;
    }, null);
  const moneySums = byCurrency
    .filter(({ sums }) =>
      summedColumns.some((columnIndex) => isMoney(columnIndex) && (sums[columnIndex] ?? null) !== null),
    )
    .toSorted(compareByCurrency);
  const hasMultipleCurrencies = moneySums.length > 1;
  const all = summedColumns.filter((columnIndex) => !(hasMultipleCurrencies && isMoney(columnIndex)));
  return {
    all: Object.fromEntries(
      all.map((columnIndex) => [columns[columnIndex]?.name ?? '', formatUnitsOrNull(total(columnIndex))]),
    ),
    ...(moneySums.length === 1 && { currency: moneySums[0]?.currency ?? null }),
    byCurrency: hasMultipleCurrencies
      ? moneySums.map(({ currency, sums }) => ({ currency, sums: toTexts(sums, summedColumns.filter(isMoney)) }))
      : [],
  };
}

/** Orders by currency regardless of the order of lines; sums without a currency come last. */
function compareByCurrency({ currency: a }: CurrencySums, { currency: b }: CurrencySums): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

// Adds decimals exactly and much faster than with big integers: the integer and fractional parts are summed as safe integers.

/** The maximum number of integer digits for which both sums stay exact. */
const MAX_INTEGER_DIGITS = 9;
const ONE = 10 ** SCALE;
const ZERO_CODE = 48;
const NINE_CODE = 57;
const POINT_CODE = 46;
const MINUS_CODE = 45;
/** Sums of numbers below 10⁹ stay below 2⁵³ for this many additions. */
const MAX_ADDED = 2 ** 22;

export class Adder {
  #units: Units = 0n;
  #integer = 0;
  #fraction = 0;
  #added = 0;

  /** @param text a plain decimal, as `formatUnits` writes it. @throws RangeError on anything that is not a decimal */
  add(text: string): void {
    if (!this.#addShort(text)) this.#units += toUnits(text);
  }

  /** @returns false without adding anything if the text is too long or not plain */
  #addShort(text: string): boolean {
    const start = text.charCodeAt(0) === MINUS_CODE ? 1 : 0;
    let integer = 0;
    let index = start;
    for (; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === POINT_CODE) break;
      if (code < ZERO_CODE || code > NINE_CODE) return false;
      integer = integer * 10 + code - ZERO_CODE;
    }
    if (index === start || index - start > MAX_INTEGER_DIGITS) return false;
    let fraction = 0;
    let step = ONE;
    for (index += 1; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      step /= 10;
      if (code < ZERO_CODE || code > NINE_CODE || step < 1) return false;
      fraction += (code - ZERO_CODE) * step;
    }
    this.#integer += start === 1 ? -integer : integer;
    this.#fraction += start === 1 ? -fraction : fraction;
    this.#added += 1;
    if (this.#added === MAX_ADDED) this.#settle();
    return true;
  }

  sum(): Units {
    this.#settle();
    return this.#units;
  }

  #settle(): void {
    this.#units += BigInt(this.#integer) * BigInt(ONE) + BigInt(this.#fraction);
    [this.#integer, this.#fraction, this.#added] = [0, 0, 0];
  }
}

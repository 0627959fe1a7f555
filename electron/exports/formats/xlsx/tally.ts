/** Adds up what the cells of each data sheet hold: cached values of the summary's formulas, and how far a spreadsheet can check them. */
import { toUnits, type Units } from '../../../../src/domain/decimal.ts';
import type { ExportColumn, Line } from '../../../../src/domain/exports/model.ts';

interface ColumnTally {
  /** Null: no cell has a value. */
  readonly sum: Units | null;
  /** Of all values without their sign. */
  readonly magnitude: Units;
}

type SheetTally = Map<string, (ColumnTally | undefined)[]>;

const MOST_KNOWN = 10_000;
const nothing: ColumnTally = { sum: null, magnitude: 0n };

export class Tally {
  readonly #adding: readonly number[];
  readonly #currencyAt: number | undefined;
  /** Decimals that were read before: a table has few different hours and rates. */
  readonly #known = new Map<string, Units>();
  readonly #sheets: { lines: number; readonly sums: SheetTally }[] = [];

  constructor(columns: readonly ExportColumn[], currencyAt: number | undefined) {
    this.#adding = columns.flatMap(({ adds }, at) => (adds ? [at] : []));
    this.#currencyAt = currencyAt;
  }

  startSheet(): void {
    this.#sheets.push({ lines: 0, sums: new Map() });
  }

  add(line: Line): void {
    const sheet = this.#sheets.at(-1);
    if (!sheet) return;
    sheet.lines += 1;
    const currency = this.#currencyAt === undefined ? '' : (line[this.#currencyAt] ?? '');
    let sums = sheet.sums.get(currency);
    if (!sums) sheet.sums.set(currency, (sums = []));
    for (const at of this.#adding) {
      const cell = line[at];
      if (cell === null || cell === undefined) continue;
      const units = this.#read(cell);
      const { sum, magnitude } = sums[at] ?? nothing;
      sums[at] = { sum: (sum ?? 0n) + units, magnitude: magnitude + (units < 0n ? -units : units) };
    }
  }

  #read(cell: string): Units {
    const known = this.#known.get(cell);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    const units = toUnits(cell);
    this.#known.set(cell, units);
    return units;
  }

  /** Lines of each sheet. */
  lines(): number[] {
    return this.#sheets.map(({ lines }) => lines);
  }

  /** Currencies in which any of these columns has a value, '' for lines without one. Default: all. */
  currencies(columns = this.#adding): string[] {
    const all = this.#sheets.flatMap(({ sums }) =>
      [...sums].filter(([, found]) => columns.some((at) => found[at])).map(([currency]) => currency),
    );
    return [...new Set(all)].toSorted();
  }

  /** @param currency undefined: all. @param sheets how many, from the first. */
  total(column: number, currency: string | undefined, sheets = this.#sheets.length): ColumnTally {
    return this.#sheets
      .slice(0, sheets)
      .flatMap(({ sums }) => [...sums].filter(([each]) => currency === undefined || each === currency))
      .reduce<ColumnTally>((total, [, found]) => {
        const own = found[column];
        if (!own) return total;
        return { sum: (total.sum ?? 0n) + (own.sum ?? 0n), magnitude: total.magnitude + own.magnitude };
      }, nothing);
  }
}

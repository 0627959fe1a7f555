/** Adds a file's columns up again and compares them with its manifest. */
import type { FileAnswer, SumDifference } from '../../../src/contract/file-answer.ts';
import { CURRENCY_COLUMN, type Manifest } from '../../../src/contract/exports.ts';
import type { SumUnit } from '../../../src/domain/exports/value-types.ts';
import { formatUnits, parseDecimal, type Units } from '../../../src/domain/decimal.ts';
import { toDecimalText, Unreadable, type FileLine, type FileReader } from './readers.ts';

type Stated = Pick<
  Manifest,
  'sums' | 'sumsByCurrency' | 'units' | 'columns' | 'lines' | 'format' | 'preset' | 'options'
>;

/** A sum by column and, where money of several meets, by currency. */
export interface NamedSum {
  readonly column: string;
  readonly unit?: SumUnit | undefined;
  readonly currency: string | null;
  readonly sum: string | null;
}

export function listSums({
  sums,
  sumsByCurrency = [],
  units = {},
}: Pick<Manifest, 'sums' | 'sumsByCurrency' | 'units'>): NamedSum[] {
  return [
    ...Object.entries(sums).map(([column, sum]) => ({ column, unit: units[column], currency: null, sum })),
    ...sumsByCurrency.flatMap(({ currency, totals }) =>
      Object.entries(totals).map(([column, sum]) => ({ column, unit: units[column], currency: currency ?? '', sum })),
    ),
  ];
}

/** Sums of both sides that are not equal; one that only one side has counts as unset on the other. */
export function compareSums(written: readonly NamedSum[], found: readonly NamedSum[]): SumDifference[] {
  const key = ({ column, currency }: NamedSum) => JSON.stringify([column, currency]);
  const [was, is] = [written, found].map((each) => new Map(each.map((sum) => [key(sum), sum])));
  return [...new Map([...(was ?? []), ...(is ?? [])])].flatMap(([name, { column, unit, currency }]) => {
    const [before, after] = [was?.get(name)?.sum ?? null, is?.get(name)?.sum ?? null];
    if (before === after) return [];
    const difference = formatUnits(unitsIn(after) - unitsIn(before));
    return [{ column, ...(unit && { unit }), currency, written: before, found: after, difference }];
  });
}

const unitsIn = (text: string | null): Units => (text === null ? 0n : (parseDecimal(text)?.units ?? 0n));

/** That differ: no file of ours has as many columns. */
const MOST_SUMS = 1000;
/** Longer than a million lines take. */
export const MOST_SECONDS = 10;

/** @param until when it is given up: the clock of `performance` */
export async function addUp(
  read: FileReader | undefined,
  path: string,
  stated: Stated,
  until: number,
): Promise<FileAnswer['addsUp']> {
  const { lines: written } = stated;
  if (!read) return { holds: null, lines: { written, found: null }, sums: [] };
  const asked = listSums(stated);
  const sums = new Map<string, Units>();
  const broken = new Set<string>();
  const currencyAt = stated.sumsByCurrency ? stated.columns.indexOf(CURRENCY_COLUMN) : -1;
  const places = asked.map((each) => ({ ...each, at: stated.columns.indexOf(each.column), key: keyOf(each) }));
  const add = (line: FileLine) => {
    for (const { at, currency, key } of places) {
      const cell = line[at] ?? '';
      if (cell === '' || (currency !== null && (line[currencyAt] ?? '') !== currency)) continue;
      const number = parseDecimal(toDecimalText(cell, stated));
      if (number) sums.set(key, (sums.get(key) ?? 0n) + number.units);
      else broken.add(key);
    }
  };
  let found: number | null = 0;
  let uneven = 0;
  try {
    for await (const piece of read(path, stated)) {
      if (performance.now() > until)
        return { holds: null, seconds: MOST_SECONDS, lines: { written, found: null }, sums: [] };
      for (const line of piece) {
        add(line);
        if (line.length !== stated.columns.length) uneven += 1;
      }
      found += piece.length;
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    found = null;
  }
  const now = places.map(({ column, unit, currency, key }) => {
    const sum = sums.get(key);
    return { column, unit, currency, sum: sum === undefined ? null : formatUnits(sum) };
  });
  const different = compareSums(asked, now);
  const holds = found === written && uneven === 0 && broken.size === 0 && different.length === 0;
  return { holds, lines: { written, found }, sums: different.slice(0, MOST_SUMS) };
}

function keyOf({ column, currency }: NamedSum): string {
  return JSON.stringify([column, currency]);
}

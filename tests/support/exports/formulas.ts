/** Calculates the sums a workbook's summary holds, from its cells, digit for digit. */
import { parseDecimal, type Units } from '#domain/decimal.ts';
import type { WorkbookCell, Workbook } from './workbook.ts';

const RANGE = `'((?:[^']|'')+)'!\\$([A-Z]+)\\$(\\d+):\\$[A-Z]+\\$(\\d+)`;

/** @returns the sum of what the formula adds up; undefined for a formula that is none of these */
export function calculateSum(formula: string, { sheets }: Workbook): Units | undefined {
  const read = (range: string): (WorkbookCell | undefined)[] => {
    const [, sheet = '', column = '', first, last] = new RegExp(RANGE).exec(range) ?? [];
    const cells = sheets.get(sheet.replaceAll("''", "'"));
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) =>
      cells?.get(`${column}${Number(first) + at}`),
    );
  };
  const addUp = (range: string, isIn: (row: number) => boolean = () => true) =>
    read(range).reduce((sum, cell, row) => sum + (cell?.type === 'number' && isIn(row) ? toUnits(cell.value) : 0n), 0n);
  const plain = /^IF\(.*?=0,"",(.*)\)$/.exec(formula)?.[1] ?? formula;
  const terms = plain.split(/\+(?=SUM)/).map((term) => {
    const ranges = [...term.matchAll(new RegExp(RANGE, 'g'))].map(([range]) => range);
    const [first = '', second = ''] = ranges;
    const currency = (/"((?:[^"]|"")*)"\)/.exec(term)?.[1] ?? '').replaceAll('""', '"');
    const told = (range: string) => {
      const currencies = read(range);
      return (row: number) => (currencies[row]?.value ?? '') === currency;
    };
    if (term.startsWith('SUM(')) return ranges.reduce((sum, range) => sum + addUp(range), 0n);
    if (term.startsWith('SUMIFS(')) return addUp(first, told(second));
    return term.startsWith('SUMPRODUCT(') ? addUp(second, told(first)) : undefined;
  });
  return terms.reduce<Units | undefined>(
    (sum, term) => (sum === undefined || term === undefined ? undefined : sum + term),
    0n,
  );
}

const toUnits = (digits: string): Units => parseDecimal(digits)?.units ?? 0n;

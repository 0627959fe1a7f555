/** Which lines of a capsule are shown, and in which order. */
import type { Cell, ExportColumn, Line } from '../../domain/exports/model.ts';
import type { Units } from '../../domain/decimal.ts';
import { printCell, toNumber } from './cells.ts';
import { isFigure } from '../../domain/exports/value-types.ts';

type Column = Pick<ExportColumn, 'kind' | 'digits'>;

export interface Choice {
  /** Words in any column. */
  readonly search: string;
  /** By place of the column. */
  readonly filters: ReadonlyMap<number, string>;
  readonly sort: { readonly at: number; readonly isUp: boolean } | undefined;
}

export const everything: Choice = { search: '', filters: new Map(), sort: undefined };

export function isEverything({ search, filters, sort }: Choice): boolean {
  return search.trim() === '' && [...filters.values()].every((text) => text.trim() === '') && sort === undefined;
}

export function chooseLines(lines: readonly Line[], columns: readonly Column[], choice: Choice): readonly Line[] {
  const tests = [...choice.filters].flatMap(([at, text]) => {
    const column = columns[at];
    return column && text.trim() !== '' ? [{ at, test: readTest(text, column) }] : [];
  });
  const words = choice.search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (line: Line, word: string) =>
    line.some((cell, at) => cell !== null && contains(cell, columns[at] ?? { kind: 'text', digits: null }, word));
  const found = lines.filter(
    (line) => tests.every(({ at, test }) => test(line[at] ?? null)) && words.every((word) => has(line, word)),
  );
  const { sort } = choice;
  const column = sort && columns[sort.at];
  return sort && column ? sortLines(found, sort.at, column, sort.isUp) : found;
}

function contains(cell: string, column: Column, word: string): boolean {
  return cell.toLowerCase().includes(word) || printCell(cell, column).toLowerCase().includes(word);
}

const COMPARISON = /^(>=|<=|>|<|=|≥|≤)\s*(.*)$/;

/** `>8`, `<=2026-10-31`, `=0`, `8..10`; of anything else, whether the cell contains it. `=` alone finds empty cells. */
function readTest(given: string, column: Column): (cell: Cell) => boolean {
  const text = given.trim().toLowerCase();
  const [, sign = '', bound = ''] = COMPARISON.exec(text) ?? [];
  if (sign === '=' && bound === '') return (cell) => cell === null || cell === '';
  if (sign === '=' && !isFigure(column)) return (cell) => cell?.toLowerCase() === bound;
  const [low, high] = sign === '' ? text.split('..') : [];
  const isRange = low !== undefined && high !== undefined && isOrdered(column);
  if (!(sign !== '' && isOrdered(column)) && !isRange) return (cell) => cell !== null && contains(cell, column, text);
  const bounds = isRange
    ? [compareTo(low, '>=', column), compareTo(high, '<=', column)]
    : [compareTo(bound, sign, column)];
  return (cell) => cell !== null && bounds.every((holds) => holds(cell));
}

const isOrdered = (column: Column) => isFigure(column) || column.kind === 'date' || column.kind === 'datetime';

function compareTo(bound: string, sign: string, column: Column): (cell: string) => boolean {
  if (bound === '') return () => true;
  const order = isFigure(column) ? numberOrder(bound, column) : dateOrder(bound);
  return (cell) => {
    const found = order(cell);
    if (found === undefined) return false;
    switch (sign) {
      case '>':
        return found > 0;
      case '<':
        return found < 0;
      case '=':
        return found === 0;
      default:
        return sign === '>=' || sign === '≥' ? found >= 0 : found <= 0;
    }
  };
}

function numberOrder(bound: string, { kind }: Column): (cell: string) => number | undefined {
  const [, hours, minutes] = /^(\d+):(\d\d)$/.exec(bound) ?? [];
  const clock =
    kind === 'clock' && hours !== undefined ? String(BigInt(hours) * 60n + BigInt(minutes ?? 0)) : undefined;
  const limit = toNumber(clock ?? bound.replaceAll(/[,\s%]/g, '').replace('\u2212', '-'));
  return (cell) => {
    const number = toNumber(cell);
    return number === undefined || limit === undefined ? undefined : Number(number > limit) - Number(number < limit);
  };
}

/** A day or a month counts as a whole: `<=2026-10` holds for its last second. */
function dateOrder(bound: string): (cell: string) => number {
  const limit = bound.replace(' ', 't');
  return (cell) => {
    const start = cell.toLowerCase().slice(0, limit.length);
    return Number(start > limit) - Number(start < limit);
  };
}

/** Empty cells stay last in both directions; equal lines keep their order. */
function sortLines(lines: readonly Line[], at: number, column: Column, isUp: boolean): readonly Line[] {
  const direction = isUp ? 1 : -1;
  const keyed = lines.map((line) => ({ line, cell: line[at] ?? null }));
  const empty = keyed.filter(({ cell }) => cell === null);
  const held = keyed.flatMap(({ line, cell }) => (cell === null ? [] : [{ line, cell }]));
  const sorted = isFigure(column) ? sortNumbers(held, direction) : sortTexts(held, column, direction);
  return [...sorted, ...empty].map(({ line }) => line);
}

interface Held {
  readonly line: Line;
  readonly cell: string;
}

function sortNumbers(held: readonly Held[], direction: number): readonly Held[] {
  const numbered = held.map((each) => ({ ...each, number: toNumber(each.cell) ?? 0n }));
  const order = (a: Units, b: Units) => (a < b ? -1 : Number(a > b));
  return numbered.toSorted((a, b) => direction * order(a.number, b.number));
}

function sortTexts(held: readonly Held[], { kind }: Column, direction: number): readonly Held[] {
  if (kind === 'date' || kind === 'datetime')
    return held.toSorted((a, b) => direction * (a.cell < b.cell ? -1 : Number(a.cell > b.cell)));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return held.toSorted((a, b) => direction * compare(a.cell, b.cell));
}

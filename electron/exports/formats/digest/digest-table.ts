/** What a digest lists: the first lines, one for all that follow, and the totals, which are over every line. */
import { Adder } from '../../../../src/domain/exports/adder.ts';
import { formatUnits, roundUnits, toUnits } from '../../../../src/domain/decimal.ts';
import type { Cell, ExportColumn, Line, OutlineRow } from '../../../../src/domain/exports/model.ts';
import { groupThousands as count } from '../../../../src/domain/thousands.ts';
import type { ExportDocument } from '../../document.ts';
import { isFigure } from '../../../../src/domain/exports/value-types.ts';
import { printCell } from '../pdf/figures.ts';

export const MOST_LINES = 40;
/** A mail is 600 pixels wide. */
export const MOST_COLUMNS = 7;
/** Their figures have up to eight decimals. */
const MOST_OF_RECORDS = 6;
const MOST_WORDS = 2;

export interface DigestRow {
  readonly level: OutlineRow['level'] | 'more';
  /** Printed, one for each shown column. */
  readonly cells: readonly string[];
}

export interface DigestTable {
  readonly columns: readonly { readonly head: string; readonly isFigure: boolean }[];
  readonly rows: readonly DigestRow[];
  /** Heads of the columns that have no room. */
  readonly hidden: readonly string[];
}

/** Reads every line. */
export async function toDigestTable(document: ExportDocument): Promise<DigestTable> {
  const places = choosePlaces(document);
  const columns = places.flatMap((at) => document.columns[at] ?? []);
  const print = (cells: Line) => places.map((at) => printOr(cells[at] ?? null, document.columns[at], document));
  const rows = document.outline ? await outlineRows(document, document.outline) : await lineRows(document);
  return {
    columns: columns.map((column) => ({ head: column.head, isFigure: isFigure(column) })),
    rows: rows.map(({ level, label, cells }) => {
      const printed = print(cells);
      return { level, cells: label === undefined ? printed : printed.with(findLabelPlace(columns), label) };
    }),
    hidden: document.columns.filter((_, at) => !places.includes(at)).map(({ head }) => head),
  };
}

/** With the column's decimals, as pages print it. */
export function printOr(
  cell: Cell,
  column: ExportColumn | undefined,
  { options }: Pick<ExportDocument, 'options'>,
): string {
  return cell === null || column === undefined ? '' : printCell(cell, column, options.decimalMark);
}

/** A report's columns in their order. Of records two that say what a line is, not by ids where others can, and those that add up. */
function choosePlaces({ columns, outline }: ExportDocument): number[] {
  const all = columns.map((_, at) => at);
  if (outline) return all.slice(0, MOST_COLUMNS);
  if (columns.length <= MOST_OF_RECORDS) return all;
  const adds = (at: number) => columns[at]?.adds === true;
  const others = all.filter((at) => !adds(at)).toSorted((a, b) => rank(columns[a]) - rank(columns[b]));
  const first = others.slice(0, MOST_WORDS);
  const chosen = [...first, ...all.filter(adds), ...others.slice(MOST_WORDS)];
  const kept = new Set(chosen.slice(0, MOST_OF_RECORDS));
  return all.filter((at) => kept.has(at));
}

/** Words before times and other values, ids last. */
function rank(column: ExportColumn | undefined): number {
  return column?.kind === 'text' ? 0 : column?.kind === 'id' ? 2 : 1;
}

function findLabelPlace(columns: readonly ExportColumn[]): number {
  return Math.max(
    0,
    columns.findIndex((column) => !column.adds),
  );
}

interface Row {
  readonly level: DigestRow['level'];
  readonly label?: string;
  readonly cells: Line;
}

/** Undefined: of all currencies. */
interface OwnRow extends Row {
  readonly currency?: string | null;
}

/** A report, as it is read; what is hidden stands in one row, so that rows and differences add up to the total. */
async function outlineRows(document: ExportDocument, outline: readonly OutlineRow[]): Promise<Row[]> {
  const { columns, words } = document;
  const isLine = ({ level }: OutlineRow) => level === 'line';
  const isAdded = (row: OutlineRow) => isLine(row) || row.level === 'difference';
  const total = outline.filter(isLine).length;
  // All of it is read, whatever is shown: then its sums are known.
  const read = await countLines(document);
  if (read === 0 || total <= MOST_LINES) return [...outline];
  const cut = outline.findIndex((_, at) => outline.slice(0, at).filter(isLine).length === MOST_LINES);
  // The report's own total with its difference, not those of its last group.
  const end = outline.findLastIndex(({ level }) => level === 'line' || level === 'subtotal') + 1;
  const hidden = outline.slice(cut, end);
  const sums = columns.map(() => new Adder());
  const isKnown = columns.map(() => false);
  for (const { cells } of hidden.filter(isAdded)) {
    columns.forEach(({ adds }, at) => {
      const cell = cells[at] ?? null;
      if (!adds || cell === null) return;
      sums[at]?.add(cell);
      isKnown[at] = true;
    });
  }
  const cells = sums.map((sum, at) => (isKnown[at] === true ? formatUnits(sum.sum()) : null));
  const more = { level: 'more' as const, label: words.digest.moreLines(count(hidden.filter(isAdded).length)), cells };
  return [...outline.slice(0, cut), more, ...outline.slice(end)];
}

async function countLines({ lines }: ExportDocument): Promise<number> {
  let read = 0;
  for await (const piece of lines) read += piece.length;
  return read;
}

/** Records: the first ones, the rest of each currency, and their sums. */
async function lineRows(document: ExportDocument): Promise<Row[]> {
  const { columns, currencyAt, words } = document;
  const shown: OwnRow[] = [];
  const rest = new Map<string | null, { lines: number; sums: (Adder | undefined)[] }>();
  for await (const piece of document.lines) {
    for (const line of piece) {
      const currency = currencyAt === undefined ? null : (line[currencyAt] ?? null);
      if (shown.length < MOST_LINES) {
        shown.push({ level: 'line', cells: line, currency });
        continue;
      }
      const own = rest.get(currency) ?? { lines: 0, sums: [] };
      rest.set(currency, own);
      own.lines += 1;
      columns.forEach(({ adds }, at) => {
        const cell = line[at] ?? null;
        if (adds && cell !== null) (own.sums[at] ??= new Adder()).add(cell);
      });
    }
  }
  const { all, byCurrency } = document.sums();
  const apart = new Set(byCurrency.flatMap(({ sums }) => Object.keys(sums)));
  const isApart = (at: number) => apart.has(columns[at]?.name ?? '');
  const named = (currency: string | null) => currency ?? words.workbook.noCurrency;
  const more = [...rest].map(([currency, { lines, sums }]) => ({
    level: 'more' as const,
    currency,
    label:
      byCurrency.length === 0 && rest.size === 1
        ? words.digest.moreLines(count(lines))
        : words.digest.moreLinesIn(count(lines), named(currency)),
    cells: columns.map((_, at) => {
      const sum = sums[at];
      return sum === undefined ? null : formatUnits(sum.sum());
    }),
  }));
  const totals = [
    {
      level: 'total' as const,
      label: words.digest.total,
      cells: columns.map(({ name }, at) => (isApart(at) ? null : (all[name] ?? null))),
    },
    ...byCurrency.map(({ currency, sums }) => ({
      level: 'total' as const,
      currency,
      label: currency === null ? words.digest.totalWithoutCurrency : words.digest.totalIn(currency),
      cells: columns.map(({ name }) => sums[name] ?? null),
    })),
  ];
  const rows: readonly OwnRow[] = [...shown, ...more];
  const known: readonly OwnRow[] = totals.filter(({ cells }) => cells.some((cell) => cell !== null));
  return [...rows, ...known.flatMap((total) => [...findDifferences(rows, total, document), total])];
}

/** What rounding the lines leaves to a total: printed lines and differences add up to the printed total. */
function findDifferences(rows: readonly OwnRow[], total: OwnRow, { columns, words }: ExportDocument): Row[] {
  const own = total.currency === undefined ? rows : rows.filter(({ currency }) => currency === total.currency);
  const cells = columns.map(({ digits }, at) => {
    const sum = total.cells[at] ?? null;
    if (sum === null || digits === null) return null;
    const printed = own.reduce((added, row) => {
      const cell = row.cells[at] ?? null;
      return cell === null ? added : added + roundUnits(toUnits(cell), digits);
    }, 0n);
    const difference = roundUnits(toUnits(sum), digits) - printed;
    return difference === 0n ? null : formatUnits(difference);
  });
  return cells.every((cell) => cell === null) ? [] : [{ level: 'difference', label: words.digest.difference, cells }];
}

/** A job's table as it is printed: every line with what is added up below it, all of it texts. */
import { formatUnits, roundUnits, toUnits, type Units } from '../../../../src/domain/decimal.ts';
import type { Cell, ExportColumn, Line, OutlineRow } from '../../../../src/domain/exports/model.ts';
import { pdfWords } from '../../../../src/domain/exports/pdf-words.ts';
import { propertyNames as names } from '../../../../src/domain/property-names.ts';
import { groupThousands } from '../../../../src/domain/thousands.ts';
import { isFigure } from '../../../../src/domain/exports/value-types.ts';
import { printCell } from './figures.ts';
import type { PrintJob, PrintTable } from './print-job.ts';
import type { Printable } from './printable.ts';

export interface TableColumn {
  readonly head: string;
  readonly isFigure: boolean;
  /** Whether its texts may be broken over lines. */
  readonly wraps: boolean;
}

export interface TableRow {
  readonly level: OutlineRow['level'];
  readonly cells: readonly string[];
}

export interface PrintedTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** How many leading columns tell what a line is: they stand beside every block of columns. */
  readonly keys: number;
}

export type TableJob = PrintTable & Pick<PrintJob, 'decimalMark'>;

const unbroken = new Set<ExportColumn['kind']>(['boolean', 'date', 'datetime']);

/** @param isNumbered whether lines are numbered, which tells them apart where nothing else does */
export function toPrintedTable(job: TableJob, toPrintable: Printable, isNumbered: boolean): PrintedTable {
  const columns: TableColumn[] = job.columns.map((column, at) => ({
    head: toPrintable(column.head),
    isFigure: isFigure(column) || (job.isFigures === true && at > 0),
    wraps: !isFigure(column) && !unbroken.has(column.kind),
  }));
  const print = (cells: Line) =>
    job.columns.map((column, at) => toPrintable(printOr(cells[at] ?? null, column, job.decimalMark)));
  if (job.outline) {
    const firstFigure = job.columns.findIndex(isFigure);
    return {
      columns,
      rows: job.outline.map(({ level, cells }) => ({ level, cells: print(cells) })),
      keys: firstFigure < 0 ? columns.length : firstFigure,
    };
  }
  const rows = [
    ...job.lines.map((cells, at) => ({ level: 'line' as const, label: groupThousands(at + 1), cells: print(cells) })),
    ...addUp(job).map(({ level, label, cells }) => ({ level, label: toPrintable(label), cells: print(cells) })),
  ];
  if (isNumbered) {
    const number = { head: pdfWords.lineNumber, isFigure: true, wraps: true };
    const order = toKeysFirst(job.columns);
    const inOrder = <Of>(all: readonly Of[]) => order.places.flatMap((at) => all[at] ?? []);
    return {
      columns: [number, ...inOrder(columns)],
      rows: rows.map(({ level, label, cells }) => ({ level, cells: [label, ...inOrder(cells)] })),
      keys: 1 + order.keys,
    };
  }
  const labelAt = findLabelPlace(job.columns);
  return {
    columns,
    rows: rows.map(({ level, label, cells }) => ({
      level,
      cells: level === 'line' ? cells : cells.with(labelAt ?? 0, label),
    })),
    keys: 0,
  };
}

/** When and who tell a record apart where its columns are on several pages; without them its id does. */
function toKeysFirst(columns: readonly ExportColumn[]): { readonly places: readonly number[]; readonly keys: number } {
  const find = (names: readonly string[]) =>
    names.flatMap((name) => {
      const place = columns.findIndex((column) => column.name === name);
      return place < 0 ? [] : [place];
    });
  const told = [...find([names.firstStart]), ...find(['owner_name', names.owner]).slice(0, 1)];
  const keys = told.length > 0 ? told : find([names.recordId, names.id]).slice(0, 1);
  const rest = columns.map((_, at) => at).filter((at) => !keys.includes(at));
  // A table of nothing else has no columns to repeat them beside.
  return rest.length === 0 ? { places: keys, keys: 0 } : { places: [...keys, ...rest], keys: keys.length };
}

/** Where the word "total" can stand: in a column of texts, else in one without a sum. */
export function findLabelPlace(columns: readonly ExportColumn[]): number | undefined {
  const place = columns.findIndex((column) => !column.adds && column.kind !== 'boolean');
  return place < 0 ? undefined : place;
}

function printOr(cell: Cell, column: ExportColumn, mark: PrintJob['decimalMark']): string {
  return cell === null ? '' : printCell(cell, column, mark);
}

interface SumRow {
  readonly level: 'difference' | 'total';
  readonly label: string;
  readonly cells: Line;
}

/** The sums, each with what rounding the lines above leaves to it: printed lines and differences add up to the printed total. */
function addUp(job: PrintTable): SumRow[] {
  const { sums, lines } = job;
  if (lines.length === 0) return [];
  const rows: SumRow[] = [];
  const add = (label: string, own: Readonly<Record<string, string | null>>, isOwn: (line: Line) => boolean) => {
    const cells = job.columns.map(({ name }) => own[name] ?? null);
    if (cells.every((cell) => cell === null)) return;
    const differences = job.columns.map((column, at) => findDifference(column, at, cells[at] ?? null, lines, isOwn));
    if (differences.some((each) => each !== null))
      rows.push({ level: 'difference', label: pdfWords.difference, cells: differences });
    rows.push({ level: 'total', label, cells });
  };
  add(pdfWords.total, sums.all, () => true);
  for (const { currency, sums: own } of sums.byCurrency) {
    const isUnknown = currency === null || currency === '';
    add(isUnknown ? pdfWords.totalWithoutCurrency : pdfWords.totalIn(currency), own, (line) => {
      const told = job.currencyAt === undefined ? null : (line[job.currencyAt] ?? null);
      return told === currency;
    });
  }
  return rows;
}

function findDifference(
  { digits }: ExportColumn,
  at: number,
  sum: Cell,
  lines: readonly Line[],
  isOwn: (line: Line) => boolean,
): Cell {
  if (sum === null || digits === null) return null;
  const printed = lines.reduce<Units>((total, line) => {
    const cell = line[at] ?? null;
    return cell === null || !isOwn(line) ? total : total + roundUnits(toUnits(cell), digits);
  }, 0n);
  const difference = roundUnits(toUnits(sum), digits) - printed;
  return difference === 0n ? null : formatUnits(difference);
}

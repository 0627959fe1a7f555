/** The printed table of a job: all lines with their sums below, as texts. */
import {
  type Cell,
  type ColumnSums,
  type ExportColumn,
  type Line,
  type OutlineRow,
  isFigure,
} from '#domain/exports/model.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { nameInCurrency, describeRounding, type RoundedSum } from '#domain/reports/notes/rounding-note.ts';
import { formatUnits, roundUnits, toUnits, type Units } from '#domain/decimal.ts';
import { formatCount, formatDay, formatDecimal } from '#domain/locale-forms.ts';
import type { Paper } from '#domain/exports/options.ts';
import type { PrintJob, PrintTable } from '../pdf.ts';
import { measureText, type Printable, type Fonts } from './fonts.ts';

export interface TableColumn {
  readonly head: string;
  readonly isFigure: boolean;
  /** Whether the column's texts may be broken over lines. */
  readonly wraps: boolean;
}

export interface TableRow {
  /** In a client's statement, a group has a row with its heading. */
  readonly level: OutlineRow['level'] | 'group';
  /** Replaces the leading cells, in a client's statement. */
  readonly label?: string;
  readonly cells: readonly string[];
  /** The cells that are carried over if a page ends below the row; absent if there are none. */
  readonly carried?: readonly string[] | undefined;
}

export interface PrintedTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** The number of leading columns that identify a line, which are repeated beside every block of columns. */
  readonly keys: number;
  /** The number of leading columns that the label of a row spans. */
  readonly span?: number;
  readonly notes: readonly string[];
}

export type TableJob = PrintTable & Pick<PrintJob, 'decimalMark'> & { readonly locale?: string | undefined };

export const canWrap = (column: ExportColumn) => !isFigure(column) && !unbreakableKinds.has(column.kind);

const unbreakableKinds = new Set<ExportColumn['kind']>(['boolean', 'date', 'datetime']);

/** @param isNumbered whether lines are numbered, which identifies them if nothing else does */
export function toPrintedTable(job: TableJob, toPrintable: Printable, isNumbered: boolean): PrintedTable {
  const columns: TableColumn[] = job.columns.map((column, index) => ({
    head: toPrintable(column.head),
    isFigure: isFigure(column) || (job.isFigures === true && index > 0),
    wraps: canWrap(column),
  }));
  const print = (cells: Line) =>
    job.columns.map((column, index) => toPrintable(printOr(cells[index] ?? null, column, job.decimalMark, job.locale)));
  if (job.outline) {
    const firstFigure = job.columns.findIndex(isFigure);
    return {
      columns,
      rows: job.outline.map(({ level, cells }) => ({ level, cells: print(cells) })),
      keys: firstFigure < 0 ? columns.length : firstFigure,
      notes: [],
    };
  }
  const [sums, notes] = addUp(job);
  const rows = [
    ...job.lines.map((cells, index) => ({
      level: 'line' as const,
      label: formatCount(index + 1, job.locale),
      cells: print(cells),
    })),
    ...sums.map(({ label, cells }) => ({ level: 'total' as const, label: toPrintable(label), cells: print(cells) })),
  ];
  if (isNumbered) {
    const number = { head: pdfWords.lineNumber, isFigure: true, wraps: true };
    const order = toKeysFirst(job.columns);
    const inOrder = <Of>(all: readonly Of[]) => order.indexes.flatMap((index) => all[index] ?? []);
    return {
      columns: [number, ...inOrder(columns)],
      rows: rows.map(({ level, label, cells }) => ({ level, cells: [label, ...inOrder(cells)] })),
      keys: 1 + order.keys,
      notes,
    };
  }
  const labelIndex = findLabelPlace(job.columns);
  return {
    columns,
    rows: rows.map(({ level, label, cells }) => ({
      level,
      cells: level === 'line' ? cells : cells.with(labelIndex ?? 0, label),
    })),
    keys: 0,
    notes,
  };
}

/** Time and person identify a record whose columns are on several pages; without them its id does. */
function toKeysFirst(columns: readonly ExportColumn[]): { readonly indexes: readonly number[]; readonly keys: number } {
  const find = (names: readonly string[]) =>
    names.flatMap((name) => {
      const index = columns.findIndex((column) => column.name === name);
      return index < 0 ? [] : [index];
    });
  const recordKeys = [...find([names.firstStart]), ...find(['owner_name', names.owner]).slice(0, 1)];
  const keys = recordKeys.length > 0 ? recordKeys : find([names.recordId, names.id]).slice(0, 1);
  const rest = columns.map((_, index) => index).filter((index) => !keys.includes(index));
  // A table of only keys has no other columns to repeat them beside.
  return rest.length === 0 ? { indexes: keys, keys: 0 } : { indexes: [...keys, ...rest], keys: keys.length };
}

/** Finds a column for the word "total": one of texts, or else one without a sum. */
export function findLabelPlace(columns: readonly ExportColumn[]): number | undefined {
  const index = columns.findIndex((column) => !column.adds && column.kind !== 'boolean');
  return index < 0 ? undefined : index;
}

export function printOr(cell: Cell, column: ExportColumn, mark: DecimalMark, locale: string | undefined): string {
  return cell === null ? '' : printCell(cell, column, mark, locale);
}

interface SumRow {
  readonly label: string;
  readonly cells: Line;
}

/** Lists the sums of all lines and of each currency, with sentences about the rounding differences. */
function addUp({ sums, lines, columns, currencyIndex, decimalMark, locale }: TableJob): [SumRow[], string[]] {
  const rows: SumRow[] = [];
  const rounded: RoundedSum[] = [];
  const add = (label: string, all: ColumnSums['all'], addedLines = lines, formatLabel = (head: string) => head) => {
    const cells = columns.map(({ name }) => all[name] ?? null);
    if (lines.length === 0 || cells.every((cell) => cell === null)) return;
    rows.push({ label, cells });
    const print = (cell: string, column: ExportColumn) => printCell(cell, column, decimalMark, locale);
    rounded.push(...findRounded(addedLines, cells, columns, print, formatLabel));
  };
  add(pdfWords.total, sums.all);
  for (const { currency, sums: all } of sums.byCurrency) {
    const isUnknown = currency === null || currency === '';
    add(
      isUnknown ? pdfWords.totalWithoutCurrency : pdfWords.totalIn(currency),
      all,
      lines.filter((line) => (currencyIndex === undefined ? null : (line[currencyIndex] ?? null)) === currency),
      (head) => nameInCurrency(head, currency || null),
    );
  }
  return [rows, describeRounding(rounded)];
}

/** Finds printed sums that differ from the sum of their rounded lines, by at most half of the last digit per line. */
function findRounded(
  lines: readonly Line[],
  sums: Line,
  columns: readonly ExportColumn[],
  printSum: (cell: string, column: ExportColumn) => string,
  formatLabel: (head: string) => string,
): RoundedSum[] {
  return columns.flatMap((column, index) => {
    const { digits } = column;
    const sum = sums[index] ?? null;
    if (sum === null || digits === null) return [];
    const total = roundUnits(toUnits(sum), digits);
    const printed = lines.reduce<Units>((all, line) => all + roundUnits(toUnits(line[index] ?? '0'), digits), 0n);
    if (total === printed) return [];
    const print = (units: Units) => printSum(formatUnits(units), column).replace('-', '−');
    const difference = `${total > printed ? '+' : ''}${print(total - printed)}`;
    return [{ label: formatLabel(column.head), of: 'lines', sum: print(printed), total: print(total), difference }];
  });
}

// Formats cells for people: thousands grouped, the column's decimals, hours as h:mm, dates without a T.

type PrintedColumn = Pick<ExportColumn, 'kind' | 'digits'>;
type DecimalMark = 'point' | 'comma';

const NO_BREAK_SPACE = '\u00A0';
/** The length of `2026-10-01 09:30`: to the minute, as on screen. */
const MINUTE_LENGTH = 16;
const DAY_LENGTH = 10;

/**
 * @param cell the exact value, as in documents
 * @param locale the reader's, which decides the marks; undefined for the program's default
 */
export function printCell(cell: string, column: PrintedColumn, mark: DecimalMark, locale?: string): string {
  const toMarked = (figure: string) => (locale === undefined ? swapMarks(figure, mark) : figure);
  switch (column.kind) {
    case 'text':
    case 'id':
    case 'unreadable':
      return cell;
    case 'date':
      return locale === undefined ? cell : formatDay(cell, locale);
    case 'boolean':
      return cell === 'true' ? pdfWords.yes : pdfWords.no;
    case 'datetime':
      return locale === undefined
        ? cell.replace('T', ' ').slice(0, MINUTE_LENGTH)
        : `${formatDay(cell.slice(0, DAY_LENGTH), locale)} ${cell.slice(DAY_LENGTH + 1, MINUTE_LENGTH)}`;
    case 'percent':
      return `${toMarked(printDecimal(cell, column.digits, locale))}${NO_BREAK_SPACE}%`;
    case 'clock':
      return toMarked(printClock(column.digits === null ? cell : roundTo(cell, column.digits), locale));
    case 'count':
    case 'number':
    case 'hours':
    case 'minutes':
    case 'days':
    case 'money':
    case 'rate':
      return toMarked(printDecimal(cell, column.digits, locale));
  }
}

function swapMarks(figure: string, mark: DecimalMark): string {
  return mark === 'comma' ? figure.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : figure;
}

const roundTo = (cell: string, digits: number) => formatUnits(roundUnits(toUnits(cell), digits));

/** Rounded to the column's decimals, which are always printed; unchanged if the column has none. */
function printDecimal(cell: string, digits: number | null, locale: string | undefined): string {
  const exact = digits === null ? cell : roundTo(cell, digits);
  const [, sign = '', integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? [undefined, '', exact];
  const decimals = digits === null ? fraction : fraction.padEnd(digits, '0');
  if (!/^\d+$/.test(integer)) return cell;
  return `${sign}${formatDecimal(decimals === '' ? integer : `${integer}.${decimals}`, locale)}`;
}

/** Whole minutes as `h:mm`; a part of a minute stays a decimal. */
function printClock(minutes: string, locale: string | undefined): string {
  const [, sign = '', integer = '0', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(minutes) ?? [];
  const count = BigInt(integer);
  return `${sign}${formatCount(count / 60n, locale)}:${String(count % 60n).padStart(2, '0')}${fraction}`;
}

// The layout of a table on paper, in points: portrait or landscape, in smaller type, or in blocks of columns with the keys repeated.

export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export interface Block {
  readonly columns: readonly number[];
  /** The width of each column including its inset. */
  readonly widths: readonly number[];
}

export interface Layout {
  readonly paper: Sheet;
  readonly typeSize: number;
  readonly blocks: readonly Block[];
}

interface Room {
  /** The width at which no word breaks, unless it is overlong. */
  readonly min: number;
  /** The width at which few lines break. */
  readonly good: number;
  /** The width at which the longest text stays on one line. */
  readonly full: number;
}

const sheets: Readonly<Record<Paper, Sheet>> = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
};
export const MARGIN = 36;
export const INSET = 3;
export const SLACK = 1;
export const findSheet = (paper: Paper): Sheet => sheets[paper];

const TYPE_SIZE = 8;
const SMALL_TYPE_SIZE = 7;
const LONGEST_WORD = 96;
const LONGEST_FIGURE = 150;
const GOOD_TEXT = 210;
/** The ratio of required to available width beyond which a portrait page breaks too many lines. */
const MAX_CROWDED = 1.3;
/** The most that a column gets beyond its longest text if a table is narrower than the page. */
const MAX_AIR = 36;

export function innerWidth({ width }: Sheet): number {
  return width - 2 * MARGIN;
}

/** `upright` applies only if the table fits without breaking words, `across` always; `best` chooses the more readable one. */
export type PageOrientation = 'best' | 'upright' | 'across';

export function layOut(
  table: PrintedTable,
  fonts: Fonts,
  upright: Sheet,
  orientation: PageOrientation = 'best',
): Layout {
  const across: Sheet = { width: upright.height, height: upright.width };
  const rooms = findRooms(table, fonts, TYPE_SIZE);
  const all = table.columns.map((_, index) => index);
  const isFitting = (columnRooms: readonly Room[], paper: Sheet, size: keyof Room) =>
    sumRooms(columnRooms, size) <= innerWidth(paper);
  const toLayout = (paper: Sheet, typeSize: number, columnRooms: readonly Room[]): Layout => ({
    paper,
    typeSize,
    blocks: [{ columns: all, widths: shareWidth(columnRooms, innerWidth(paper)) }],
  });
  const isLoose = sumRooms(rooms, 'good') <= innerWidth(upright) * MAX_CROWDED;
  if (orientation === 'upright' && isLoose && isFitting(rooms, upright, 'min'))
    return toLayout(upright, TYPE_SIZE, rooms);
  if (orientation !== 'across' && isFitting(rooms, upright, 'good')) return toLayout(upright, TYPE_SIZE, rooms);
  if (isFitting(rooms, across, 'min')) return toLayout(across, TYPE_SIZE, rooms);
  const smaller = findRooms(table, fonts, SMALL_TYPE_SIZE);
  if (isFitting(smaller, across, 'min')) return toLayout(across, SMALL_TYPE_SIZE, smaller);
  return { paper: across, typeSize: TYPE_SIZE, blocks: toBlocks(rooms, table.keys, innerWidth(across)) };
}

function findRooms({ columns, rows, span = 0 }: PrintedTable, { regular, bold }: Fonts, typeSize: number): Room[] {
  return columns.map(({ head, isFigure, wraps }, index) => {
    const headWord = measureWidest(head.split(/\s+/), (word) => measureText(word, bold));
    let [text, word] = [0, 0];
    for (const { level, label, cells, carried } of rows) {
      // The label of a group or a sum spans several columns.
      const isLabelled = label !== undefined && level !== 'line' && index < span;
      const cell = isLabelled ? '' : chooseLonger(cells[index] ?? '', carried?.[index] ?? '');
      const face = level === 'line' || level === 'difference' ? regular : bold;
      const cellWidth = measureWidest(cell.split('\n'), (line) => measureText(line, face));
      text = Math.max(text, cellWidth);
      if (wraps && cellWidth > word)
        word = Math.max(
          word,
          measureWidest(cell.split(/\s+/), (part) => measureText(part, face)),
        );
    }
    const toPoints = (ems: number, max: number) => Math.min(ems * typeSize, max) + 2 * INSET + SLACK;
    const headerWidth = toPoints(headWord, LONGEST_WORD);
    if (!wraps) {
      const cellWidth = Math.max(toPoints(text, LONGEST_FIGURE), headerWidth);
      return { min: cellWidth, good: cellWidth, full: cellWidth };
    }
    const min = Math.max(toPoints(word, LONGEST_WORD), headerWidth);
    // This is the column of line numbers: only the words below them are broken.
    if (isFigure) return { min, good: min, full: min };
    return {
      min,
      good: Math.max(toPoints(text, GOOD_TEXT), headerWidth),
      full: Math.max(toPoints(text, sheets.a4.height), headerWidth),
    };
  });
}

const chooseLonger = (first: string, second: string) => (second.length > first.length ? second : first);

/**
 * Gives every column its minimum width, then its good and its full width and some air while there is space, starting with the columns
 * that need least.
 */
function shareWidth(rooms: readonly Room[], available: number): number[] {
  const targets = [
    rooms.map(({ good }) => good),
    rooms.map(({ full }) => full),
    rooms.map(({ full }) => full + MAX_AIR),
  ];
  return targets.reduce(
    (widths, target) => fillWidths(widths, target, available),
    rooms.map(({ min }) => min),
  );
}

/** Widens all columns below their target equally, until each has reached it or the space is used up. */
function fillWidths(widths: readonly number[], target: readonly number[], available: number): number[] {
  let remaining = available - sumWidths(widths);
  const gains = widths.map(() => 0);
  const shortfalls = target
    .map((width, column) => ({ column, shortfall: width - (widths[column] ?? 0) }))
    .filter(({ shortfall }) => shortfall > 0)
    .toSorted((a, b) => a.shortfall - b.shortfall);
  shortfalls.forEach(({ column, shortfall }, index) => {
    const gain = Math.max(0, Math.min(shortfall, remaining / (shortfalls.length - index)));
    gains[column] = gain;
    remaining -= gain;
  });
  return widths.map((width, index) => width + (gains[index] ?? 0));
}

/** Keys take at most half of the page; each block has as many of the other columns as fit beside them, at least one. */
function toBlocks(rooms: readonly Room[], keys: number, available: number): Block[] {
  const wide = rooms.slice(0, keys);
  const keyRooms = shrink(wide, available / 2);
  const free = available - sumRooms(keyRooms, 'min');
  const groups: number[][] = [];
  let usedWidth = Infinity;
  rooms.slice(keys).forEach(({ min, good }, index) => {
    const width = Math.min(Math.max(min, Math.min(good, GOOD_TEXT / 2)), free);
    if (usedWidth + width > free) {
      groups.push([]);
      usedWidth = 0;
    }
    groups.at(-1)?.push(keys + index);
    usedWidth += width;
  });
  return groups.map((group) => {
    const groupRooms = group.map((index) => rooms[index]).filter((room) => room !== undefined);
    return {
      columns: [...keyRooms.map((_, index) => index), ...group],
      widths: shareWidth([...keyRooms, ...shrink(groupRooms, free)], available),
    };
  });
}

/** Shrinks all columns in proportion if even their minimum widths do not fit. */
function shrink(rooms: readonly Room[], available: number): readonly Room[] {
  const min = sumRooms(rooms, 'min');
  if (min <= available) return rooms;
  return rooms.map((room) => {
    const cut = (room.min * available) / min;
    return { min: cut, good: cut, full: cut };
  });
}

const sumWidths = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 0);

const sumRooms = (rooms: readonly Room[], size: keyof Room) => sumWidths(rooms.map((room) => room[size]));

const measureWidest = (texts: readonly string[], measure: (text: string) => number) =>
  texts.reduce((widest, text) => Math.max(widest, measure(text)), 0);

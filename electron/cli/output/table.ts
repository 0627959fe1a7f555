/** Aligned columns for people: text to the left, figures to the right, nothing cut off. */
import { toPrintable } from '#electron/host/printable.ts';

/** Longer texts exceed their column: padding every line to the length of the longest would print far too much. */
const MAX_PADDED = 300;

export interface Column {
  readonly header: string;
  readonly right?: boolean;
}

export interface RowColumn<Row> extends Column {
  readonly cell: (row: Row) => string;
}

export const alignLeft = <Row>(header: string, cell: (row: Row) => string): RowColumn<Row> => ({ header, cell });
export const alignRight = <Row>(header: string, cell: (row: Row) => string): RowColumn<Row> => ({
  header,
  cell,
  right: true,
});

/** Formats rows by columns, each with a function for its cells. */
export function tabulate<Row>(rows: readonly Row[], columns: readonly RowColumn<Row>[]): string[] {
  return formatTable(columns, toCells(rows, columns));
}

export function toCells<Row>(rows: readonly Row[], columns: readonly RowColumn<Row>[]): string[][] {
  return rows.map((row) => columns.map(({ cell }) => cell(row)));
}

/** @returns one line per row, after the headers and a rule. Each row has one cell for each column; control characters are made visible. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const cells = [columns.map(({ header }) => header), ...rows].map((row) => row.map(toPrintable));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => measurePadded(row[index] ?? '') ?? 0)));
  const formatLine = (row: readonly string[]) =>
    columns
      .map(({ right }, index) => {
        const cell = row[index] ?? '';
        const width = measurePadded(cell);
        const gap = width === undefined ? '' : ' '.repeat((widths[index] ?? 0) - width);
        return right ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  const [headers = [], ...body] = cells;
  const rule = widths
    .map((width) => '-'.repeat(width))
    .join('  ')
    .trimEnd();
  return [formatLine(headers), rule, ...body.map(formatLine)];
}

/** Returns undefined for a text that is too long to align. */
function measurePadded(cell: string): number | undefined {
  return cell.length > MAX_PADDED ? undefined : measureWidth(cell);
}

/** Breaks a text into lines of at most this many characters, between words if possible. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of toPrintable(text).split(' ')) {
    if (line !== '' && measureWidth(line) + 1 + measureWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Every character is one column wide, so the text need not be split to measure it. */
const PLAIN = /^[ -~]*$/;

export function measureWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return [...segmenter.segment(text)].length;
}

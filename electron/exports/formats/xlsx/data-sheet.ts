/** The sheets of lines: each is a table with its header, and a new one begins when a sheet is full. */
import type { ExportColumn, Line, ColumnKind } from '#domain/exports/model.ts';
import type { Archive } from '#electron/exports/zip-archive.ts';
import { drawText, createCellDrawer, type CellContext, type DrawCell } from './cells.ts';
import { toLetters, toSheetEnd, toSheetStart, escapeText, MAIN, XML_HEAD } from './xml.ts';
import { toUnits, type Units } from '#domain/decimal.ts';

interface DataInput extends CellContext {
  readonly columns: readonly ExportColumn[];
  /** Headers that a table accepts: see `toTableHeaders`. */
  readonly headers: readonly string[];
  readonly lines: AsyncIterable<readonly Line[]>;
  readonly tally: Tally;
  readonly linesPerSheet: number;
  /** Formats the sheet's name on its tab. @param number from 1 */
  readonly toName: (number: number) => string;
}

export interface DataSheet {
  readonly name: string;
  readonly path: string;
  readonly tablePath: string;
}

/** Writes one sheet after the other; at least one. */
export async function writeDataSheets(archive: Archive, input: DataInput): Promise<DataSheet[]> {
  const { columns, headers, tally, remarks, toName } = input;
  const reader = new LineReader(input.lines);
  const drawers = columns.map((column) => createCellDrawer(column, input));
  const sheets: DataSheet[] = [];
  try {
    do {
      const number = sheets.length + 1;
      const sheet = {
        name: toName(number),
        path: `xl/worksheets/data${number}.xml`,
        tablePath: `xl/tables/table${number}.xml`,
      };
      tally.startSheet();
      remarks.sheet = sheet.name;
      await archive.addPieces(sheet.path, toPieces(reader, drawers, input));
      const lines = tally.lines().at(-1) ?? 0;
      archive.addText(sheet.tablePath, toTable(headers, lines, number));
      archive.addText(`xl/worksheets/_rels/data${number}.xml.rels`, toTableRelation(number));
      sheets.push(sheet);
    } while (await reader.hasMore());
  } finally {
    await reader.close();
  }
  return sheets;
}

/** Hands out lines in pieces of at most the requested size, and keeps the remaining lines for the next sheet. */
class LineReader {
  readonly #pieces: AsyncIterator<readonly Line[]>;
  #remaining: readonly Line[] = [];

  constructor(lines: AsyncIterable<readonly Line[]>) {
    this.#pieces = lines[Symbol.asyncIterator]();
  }

  hasMore(): Promise<boolean> {
    return this.hasAtLeast(1);
  }

  /** Reads until this many lines are waiting, or until the last line. */
  async hasAtLeast(count: number): Promise<boolean> {
    while (this.#remaining.length < count) {
      const next = await this.#pieces.next();
      if (next.done === true) return false;
      this.#remaining = this.#remaining.length === 0 ? next.value : [...this.#remaining, ...next.value];
    }
    return true;
  }

  async take(max: number): Promise<readonly Line[]> {
    if (!(await this.hasMore())) return [];
    const lines = this.#remaining.slice(0, max);
    this.#remaining = this.#remaining.slice(max);
    return lines;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

/** The zip reads this much at once; more would only wait in memory. */
const PIECE_CHARACTERS = 64 * 1024;

async function* toPieces(
  reader: LineReader,
  drawers: readonly DrawCell[],
  { columns, headers, tally, linesPerSheet, styles }: DataInput,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => toLetters(index + 1));
  // Widths must not depend on the pieces in which the lines arrive.
  await reader.hasAtLeast(SAMPLE_LINES);
  let piece = await reader.take(linesPerSheet);
  yield toSheetStart({ widths: chooseWidths(columns, headers, piece), frozenRow: 1 });
  const bold = styles.find({ font: 'bold' });
  yield `<row r="1">${headers.map((head, index) => drawText(head, bold)(`${letters[index] ?? ''}1`)).join('')}</row>`;
  let written = 0;
  while (piece.length > 0) {
    let rows = '';
    for (const line of piece) {
      written += 1;
      rows += toRow(line, written + 1, letters, drawers);
      tally.add(line);
      if (rows.length >= PIECE_CHARACTERS) {
        yield rows;
        rows = '';
      }
    }
    yield rows;
    piece = written < linesPerSheet ? await reader.take(linesPerSheet - written) : [];
  }
  yield toSheetEnd({
    ignored: toIgnored(columns, written),
    tables: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
  });
}

function toRow(line: Line, row: number, letters: readonly string[], drawers: readonly DrawCell[]): string {
  let cells = '';
  for (let index = 0; index < line.length; index += 1) {
    const cell = line[index];
    if (cell === null || cell === undefined || cell === '') continue;
    cells += drawers[index]?.(cell, `${letters[index] ?? ''}${row}`) ?? '';
  }
  return `<row r="${row}">${cells}</row>`;
}

/** Suppresses the green corner on ids that look like numbers. */
function toIgnored(columns: readonly ExportColumn[], lines: number): string {
  const ranges = columns.flatMap(({ kind }, index) =>
    kind === 'text' || kind === 'id' ? [`${toLetters(index + 1)}2:${toLetters(index + 1)}${lastRow(lines)}`] : [],
  );
  if (ranges.length === 0) return '';
  return `<ignoredErrors><ignoredError sqref="${ranges.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

/** Even an empty table needs one row below its header. */
export function lastRow(lines: number): number {
  return Math.max(lines, 1) + 1;
}

function toTable(headers: readonly string[], lines: number, number: number): string {
  const range = `A1:${toLetters(headers.length)}${lastRow(lines)}`;
  const columns = headers.map((head, index) => `<tableColumn id="${index + 1}" name="${escapeText(head)}"/>`);
  return [
    `${XML_HEAD}<table xmlns="${MAIN}" id="${number}" name="Lines_${number}" displayName="Lines_${number}" ref="${range}" totalsRowShown="0">`,
    `<autoFilter ref="${range}"/><tableColumns count="${headers.length}">${columns.join('')}</tableColumns>`,
    '<tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>',
  ].join('');
}

function toTableRelation(number: number): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/table';
  return `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}" Target="../tables/table${number}.xml"/></Relationships>`;
}

/** The sums of each data sheet's cells: the cached values of the summary's formulas, and the precision with which a spreadsheet can check them. */
interface ColumnTally {
  /** Null: no cell has a value. */
  readonly sum: Units | null;
  /** The sum of the absolute values. */
  readonly magnitude: Units;
}

const MAX_KNOWN = 10_000;
const emptyTally: ColumnTally = { sum: null, magnitude: 0n };

export class Tally {
  readonly #adding: readonly number[];
  readonly #currencyIndex: number | undefined;
  /** Decimals already read, because a table has few different hours and rates. */
  readonly #known = new Map<string, Units>();
  readonly #sheets: { lines: number; readonly sums: Map<string, (ColumnTally | undefined)[]> }[] = [];

  constructor(columns: readonly ExportColumn[], currencyIndex: number | undefined) {
    this.#adding = columns.flatMap(({ adds }, index) => (adds ? [index] : []));
    this.#currencyIndex = currencyIndex;
  }

  startSheet(): void {
    this.#sheets.push({ lines: 0, sums: new Map() });
  }

  add(line: Line): void {
    const sheet = this.#sheets.at(-1);
    if (!sheet) return;
    sheet.lines += 1;
    const currency = this.#currencyIndex === undefined ? '' : (line[this.#currencyIndex] ?? '');
    let sums = sheet.sums.get(currency);
    if (!sums) sheet.sums.set(currency, (sums = []));
    for (const index of this.#adding) {
      const cell = line[index];
      if (cell === null || cell === undefined) continue;
      const units = this.#read(cell);
      const { sum, magnitude } = sums[index] ?? emptyTally;
      sums[index] = { sum: (sum ?? 0n) + units, magnitude: magnitude + (units < 0n ? -units : units) };
    }
  }

  #read(cell: string): Units {
    const knownUnits = this.#known.get(cell);
    if (knownUnits !== undefined) return knownUnits;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    const units = toUnits(cell);
    this.#known.set(cell, units);
    return units;
  }

  lines(): number[] {
    return this.#sheets.map(({ lines }) => lines);
  }

  /** Currencies in which any of these columns has a value, '' for lines without one. Default: all. */
  currencies(columns = this.#adding): string[] {
    const all = this.#sheets.flatMap(({ sums }) =>
      [...sums].filter(([, tallies]) => columns.some((index) => tallies[index])).map(([currency]) => currency),
    );
    return [...new Set(all)].toSorted();
  }

  /** @param currency undefined for all. @param sheets the number of sheets, from the first. */
  total(column: number, currency: string | undefined, sheets = this.#sheets.length): ColumnTally {
    return this.#sheets
      .slice(0, sheets)
      .flatMap(({ sums }) => [...sums].filter(([name]) => currency === undefined || name === currency))
      .reduce<ColumnTally>((total, [, tallies]) => {
        const columnTally = tallies[column];
        if (!columnTally) return total;
        return { sum: (total.sum ?? 0n) + (columnTally.sum ?? 0n), magnitude: total.magnitude + columnTally.magnitude };
      }, emptyTally);
  }
}

// The widths of columns: by header and kind, and for texts by the first lines.

const MIN_WIDTH = 8;
const WIDEST_TEXT = 60;
const WIDEST_HEAD = 40;
/** A table's header has a button beside its text. */
const BUTTON = 4;
/** Only the first lines of a sheet determine the widths of its columns. */
const SAMPLE_LINES = 500;

const widthsByKind: Readonly<Partial<Record<ColumnKind, number>>> = {
  boolean: 8,
  date: 12,
  datetime: 24,
  count: 10,
  clock: 12,
  percent: 10,
};
/** `-1,234,567,890.00`, without which a spreadsheet shows `####`. */
const NUMBER = 18;

export function chooseWidths(
  columns: readonly ExportColumn[],
  headers: readonly string[],
  lines: readonly Line[],
): number[] {
  const first = lines.slice(0, SAMPLE_LINES);
  return columns.map((column, index) => {
    const head = Math.min(headers[index]?.length ?? 0, WIDEST_HEAD) + BUTTON;
    return Math.max(MIN_WIDTH, head, isTextKind(column.kind) ? findLongest(first, index) : findNumberWidth(column));
  });
}

export function isTextKind(kind: ColumnKind): boolean {
  return kind === 'text' || kind === 'id' || kind === 'unreadable';
}

function findLongest(lines: readonly Line[], index: number): number {
  const longest = lines.reduce((max, line) => Math.max(max, (line[index] ?? '').split('\n', 1)[0]?.length ?? 0), 0);
  return Math.min(longest + 2, WIDEST_TEXT);
}

function findNumberWidth({ kind, currency }: ExportColumn): number {
  return widthsByKind[kind] ?? NUMBER + (currency === null ? 0 : currency.length + 1);
}

/** The sheets of lines: each a table with its head, split where a sheet is full. */
import type { ExportColumn, Line } from '../../../../src/domain/exports/model.ts';
import type { Archive } from '../../zip-archive.ts';
import { drawText, toCellDrawer, type CellContext, type DrawCell } from './cells.ts';
import { toLetters } from './names.ts';
import { toSheetEnd, toSheetStart } from './sheet.ts';
import type { Tally } from './tally.ts';
import { chooseWidths, LINES_LOOKED_AT } from './widths.ts';
import { escapeText, MAIN, XML_HEAD } from './xml.ts';

export interface DataQuestion extends CellContext {
  readonly columns: readonly ExportColumn[];
  /** As the table takes them. */
  readonly heads: readonly string[];
  readonly lines: AsyncIterable<readonly Line[]>;
  readonly tally: Tally;
  readonly linesPerSheet: number;
  /** The sheet's name on its tab. @param number from 1 */
  readonly toName: (number: number) => string;
}

export interface DataSheet {
  readonly name: string;
  readonly path: string;
  /** The table's part. */
  readonly tablePath: string;
}

/** Writes one sheet after the other; at least one. */
export async function writeDataSheets(archive: Archive, question: DataQuestion): Promise<DataSheet[]> {
  const { columns, heads, tally, remarks, toName } = question;
  const reader = new LineReader(question.lines);
  const drawers = columns.map((column) => toCellDrawer(column, question));
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
      await archive.addPieces(sheet.path, toPieces(reader, drawers, question));
      const lines = tally.lines().at(-1) ?? 0;
      archive.addText(sheet.tablePath, toTable(heads, lines, number));
      archive.addText(`xl/worksheets/_rels/data${number}.xml.rels`, toTableRelation(number));
      sheets.push(sheet);
    } while (await reader.hasMore());
  } finally {
    await reader.close();
  }
  return sheets;
}

/** Lines in pieces of at most as many as are asked for; what is left over stays for the next sheet. */
class LineReader {
  readonly #pieces: AsyncIterator<readonly Line[]>;
  #left: readonly Line[] = [];

  constructor(lines: AsyncIterable<readonly Line[]>) {
    this.#pieces = lines[Symbol.asyncIterator]();
  }

  hasMore(): Promise<boolean> {
    return this.hasAtLeast(1);
  }

  /** Reads until so many wait; all of them, where there are fewer. */
  async hasAtLeast(count: number): Promise<boolean> {
    while (this.#left.length < count) {
      const next = await this.#pieces.next();
      if (next.done === true) return false;
      this.#left = this.#left.length === 0 ? next.value : [...this.#left, ...next.value];
    }
    return true;
  }

  async take(most: number): Promise<readonly Line[]> {
    if (!(await this.hasMore())) return [];
    const taken = this.#left.slice(0, most);
    this.#left = this.#left.slice(most);
    return taken;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}

/** As much as the zip takes in at once: more would only wait in memory. */
const PIECE_CHARACTERS = 64 * 1024;

async function* toPieces(
  reader: LineReader,
  drawers: readonly DrawCell[],
  { columns, heads, tally, linesPerSheet, styles }: DataQuestion,
): AsyncGenerator<string> {
  const letters = columns.map((_, at) => toLetters(at + 1));
  // The same widths, whatever pieces the lines come in.
  await reader.hasAtLeast(LINES_LOOKED_AT);
  let piece = await reader.take(linesPerSheet);
  yield toSheetStart({ widths: chooseWidths(columns, heads, piece), frozenRow: 1 });
  const bold = styles.find({ font: 'bold' });
  yield `<row r="1">${heads.map((head, at) => drawText(head, bold)(`${letters[at] ?? ''}1`)).join('')}</row>`;
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
  for (let at = 0; at < line.length; at += 1) {
    const cell = line[at];
    if (cell === null || cell === undefined || cell === '') continue;
    cells += drawers[at]?.(cell, `${letters[at] ?? ''}${row}`) ?? '';
  }
  return `<row r="${row}">${cells}</row>`;
}

/** No green corner on ids that look like numbers. */
function toIgnored(columns: readonly ExportColumn[], lines: number): string {
  const places = columns.flatMap(({ kind }, at) =>
    kind === 'text' || kind === 'id' ? [`${toLetters(at + 1)}2:${toLetters(at + 1)}${lastRow(lines)}`] : [],
  );
  if (places.length === 0) return '';
  return `<ignoredErrors><ignoredError sqref="${places.join(' ')}" numberStoredAsText="1"/></ignoredErrors>`;
}

/** A table has a row below its head, if an empty one. */
export function lastRow(lines: number): number {
  return Math.max(lines, 1) + 1;
}

function toTable(heads: readonly string[], lines: number, number: number): string {
  const place = `A1:${toLetters(heads.length)}${lastRow(lines)}`;
  const columns = heads.map((head, at) => `<tableColumn id="${at + 1}" name="${escapeText(head)}"/>`);
  return [
    `${XML_HEAD}<table xmlns="${MAIN}" id="${number}" name="Lines_${number}" displayName="Lines_${number}" ref="${place}" totalsRowShown="0">`,
    `<autoFilter ref="${place}"/><tableColumns count="${heads.length}">${columns.join('')}</tableColumns>`,
    '<tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1" showColumnStripes="0"/></table>',
  ].join('');
}

function toTableRelation(number: number): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/table';
  return `${XML_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${type}" Target="../tables/table${number}.xml"/></Relationships>`;
}

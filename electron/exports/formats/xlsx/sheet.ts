/** The XML of a worksheet, in pieces: what stands around its rows, and the rows. */
import { toLetters } from './names.ts';
import type { Draw } from './cells.ts';
import { MAIN, RELATIONS, XML_HEAD } from './xml.ts';

export interface SheetRow {
  /** Null: an empty cell. */
  readonly cells: readonly (Draw | null)[];
  /** How deep it is folded, where rows are. */
  readonly level?: number;
}

export interface SheetShape {
  /** In characters. */
  readonly widths: readonly number[];
  /** Stays in sight with all rows above it; default: none. */
  readonly frozenRow?: number;
  readonly hasLevels?: boolean;
  readonly isActive?: boolean;
}

const DEEPEST = 7;

/** Everything before the rows. */
export function toSheetStart({ widths, frozenRow, hasLevels = false, isActive = false }: SheetShape): string {
  const below = frozenRow === undefined ? '' : `A${frozenRow + 1}`;
  const pane =
    frozenRow === undefined
      ? ''
      : `<pane ySplit="${frozenRow}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return [
    `${XML_HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr>`,
    hasLevels ? '<outlinePr summaryBelow="0"/>' : '',
    '<pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView workbookViewId="0"${isActive ? ' tabSelected="1"' : ''}>${pane}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"${hasLevels ? ` outlineLevelRow="${DEEPEST}"` : ''}/>`,
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

/** Everything after the rows; parts in the order the format asks for. */
export function toSheetEnd({ conditions = '', ignored = '', tables = '' } = {}): string {
  return [
    '</sheetData>',
    conditions,
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup orientation="landscape" fitToHeight="0"/>',
    ignored,
    tables,
    '</worksheet>',
  ].join('');
}

export function toRowXml({ cells, level = 0 }: SheetRow, number: number): string {
  const drawn = cells.map((draw, at) => draw?.(`${toLetters(at + 1)}${number}`) ?? '').join('');
  return `<row r="${number}"${level > 0 ? ` outlineLevel="${Math.min(level, DEEPEST)}"` : ''}>${drawn}</row>`;
}

const ROWS_A_PIECE = 500;

/** A sheet of rows that are there already. */
export async function* toSheetPieces(
  rows: readonly SheetRow[],
  shape: SheetShape,
  conditions = '',
): AsyncGenerator<string> {
  yield toSheetStart(shape);
  for (let at = 0; at < rows.length; at += ROWS_A_PIECE) {
    yield rows
      .slice(at, at + ROWS_A_PIECE)
      .map((row, place) => toRowXml(row, at + place + 1))
      .join('');
  }
  yield toSheetEnd({ conditions });
}

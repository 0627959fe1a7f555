/** Writes small workbooks as spreadsheets do: shared texts, numbers as digits, dates as styled serials, hidden columns, several sheets. */
import { strToU8, zipSync } from 'fflate';

/** A text, a number's digits, a day's serial, or the digits of a number that is written as an error. */
export type SheetCell = string | { readonly number: string } | { readonly serial: number } | { readonly error: string };

export interface SheetContent {
  readonly name: string;
  readonly rows: readonly (readonly SheetCell[])[];
  /** Counted from 0. */
  readonly hidden?: readonly number[];
  /** Cells far from the list, by their place. */
  readonly far?: Readonly<Record<string, string>>;
}

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function writeSheets(sheets: readonly SheetContent[]): Uint8Array {
  const shared: string[] = [];
  const parts = sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, writeSheet(sheet, shared)] as const);
  const related = sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`));
  const tabs = sheets.map(({ name }, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const texts = () => shared.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('');
  const files: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${tabs.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}${relation('rIdT', 'sharedStrings', 'sharedStrings.xml')}${relation('rIdS', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${SPREADSHEET}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${SPREADSHEET}">${texts()}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function writeSheet({ rows, hidden = [], far = {} }: SheetContent, shared: string[]): string {
  const columns = hidden.map((at) => `<col min="${at + 1}" max="${at + 1}" width="0" hidden="1"/>`).join('');
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, at) => writeCell(cell, `${columnName(at)}${row + 1}`, shared));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const strays = Object.entries(far).map(
    ([place, value]) => `<row r="${/\d+/.exec(place)?.[0] ?? ''}">${writeCell(value, place, shared)}</row>`,
  );
  return `${HEAD}<worksheet xmlns="${SPREADSHEET}">${columns && `<cols>${columns}</cols>`}<sheetData>${lines.join('')}${strays.join('')}</sheetData></worksheet>`;
}

function writeCell(cell: SheetCell, place: string, shared: string[]): string {
  if (cell === '') return `<c r="${place}" s="0"/>`;
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
  if ('number' in cell) return `<c r="${place}"><v>${cell.number}</v></c>`;
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`;
  return `<c r="${place}" s="1"><v>${cell.serial}</v></c>`;
}

export function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

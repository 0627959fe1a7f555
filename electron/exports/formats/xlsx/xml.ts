/** Texts in SpreadsheetML: never markup, regardless of what was received, and never longer than a cell's limit. */

/** The maximum number of characters (UTF-16) of a cell. */
export const CELL_LIMIT = 32_767;

const MARKUP = /[&<>"]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML cannot hold, and carriage returns, which its readers change. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const FORBIDDEN = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** Texts that a reader would mistake for such an escape. */
const LOOKS_ESCAPED = /_x(?=[0-9A-Fa-f]{4}_)/g;
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const NEEDS_ESCAPES = /[&<>"\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

const EDGE_SPACE = /^\s|\s$|[\t\n]/;
/** Few texts need escapes, and a single test finds them. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const SPECIAL = /^\s|\s$|[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

/** Writes a text's element so that its spaces are preserved. */
export function toTextElement(text: string): string {
  if (!SPECIAL.test(text)) return `<t>${text}</t>`;
  return `<t${EDGE_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</t>`;
}

/** Escapes a text for an element or attribute: characters that XML cannot hold become `_xHHHH_` (the format's ST_Xstring). */
export function escapeText(text: string): string {
  if (!NEEDS_ESCAPES.test(text)) return text;
  return text
    .replace(LOOKS_ESCAPED, '_x005F_x')
    .replace(FORBIDDEN, toEscape)
    .replace(LONE_SURROGATE, toEscape)
    .replace(MARKUP, (character) => entities[character] ?? character);
}

function toEscape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Cuts a text that is too long for a cell, and appends a mark. @param mark formats the number of missing characters */
export function cutText(text: string, mark: (missing: number) => string): string {
  if (text.length <= CELL_LIMIT) return text;
  const available = CELL_LIMIT - mark(text.length).length;
  const last = text.charCodeAt(available - 1);
  // A surrogate pair is never split.
  const keptLength = last >= 0xd800 && last <= 0xdbff ? available - 1 : available;
  return text.slice(0, keptLength) + mark(text.length - keptLength);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

// Names that a workbook accepts: of sheets, of a table's columns, and of cells.

const SHEET_LIMIT = 31;
const HEAD_LIMIT = 255;

/** @param number 1 is A */
export function toLetters(number: number): string {
  const remainder = (number - 1) % 26;
  const letter = String.fromCharCode(65 + remainder);
  return number <= 26 ? letter : toLetters((number - 1 - remainder) / 26) + letter;
}

/** Removes the characters that a sheet's name must not contain. */
export function toSheetName(word: string): string {
  const sheetName = word.replaceAll(/[[\]:*?/\\]/g, '').replaceAll(/^'+|'+$/g, '');
  return sheetName.slice(0, SHEET_LIMIT).trim() || '_';
}

export function quoteSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** Makes headers that a table accepts: on one line, not empty, and unique regardless of case. */
export function toTableHeaders(headers: readonly string[]): string[] {
  const usedKeys = new Set<string>();
  return headers.map((head) => {
    const plain = head.replaceAll(/\s+/g, ' ').trim() || '_';
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` (${count})`;
      const name = plain.slice(0, HEAD_LIMIT - suffix.length).trim() + suffix;
      const key = name.toLowerCase();
      if (usedKeys.has(key)) continue;
      usedKeys.add(key);
      return name;
    }
  });
}

// The XML of a worksheet, in pieces: its start, its rows and its end.

/** Draws a cell at its reference, `B7`. */
export type Draw = (reference: string) => string;

export interface SheetRow {
  /** Null for an empty cell. */
  readonly cells: readonly (Draw | null)[];
  readonly level?: number;
}

interface SheetShape {
  readonly widths: readonly number[];
  /** This row and all above it stay visible; none by default. */
  readonly frozenRow?: number;
  readonly hasLevels?: boolean;
  readonly isActive?: boolean;
}

const MAX_LEVELS = 7;

export function toSheetStart({ widths, frozenRow, hasLevels = false, isActive = false }: SheetShape): string {
  const below = frozenRow === undefined ? '' : `A${frozenRow + 1}`;
  const pane =
    frozenRow === undefined
      ? ''
      : `<pane ySplit="${frozenRow}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/>`;
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return [
    `${XML_HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr>`,
    hasLevels ? '<outlinePr summaryBelow="0"/>' : '',
    '<pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView workbookViewId="0"${isActive ? ' tabSelected="1"' : ''}>${pane}</sheetView></sheetViews>`,
    `<sheetFormatPr defaultRowHeight="15"${hasLevels ? ` outlineLevelRow="${MAX_LEVELS}"` : ''}/>`,
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

/** Everything after the rows; parts in the order that the format requires. */
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

function toRowXml({ cells, level = 0 }: SheetRow, number: number): string {
  const drawn = cells.map((draw, index) => draw?.(`${toLetters(index + 1)}${number}`) ?? '').join('');
  return `<row r="${number}"${level > 0 ? ` outlineLevel="${Math.min(level, MAX_LEVELS)}"` : ''}>${drawn}</row>`;
}

const ROWS_PER_PIECE = 500;

/** Writes a sheet whose rows are all known. */
export async function* toSheetPieces(
  rows: readonly SheetRow[],
  shape: SheetShape,
  conditions = '',
): AsyncGenerator<string> {
  yield toSheetStart(shape);
  for (let firstRow = 0; firstRow < rows.length; firstRow += ROWS_PER_PIECE) {
    yield rows
      .slice(firstRow, firstRow + ROWS_PER_PIECE)
      .map((row, index) => toRowXml(row, firstRow + index + 1))
      .join('');
  }
  yield toSheetEnd({ conditions });
}

/** A sheet's tab. The workbook's other parts list the sheets, their order, and the type of each part. */
export interface Tab {
  readonly name: string;
  readonly path: string;
  /** Whether the first row is printed on each page. */
  readonly repeatsHead: boolean;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PROPERTIES = 'application/vnd.openxmlformats-officedocument.extended-properties+xml';
const CORE = 'application/vnd.openxmlformats-package.core-properties+xml';
const APPLICATION = 'Timelog Reports';

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`;

const toRelations = (relations: readonly string[]) =>
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;

export const packageRelations = toRelations([
  relation(1, `${RELATIONS}/officeDocument`, 'xl/workbook.xml'),
  relation(2, `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'),
  relation(3, `${RELATIONS}/extended-properties`, 'docProps/app.xml'),
]);

/** Only the title: an author would identify a person, and a date would change the bytes. */
export function toCoreProperties(title: string): string {
  return `${XML_HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeText(title)}</dc:title></cp:coreProperties>`;
}

export const appProperties = `${XML_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${APPLICATION}</Application></Properties>`;

/** Makes Excel calculate when it opens the file, so that no check shows an outdated result. */
export function toWorkbook(tabs: readonly Tab[]): string {
  const sheets = tabs.map(
    ({ name }, index) => `<sheet name="${escapeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const titles = tabs.flatMap(({ name, repeatsHead }, index) =>
    repeatsHead
      ? [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeText(quoteSheet(name))}!$1:$1</definedName>`,
        ]
      : [],
  );
  return [
    `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr/>`,
    `<bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets.join('')}</sheets>`,
    titles.length > 0 ? `<definedNames>${titles.join('')}</definedNames>` : '',
    '<calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>',
  ].join('');
}

export function toWorkbookRelations(tabs: readonly Tab[]): string {
  return toRelations([
    ...tabs.map(({ path }, index) => relation(index + 1, `${RELATIONS}/worksheet`, path.replace(/^xl\//, ''))),
    relation(tabs.length + 1, `${RELATIONS}/styles`, 'styles.xml'),
  ]);
}

export function toContentTypes(tabs: readonly Tab[], tables: readonly string[]): string {
  const part = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${type}"/>`;
  return [
    `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('xl/workbook.xml', `${TYPE}.sheet.main+xml`),
    part('xl/styles.xml', `${TYPE}.styles+xml`),
    ...tabs.map(({ path }) => part(path, `${TYPE}.worksheet+xml`)),
    ...tables.map((path) => part(path, `${TYPE}.table+xml`)),
    part('docProps/core.xml', CORE),
    part('docProps/app.xml', PROPERTIES),
    '</Types>',
  ].join('');
}

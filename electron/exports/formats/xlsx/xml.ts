/** Texts as SpreadsheetML holds them: whatever was received, never markup, never more than a cell takes. */

/** The most characters (UTF-16) a cell holds. */
export const CELL_LIMIT = 32_767;

const MARKUP = /[&<>"]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold, and what its readers change: a carriage return. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const FORBIDDEN = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** What a reader would take for such an escape. */
const LOOKS_ESCAPED = /_x(?=[0-9A-Fa-f]{4}_)/g;
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const NEEDS_CARE = /[&<>"\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

const EDGE_SPACE = /^\s|\s$|[\t\n]/;
/** Few texts need escapes, and a single test finds them. */
// oxlint-disable-next-line no-control-regex -- these are what is escaped
const IS_SPECIAL = /^\s|\s$|[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_x/;

/** Writes a text's element so that its blanks are kept. */
export function toTextElement(text: string): string {
  if (!IS_SPECIAL.test(text)) return `<t>${text}</t>`;
  return `<t${EDGE_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</t>`;
}

/** The text for an element or attribute: what XML cannot hold as `_xHHHH_`, as the format has it (ST_Xstring). */
export function escapeText(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return text
    .replace(LOOKS_ESCAPED, '_x005F_x')
    .replace(FORBIDDEN, toEscape)
    .replace(LONE_SURROGATE, toEscape)
    .replace(MARKUP, (character) => entities[character] ?? character);
}

function toEscape(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Cuts what no cell can hold, and marks it so. @param mark says how many characters are missing */
export function cutText(text: string, mark: (missing: number) => string): string {
  if (text.length <= CELL_LIMIT) return text;
  const room = CELL_LIMIT - mark(text.length).length;
  const last = text.charCodeAt(room - 1);
  // A surrogate pair is never split.
  const keptLength = last >= 0xd800 && last <= 0xdbff ? room - 1 : room;
  return text.slice(0, keptLength) + mark(text.length - keptLength);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

// Names that a workbook accepts: of sheets, of columns of a table, of places.

const SHEET_LIMIT = 31;
const HEAD_LIMIT = 255;

/** @param number 1 is A */
export function toLetters(number: number): string {
  const rest = (number - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return number <= 26 ? letter : toLetters((number - 1 - rest) / 26) + letter;
}

/** Removes the characters that a sheet's name must not contain. */
export function toSheetName(word: string): string {
  const sheetName = word.replaceAll(/[[\]:*?/\\]/g, '').replaceAll(/^'+|'+$/g, '');
  return sheetName.slice(0, SHEET_LIMIT).trim() || '_';
}

export function quoteSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** Makes heads that a table accepts: on one line, not empty, and unique regardless of case. */
export function toTableHeads(heads: readonly string[]): string[] {
  const usedKeys = new Set<string>();
  return heads.map((head) => {
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

// The XML of a worksheet, in pieces: what stands around its rows, and the rows.

/** Draws a cell at its place, `B7`. */
export type Draw = (place: string) => string;

export interface SheetRow {
  /** Null for an empty cell. */
  readonly cells: readonly (Draw | null)[];
  /** The row's outline level, if rows are grouped. */
  readonly level?: number;
}

interface SheetShape {
  readonly widths: readonly number[];
  /** This row and all above it stay in sight; none by default. */
  readonly frozenRow?: number;
  readonly hasLevels?: boolean;
  readonly isActive?: boolean;
}

const DEEPEST = 7;

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

function toRowXml({ cells, level = 0 }: SheetRow, number: number): string {
  const drawn = cells.map((draw, index) => draw?.(`${toLetters(index + 1)}${number}`) ?? '').join('');
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
  for (let firstRow = 0; firstRow < rows.length; firstRow += ROWS_A_PIECE) {
    yield rows
      .slice(firstRow, firstRow + ROWS_A_PIECE)
      .map((row, place) => toRowXml(row, firstRow + place + 1))
      .join('');
  }
  yield toSheetEnd({ conditions });
}

/** The parts that hold a workbook together: which sheets there are, in which order, and what each part is. */
export interface Tab {
  readonly name: string;
  readonly path: string;
  /** Rows that are printed on each page, from the first. */
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

/** The title alone: no author and no date, which would tell a person and change the bytes. */
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

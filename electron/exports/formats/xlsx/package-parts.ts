/** The parts that hold a workbook together: which sheets there are, in which order, and what each part is. */
import { quoteSheet } from './names.ts';
import { escapeText, MAIN, RELATIONS, XML_HEAD } from './xml.ts';

export interface Tab {
  readonly name: string;
  /** Of its part. */
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
    ({ name }, at) => `<sheet name="${escapeText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const titles = tabs.flatMap(({ name, repeatsHead }, at) =>
    repeatsHead
      ? [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escapeText(quoteSheet(name))}!$1:$1</definedName>`,
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
    ...tabs.map(({ path }, at) => relation(at + 1, `${RELATIONS}/worksheet`, path.replace(/^xl\//, ''))),
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

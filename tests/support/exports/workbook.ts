/** Reads a workbook as another program would: sheets by their tabs, cells by their places. Reads LibreOffice's files too. */
import { readZip } from './zip.ts';

export interface WorkbookCell {
  /** `text`, `number`, `boolean`, `error`. */
  readonly type: 'text' | 'number' | 'boolean' | 'error';
  /** As it stands in the file: a number's digits, a text as a person reads it, `1` or `0`. */
  readonly value: string;
  readonly formula: string | undefined;
  /** Number format. */
  readonly format: string;
}

export type Sheet = ReadonlyMap<string, WorkbookCell>;

export interface Workbook {
  /** In the order of the tabs. */
  readonly sheets: ReadonlyMap<string, Sheet>;
  readonly parts: ReadonlyMap<string, string>;
  /** Path of each sheet's part. */
  readonly paths: ReadonlyMap<string, string>;
}

export function readWorkbook(bytes: Buffer): Workbook {
  const parts = new Map(readZip(bytes).map(({ name, content }) => [name, content.toString('utf8')]));
  const part = (name: string) => parts.get(name) ?? '';
  const targets = new Map(
    findElements(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes.get('Id'),
      `xl/${attributes.get('Target') ?? ''}`,
    ]),
  );
  const shared = findElements(part('xl/sharedStrings.xml'), 'si').map(({ inner }) => readTexts(inner));
  const formats = readFormats(part('xl/styles.xml'));
  const paths = new Map(
    findElements(part('xl/workbook.xml'), 'sheet').map(({ attributes }) => [
      attributes.get('name') ?? '',
      targets.get(attributes.get('r:id')) ?? '',
    ]),
  );
  const sheets = new Map([...paths].map(([name, path]) => [name, readSheet(part(path), shared, formats)]));
  return { sheets, parts, paths };
}

function readSheet(xml: string, shared: readonly string[], formats: readonly string[]): Sheet {
  return new Map(
    findElements(xml, 'c').flatMap(({ attributes, inner }) => {
      const type = attributes.get('t') ?? 'n';
      const formula = findElements(inner, 'f')[0]?.inner;
      const plain = findElements(inner, 'v')[0]?.inner;
      if (plain === undefined && type !== 'inlineStr') return [];
      const raw = plain ?? '';
      const value = type === 'inlineStr' ? readTexts(inner) : type === 's' ? (shared[Number(raw)] ?? '') : decode(raw);
      const cell: WorkbookCell = {
        type: types[type] ?? 'text',
        value,
        formula: formula === undefined ? undefined : decode(formula),
        format: formats[Number(attributes.get('s') ?? 0)] ?? 'General',
      };
      return [[attributes.get('r') ?? '', cell] as const];
    }),
  );
}

const types: Readonly<Record<string, WorkbookCell['type']>> = { n: 'number', b: 'boolean', e: 'error' };

function readFormats(xml: string): string[] {
  const own = new Map(
    findElements(xml, 'numFmt').map(({ attributes }) => [
      attributes.get('numFmtId'),
      attributes.get('formatCode') ?? '',
    ]),
  );
  const [cellXfs] = findElements(xml, 'cellXfs');
  return findElements(cellXfs?.inner ?? '', 'xf').map(({ attributes }) => {
    const id = attributes.get('numFmtId');
    return own.get(id) ?? (id === '49' ? '@' : 'General');
  });
}

const readTexts = (xml: string) =>
  findElements(xml, 't')
    .map(({ inner }) => decode(inner))
    .join('');

interface Element {
  readonly attributes: ReadonlyMap<string, string>;
  readonly inner: string;
}

/** Elements of a name that do not hold one another. */
export function findElements(xml: string, name: string): Element[] {
  const pattern = new RegExp(`<${name}((?: [^>]*?)?)(?:/>|>(.*?)</${name}>)`, 'gs');
  return [...xml.matchAll(pattern)].map(([, attributes = '', inner = '']) => ({
    attributes: new Map(
      [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decode(value)]),
    ),
    inner,
  }));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (all, hex: string, decimal: string, name: string) =>
      hex
        ? String.fromCodePoint(Number.parseInt(hex, 16))
        : decimal
          ? String.fromCodePoint(Number(decimal))
          : (entities[name] ?? all),
    )
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

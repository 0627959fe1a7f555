/** CSV for programs (RFC 4180, UTF-8), and for people who open it in a spreadsheet: with a byte order mark and guards. */
import { setImmediate as pause } from 'node:timers/promises';
import { type Cell, type ExportColumn, type Line, toValueType, type ValueType } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { appendFile, type AtomicFile } from '../atomic-file.ts';
import type { ExportDocument, FormatWriter, FinishedFile } from '../document.ts';
import { prepareDateWords, isValueLike } from '#domain/value-like.ts';

const BYTE_ORDER_MARK = '\uFEFF';

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** This many texts of a column, of at most this length, take about a megabyte. */
const MAX_KNOWN = 5000;
const LONGEST_KNOWN = 100;

/** Any table can be written as CSV, not only a document. */
export interface CsvTable {
  readonly columns: readonly Pick<ExportColumn, 'head' | 'kind'>[];
  readonly lines: AsyncIterable<readonly Line[]>;
  readonly options: Pick<ExportOptions, 'preset' | 'separator' | 'decimalMark'>;
}

export const csv: FormatWriter = {
  isThreaded: true,
  copy: writeInBulk,
  write: writeCsv,
  describe(document) {
    if (document.options.preset !== 'machine') return undefined;
    return { suffix: '.datapackage.json', content: (finished) => describePackage(document, finished) };
  },
};

/** @returns undefined, with nothing written, if lines must be made one by one. */
async function writeInBulk(
  { bulk, columns, options, onWritten }: Pick<ExportDocument, 'bulk' | 'columns' | 'options' | 'onWritten'>,
  file: AtomicFile,
): Promise<{ guarded: number } | undefined> {
  const isMachine = options.preset === 'machine';
  const bulkFile = await bulk?.csv({
    separator: toSeparator(options),
    decimalComma: !isMachine && options.decimalMark === 'comma',
    spacedTimes: !isMachine,
    guards: isMachine
      ? undefined
      : { ...createGuards(options.separator), suspects, prepare: () => prepareDateWords(() => pause()) },
  });
  if (!bulkFile) return undefined;
  try {
    const { header, guardedHeads } = formatHeader(columns, options);
    await file.write(header);
    await appendFile(bulkFile.path, file, onWritten);
    return { guarded: guardedHeads + bulkFile.guarded };
  } finally {
    await bulkFile.remove();
  }
}

export async function writeCsv({ columns, lines, options }: CsvTable, file: AtomicFile): Promise<{ guarded: number }> {
  let guarded = 0;
  const { cells } = chooseCells(columns, options, () => (guarded += 1));
  const { header, guardedHeads } = formatHeader(columns, options);
  await file.write(header);
  const toLine = createRowFormatter(cells, toSeparator(options));
  for await (const piece of lines) {
    let text = '';
    for (const line of piece) text += toLine(line);
    await file.write(text);
  }
  return { guarded: guardedHeads + guarded };
}

const toSeparator = ({ preset, separator }: CsvTable['options']) =>
  preset === 'machine' ? ',' : separators[separator];

function formatHeader(
  columns: CsvTable['columns'],
  options: CsvTable['options'],
): { readonly header: string; readonly guardedHeads: number } {
  let guardedHeads = 0;
  const { heads } = chooseCells(columns, options, () => (guardedHeads += 1));
  const mark = options.preset === 'machine' ? '' : BYTE_ORDER_MARK;
  const header = mark + createRowFormatter(heads, toSeparator(options))(columns.map((column) => column.head));
  return { header, guardedHeads };
}

function createRowFormatter(cells: readonly ToText[], separator: string): (line: readonly Cell[]) => string {
  return (line) => {
    let row = '';
    for (let index = 0; index < cells.length; index += 1) {
      const cell = line[index];
      if (index > 0) row += separator;
      if (cell !== null && cell !== undefined) row += cells[index]?.(cell) ?? '';
    }
    return `${row}\r\n`;
  };
}

const chooseCells = (columns: CsvTable['columns'], options: CsvTable['options'], onGuarded: () => void): Cells =>
  options.preset === 'machine' ? createExactCells(columns) : createGuardedCells(columns, options, onGuarded);

type ToText = (cell: string) => string;
interface Cells {
  readonly heads: readonly ToText[];
  readonly cells: readonly ToText[];
}

function createExactCells(columns: CsvTable['columns']): Cells {
  const quote = createQuoter(',');
  return {
    heads: columns.map(() => quote),
    cells: columns.map(({ kind }) => (isText(kind) ? quote : keepText)),
  };
}

/** Numbers, even negative ones, are never guarded: only text can be misinterpreted. */
function createGuardedCells(
  columns: CsvTable['columns'],
  { separator, decimalMark }: CsvTable['options'],
  onGuarded: () => void,
): Cells {
  const guards = createGuards(separator);
  const quote = createQuoter(separators[separator]);
  const guarded =
    (guard: ToText): ToText =>
    (text) => {
      const harmless = guard(text);
      if (harmless !== text) onGuarded();
      return quote(harmless);
    };
  const texts = columns.map((_, index) => guarded(memoizeText((text) => guards.text(text, index === 0))));
  const json = guarded((text) => guards.json(text));
  const number: ToText = decimalMark === 'comma' ? (text) => text.replace('.', ',') : keepText;
  const toCell = ({ kind }: CsvTable['columns'][number], index: number): ToText => {
    switch (kind) {
      case 'text':
      case 'id':
        return texts[index] ?? quote;
      case 'unreadable':
        return json;
      case 'boolean':
      case 'date':
        return keepText;
      case 'datetime':
        return (cell) => cell.replace('T', ' ');
      case 'clock':
        return toClock;
      case 'count':
      case 'number':
      case 'hours':
      case 'minutes':
      case 'days':
      case 'money':
      case 'rate':
      case 'percent':
        return number;
    }
  };
  return { heads: texts, cells: columns.map(toCell) };
}

/** Columns repeat their texts, and guarding a text takes longer than looking it up. */
function memoizeText(guard: ToText): ToText {
  const cache = new Map<string, string>();
  return (text) => {
    const cachedText = cache.get(text);
    if (cachedText !== undefined) return cachedText;
    const guardedText = guard(text);
    if (cache.size < MAX_KNOWN && text.length <= LONGEST_KNOWN) cache.set(text, guardedText);
    return guardedText;
  };
}

const keepText: ToText = (text) => text;
const isText = (kind: ExportColumn['kind']) => kind === 'text' || kind === 'id' || kind === 'unreadable';

/**
 * Minutes as `h:mm`, a part of a minute as seconds, `h:mm:ss.s`: spreadsheets read `9:49.2` as minutes and seconds. Every digit stays: eight
 * decimals of a minute are at most eight decimals of a second.
 */
function toClock(minutes: string): string {
  const [, sign = '', integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(minutes) ?? [];
  const count = BigInt(integer);
  const clock = `${sign}${count / 60n}:${String(count % 60n).padStart(2, '0')}`;
  if (fraction === '') return clock;
  const seconds = String(BigInt(fraction) * 60n).padStart(fraction.length + 2, '0');
  const rest = seconds.slice(-fraction.length).replace(/0+$/, '');
  return `${clock}:${seconds.slice(0, -fraction.length)}${rest === '' ? '' : `.${rest}`}`;
}

/** Also quotes number signs, as the store's bulk copy does, since some readers take them for the start of a comment. */
function createQuoter(separator: string): ToText {
  const special = new RegExp(`["\\r\\n#${separator}]`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

// Changes texts so that no spreadsheet misinterprets them: docs/decisions/0038 explains each change.

/** The start of a cell that a spreadsheet may run as a formula, including full-width forms and leading blanks. */
const FORMULA_START = /^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * The same for a program that reads the file with a different separator: its cells start after each of these and after each line, since it
 * ignores quotes in the middle of a cell. A dash there usually marks a list, so it counts as a formula only if it could call something.
 */
const innerStarts: Readonly<Record<ExportOptions['separator'], RegExp>> = {
  comma: matchStartsAfter(';\t\r\n'),
  semicolon: matchStartsAfter(',\t\r\n'),
  tab: matchStartsAfter(',;\r\n'),
};

function matchStartsAfter(characters: string): RegExp {
  return new RegExp(
    `([${characters}])(?=[ "\\u00A0]*(?:[=@\\uFF1D\\uFF20]|[+\\-\\uFF0B\\uFF0D][^;,\\t\\r\\n]*[(|!]))`,
    'g',
  );
}

/** Spreadsheets cannot hold these characters: they cut off the text there, drop them, or lose the cell. */
// eslint-disable-next-line no-control-regex -- they are what it looks for
const UNSUPPORTED = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const CONTROL_PICTURES = 0x2400;

/** The longest text that spreadsheets accept in a formula. */
const LONGEST_LITERAL = 255;

const BLANK = String.raw`[\s\x{0B}\x{FEFF}\p{Z}]`;
const INK = String.raw`[^\s\x{0B}\x{FEFF}\p{Z}-]`;
const SIGN = String.raw`[=+\-@\x{FF1D}\x{FF0B}\x{FF0D}\x{FF20}]`;
const VALUE = String.raw`[\p{Nd}\p{L}\p{M}\p{Sc}\p{Zs}\t\r\n.,:;'\x{2019}\x{B7}/\\()+\-\x{2212}%\x{2030}_]`;

/**
 * RE2 patterns, which have no lookahead, for texts that may be changed here, regardless of the separator. They may match more texts than are
 * changed, never fewer.
 */
export const suspects = {
  /** A formula at the start or further on, an unsupported character, a single word, an error. */
  any: [
    `^${BLANK}*${SIGN}`,
    String.raw`^[\t\r\n]`,
    String.raw`[;,\t\r\n][ "\x{A0}]*${SIGN}`,
    String.raw`[\x{00}-\x{08}\x{0B}\x{0C}\x{0E}-\x{1F}\x{FFFE}\x{FFFF}]`,
    String.raw`^${BLANK}*[\p{L}\p{M}]+${BLANK}*$`,
    `^${BLANK}*#`,
  ].join('|'),
  /** Digits with only characters of numbers and dates around them … */
  values: String.raw`^${BLANK}*${VALUE}*\p{Nd}${VALUE}*${BLANK}*$`,
  /** … except plain whole numbers, and texts in the form of record ids. */
  harmless: `^(0|[1-9][0-9]{0,10})$|${INK} +-- +${INK}`,
  /** The usual form of a record id, which is harmless and matches none of `any`. */
  plain: '^[0-9]+ -- [0-9][0-9 .:-]*$',
};

export function createGuards(separator: ExportOptions['separator']) {
  const inner = innerStarts[separator];
  const guardFormula = (text: string) => {
    const harmless = text.replace(inner, "$1'");
    return FORMULA_START.test(text) ? `'${harmless}` : harmless;
  };
  return {
    /** @param isFirst whether the cell is the first of its line */
    text(source: string, isFirst: boolean): string {
      const text = source.replace(UNSUPPORTED, toPicture);
      if (FORMULA_START.test(text) || !isValueLike(text)) return guardFormula(text);
      // With a different separator, the first cell of a line extends to the next of those, so there it would start a formula.
      const isLiteral = !isFirst && text.length <= LONGEST_LITERAL && !/[\t\r\n]/.test(text);
      return isLiteral ? `="${text}"` : `'${guardFormula(text)}`;
    },
    /** A JSON object stays the same JSON. */
    json: (text: string) =>
      guardFormula(text.replace(inner, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  };
}

function toPicture(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(CONTROL_PICTURES + code) : '\uFFFD';
}

// Describes a CSV for programs, in a file beside it: a Frictionless data package with one table (datapackage.org, version 2).

const PROFILE = 'https://datapackage.org/profiles/2.0/datapackage.json';

const types: Readonly<Record<ValueType, object>> = {
  text: { type: 'string' },
  boolean: { type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
  date: { type: 'date' },
  instant: { type: 'datetime' },
  local: { type: 'datetime' },
  integer: { type: 'integer' },
  decimal: { type: 'number', decimalChar: '.' },
  object: { type: 'object' },
};

export type Described = Pick<ExportDocument, 'head' | 'options' | 'columns' | 'lineCount'>;

export function describePackage({ head, options, columns, lineCount }: Described, file: FinishedFile): string {
  const description = {
    $schema: PROFILE,
    name: toName(file.name),
    title: head.title,
    description: [head.period, head.seal].join('. '),
    resources: [
      {
        name: toName(file.name),
        type: 'table',
        path: file.name,
        format: 'csv',
        mediatype: 'text/csv',
        encoding: 'utf-8',
        bytes: file.bytes,
        hash: `sha256:${file.sha256}`,
        rowCount: lineCount,
        dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
        schema: { fields: columns.map((column) => toField(column, options)), missingValues: [''] },
      },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

function toField(column: ExportColumn, options: Described['options']): object {
  const { name, head, label, currency } = column;
  return {
    name: head,
    ...(label !== head && { title: label }),
    ...types[toValueType(column, options)],
    ...(name !== head && { property: name }),
    ...(currency !== null && { currency }),
  };
}

/** The names of data packages have only lower-case letters, digits, dots, dashes and underscores. */
function toName(fileName: string): string {
  return (
    fileName
      .toLowerCase()
      .replace(/\.csv$/, '')
      .replaceAll(/[^a-z0-9._-]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'export'
  );
}

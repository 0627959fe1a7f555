/** CSV for people who open it in a spreadsheet, and for programs (RFC 4180, UTF-8): for people with a byte order mark and guards. */
import { setImmediate as pause } from 'node:timers/promises';
import type { Cell, ExportColumn, Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import type { AtomicFile } from '../atomic-file.ts';
import { appendFile } from '../appended-file.ts';
import type { ExportDocument, FormatWriter } from '../document.ts';
import { describePackage } from './csv/data-package.ts';
import { guardsFor, suspects } from './csv/guards.ts';
import { prepareDateWords } from '../../../src/domain/tables/value-like.ts';

const BYTE_ORDER_MARK = '\uFEFF';

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Texts remembered of each column, and how long they may be: a megabyte. */
const MOST_KNOWN = 5000;
const LONGEST_KNOWN = 100;

/** What of a document a CSV needs: any table will do. */
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

/** @returns undefined, with nothing written, where lines must be made one by one. */
async function writeInBulk(
  { bulk, columns, options, onWritten }: Pick<ExportDocument, 'bulk' | 'columns' | 'options' | 'onWritten'>,
  file: AtomicFile,
): Promise<{ guarded: number } | undefined> {
  const isMachine = options.preset === 'machine';
  const made = await bulk?.csv({
    separator: toSeparator(options),
    decimalComma: !isMachine && options.decimalMark === 'comma',
    spacedTimes: !isMachine,
    guards: isMachine
      ? undefined
      : { ...guardsFor(options.separator), suspects, prepare: () => prepareDateWords(() => pause()) },
  });
  if (!made) return undefined;
  try {
    const { head, guardedHeads } = toHead(columns, options);
    await file.write(head);
    await appendFile(made.path, file, onWritten);
    return { guarded: guardedHeads + made.guarded };
  } finally {
    await made.remove();
  }
}

/** The header line, then one line a row. */
export async function writeCsv({ columns, lines, options }: CsvTable, file: AtomicFile): Promise<{ guarded: number }> {
  let guarded = 0;
  const write = toCells(columns, options, () => (guarded += 1));
  const { head, guardedHeads } = toHead(columns, options);
  await file.write(head);
  const toLine = toRows(write.cells, toSeparator(options));
  for await (const piece of lines) {
    let text = '';
    for (const line of piece) text += toLine(line);
    await file.write(text);
  }
  return { guarded: guardedHeads + guarded };
}

const toSeparator = ({ preset, separator }: CsvTable['options']) =>
  preset === 'machine' ? ',' : separators[separator];

function toHead(
  columns: CsvTable['columns'],
  options: CsvTable['options'],
): { readonly head: string; readonly guardedHeads: number } {
  let guardedHeads = 0;
  const { heads } = toCells(columns, options, () => (guardedHeads += 1));
  const mark = options.preset === 'machine' ? '' : BYTE_ORDER_MARK;
  const head = mark + toRows(heads, toSeparator(options))(columns.map((column) => column.head));
  return { head, guardedHeads };
}

function toRows(cells: readonly ToText[], separator: string): (line: readonly Cell[]) => string {
  return (line) => {
    let row = '';
    for (let at = 0; at < cells.length; at += 1) {
      const cell = line[at];
      if (at > 0) row += separator;
      if (cell !== null && cell !== undefined) row += cells[at]?.(cell) ?? '';
    }
    return `${row}\r\n`;
  };
}

const toCells = (columns: CsvTable['columns'], options: CsvTable['options'], onGuarded: () => void): Cells =>
  options.preset === 'machine' ? exactCells(columns) : guardedCells(columns, options, onGuarded);

type ToText = (cell: string) => string;
interface Cells {
  readonly heads: readonly ToText[];
  /** One a column. Unset is empty. */
  readonly cells: readonly ToText[];
}

function exactCells(columns: CsvTable['columns']): Cells {
  const quote = quoteFor(',');
  return {
    heads: columns.map(() => quote),
    cells: columns.map(({ kind }) => (isText(kind) ? quote : asItIs)),
  };
}

/** Numbers are never guarded, nor are negative ones: only text can be taken for something else. */
function guardedCells(
  columns: CsvTable['columns'],
  { separator, decimalMark }: CsvTable['options'],
  onGuarded: () => void,
): Cells {
  const guards = guardsFor(separator);
  const quote = quoteFor(separators[separator]);
  const guarded =
    (guard: ToText): ToText =>
    (text) => {
      const harmless = guard(text);
      if (harmless !== text) onGuarded();
      return quote(harmless);
    };
  const texts = columns.map((_, at) => guarded(remembering((text) => guards.text(text, at === 0))));
  const json = guarded((text) => guards.json(text));
  const number: ToText = decimalMark === 'comma' ? (text) => text.replace('.', ',') : asItIs;
  const toCell = ({ kind }: CsvTable['columns'][number], at: number): ToText => {
    switch (kind) {
      case 'text':
      case 'id':
        return texts[at] ?? quote;
      case 'unreadable':
        return json;
      case 'boolean':
      case 'date':
        return asItIs;
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

/** Columns repeat themselves: judging a text takes longer than finding it again. */
function remembering(judge: ToText): ToText {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const judged = judge(text);
    if (known.size < MOST_KNOWN && text.length <= LONGEST_KNOWN) known.set(text, judged);
    return judged;
  };
}

const asItIs: ToText = (text) => text;
const isText = (kind: ExportColumn['kind']) => kind === 'text' || kind === 'id' || kind === 'unreadable';

/**
 * Minutes as `h:mm`, a part of a minute as seconds, `h:mm:ss.s`: spreadsheets read `9:49.2` as minutes and seconds. Every digit stays: the
 * eight decimals of a minute are at most eight of a second.
 */
function toClock(minutes: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(minutes) ?? [];
  const count = BigInt(whole);
  const clock = `${sign}${count / 60n}:${String(count % 60n).padStart(2, '0')}`;
  if (fraction === '') return clock;
  const seconds = String(BigInt(fraction) * 60n).padStart(fraction.length + 2, '0');
  const rest = seconds.slice(-fraction.length).replace(/0+$/, '');
  return `${clock}:${seconds.slice(0, -fraction.length)}${rest === '' ? '' : `.${rest}`}`;
}

/** A number sign too: the store's bulk copy quotes it, since some readers take it for the start of a comment. */
function quoteFor(separator: string): ToText {
  const special = new RegExp(`["\\r\\n#${separator}]`);
  return (text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
}

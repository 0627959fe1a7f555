/** Composes the data that the template prints: every text is printable, fits its space, and is never read as markup. */
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { groupThousands } from '#domain/decimal.ts';
import { OWN_FAMILY, createPrintable, breakWords, type FontFace, type Fonts, type Printable } from './fonts.ts';
import { drawChart } from './draw-chart.ts';
import {
  INSET,
  innerWidth,
  SLACK,
  layOut,
  MARGIN,
  findLabelPlace,
  findSheet,
  toPrintedTable,
  type Block,
  type Layout,
  type PageOrientation,
  type Sheet,
  type PrintedTable,
  type TableJob,
  type TableRow,
} from './table.ts';
import type { DocumentPart } from '#electron/exports/document.ts';
import type { PrintJob, PrintTable } from '../pdf.ts';
import { printLetter, printStatement } from './statement.ts';

export type Pages = ReturnType<typeof composePages>;

/** Type sizes of the template, in points, and the widths of the labels of facts. */
const TITLE_SIZE = 16;
const TEXT_SIZE = 8;
const FACT_LABEL = { wide: 110, narrow: 88 };
const PAGE_NUMBER = 90;
/** The height of margins, title and the first lines of a table, which share the page with a chart. */
const CHART_SURROUNDINGS = 230;
/** The height of one chart of several, which share a page. */
const MAX_SHARED_HEIGHT = 260;
const SECTION_GAP = 24;
/** Codes beyond this number are counted instead of listed. */
const MAX_CODES = 12;

export function composePages(job: PrintJob, fonts: Fonts) {
  const { regular, bold } = fonts;
  const printing = createPrintable(
    (codePoint) =>
      (!job.isPlain || isUnshaped(codePoint)) && regular.widths.has(codePoint) && bold.widths.has(codePoint),
  );
  const { toPrintable } = printing;
  const { decimalMark, locale, head } = job;
  const upright = findSheet(job.paper);
  const tables: readonly (PrintTable & Partial<DocumentPart>)[] = [job, ...job.parts].filter(isPrinted);
  const arranged =
    head.letter && job.outline === null
      ? [arrangeStatement(job, fonts, upright, toPrintable)]
      : arrangeAll(
          tables.map((table) => ({ ...table, decimalMark, locale })),
          { fonts, upright, toPrintable },
        );
  const paper = arranged[0]?.layout.paper ?? upright;
  const fitted = (text: string, face: FontFace, size: number, width = innerWidth(paper)) =>
    breakWords(toPrintable(text), face, width / size);
  const factLabel = paper.width > paper.height ? FACT_LABEL.wide : FACT_LABEL.narrow;
  const sectionWidth = (innerWidth(paper) - SECTION_GAP) / 2;
  const sections = head.sections.map(({ title, facts }) => ({
    title: toPrintable(title),
    facts: facts.map(
      ({ label, text }) =>
        [
          fitted(label, regular, TEXT_SIZE, factLabel),
          fitted(text, regular, TEXT_SIZE, sectionWidth - factLabel - 12),
        ] as const,
    ),
  }));
  const toNotes = (notes: readonly string[]) =>
    notes.map((note) => fitted(note, regular, TEXT_SIZE, innerWidth(paper) - 12));
  const title = toPrintable(head.title).replaceAll('\n', ' ');
  // Each part has a chart and its table; only the first has no heading.
  const parts = tables.map(({ title: partTitle = '', remarks = [], notes = [], chart }, index) => {
    const drawings = chart ? drawChart(chart, fonts, toPrintable, measureChartSpace(paper, tables.length === 1)) : [];
    const { table, layout } = arranged[index] ?? {
      table: NO_TABLE,
      layout: { paper, typeSize: TEXT_SIZE, blocks: [] },
    };
    return {
      title: fitted(partTitle, bold, TEXT_SIZE),
      remarks: remarks.map((remark) => fitted(remark, regular, TEXT_SIZE)),
      drawings,
      chartNotes: (chart?.notes ?? []).map((note) => fitted(note, regular, TEXT_SIZE)),
      typeSize: layout.typeSize,
      blocks: layout.blocks.map((block) => toBlockData(block, table, layout, fonts)),
      empty: table.rows.length === 0 && table.columns.length > 0 ? pdfWords.noLines : '',
      notes: toNotes([...notes, ...(partTitle === '' ? [] : table.notes)]),
    };
  });
  return {
    family: OWN_FAMILY,
    title,
    /** The document's title in its metadata. */
    named: [title, toPrintable(head.period)].join(' · '),
    heading: breakWords(title, bold, innerWidth(paper) / TITLE_SIZE),
    /** Above the heading; empty if there is no firm. */
    firm: fitted(head.firm ?? '', bold, TEXT_SIZE),
    period: fitted(head.period, regular, TEXT_SIZE),
    seal: fitted(head.seal, regular, TEXT_SIZE, innerWidth(paper) - PAGE_NUMBER),
    complete: head.complete,
    date: job.asOf === null ? null : toDateParts(job.asOf),
    paper: { ...paper, margin: MARGIN },
    inset: INSET,
    parts,
    // The first table's notes are printed below all tables, with the document's other notes.
    notes: [
      ...toNotes([...head.notes, ...(job.columns.length > 0 ? (arranged[0]?.table.notes ?? []) : [])]),
      ...describeMissingGlyphs(printing.missing()),
    ],
    sections,
    /** The width of the facts' labels, in points. */
    factLabel,
    words: {
      page: pdfWords.page('{page}', '{pages}'),
      notes: pdfWords.notes,
      about: pdfWords.about,
      attachment: pdfWords.attachment,
    },
    signature: job.signature
      ? composeSignature(head.client, (text) => fitted(text, bold, TEXT_SIZE, innerWidth(paper) / 2 - 18))
      : null,
    facts: job.facts,
    /** The letter head of a client's file, which replaces the title. */
    letter: head.letter
      ? printLetter(head.letter, (text, width) => fitted(text, bold, TEXT_SIZE, width).replaceAll('\n', ' '))
      : null,
  };
}

function composeSignature(client: string | undefined, fit: (text: string) => string) {
  const { title, provider, receiver, receiverNamed, lines } = pdfWords.signature;
  return { title, sides: [provider, client === undefined ? receiver : receiverNamed(client)].map(fit), lines };
}

/** Latin, Greek, Cyrillic with related scripts, and signs: their shapes do not depend on neighbours. */
function isUnshaped(codePoint: number): boolean {
  return codePoint < 0x300 || (codePoint >= 0x370 && codePoint < 0x530) || (codePoint >= 0x1e00 && codePoint < 0x2c00);
}

const NO_TABLE: PrintedTable = { columns: [], rows: [], keys: 0, notes: [] };

/** A document that consists of parts may have no main table. */
const isPrinted = ({ columns, chart, remarks = [] }: PrintTable & Partial<DocumentPart>) =>
  columns.length > 0 || chart !== null || remarks.length > 0;

/** The space on a page between the title and the first lines of the table. */
const measureChartSpace = (paper: Sheet, isOne: boolean) => ({
  width: innerWidth(paper),
  height: Math.min(paper.height - CHART_SURROUNDINGS, isOne ? Infinity : MAX_SHARED_HEIGHT),
});

interface Arranged {
  readonly table: PrintedTable;
  readonly layout: Layout;
}

interface ArrangeContext {
  readonly fonts: Fonts;
  readonly upright: Sheet;
  readonly toPrintable: Printable;
}

function arrangeStatement(job: PrintJob, fonts: Fonts, upright: Sheet, toPrintable: Printable): Arranged {
  const table = printStatement(job, toPrintable);
  return { table, layout: layOut(table, fonts, upright, 'upright') };
}

/** Puts all parts on pages of one orientation: landscape if one of them needs it. */
function arrangeAll(tables: readonly TableJob[], context: ArrangeContext): readonly Arranged[] {
  const alone = tables.map((table) => arrange(table, context, tables.length > 1 ? 'upright' : 'best'));
  const isAcross = alone.some(({ layout }) => layout.paper.width > layout.paper.height);
  if (!isAcross) return alone;
  return tables.map((table) => arrange(table, context, 'across'));
}

/** Numbers lines if nothing else identifies the parts of a line, or if no column has room for the word "total". */
function arrange(
  job: TableJob,
  { fonts, upright, toPrintable }: ArrangeContext,
  orientation: PageOrientation,
): Arranged {
  const needsNumbers = job.outline === null && findLabelPlace(job.columns) === undefined;
  const table = toPrintedTable(job, toPrintable, needsNumbers);
  const layout = layOut(table, fonts, upright, orientation);
  if (layout.blocks.length === 1 || table.keys > 0 || job.outline !== null) return { table, layout };
  const numbered = toPrintedTable(job, toPrintable, true);
  return { table: numbered, layout: layOut(numbered, fonts, upright, orientation) };
}

function toBlockData(
  { columns, widths }: Block,
  table: PrintedTable,
  { typeSize, blocks }: Layout,
  { regular, bold }: Fonts,
) {
  const maxWidths = widths.map((width) => (width - 2 * INSET - SLACK) / typeSize);
  const isSingleBlock = blocks.length === 1;
  const blockColumns = isSingleBlock ? columns : columns.slice(table.keys);
  const formatPosition = (column: number | undefined) => groupThousands((column ?? 0) + 1 - table.keys);
  const rows = isSingleBlock ? table.rows : table.rows.filter((row) => isPrintedBeside(row, blockColumns));
  return {
    caption: isSingleBlock
      ? ''
      : pdfWords.columns(
          formatPosition(blockColumns[0]),
          formatPosition(blockColumns.at(-1)),
          groupThousands(table.columns.length - table.keys),
        ),
    widths,
    figures: columns.map((column) => table.columns[column]?.isFigure ?? false),
    head: columns.map((column, index) => breakWords(table.columns[column]?.head ?? '', bold, maxWidths[index] ?? 0)),
    /** How many leading columns the label of a row takes. */
    span: columns.filter((column) => column < (table.span ?? 0)).length,
    rows: rows.map(({ level, label, cells, carried }) => {
      const face = level === 'line' || level === 'difference' ? regular : bold;
      const fit = (texts: readonly string[]) =>
        columns.map((column, index) => breakWords(texts[column] ?? '', face, maxWidths[index] ?? 0));
      return {
        level,
        label: level === 'line' ? null : (label ?? null),
        cells: fit(cells),
        carried: carried ? fit(carried) : null,
      };
    }),
  };
}

/** A sum or a difference is printed only beside columns that have one; the name of a group is above its lines in every block. */
function isPrintedBeside({ level, cells }: TableRow, columns: readonly number[]): boolean {
  return (
    level === 'line' ||
    level === 'group' ||
    level === 'subtotal' ||
    columns.some((index) => (cells[index] ?? '') !== '')
  );
}

function describeMissingGlyphs(codes: readonly string[]): string[] {
  if (codes.length === 0) return [];
  const listed = codes.slice(0, MAX_CODES).join(', ');
  const more = codes.length - MAX_CODES;
  return [pdfWords.missingGlyphs(codes.length, more > 0 ? pdfWords.andMore(listed, more) : listed)];
}

/** Year, month, day, hour, minute, second in UTC. */
function toDateParts(instant: string): number[] {
  return (/^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)/.exec(instant) ?? []).slice(1).map(Number);
}

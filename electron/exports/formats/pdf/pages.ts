/** What the template prints, composed as data: every text is printable, fits its place, and is never read as markup. */
import { pdfWords } from '../../../../src/domain/exports/pdf-words.ts';
import { groupThousands } from '../../../../src/domain/thousands.ts';
import { OWN_FAMILY, type FontFace } from './font-face.ts';
import type { Fonts } from './fonts.ts';
import { INSET, innerWidth, SLACK, layOut, MARGIN, type Block, type Layout } from './layout.ts';
import type { PrintJob } from './print-job.ts';
import { startPrinting, type Printable } from './printable.ts';
import { findLabelPlace, toPrintedTable, type PrintedTable, type TableRow } from './printed-table.ts';
import { breakWords } from './text-width.ts';

/** As the template reads it. */
export interface Pages {
  readonly family: string;
  readonly title: string;
  readonly heading: string;
  readonly period: string;
  readonly seal: string;
  readonly complete: boolean;
  readonly date: readonly number[] | null;
  readonly paper: { readonly width: number; readonly height: number; readonly margin: number };
  readonly typeSize: number;
  readonly inset: number;
  readonly blocks: readonly {
    readonly caption: string;
    readonly widths: readonly number[];
    readonly figures: readonly boolean[];
    readonly head: readonly string[];
    readonly rows: readonly { readonly level: string; readonly cells: readonly string[] }[];
  }[];
  readonly empty: string;
  readonly notes: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly facts: readonly (readonly [string, string])[];
  }[];
  readonly words: {
    readonly page: string;
    readonly notes: string;
    readonly about: string;
    readonly attachment: string;
  };
  readonly signature: {
    readonly title: string;
    readonly sides: readonly string[];
    readonly lines: readonly string[];
  } | null;
  readonly facts: string;
}

/** Type sizes of the template, in points, and the width of what stands beside a fact. */
const TITLE_SIZE = 16;
const TEXT_SIZE = 8;
const FACT_LABEL = 110;
const PAGE_NUMBER = 90;
/** More codes than this are counted, not listed. */
const MOST_CODES = 12;

export function composePages(job: PrintJob, fonts: Fonts): Pages {
  const { regular, bold } = fonts;
  const printing = startPrinting(
    (codePoint) =>
      (!job.isPlain || isUnshaped(codePoint)) && regular.widths.has(codePoint) && bold.widths.has(codePoint),
  );
  const { toPrintable } = printing;
  const { table, layout } = arrange(job, fonts, toPrintable);
  const { paper } = layout;
  const fitted = (text: string, face: FontFace, size: number, width = innerWidth(paper)) =>
    breakWords(toPrintable(text), face, width / size);
  const { head } = job;
  const sections = head.sections.map(({ title, facts }) => ({
    title: toPrintable(title),
    facts: facts.map(
      ({ label, text }) =>
        [
          fitted(label, regular, TEXT_SIZE, FACT_LABEL),
          fitted(text, regular, TEXT_SIZE, innerWidth(paper) - FACT_LABEL - 12),
        ] as const,
    ),
  }));
  const notes = head.notes.map((note) => fitted(note, regular, TEXT_SIZE, innerWidth(paper) - 12));
  const title = toPrintable(head.title).replaceAll('\n', ' ');
  return {
    family: OWN_FAMILY,
    title,
    heading: breakWords(title, bold, innerWidth(paper) / TITLE_SIZE),
    period: fitted(head.period, regular, TEXT_SIZE),
    seal: fitted(head.seal, regular, TEXT_SIZE, innerWidth(paper) - PAGE_NUMBER),
    complete: head.complete,
    date: job.asOf === null ? null : toDateParts(job.asOf),
    paper: { ...paper, margin: MARGIN },
    typeSize: layout.typeSize,
    inset: INSET,
    blocks: layout.blocks.map((block) => toBlockData(block, table, layout, fonts)),
    empty: table.rows.length === 0 ? pdfWords.noLines : '',
    notes: [...notes, ...sayMissing(printing.missing())],
    sections,
    words: {
      page: pdfWords.page('{page}', '{pages}'),
      notes: pdfWords.notes,
      about: pdfWords.about,
      attachment: pdfWords.attachment,
    },
    signature: job.signature ? pdfWords.signature : null,
    facts: job.facts,
  };
}

/** Latin, Greek, Cyrillic with their neighbours, and signs: one shape each, whatever stands beside it. */
function isUnshaped(codePoint: number): boolean {
  return codePoint < 0x300 || (codePoint >= 0x370 && codePoint < 0x530) || (codePoint >= 0x1e00 && codePoint < 0x2c00);
}

/** Lines are numbered where only that tells the parts of one apart, or where no column has room for the word "total". */
function arrange(
  job: PrintJob,
  fonts: Fonts,
  toPrintable: Printable,
): { readonly table: PrintedTable; readonly layout: Layout } {
  const needsNumbers = job.outline === null && findLabelPlace(job.columns) === undefined;
  const table = toPrintedTable(job, toPrintable, needsNumbers);
  const layout = layOut(table, fonts);
  if (layout.blocks.length === 1 || table.keys > 0 || job.outline !== null) return { table, layout };
  const numbered = toPrintedTable(job, toPrintable, true);
  return { table: numbered, layout: layOut(numbered, fonts) };
}

function toBlockData(
  { columns, widths }: Block,
  table: PrintedTable,
  { typeSize, blocks }: Layout,
  { regular, bold }: Fonts,
): Pages['blocks'][number] {
  const most = widths.map((width) => (width - 2 * INSET - SLACK) / typeSize);
  const isWhole = blocks.length === 1;
  const own = isWhole ? columns : columns.slice(table.keys);
  const place = (at: number | undefined) => groupThousands((at ?? 0) + 1 - table.keys);
  const rows = isWhole ? table.rows : table.rows.filter((row) => isPrintedBeside(row, own));
  return {
    caption: isWhole
      ? ''
      : pdfWords.columns(place(own[0]), place(own.at(-1)), groupThousands(table.columns.length - table.keys)),
    widths,
    figures: columns.map((at) => table.columns[at]?.isFigure ?? false),
    head: columns.map((at, index) => breakWords(table.columns[at]?.head ?? '', bold, most[index] ?? 0)),
    rows: rows.map(({ level, cells }) => ({
      level,
      cells: columns.map((at, index) =>
        breakWords(cells[at] ?? '', level === 'line' || level === 'difference' ? regular : bold, most[index] ?? 0),
      ),
    })),
  };
}

/** A sum or a difference stands only beside columns that have one. */
function isPrintedBeside({ level, cells }: TableRow, columns: readonly number[]): boolean {
  return level === 'line' || level === 'subtotal' || columns.some((at) => (cells[at] ?? '') !== '');
}

function sayMissing(codes: readonly string[]): string[] {
  if (codes.length === 0) return [];
  const listed = codes.slice(0, MOST_CODES).join(', ');
  const more = codes.length - MOST_CODES;
  return [pdfWords.missingGlyphs(codes.length, more > 0 ? pdfWords.andMore(listed, more) : listed)];
}

/** Year, month, day, hour, minute, second in UTC. */
function toDateParts(instant: string): number[] {
  return (/^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)/.exec(instant) ?? []).slice(1).map(Number);
}

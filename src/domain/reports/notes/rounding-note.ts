/** Words the rounding differences between lines and totals that no line of the table shows. Pure. */
import { exportDocumentTexts } from '#texts/export-document.ts';
import { roundedTexts as texts } from '#texts/reports/reports.ts';
import { formatCount } from '#domain/locale-forms.ts';
import type { Measure } from '../definition/measures.ts';
import type { ReportColumn, ReportResult } from '../definition/report.ts';
import { flattenLines, flattenPrinted } from '../print/broken-lines.ts';
import { listCompared } from '../print/further.ts';
import type { Steps } from '../print/footing.ts';
import { classifyShortfall, readShortfall, type ShortfallPlace } from '../print/lacks.ts';
import type { PrintedLine, PrintedMeasure } from '../print/model.ts';
import { toLines } from '../print/printed-currencies.ts';
import { formatSteps, printMeasure, type PrintSettings } from '../print/printed.ts';

const words = exportDocumentTexts.columns;
/** If there are more sums, only their differences are listed. */
const MAX_EXACT = 3;

/** A printed total, and the sum of its printed parts. */
export interface RoundedSum {
  readonly label: string;
  /** The kind of figures that are added up. */
  readonly of: 'lines' | 'subtotals' | 'columns';
  readonly sum: string;
  readonly total: string;
  readonly difference: string;
}

/** @param within how many sums inside the table differ, too. @returns an empty list if nothing differs */
export function describeRounding(sums: readonly RoundedSum[], within = '0'): string[] {
  const totals = sums.length > MAX_EXACT ? [texts.short(sums.map(texts.shortOf))] : sums.map(texts.exact);
  const sentences = within === '0' ? totals : [...totals, texts.within(within)];
  return sentences.length === 0 ? [] : [texts.note(sentences)];
}

/** @param currency null for money without a currency */
export function nameInCurrency(label: string, currency: string | null): string {
  return currency === null ? words.withoutCurrency(label) : words.inCurrency(label, currency);
}

export interface RoundedTable {
  readonly sheets: readonly PrintedMeasure[];
  readonly nameColumn: (column: ReportColumn) => string;
  /** Returns whether the table has this column of a comparison; by default it has both. */
  readonly hasColumn?: (measure: Measure, place: 'before' | 'change') => boolean;
}

export function listRoundingNotes(
  result: ReportResult,
  { sheets, nameColumn, hasColumn = () => true }: RoundedTable,
  printing: PrintSettings,
): string[] {
  const opened = flattenLines(result);
  const compared = listCompared(result);
  const lineKind = result.subtotals.length > 0 ? 'subtotals' : 'lines';
  const sums: RoundedSum[] = [];
  const outside: string[] = [];
  let within = 0;
  /** @param headers the headers of the columns, by their position */
  const collectDifferences = (
    sheet: PrintedMeasure,
    headers: ReadonlyMap<ShortfallPlace, string>,
    isAcross: boolean,
  ) => {
    const { grid, measure, total, subtotals, rows } = flattenPrinted(sheet, opened);
    const print = (steps: Steps, signed = false) => formatSteps(steps, grid, { minus: '−', signed });
    const readAcross = ({ across, cells }: PrintedLine) =>
      isAcross && classifyShortfall(across, cells.length) === 'noted' ? across : 0n;
    // There is no column for figures outside all columns, so a sentence reports them.
    const readOutside = (line: PrintedLine) => (isAcross && readAcross(line) === 0n ? line.across : 0n);
    for (const { currency, line } of total.parts ?? [{ currency: undefined, line: total }]) {
      const labelHead = (header: string) => (currency === undefined ? header : nameInCurrency(header, currency));
      const add = (header: string, addends: RoundedSum['of'], total: Steps, shortfall: Steps) => {
        if (shortfall === 0n) return;
        sums.push({
          label: labelHead(header),
          of: addends,
          sum: print(total - shortfall),
          total: print(total),
          difference: print(shortfall, true),
        });
      };
      for (const [place, header] of headers)
        add(
          header,
          lineKind,
          (typeof place === 'number' ? line.cells[place] : line[place]) ?? 0n,
          readShortfall(line.below, place, 'noted'),
        );
      add(measure.label, 'columns', line.value ?? 0n, readAcross(line));
      if (readOutside(line) !== 0n)
        outside.push(texts.outside(labelHead(measure.label), print(readOutside(line)), print(line.value ?? 0n)));
    }
    const printedLines = [...subtotals, ...rows].filter((_, index) => opened.parents[index + 1] !== undefined);
    const linesOutside = [...subtotals, ...rows].flatMap(toLines).filter((line) => readOutside(line) !== 0n).length;
    if (linesOutside > 0)
      outside.push(texts.outsideWithin(measure.label, formatCount(linesOutside, printing.locale), linesOutside));
    for (const line of printedLines.flatMap(toLines)) {
      const shortfalls =
        line.below === null ? [] : [...headers.keys()].map((place) => readShortfall(line.below, place, 'noted'));
      within += [...shortfalls, readAcross(line)].filter((steps) => steps !== 0n).length;
    }
  };
  for (const sheet of sheets) {
    const { measure } = sheet;
    const buckets = result.columns.map((column) => words.inColumn(measure.label, nameColumn(column)));
    collectDifferences(sheet, new Map<ShortfallPlace, string>([['value', measure.label], ...buckets.entries()]), true);
    for (const { furtherIndex, kind, result: answer } of compared) {
      const { before, change } = compared.length > 1 ? words.comparedWith[kind] : words.compared;
      const headers = [['before', before(measure.label)] as const, ['change', change(measure.label)] as const];
      const columnHeads = headers.filter(([place]) => hasColumn(measure, place));
      collectDifferences(
        furtherIndex === undefined ? sheet : printMeasure(measure, answer, printing),
        new Map(columnHeads),
        false,
      );
    }
  }
  return [...describeRounding(sums, formatCount(within, printing.locale)), ...outside];
}

/** The columns of figures: of each measure its value, its buckets and its comparison, for each currency its own. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import type { Measure, MeasureUnit } from '../../reports/definition/measures.ts';
import type { ReportResult } from '../../reports/definition/report.ts';
import { columnText } from '../../reports/keys/key-text.ts';
import { chooseCurrency, isAmount } from '../../reports/print/currency.ts';
import { openLines, openPrinted, type OpenedLines } from '../../reports/print/broken-lines.ts';
import { listCompared } from '../../reports/print/further.ts';
import type { PrintedMeasure } from '../../reports/print/model.ts';
import { ofCurrency } from '../../reports/print/printed-currencies.ts';
import { printMeasure, type Lack } from '../../reports/print/printed.ts';
import type { Cell, ColumnKind, ExportColumn } from '../model.ts';
import type { ReportLinesQuestion } from './question.ts';
import {
  findExactLack,
  readExactFigure,
  printLack,
  findLine,
  printFigure,
  scaleFigure,
  type Place,
} from './figures.ts';

export interface FigureColumn extends ExportColumn {
  /** Figure of a line: 0 is the total, then the subtotals, then the rows. */
  readonly figure: (line: number) => Cell;
  /** What the lines directly below it lack to it; null: nothing. */
  readonly lacking: (line: number, lines: number, lack: Lack) => Cell;
}

/** One column for the measure, one for each bucket of the report's columns, and those of a comparison; for each currency its own. */
export function toMeasureColumns(measure: Measure, question: ReportLinesQuestion): FigureColumn[] {
  const { result, settings } = question;
  const { currencies = [] } = result;
  if (!measure.money || currencies.length < 2) {
    const currency = measure.money ? chooseCurrency(result, settings.currency) : null;
    return toSheetColumns(measure, result, { currency, isSeveral: false }, question);
  }
  return currencies.flatMap((currency) =>
    toSheetColumns(
      measure,
      { ...ofCurrency(result, currency), currencies: undefined },
      { currency, isSeveral: true },
      question,
    ),
  );
}

interface CurrencyOfSheet {
  /** Null: none, or unknown. */
  readonly currency: string | null;
  /** Whether other columns have the same measure in another currency. */
  readonly isSeveral: boolean;
}

function toSheetColumns(
  measure: Measure,
  result: ReportResult,
  of: CurrencyOfSheet,
  question: ReportLinesQuestion,
): FigureColumn[] {
  const { report, settings, directory, options } = question;
  const opened = openLines(result);
  const printed = openPrinted(printMeasure(measure, result, settings), opened);
  const exact = opened.result;
  const digitsOf = chooseFigures(options, printed);
  const isExact = digitsOf === 'exact';
  const isPivot = result.columns.length > 0;
  const compared = listCompared(result);
  const pasts = compared.map((each) => ({
    ...each,
    printed: each.at === undefined ? printed : openPrinted(printMeasure(measure, each.result, settings), opened),
    exact: each.at === undefined ? exact : openLines(each.result).result,
  }));
  const lines = [printed.total, ...printed.subtotals, ...printed.rows];
  // On a page the total's head names the measure, and the other columns have room for their own.
  const isOne = options.format === 'pdf' && report.measures.length === 1 && !of.isSeveral;
  const bucketText = (bucket: ReportResult['columns'][number]) =>
    columnText(bucket, report.columns ?? '', directory, settings);
  const column = (place: Place, suffix: string, label: string, past = { printed, exact }): FigureColumn => {
    // A change of percentages in percent would be read as relative: it is in points, and says so.
    const isPoints = place.of === 'change' && !isExact && (measure.unit === 'share' || measure.unit === 'percent');
    const inUnit = isPoints ? texts.columns.inPoints(label) : label;
    const named = inCurrency(inUnit, measure, of);
    const name = `${measure.id}${suffix}${of.isSeveral ? `[${of.currency ?? ''}]` : ''}`;
    const { kind, digits } = chooseKind(isPoints ? 'plain' : measure.unit, printed, isExact);
    const figure = (line: number) => {
      if (digitsOf === 'printed') return printFigure(past.printed, line, place);
      const own = readExactFigure(past.exact, measure, line, place);
      return isExact ? own : scaleFigure(own, printed.grid);
    };
    return {
      name,
      label: named,
      head: options.heads === 'labels' ? named : name,
      kind,
      digits,
      currency: of.currency,
      adds: measure.additive && (place.of !== 'change' || addsUp(figure, opened.parents, digitsOf === 'printed')),
      figure,
      lacking: (line, count, lack) => {
        if (digitsOf === 'printed') return printLack(past.printed, line, place, count, lack);
        if (lack === 'rounding' || !measure.additive) return null;
        // A line whose cells lack nothing has no figure across.
        const own = place.of === 'across' ? (at: number) => figure(at) ?? '0' : figure;
        return findExactLack(own, line, opened.parents);
      },
    };
  };
  const across = column({ of: 'across' }, '.across', texts.columns.across(measure.label));
  const differsAcross =
    digitsOf === 'printed'
      ? lines.some((line) => line.across !== 0n)
      : digitsOf === 'unrounded' && measure.additive && lines.some((_, line) => across.figure(line) !== null);
  return [
    ...result.columns.map((bucket, at) =>
      column(
        { of: 'cell', column: at },
        `@${bucket.key ?? ''}`,
        isOne ? bucketText(bucket) : texts.columns.inColumn(measure.label, bucketText(bucket)),
      ),
    ),
    ...(differsAcross ? [across] : []),
    column({ of: 'value' }, '', isPivot ? groupTexts.totalOf(measure.label) : measure.label),
    ...pasts.flatMap((past) => {
      // Files that are compared with one period alone keep the names they have had.
      const words = pasts.length > 1 ? texts.columns.comparedWith[past.kind] : texts.columns.compared;
      const suffix = past.at === undefined ? '' : `.${past.kind}`;
      return [
        column({ of: 'before' }, `.before${suffix}`, words.before(measure.label), past),
        column({ of: 'change' }, `.change${suffix}`, words.change(measure.label), past),
      ];
    }),
  ];
}

/**
 * `exact`: for programs. `printed`: as on screen. `unrounded`: a workbook's cells hold exact values and show the printed digits, so that a
 * formula over them is right; but where lines were rounded so that they foot, only what is printed adds up.
 */
function chooseFigures(
  { preset, format }: ReportLinesQuestion['options'],
  { footing }: PrintedMeasure,
): 'exact' | 'printed' | 'unrounded' {
  if (preset === 'machine') return 'exact';
  return format === 'xlsx' && (footing === 'exact' || footing === 'itself') ? 'unrounded' : 'printed';
}

/**
 * Whether changes may be added up: one is unknown where one of its periods has records and no figure, though changes of lines in it, or of
 * the line it is in, are known. A known total over unknown lines has its difference below them where figures are printed; in exact figures
 * there is none, or none of what is less than a printed digit.
 */
function addsUp(figure: FigureColumn['figure'], parents: OpenedLines['parents'], isPrinted: boolean): boolean {
  return parents.every((parent, line) => {
    if (parent === undefined) return true;
    const [own, above] = [figure(line), parent < 0 ? null : figure(parent)];
    return parent < 0 || (own === null) === (above === null) || (own === null && isPrinted);
  });
}

function inCurrency(label: string, { money, unit }: Measure, { currency, isSeveral }: CurrencyOfSheet): string {
  if (!money) return label;
  // A percentage of money names its currency only beside another's.
  if (!isSeveral && !isAmount({ unit })) return label;
  if (currency !== null) return texts.columns.inCurrency(label, currency);
  return isSeveral ? texts.columns.withoutCurrency(label) : label;
}

const kinds: Readonly<Record<MeasureUnit, ColumnKind>> = {
  count: 'count',
  hours: 'hours',
  days: 'days',
  money: 'money',
  rate: 'rate',
  percent: 'percent',
  share: 'percent',
  minutes: 'minutes',
  plain: 'number',
};

function chooseKind(
  unit: MeasureUnit,
  { grid }: PrintedMeasure,
  isExact: boolean,
): { kind: ColumnKind; digits: number | null } {
  // Exact shares stay fractions of 1.
  if (isExact) return { kind: unit === 'share' ? 'number' : kinds[unit], digits: null };
  return grid.style === 'clock' ? { kind: 'clock', digits: null } : { kind: kinds[unit], digits: grid.digits };
}

export function toRecordsColumn({ result: answer, options }: ReportLinesQuestion): FigureColumn {
  const { result } = openLines(answer);
  const count = (line: number) =>
    findLine<ReportResult['total']>(result.total, result.subtotals, result.rows, line).records;
  const label = texts.columns.recordCount;
  return {
    name: 'records',
    label,
    head: options.heads === 'labels' ? label : 'records',
    kind: 'count',
    digits: 0,
    currency: null,
    adds: true,
    figure: (line) => String(count(line)),
    lacking: () => null,
  };
}

/** A report's figures as the columns of its table: a section for each bucket, the line totals last. Pure. */
import { percentChange, signedFigure } from '#ui/format/figures-and-times.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { hasAllRecords, type Report, type ReportColumn, type ReportResult } from '#domain/reports/definition/report.ts';
import { listCompared, type ComparedAnswer } from '#domain/reports/print/further.ts';
import type { ComparedColumns } from './use-compared-columns.ts';
import { reportsTexts as texts } from '#texts/screens/reports-screen.ts';

/** `change` and `percent` against the compared period; `by-hours`, `by-rate` and `by-neither` split the change in value. */
export type Figure = 'value' | 'before' | 'change' | 'percent' | 'by-hours' | 'by-rate' | 'by-neither';

export interface GridColumn {
  readonly id: string;
  readonly measure: Measure;
  readonly figure: Figure;
  /** Index of its figures in `cells`; undefined for the line's totals. */
  readonly bucket: number | undefined;
  /** Index of the further comparison of the figure; undefined for the first comparison or none. */
  readonly past?: number | undefined;
  readonly title: string;
  /** Id of its section in the upper header. */
  readonly section: string;
  readonly width: number;
  /** Whether records of its bucket may still be missing. */
  readonly isOpen: boolean;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** A note if the bucket is incomplete: “part of week 40”, “so far”. */
  readonly state: string;
  readonly isOpen: boolean;
}

export interface GridColumns {
  readonly scrolled: readonly GridColumn[];
  /** The line totals, pinned at the right end. */
  readonly pinned: readonly GridColumn[];
  readonly sections: ReadonlyMap<string, Section>;
  /** Whether the header has an upper line. */
  readonly hasSections: boolean;
  /** Whether a thin line separates the sections: only if they have multiple columns. */
  readonly hasLines: boolean;
}

export interface ColumnLabels {
  bucketTitle(column: ReportColumn): string;
  bucketState(column: ReportColumn): string;
  /** Whether its figures may still grow. */
  isOpen(column: ReportColumn): boolean;
}

const TOTAL = 'whole';
const CHARACTER = 6.6;
const PADDING = 22;

export function toGridColumns(
  report: Pick<Report, 'columns' | 'groupBy' | 'breakdowns' | 'order'>,
  result: ReportResult,
  measures: readonly Measure[],
  labels: ColumnLabels,
  getWidth: (measure: Measure, bucket: number | undefined) => number,
  compared: ComparedColumns = 'all',
): GridColumns {
  const isPivot = report.columns !== undefined;
  const comparisons = listCompared(result);
  const isCompared = comparisons.length > 0;
  const sections = new Map<string, Section>();
  const scrolled: GridColumn[] = [];
  if (isPivot) {
    for (const [bucket, column] of result.columns.entries()) {
      const id = `bucket ${bucket}`;
      const [title, state, isOpen] = [labels.bucketTitle(column), labels.bucketState(column), labels.isOpen(column)];
      sections.set(id, { id, title, state, isOpen });
      for (const [at, measure] of measures.entries()) {
        const headerWidth =
          measures.length === 1 ? Math.max(textWidth(title), textWidth(state) * 0.9) : textWidth(measure.label);
        // The first column of a section leaves room for the section's name.
        const sectionWidth = at === 0 ? Math.max(textWidth(title), textWidth(state) * 0.9) / measures.length : 0;
        scrolled.push({
          id: `${id} ${measure.id}`,
          measure,
          figure: 'value',
          bucket,
          title: measures.length === 1 ? title : measure.label,
          section: id,
          width: computeWidth(getWidth(measure, bucket), Math.max(headerWidth, sectionWidth)),
          isOpen,
        });
      }
    }
  }
  // If rows are time spans, each row shows whether it is complete.
  const isOpen = !hasAllRecords(result) && !report.groupBy.some((name) => findTimeUnit(name) !== undefined);
  const totalColumns = measures.flatMap((measure) =>
    toTotalColumns(measure, { isPivot, comparisons, isOpen }, getWidth).filter(
      ({ figure }) =>
        !isCompared || compared === 'all' || figure === 'value' || figure === chooseChangeFigure(measure, report),
    ),
  );
  for (const { section } of totalColumns) {
    const measure = measures.find(({ id }) => section === `${TOTAL} ${id}`);
    sections.set(section, { id: section, title: measure?.label ?? texts.table.total, state: '', isOpen: false });
  }
  return {
    scrolled: isPivot ? scrolled : totalColumns,
    pinned: isPivot ? totalColumns : [],
    sections,
    hasLines: isPivot ? measures.length > 1 : isCompared,
    hasSections:
      isCompared || (isPivot && (measures.length > 1 || [...sections.values()].some(({ state }) => state !== ''))),
  };
}

function toTotalColumns(
  measure: Measure,
  {
    isPivot,
    comparisons,
    isOpen,
  }: { readonly isPivot: boolean; readonly comparisons: readonly ComparedAnswer[]; readonly isOpen: boolean },
  getWidth: (measure: Measure, bucket: number | undefined) => number,
): GridColumn[] {
  const isCompared = comparisons.length > 0;
  const section = isCompared || !isPivot ? `${TOTAL} ${measure.id}` : TOTAL;
  const figureWidth = getWidth(measure, undefined);
  const column = (figure: Figure, title: string, width: number, past?: number): GridColumn => ({
    id: `${TOTAL} ${measure.id} ${figure}${past === undefined ? '' : ` ${past}`}`,
    measure,
    ...(past !== undefined && { past }),
    figure,
    bucket: undefined,
    title,
    section,
    width: computeWidth(width, textWidth(title)),
    isOpen,
  });
  if (!isCompared) {
    // Room for the sort arrow.
    return [column('value', measure.label, Math.max(figureWidth, textWidth(measure.label) + 14))];
  }
  // A change can be as long as the figure itself, with a sign before it that is wider than a digit; points are longer than a percent sign.
  const signed = figureWidth + (isRatio(measure) ? 4 : 2) * CHARACTER;
  return [
    column('value', texts.table.now, Math.max(figureWidth, textWidth(measure.label) / 2)),
    ...comparisons.flatMap(({ furtherIndex: at, kind, result }) => {
      const words = comparisons.length > 1 ? texts.table.comparedWith[kind] : texts.table;
      const splits = measure.id === 'billable_value' && at === undefined ? listSplits(result) : [];
      return [
        column('before', words.before, figureWidth, at),
        column('change', words.change, signed, at),
        ...(isRatio(measure) ? [] : [column('percent', words.percent, computePercentWidth(measure, result), at)]),
        ...splits.map((figure) => column(figure, texts.table.split[figure], signed, at)),
      ];
    }),
  ];
}

const MIN_PERCENT = 84;
/** Pixels of a digit, as in `figure-widths.ts`; digits are wider than letters. */
const DIGIT = 7.3;

/** A change from nearly nothing has thousands of percent. */
function computePercentWidth({ id }: Measure, { total, subtotals, rows }: ReportResult): number {
  const lengths = [total, ...subtotals, ...rows].map(({ values, before }) => {
    const [now, then] = [values[id] ?? null, before?.values[id] ?? null];
    const change = now === null || then === null ? undefined : percentChange(now, then);
    return change === undefined ? 0 : `${signedFigure(change, 1)} %`.length;
  });
  return Math.max(MIN_PERCENT, lengths.reduce((most, length) => Math.max(most, length), 0) * DIGIT + PADDING);
}

/** Chooses the change to show first: relative, or in points for shares. */
export const chooseChangeFigure = (
  measure: Measure,
  { breakdowns = [], order }: Pick<Report, 'breakdowns' | 'order'>,
): Figure =>
  // Changes of parts add up to the change of their line, percentages do not; and the figure that orders the lines must be visible.
  isRatio(measure) || breakdowns.length > 0 || order?.of !== undefined ? 'change' : 'percent';

type Split = keyof typeof texts.table.split;

/** Value without known hours has a column only if it changed. */
function listSplits({ total, subtotals, rows }: ReportResult): Split[] {
  if ((total.split ?? null) === null) return [];
  const changed = [total, ...subtotals, ...rows].some(({ split }) => split?.other !== undefined);
  return ['by-hours', 'by-rate', ...(changed ? (['by-neither'] as const) : [])];
}

/** Shares and percentages change by points, because a percentage of them would mislead. */
export function isRatio({ unit }: Measure): boolean {
  return unit === 'share' || unit === 'percent';
}

function textWidth(text: string): number {
  return text.length * CHARACTER + PADDING;
}

/** Headers may be cut, figures never. */
function computeWidth(figures: number, headerWidth: number): number {
  return Math.round(Math.max(64, figures, Math.min(220, headerWidth)));
}

/** Rows are ordered by figures and by changes: not by figures of the compared period, percentages or parts of a change. */
export function isOrderable({ figure, past }: GridColumn): boolean {
  return figure === 'value' || (figure === 'change' && past === undefined);
}

/** A report as the table a file is written from: its columns, its lines, and the same lines with subtotals and totals in reading order. */
import { findDimension, type Dimension } from '../../reports/definition/dimensions.ts';
import { findMeasure } from '../../reports/definition/measures.ts';
import { nameUniquely, type Cell, type ExportColumn, type Line, type OutlineRow } from '../model.ts';
import type { ReportLinesQuestion } from './question.ts';
import { toMeasureColumns, toRecordsColumn } from './figure-columns.ts';
import { toOutline } from './outline.ts';

export interface ReportLines {
  readonly columns: readonly ExportColumn[];
  /** Innermost lines, and what they lack to their totals: a column that adds up sums to its printed total. */
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[];
}

/** Files for programs have the exact figures, all others the printed ones, footed as on screen. */
export function toReportLines(question: ReportLinesQuestion): ReportLines {
  const { report, result } = question;
  const groups = report.groupBy.flatMap((name) => findDimension(name) ?? []);
  const keyColumns = groups.map((group) => toKeyColumn(group, question));
  const figureColumns = [
    ...report.measures
      .flatMap((name) => findMeasure(name) ?? [])
      .flatMap((measure) => toMeasureColumns(measure, question)),
    ...(report.measures.includes('records') ? [] : [toRecordsColumn(question)]),
  ];
  const outline = toOutline(question, groups, figureColumns);
  const isData = ({ level }: OutlineRow) =>
    level === 'line' ||
    level === 'difference' ||
    (level === 'total' && result.rows.length === 0 && groups.length === 0);
  return {
    columns: nameUniquely([...keyColumns, ...figureColumns]).map(
      ({ name, label, head, kind, digits, currency, adds }) => ({
        name,
        label,
        head,
        kind,
        digits,
        currency,
        adds,
      }),
    ),
    lines: withAllKeys(outline, groups.length)
      .filter(isData)
      .map(({ cells }) => cells),
    outline,
  };
}

/** Every line with the keys of the groups it is in, which the outline writes once above them. */
function withAllKeys(outline: readonly OutlineRow[], groups: number): OutlineRow[] {
  let above: Cell[] = [];
  return outline.map((row) => {
    const keys = row.cells.slice(0, groups).map((cell, at) => (at < row.depth ? (above[at] ?? cell) : cell));
    if (row.level === 'subtotal') above = keys;
    return { ...row, cells: [...keys, ...row.cells.slice(groups)] };
  });
}

function toKeyColumn(group: Dimension, { options }: ReportLinesQuestion): ExportColumn {
  const { name, label } = group;
  const head = options.heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}

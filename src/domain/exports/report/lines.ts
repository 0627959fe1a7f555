/** A report as the table a file is written from: its columns, its lines, and the same lines with subtotals and totals in reading order. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { findDimension, type Dimension } from '../../reports/definition/dimensions.ts';
import { findMeasure } from '../../reports/definition/measures.ts';
import { nameUniquely, type ExportColumn, type Line, type OutlineRow } from '../model.ts';
import type { ReportLinesQuestion } from './question.ts';
import { toMeasureColumns, toRecordsColumn } from './figure-columns.ts';
import { countLevels, toOutline } from './outline.ts';

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
  const levels = countLevels(result, groups);
  const partColumns = Array.from({ length: levels }, (_, level) => toPartColumns(level, question)).flat();
  const outline = toOutline(question, groups, levels, figureColumns);
  const isData = ({ level }: OutlineRow) =>
    level === 'line' ||
    level === 'difference' ||
    (level === 'total' && result.rows.length === 0 && groups.length === 0);
  return {
    columns: nameUniquely([...keyColumns, ...partColumns, ...figureColumns]).map(
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
    lines: outline.filter(isData).map(({ cells, keys }) => [...keys, ...cells.slice(keys.length)]),
    outline: outline.map(({ level, depth, cells }) => ({ level, depth, cells })),
  };
}

/** The group that a line's parts are by, and the part. */
function toPartColumns(level: number, { options }: ReportLinesQuestion): ExportColumn[] {
  return (['partsBy', 'part'] as const).map((each) => {
    const { name, label } = texts.columns[each];
    const head = options.heads === 'labels' ? label : name;
    const number = level === 0 ? '' : ` ${level + 1}`;
    return {
      name: `${name}${number.replace(' ', '_')}`,
      label: `${label}${number}`,
      head: options.heads === 'labels' ? `${head}${number}` : `${head}${number.replace(' ', '_')}`,
      kind: 'text',
      digits: null,
      currency: null,
      adds: false,
    };
  });
}

function toKeyColumn(group: Dimension, { options }: ReportLinesQuestion): ExportColumn {
  const { name, label } = group;
  const head = options.heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}

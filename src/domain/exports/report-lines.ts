/** A report as the table a file is written from: its columns, its lines, and the same lines with subtotals and totals in reading order. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { formatUnits, toUnits, type Units } from '../decimal.ts';
import type { Directory } from '../people/directory.ts';
import { bucketAt } from '../reports/definition/buckets.ts';
import { findDimension, type Dimension } from '../reports/definition/dimensions.ts';
import { findMeasure, type Measure, type MeasureUnit } from '../reports/definition/measures.ts';
import type { Report, ReportResult, ReportRow } from '../reports/definition/report.ts';
import { columnText, findTimeUnit, keyText } from '../reports/keys/key-text.ts';
import { alsoText, otherSpellings } from '../reports/keys/spellings.ts';
import { chooseCurrency, isAmount } from '../reports/print/currency.ts';
import type { Steps } from '../reports/print/footing.ts';
import { lineParents } from '../reports/print/lines.ts';
import type { PrintedLine, PrintedMeasure } from '../reports/print/model.ts';
import { ofCurrency } from '../reports/print/printed-currencies.ts';
import { judgeLack, lackOfChange, printMeasure, type Lack } from '../reports/print/printed.ts';
import type { Settings } from '../settings.ts';
import { groupThousands } from '../thousands.ts';
import { nameUniquely, type Cell, type ColumnKind, type ExportColumn, type Line, type OutlineRow } from './model.ts';
import type { ExportOptions } from './options.ts';

export interface ReportLinesQuestion {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings;
  readonly directory: Directory;
  readonly options: Pick<ExportOptions, 'heads' | 'preset'> & Partial<Pick<ExportOptions, 'format'>>;
}

export interface ReportLines {
  readonly columns: readonly ExportColumn[];
  /** Innermost lines, and what they lack to their totals: a column that adds up sums to its printed total. */
  readonly lines: readonly Line[];
  readonly outline: readonly OutlineRow[];
}

/** A place in a printed line, or in the difference below it. */
type Place =
  { readonly of: 'cell'; readonly column: number } | { readonly of: 'value' | 'before' | 'change' | 'across' };

interface FigureColumn extends ExportColumn {
  /** Figure of a line: 0 is the total, then the subtotals, then the rows. */
  readonly figure: (line: number) => Cell;
  /** What the lines directly below it lack to it; null: nothing. */
  readonly lacking: (line: number, lines: number, lack: Lack) => Cell;
}

/** Files for programs have the exact figures, all others the printed ones, footed as on screen. */
export function toReportLines(question: ReportLinesQuestion): ReportLines {
  const { report, result } = question;
  const groups = report.groupBy.flatMap((name) => findDimension(name) ?? []);
  const keyColumns = groups.map((group) => keyColumn(group, question));
  const figureColumns = [
    ...report.measures
      .flatMap((name) => findMeasure(name) ?? [])
      .flatMap((measure) => measureColumns(measure, question)),
    ...(report.measures.includes('records') ? [] : [recordsColumn(question)]),
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

function keyColumn(group: Dimension, { options }: ReportLinesQuestion): ExportColumn {
  const { name, label } = group;
  const head = options.heads === 'labels' ? label : name;
  return { name, label, head, kind: 'text', digits: null, currency: null, adds: false };
}

function toOutline(
  question: ReportLinesQuestion,
  groups: readonly Dimension[],
  figures: readonly FigureColumn[],
): OutlineRow[] {
  const { result, options } = question;
  const parents = lineParents(result);
  const keyed: readonly (ReportRow | undefined)[] = [undefined, ...result.subtotals, ...result.rows];
  const isRow = (line: number) => line > result.subtotals.length;
  const below = new Map<number, number[]>();
  parents.forEach((parent, line) => below.set(parent, [...(below.get(parent) ?? []), line]));
  const rows: OutlineRow[] = [];
  const name = (keys: readonly Cell[]) => groups.map((_, at) => keys[at] ?? null);
  const add = (line: number, depth: number) => {
    const row = keyed[line];
    const lines = below.get(line) ?? [];
    if (row)
      rows.push({
        level: isRow(line) ? 'line' : 'subtotal',
        depth,
        cells: [
          ...name(
            groups.map((group, at) =>
              at < depth || !Object.hasOwn(row.key, group.name) ? null : toKey(row, at, group, question),
            ),
          ),
          ...figures.map(({ figure }) => figure(line)),
        ],
      });
    for (const each of lines) add(each, depth + 1);
    if (options.preset === 'machine' || lines.length === 0) return;
    for (const { lack, label } of lacks) {
      const cells = figures.map(({ lacking }) => lacking(line, lines.length, lack));
      if (cells.every((each) => each === null)) continue;
      const inside = Math.min(depth + 1, groups.length - 1);
      rows.push({
        level: 'difference',
        depth: inside,
        cells: [...name(groups.map((_, at) => (at === inside ? label : null))), ...cells],
      });
    }
  };
  add(0, -1);
  rows.push({
    level: 'total',
    depth: 0,
    cells: [...name([groupTexts.total]), ...figures.map(({ figure }) => figure(0))],
  });
  return rows;
}

const lacks = [
  { lack: 'unlisted', label: groupTexts.notInLines },
  { lack: 'rounding', label: groupTexts.difference },
] as const;

function toKey(
  row: ReportRow,
  at: number,
  group: Dimension,
  { result, settings, directory, options }: ReportLinesQuestion,
): Cell {
  if (at === 0 && row.folded !== undefined) return groupTexts.other(groupThousands(row.folded));
  const key = row.key[group.name] ?? null;
  if (options.preset === 'machine') return key;
  const unit = findTimeUnit(group.name);
  const bucket = unit && key !== null ? bucketAt(key, unit, result.period) : null;
  if (bucket?.cut === true) return columnText(bucket, group.name, directory, settings);
  const text = keyText(group.name, key, directory, settings);
  const also = alsoText(otherSpellings(result)(group.name, key));
  return also === '' ? text : groupTexts.withAlso(text, also);
}

/** One column for the measure, one for each bucket of the report's columns, and those of a comparison; for each currency its own. */
function measureColumns(measure: Measure, question: ReportLinesQuestion): FigureColumn[] {
  const { result, settings } = question;
  const { currencies = [] } = result;
  if (!measure.money || currencies.length < 2) {
    const currency = measure.money ? chooseCurrency(result, settings.currency) : null;
    return sheetColumns(measure, result, { currency, isSeveral: false }, question);
  }
  return currencies.flatMap((currency) =>
    sheetColumns(
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

function sheetColumns(
  measure: Measure,
  result: ReportResult,
  of: CurrencyOfSheet,
  question: ReportLinesQuestion,
): FigureColumn[] {
  const { report, settings, directory, options } = question;
  const printed = printMeasure(measure, result, settings);
  const isExact = options.preset === 'machine';
  const isPivot = result.columns.length > 0;
  const compares = result.comparison !== null && result.comparison.refused === null;
  const lines = [printed.total, ...printed.subtotals, ...printed.rows];
  const differsAcross = !isExact && lines.some(({ across }) => across !== 0n);
  // On a page the total's head names the measure, and the other columns have room for their own.
  const isOne = options.format === 'pdf' && report.measures.length === 1 && !of.isSeveral;
  const bucketText = (bucket: ReportResult['columns'][number]) =>
    columnText(bucket, report.columns ?? '', directory, settings);
  const column = (place: Place, suffix: string, label: string): FigureColumn => {
    const named = inCurrency(label, measure, of);
    const name = `${measure.id}${suffix}${of.isSeveral ? `[${of.currency ?? ''}]` : ''}`;
    const { kind, digits } = chooseKind(measure.unit, printed, isExact);
    const figure = (line: number) =>
      isExact ? exactFigure(result, measure, line, place) : printedFigure(printed, line, place);
    return {
      name,
      label: named,
      head: options.heads === 'labels' ? named : name,
      kind,
      digits,
      currency: of.currency,
      adds: measure.additive && (place.of !== 'change' || addsUp(figure, result, isExact)),
      figure,
      lacking: (line, count, lack) => lackingFigure(printed, line, place, count, lack),
    };
  };
  return [
    ...result.columns.map((bucket, at) =>
      column(
        { of: 'cell', column: at },
        `@${bucket.key ?? ''}`,
        isOne ? bucketText(bucket) : texts.columns.inColumn(measure.label, bucketText(bucket)),
      ),
    ),
    ...(differsAcross ? [column({ of: 'across' }, '.across', texts.columns.across(measure.label))] : []),
    column({ of: 'value' }, '', isPivot ? groupTexts.totalOf(measure.label) : measure.label),
    ...(compares
      ? [
          column({ of: 'before' }, '.before', texts.columns.before(measure.label)),
          column({ of: 'change' }, '.change', texts.columns.change(measure.label)),
        ]
      : []),
  ];
}

/**
 * Whether changes may be added up: one is unknown where one of its periods has records and no figure, though changes of lines in it, or of
 * the line it is in, are known. A known total over unknown lines has its difference below them, but in exact figures there is none.
 */
function addsUp(figure: FigureColumn['figure'], result: ReportResult, isExact: boolean): boolean {
  return lineParents(result).every((parent, line) => {
    const [own, above] = [figure(line), parent < 0 ? null : figure(parent)];
    return parent < 0 || (own === null) === (above === null) || (own === null && !isExact);
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

function lineAt<Of>(total: Of, subtotals: readonly Of[], rows: readonly Of[], line: number): Of {
  return (
    (line === 0 ? total : line <= subtotals.length ? subtotals[line - 1] : rows[line - 1 - subtotals.length]) ?? total
  );
}

function printedFigure(printed: PrintedMeasure, line: number, place: Place): Cell {
  const own = lineAt(printed.total, printed.subtotals, printed.rows, line);
  const steps = readPlace(own, place);
  if (place.of === 'across' && steps === 0n) return null;
  return steps === null ? null : stepsText(steps, printed);
}

function readPlace(line: PrintedLine, place: Place): Steps | null {
  return place.of === 'cell' ? (line.cells[place.column] ?? null) : line[place.of];
}

function lackingFigure(printed: PrintedMeasure, line: number, place: Place, lines: number, lack: Lack): Cell {
  const { below } = lineAt(printed.total, printed.subtotals, printed.rows, line);
  if (below === null) return null;
  const own = (steps: Steps, judge = judgeLack) => (judge(steps, lines) === lack ? steps : 0n);
  const readSteps = () => {
    switch (place.of) {
      case 'cell':
        return own(below.cells[place.column] ?? 0n);
      case 'across':
        // The row's own: its value less its cells, so that the column of these differences adds up to that of the total.
        return below.cells.reduce((rest, cell) => rest - own(cell), own(below.value));
      case 'change':
        return own(below.change, lackOfChange);
      case 'value':
      case 'before':
        return own(below[place.of]);
    }
  };
  const steps = readSteps();
  return steps === 0n ? null : stepsText(steps, printed);
}

/** Whole steps as a plain decimal, of clock hours as whole minutes. */
function stepsText(steps: Steps, { grid }: PrintedMeasure): string {
  if (grid.style === 'clock' || grid.digits === 0) return String(steps);
  const digits = String(steps < 0n ? -steps : steps).padStart(grid.digits + 1, '0');
  return `${steps < 0n ? '-' : ''}${digits.slice(0, -grid.digits)}.${digits.slice(-grid.digits)}`;
}

function exactFigure(result: ReportResult, { id, additive }: Measure, line: number, place: Place): Cell {
  const own = lineAt<ReportResult['total']>(result.total, result.subtotals, result.rows, line);
  const now = own.values[id] ?? null;
  const was = own.before?.values[id] ?? null;
  switch (place.of) {
    case 'cell':
      return (
        (own.cells?.[id] ?? (line === 0 ? result.columns.map(({ values }) => values[id] ?? null) : []))[place.column] ??
        null
      );
    case 'value':
      return now;
    case 'before':
      return was;
    case 'change': {
      const zero: Units | null = additive ? 0n : null;
      const [current, earlier] = [
        now === null ? (own.records === 0 ? zero : null) : toUnits(now),
        was === null ? (own.before === null ? zero : null) : toUnits(was),
      ];
      return current === null || earlier === null ? null : formatUnits(current - earlier);
    }
    case 'across':
      return null;
  }
}

function recordsColumn({ result, options }: ReportLinesQuestion): FigureColumn {
  const count = (line: number) =>
    lineAt<ReportResult['total']>(result.total, result.subtotals, result.rows, line).records;
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

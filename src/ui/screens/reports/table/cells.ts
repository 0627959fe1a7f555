/** The figures of a report's table: each cell's exact value and its printed form under the workspace's footing. Pure. */
import type { Steps } from '#domain/reports/print/footing.ts';
import { formatFigures, chooseCurrencyLabel } from '#domain/reports/print/printed-currencies.ts';
import { pickLine } from '#domain/reports/print/broken-lines.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { readShortfall, type Shortfall } from '#domain/reports/print/lacks.ts';
import { formatSteps, toSteps, printChange } from '#domain/reports/print/printed.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { defaultSettings } from '#domain/settings.ts';
import type { ReportResult, ReportRow } from '#domain/reports/definition/report.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import {
  difference,
  isSmallChange,
  percentChange,
  signedFigure,
  readSign,
  UNKNOWN,
} from '#ui/format/figures-and-times.ts';
import type { GridColumn } from './grid-columns.ts';
import type { ReportSheet } from '../report-sheet.ts';
import { isFootLine, type Cell, type ReadCell } from './report-columns.tsx';
import { toHeat, type HeatSpan } from './heat.ts';

const texts = reportsTexts.table;

type Line = ReportResult['total'] | ReportRow;

/** @returns the exact figure of a cell; null: unknown. */
export function readExact(line: Line, { measure, figure: kind, bucket }: GridColumn): string | null {
  const { id } = measure;
  if (bucket !== undefined) return line.cells?.[id]?.[bucket] ?? null;
  const now = line.values[id] ?? null;
  const before = line.before?.values[id] ?? null;
  // A line without a record in one of the periods has 0 there for measures that add up, and unknown for the others.
  const base = line.before === null && measure.additive ? '0' : before;
  const current = now ?? (line.records === 0 && measure.additive ? '0' : null);
  switch (kind) {
    case 'value':
      return now;
    case 'before':
      return before;
    case 'change':
      return (now === null && before === null) || current === null || base === null ? null : difference(current, base);
    case 'percent':
      return current === null || base === null ? null : (percentChange(current, base) ?? null);
    case 'by-hours':
      return line.split?.hours ?? null;
    case 'by-rate':
      return line.split?.rate ?? null;
    case 'by-neither':
      return line.split ? (line.split.other ?? '0') : null;
  }
}

const MINUS = '−';

const emptyCell: Cell = { text: '', exact: null, tone: 'plain', heat: 0 };

export interface ReadReport extends Pick<ReportSheet, 'result' | 'printed' | 'further'> {
  /** The ranges of the shades, by measure. */
  readonly spans: ReadonlyMap<string, HeatSpan>;
  readonly notableChange: string;
}

/** @returns a function that reads the cells of a report, including those of its further comparisons */
export function createCellReader({ result, printed, further, spans, notableChange }: ReadReport): ReadCell {
  const index = (answer: Pick<ReportSheet, 'result' | 'printed'>) => ({
    result: answer.result,
    byMeasure: new Map(answer.printed.map((sheet) => [sheet.measure.id, sheet])),
  });
  const first = index({ result, printed });
  const others = further.map((answer) => answer && index(answer));
  return (line, column) => {
    const answer = (column.past === undefined ? undefined : others[column.past]) ?? first;
    const sheet = answer.byMeasure.get(column.measure.id);
    if (!sheet) return emptyCell;
    if (isFootLine(line)) {
      return line.id === 'total'
        ? toCell({ line: answer.result.total, printed: sheet.total }, column, sheet, undefined, notableChange)
        : toDifferenceCell(sheet, column, line.id);
    }
    const { among } = line;
    const isPart = typeof among === 'number';
    if (line.shortfall !== undefined) {
      const parts = isPart ? sheet.breakdowns?.[among] : undefined;
      return parts ? toDifferenceCell(parts, column, line.shortfall) : emptyCell;
    }
    const lines = isPart ? answer.result.breakdowns?.[among]?.rows : answer.result[among];
    const figures = pickLine(line, sheet, sheet.breakdowns ?? []);
    // Totals would dominate the shades of their lines, and parts would look pale beside complete lines.
    const shading = among === 'rows' ? spans.get(column.measure.id) : undefined;
    return figures
      ? toCell({ line: lines?.[line.index] ?? line.line, printed: figures }, column, sheet, shading, notableChange)
      : emptyCell;
  };
}

export function toCell(
  { line, printed }: { readonly line: Line; readonly printed: PrintedLine },
  column: GridColumn,
  { grid }: PrintedMeasure,
  shading: HeatSpan | undefined,
  notableChange = defaultSettings.notableChange,
): Cell {
  const { measure, figure, bucket } = column;
  const exact = readExact(line, column);
  const heat = bucket === undefined ? 0 : toHeat(exact, shading);
  const byHours = toSteps(line.split?.hours ?? null, grid);
  const otherSteps = toSteps(line.split?.other ?? '0', grid) ?? 0n;
  const change = printed.change ?? 0n;
  const print = (steps: (part: PrintedLine) => Steps | null, write = formatSteps) =>
    formatFigures(measure, printed, (part) => write(steps(part), grid, { minus: MINUS }));
  const signed = (steps: Steps | null) => printChange(steps, grid, { minus: MINUS });
  const formatAmounts = (): string[] => {
    if (bucket !== undefined) return print(({ cells }) => cells[bucket] ?? null);
    switch (figure) {
      case 'value':
        return print(({ value }) => value);
      case 'before':
        return print(({ before }) => before);
      // Printed figures agree with one another: subtracting them gives the printed change.
      case 'change':
        return print(({ change }) => change, printChange);
      case 'percent':
        return [describeNewOrGone(line, measure) ?? (exact === null ? '' : `${signedFigure(exact, 1)} %`)];
      case 'by-hours':
        return [addCurrency(signed(byHours), line, column)];
      case 'by-rate':
        return [addCurrency(signed(byHours === null ? null : change - byHours - otherSteps), line, column)];
      case 'by-neither':
        return [addCurrency(signed(byHours === null ? null : otherSteps), line, column)];
    }
  };
  const isPlain = figure === 'value' || figure === 'before';
  const amounts = formatAmounts();
  const text = amounts.join(amountTexts.separator);
  const before = line.before?.values[measure.id];
  const moved = figure === 'percent' ? readExact(line, { ...column, figure: 'change' }) : exact;
  // A change that is printed as 0 or is too small to notice is neither good nor bad.
  const isNeutral =
    isPlain || exact === null || !/[1-9]/.test(text) || (moved !== null && isSmallChange(moved, before, notableChange));
  const tone = text === '' ? 'unknown' : isNeutral ? 'plain' : chooseTone(measure, exact);
  return { text: text || UNKNOWN, ...(amounts.length > 1 && { amounts }), exact, tone, heat };
}

/** Marks a line that exists in only one of the two periods: from zero there is no percentage, and to zero it is always −100 %. */
function describeNewOrGone(line: Line, { id }: Measure): string | undefined {
  if (!('key' in line) || line.before === undefined) return undefined;
  // A measure may not exist for a line: a service has no expected hours in either period.
  if (line.values[id] === undefined && line.before?.values[id] === undefined) return undefined;
  // Every week and month is new in its period.
  if (Object.keys(line.key).some((name) => findTimeUnit(name) !== undefined)) return undefined;
  if (line.before === null) return line.records > 0 ? texts.isNew : undefined;
  return line.records === 0 && line.before.records > 0 ? texts.isGone : undefined;
}

/** The split of a change has one currency, which is named if the report has multiple currencies. */
function addCurrency(text: string, line: Line, { measure }: GridColumn): string {
  const label = chooseCurrencyLabel(measure, { line }) ?? chooseCurrencyLabel(measure, { line: line.before ?? line });
  return label === null || text === '' ? text : `${text} ${label}`;
}

/** The difference between the printed lines and the printed total, for the line that states it. */
export function toDifferenceCell(
  { total, grid }: PrintedMeasure,
  { measure, figure, bucket }: GridColumn,
  shortfall: Shortfall,
): Cell {
  const isSum = figure === 'value' || figure === 'before' || figure === 'change';
  const amounts = formatFigures(measure, total, ({ below }) => {
    const steps = isSum ? readShortfall(below, bucket ?? figure, shortfall) : 0n;
    return steps === 0n ? '' : printChange(steps, grid, { minus: MINUS });
  });
  return { ...emptyCell, text: amounts.join(amountTexts.separator), ...(amounts.length > 1 && { amounts }) };
}

/** More is a gain, except for cost, non-billable hours and gaps. */
const betterIfLower: ReadonlySet<string> = new Set(['recorded_cost', 'nonbillable_hours', 'gap_hours']);
/** More or less of these is neither good nor bad. */
const neutral: ReadonlySet<string> = new Set(['expected_hours', 'records', 'owners']);

function chooseTone({ id, operands }: Measure, exact: string): Cell['tone'] {
  const sign = readSign(exact);
  // It is unknown whether more of an own measure is good.
  if (sign === 0 || neutral.has(id) || operands) return 'plain';
  return sign > 0 === !betterIfLower.has(id) ? 'good' : 'bad';
}

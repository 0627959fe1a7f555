/** Finds the figure of a report that the address names, and explains it. Pure. */
import type { Directory } from '#domain/people/directory.ts';
import { listReadProperties } from '#domain/records/counted.ts';
import { explain, type ExplainContext } from '#domain/reports/explain/explain.ts';
import type { LinePlace } from '#domain/reports/explain/drill-down.ts';
import { isSameKey } from '#domain/reports/keys/key-class.ts';
import type { Steps } from '#domain/reports/print/footing.ts';
import {
  formatFigure,
  formatFigures,
  toLines,
  findCurrencyOfAmount,
  chooseCurrency,
} from '#domain/reports/print/printed-currencies.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatSteps, printMeasure, formatUnit } from '#domain/reports/print/printed.ts';
import { hasExpectedHours } from '#domain/reports/definition/expected-cells.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { findProperty } from '#domain/properties.ts';
import { hasAllRecords, type Report, type ReportResult, type ReportRow } from '#domain/reports/definition/report.ts';
import { MINUS, UNKNOWN } from '../format/figures-and-times.ts';
import type { CellPlace } from '../routing/report-view.ts';
import type { ExplainedFigure } from './explained.ts';

export interface CellContext {
  readonly report: Report;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
  readonly settings: ExplainContext['settings'];
  readonly directory: Directory;
  /** `YYYY-MM-DD` in the workspace's zone. */
  readonly today?: string | undefined;
  readonly misspelt?: ExplainContext['misspelt'];
}

/** @returns undefined if the answer no longer has such a figure */
export function explainCell(cell: CellPlace, context: CellContext): ExplainedFigure | undefined {
  const { report, settings, directory, today, misspelt } = context;
  const result = cell.isBefore === true ? toComparedAnswer(context.result) : context.result;
  const printed = context.printed.find(({ measure }) => measure.id === cell.measure);
  const matchedLine = printed && findLine(cell, report, result, printed);
  if (!printed || !matchedLine) return undefined;
  const column =
    cell.column === undefined
      ? undefined
      : result.columns.findIndex(({ key }) => isSameKey(report.columns ?? '', key, cell.column ?? null));
  if (column === -1) return undefined;
  const { measure, footing } = printed;
  const place: LinePlace = {
    ...(matchedLine.row && { row: matchedLine.row }),
    ...(column !== undefined && { column }),
  };
  const { isBefore = false } = cell;
  const explanation = explain(
    measure,
    place,
    { report, result, settings, directory, today, misspelt, isBefore },
    { footing, line: matchedLine.line },
  );
  const stepsIn = (line: PrintedLine) =>
    column !== undefined ? (line.cells[column] ?? null) : isBefore ? line.before : line.value;
  const sealed = column === undefined ? result : result.columns[column];
  const isWhole = sealed !== undefined && hasAllRecords(sealed);
  return {
    title: measure.label,
    where: explanation.where,
    ...formatFigureWithUnit(
      printed,
      matchedLine.line,
      stepsIn,
      findCurrencyOfAmount(result, { measure, line: matchedLine.row ?? result.total, column }, settings.currency),
    ),
    exact: explanation.exact,
    isIncomplete: !isWhole,
    facts: explanation.facts,
    notes: explanation.notes,
    records: { ...explanation.drillDown, properties: listSourceProperties(measure, result.amounts) },
    ...(!hasExpectedHours(measure) && { history: measure.id }),
  };
}

/** Formats the figure and its unit, which is empty if the figure already contains it. */
function formatFigureWithUnit(
  { measure, grid }: Pick<PrintedMeasure, 'measure' | 'grid'>,
  line: PrintedLine,
  stepsIn: (line: PrintedLine) => Steps | null,
  currency: string | null,
): Pick<ExplainedFigure, 'printed' | 'amounts' | 'unit'> {
  const text = (part: PrintedLine) => formatSteps(stepsIn(part), grid, { minus: MINUS });
  if (toLines(line).filter((part) => stepsIn(part) !== null).length > 1)
    return { printed: formatFigure(measure, line, text), amounts: formatFigures(measure, line, text), unit: '' };
  return { printed: text(line) || UNKNOWN, unit: grid.style === 'decimal' ? formatUnit(measure.unit, currency) : '' };
}

/** Extracts the answer for the compared period, so that its figures can be explained like any others. */
function toComparedAnswer(result: ReportResult): ReportResult {
  const period = result.comparison?.period;
  if (!period) return result;
  const none = { values: {}, records: 0 };
  // The compared period has separate amounts and currencies.
  const before = <Line extends ReportResult['total']>(line: Line): Line => ({
    ...line,
    currency: null,
    amounts: undefined,
    ...(line.before ?? none),
  });
  return {
    ...result,
    period,
    comparison: null,
    columns: [],
    // The notes of the answer count records of its period, so they are replaced by those of the compared one.
    notes: result.comparison?.notes ?? [],
    rows: result.rows.map(before),
    ...(result.breakdowns && {
      breakdowns: result.breakdowns.map((breakdown) => ({ ...breakdown, rows: breakdown.rows.map(before) })),
    }),
    subtotals: result.subtotals.map(before),
    total: before(result.total),
  };
}

interface FoundLine {
  /** Undefined for the total. */
  readonly row: ReportRow | undefined;
  readonly line: PrintedLine;
}

function findLine(
  { row: path, isOther = false, names: own }: CellPlace,
  { groupBy: all }: Report,
  { rows, subtotals, breakdowns = [] }: ReportResult,
  printed: PrintedMeasure,
): FoundLine | undefined {
  const groupBy = own ?? all;
  if (path.length === 0 && !isOther) return { row: undefined, line: printed.total };
  const isSame = ({ key, folded }: ReportRow) => {
    const names = groupBy.filter((name) => Object.hasOwn(key, name));
    if ((folded !== undefined) !== isOther) return false;
    if (own && Object.keys(key).length !== names.length) return false;
    // A chart refers to the grouped tail without keys.
    if (isOther && path.length === 0) return names.length === 1;
    return (
      names.length === path.length &&
      names.every((name, depth) => isSameKey(name, key[name] ?? null, path[depth] ?? null))
    );
  };
  const at = (lines: readonly ReportRow[], figures: readonly PrintedLine[]) => {
    const index = lines.findIndex(isSame);
    const line = figures[index];
    return line ? { row: lines[index], line } : undefined;
  };
  if (!own) return at(subtotals, printed.subtotals) ?? at(rows, printed.rows);
  for (const [number, breakdown] of breakdowns.entries()) {
    const matchedLine = at(breakdown.rows, printed.breakdowns?.[number]?.rows ?? []);
    if (matchedLine) return matchedLine;
  }
  return undefined;
}

/**
 * Lists the properties that a figure is computed from, so that its records show them; fallbacks for unset ones come last.
 * @param amounts which amounts count
 */
export function listSourceProperties({ sums }: Measure, amounts: ReportResult['amounts']): string[] {
  const read = Object.values(sums).flatMap((sum) => {
    const own = 'property' in sum ? [sum.property] : [];
    const conditions = 'where' in sum ? (sum.where ?? []).filter(({ state }) => state !== 'with-weekly-hours') : [];
    return [...own, ...conditions.map(({ property }) => property)].map((name) => listReadProperties(name, amounts));
  });
  const names = [...read.flatMap(([first = '']) => first), ...read.flatMap((all) => all.slice(1))];
  return [...new Set(names)].filter((name) => findProperty(name) !== undefined);
}

/** Explains the total of a tile, which has no table. */
export function explainTotalFigure(measure: Measure, context: Omit<CellContext, 'printed'>): ExplainedFigure {
  const { result, settings } = context;
  const printed = printMeasure(measure, { ...result, rows: [], subtotals: [] }, settings);
  const { footing, total } = printed;
  const explanation = explain(measure, {}, context, { footing, line: total });
  return {
    title: measure.label,
    where: explanation.where,
    ...formatFigureWithUnit(printed, total, ({ value }) => value, chooseCurrency(result, settings.currency)),
    exact: explanation.exact,
    isIncomplete: !hasAllRecords(result),
    facts: explanation.facts,
    notes: explanation.notes,
    records: { ...explanation.drillDown, properties: listSourceProperties(measure, result.amounts) },
  };
}

/** Explains a figure by parts from which a reader with a calculator can compute it. */
import { explainTexts as texts } from '#texts/reports/reports.ts';
import { divideHalfEven, formatUnits, divideUnits, SCALE, toUnits, type Units, toHours } from '#domain/decimal.ts';
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import { parseFormula, printFormula } from '../definition/formula.ts';
import { readOwnName } from '../definition/own-measure.ts';
import type { Grid } from '../print/model.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../print/printed.ts';
import type { ReportNote } from '../definition/report.ts';

type ValueOf = (id: string) => string | null;

type Notes = readonly ReportNote[];

interface FigureParts {
  readonly parts: readonly [string, ...string[]];
  /** Computes the figure from its parts. Set only if the measure may leave out records that its parts count. */
  readonly compute?: (a: Units, b: Units) => Units | undefined;
  /** The same parts over only the records that the measure counts. */
  readonly exactly?: readonly [string, string];
}

const figuresWithBothTimes = ['billable_hours_with_logged', 'logged_hours_with_billable'] as const;

const partsByMeasure: Readonly<Record<string, FigureParts>> = {
  nonbillable_hours: {
    parts: ['logged_hours', 'billable_logged_hours'],
    compute: (a, b) => a - b,
    exactly: [figuresWithBothTimes[1], figuresWithBothTimes[0]],
  },
  billable_share: {
    parts: ['billable_logged_hours', 'logged_hours'],
    compute: divideUnits,
    exactly: figuresWithBothTimes,
  },
  margin: { parts: ['billable_value', 'recorded_cost'] },
  margin_percent: { parts: ['margin', 'billable_value'], compute: (a, b) => divideUnits(100n * a, b) },
  effective_rate: {
    parts: ['billable_value', 'billable_logged_hours'],
    compute: divideUnits,
    exactly: ['billable_value_with_hours', 'billable_hours_with_value'],
  },
  working_days: { parts: ['logged_hours'] },
  utilisation: { parts: ['billable_hours_of_expected', 'expected_hours'] },
  gap_hours: { parts: ['expected_hours', 'logged_hours_of_expected'] },
};

/** For each part, the same figure over all records, and the note about how much of it is left out. */
const leftOutSources: Readonly<Record<string, { readonly figure: string; readonly note: ReportNote['kind'] }>> = {
  logged_hours_with_billable: { figure: 'logged_hours', note: 'no-billable' },
  billable_hours_with_logged: { figure: 'billable_logged_hours', note: 'no-logged' },
  billable_value_with_hours: { figure: 'billable_value', note: 'no-rate' },
  billable_hours_with_value: { figure: 'billable_logged_hours', note: 'no-rate' },
};

/** The tolerance for parts in hours, which are rounded at the eighth decimal. */
const NEAR = 100n;

/** Whether and how much a figure leaves out of its parts. */
export interface LeftOut {
  readonly some: boolean;
  /** Notes about how much this figure leaves out; empty if that was counted only for the entire report. */
  readonly notes: Notes;
}

/** @returns null if the report does not have the parts, or they do not result in the figure */
export function formatParts(
  measure: Measure,
  valueOf: ValueOf,
  settings: PrintSettings,
  { some, notes }: LeftOut = { some: false, notes: [] },
): string | null {
  if (measure.operands) return formatOwnParts(measure, measure.operands, valueOf, settings);
  const parts = partsByMeasure[measure.id];
  if (!parts) return null;
  const listPartTexts = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const part = findMeasure(id);
      if (!part) return [];
      const grid = chooseGrid(part.unit, settings);
      const value = findPart(id, valueOf, notes) ?? derivePart(id, valueOf, grid);
      if (value === null) return [];
      return [texts.part(part.label, formatSteps(toSteps(value, grid), grid))];
    });
  const { parts: partIds, exactly, compute } = parts;
  const usesAllRecords = !some || !exactly || partIds.every((id) => valueOf(id) !== null);
  if (usesAllRecords && isConsistent(measure, partIds, compute, valueOf)) {
    const partTexts = listPartTexts(partIds);
    return partTexts.length === 0
      ? null
      : [...partTexts, ...listLeftOutOfMargin(measure, valueOf, settings)].join(', ');
  }
  const exact = exactly ? listPartTexts(exactly) : [];
  const isExact = exactly && isConsistent(measure, exactly, compute, (id) => findPart(id, valueOf, notes));
  return isExact && exact.length === exactly.length ? exact.join(', ') : null;
}

/** Formats the formula with its numbers and, if there is no result, the reason. */
function formatOwnParts(
  { id }: Measure,
  operands: readonly Measure[],
  valueOf: ValueOf,
  settings: PrintSettings,
): string | null {
  const parsed = parseFormula(readOwnName(id)?.formula ?? '');
  if (!parsed.ok) return null;
  const formatOperand = (name: string) => {
    const operand = operands.find((candidate) => candidate.id === name);
    if (!operand) return name;
    const grid = chooseGrid(operand.unit, settings);
    return texts.part(operand.label, formatSteps(toSteps(valueOf(name), grid), grid, { unknown: '–', minus: '−' }));
  };
  const formulaText = printFormula(parsed.formula, formatOperand);
  if (valueOf(id) !== null) return formulaText;
  const unknown = operands.find((operand) => valueOf(operand.id) === null);
  return `${formulaText}; ${unknown ? ownFormulaTexts.unknownPart(unknown.label) : ownFormulaTexts.dividedByZero}`;
}

/** Reads a part from the result, or computes it from the figure over all records minus what is left out. */
function findPart(id: string, valueOf: ValueOf, notes: Notes): string | null {
  const value = valueOf(id);
  const source = leftOutSources[id];
  if (value !== null || !source) return value;
  const total = valueOf(source.figure);
  const note = notes.find(({ kind }) => kind === source.note);
  if (total === null) return null;
  const { amounts = [], minutes = null } = note ?? {};
  if (findMeasure(id)?.unit === 'hours')
    return formatUnits(toUnits(total) - (minutes === null ? 0n : toHours(toUnits(minutes))));
  return formatUnits(amounts.reduce((rest, { amount }) => rest - toUnits(amount), toUnits(total)));
}

/** Lists what a margin leaves out (billable value without a known cost, minus cost with an unreadable value), so that its parts add up. */
function listLeftOutOfMargin({ id, unit }: Measure, valueOf: ValueOf, settings: PrintSettings): string[] {
  const [value, cost, margin] = ['billable_value', 'recorded_cost', 'margin'].map(valueOf);
  if (id !== 'margin' || !value || !cost || !margin) return [];
  if (toUnits(value) - toUnits(cost) === toUnits(margin)) return [];
  const grid = chooseGrid(unit, settings);
  const countSteps = (exact: string) => toSteps(exact, grid) ?? 0n;
  const leftOut = countSteps(value) - countSteps(cost) - countSteps(margin);
  return leftOut === 0n ? [] : [texts.leftOut(formatSteps(leftOut, grid))];
}

function isConsistent(
  { id }: Measure,
  partIds: readonly string[],
  compute: FigureParts['compute'],
  valueOf: ValueOf,
): boolean {
  const [figure, a, b] = [id, ...partIds].map(valueOf);
  // If a part is missing, no inconsistent result can be computed.
  if (!compute || figure === null || figure === undefined || !a || !b) return true;
  const sum = compute(toUnits(a), toUnits(b));
  if (sum === undefined) return false;
  const deviation = sum - toUnits(figure);
  return deviation <= NEAR && deviation >= -NEAR;
}

/** Derives the hours that are compared with expected ones, if the report has only expected hours with gap or utilisation. */
function derivePart(id: string, valueOf: ValueOf, grid: Grid): string | null {
  const expected = valueOf('expected_hours');
  if (expected === null) return null;
  if (id === 'logged_hours_of_expected') {
    const gap = valueOf('gap_hours');
    return gap === null ? null : formatUnits(toUnits(expected) - toUnits(gap));
  }
  const share = id === 'billable_hours_of_expected' ? valueOf('utilisation') : null;
  return share === null ? null : findBillable(toUnits(share), toUnits(expected), grid);
}

/** Computes billable hours from a utilisation, which has only eight decimals; null if the printed hours would be ambiguous. */
function findBillable(share: Units, expected: Units, grid: Grid): string | null {
  const [lower, upper] = [2n * share - 1n, 2n * share + 1n].map((doubledShare) =>
    formatUnits(divideHalfEven(doubledShare * expected, 2n * ONE)),
  );
  if (lower === undefined || upper === undefined) return null;
  return toSteps(lower, grid) === toSteps(upper, grid) ? lower : null;
}

const ONE = 10n ** BigInt(SCALE);

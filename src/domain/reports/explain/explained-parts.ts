/** Explains what a figure is made of: figures from which a reader with a calculator gets it, or none. */
import { explainTexts as texts } from '#texts/reports/reports.ts';
import { divideHalfEven, formatUnits, quotient, SCALE, toUnits, type Units } from '../../decimal.ts';
import { ownFormulaTexts } from '#texts/reports/own-measures.ts';
import { hoursOfMinutes } from '../../time/hours.ts';
import { findMeasure, type Measure } from '../definition/measures.ts';
import { parseFormula, printFormula } from '../definition/own/formula.ts';
import { readOwnName } from '../definition/own/own-measure.ts';
import type { Grid } from '../print/model.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings } from '../print/printed.ts';
import type { ReportNote } from '../definition/report.ts';

type ValueOf = (id: string) => string | null;

type Notes = readonly ReportNote[];

interface Parts {
  readonly of: readonly [string, ...string[]];
  /** Only where a measure leaves out records that its parts count: parts that do not give the figure are not shown as if they did. */
  readonly made?: (a: Units, b: Units) => Units | undefined;
  /** The same over the records that the measure counts alone. */
  readonly exactly?: readonly [string, string];
}

const ofBothTimes = ['billable_hours_with_logged', 'logged_hours_with_billable'] as const;

const partsOf: Readonly<Record<string, Parts>> = {
  nonbillable_hours: {
    of: ['logged_hours', 'billable_logged_hours'],
    made: (a, b) => a - b,
    exactly: [ofBothTimes[1], ofBothTimes[0]],
  },
  billable_share: { of: ['billable_logged_hours', 'logged_hours'], made: quotient, exactly: ofBothTimes },
  margin: { of: ['billable_value', 'recorded_cost'] },
  margin_percent: { of: ['margin', 'billable_value'], made: (a, b) => quotient(100n * a, b) },
  effective_rate: {
    of: ['billable_value', 'billable_logged_hours'],
    made: quotient,
    exactly: ['billable_value_with_hours', 'billable_hours_with_value'],
  },
  working_days: { of: ['logged_hours'] },
  utilisation: { of: ['billable_hours_of_expected', 'expected_hours'] },
  gap_hours: { of: ['expected_hours', 'logged_hours_of_expected'] },
};

/** Part by part: the same over all records, and the note that says how much of it is left out. */
const lessLeftOut: Readonly<Record<string, { readonly of: string; readonly by: ReportNote['kind'] }>> = {
  logged_hours_with_billable: { of: 'logged_hours', by: 'no-billable' },
  billable_hours_with_logged: { of: 'billable_logged_hours', by: 'no-logged' },
  billable_value_with_hours: { of: 'billable_value', by: 'no-rate' },
  billable_hours_with_value: { of: 'billable_logged_hours', by: 'no-rate' },
};

/** Hours in the parts are rounded at their eighth decimal. */
const NEAR = 100n;

/** What a figure leaves out of its parts. */
export interface LeftOut {
  /** Whether the report leaves out any of them. */
  readonly some: boolean;
  /** How much of this figure; empty where it was counted for the entire report only. */
  readonly notes: Notes;
}

/** @returns null where the report does not have them, or where they do not give the figure. */
export function partsText(
  measure: Measure,
  valueOf: ValueOf,
  settings: PrintSettings,
  { some, notes }: LeftOut = { some: false, notes: [] },
): string | null {
  if (measure.operands) return ownPartsText(measure, measure.operands, valueOf, settings);
  const parts = partsOf[measure.id];
  if (!parts) return null;
  const told = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const part = findMeasure(id);
      if (!part) return [];
      const grid = chooseGrid(part.unit, settings);
      const value = findPart(id, valueOf, notes) ?? derived(id, valueOf, grid);
      if (value === null) return [];
      return [texts.part(part.label, formatSteps(toSteps(value, grid), grid))];
    });
  const { of, exactly, made } = parts;
  const isWhole = !some || !exactly || of.every((id) => valueOf(id) !== null);
  if (isWhole && isMade(measure, of, made, valueOf)) {
    const own = told(of);
    return own.length === 0 ? null : [...own, ...leftOutOfMargin(measure, valueOf, settings)].join(', ');
  }
  const exact = exactly ? told(exactly) : [];
  const isExact = exactly && isMade(measure, exactly, made, (id) => findPart(id, valueOf, notes));
  return isExact && exact.length === exactly.length ? exact.join(', ') : null;
}

/** The formula with its numbers, and why there is no result where there is none. */
function ownPartsText(
  { id }: Measure,
  operands: readonly Measure[],
  valueOf: ValueOf,
  settings: PrintSettings,
): string | null {
  const parsed = parseFormula(readOwnName(id)?.formula ?? '');
  if (!parsed.ok) return null;
  const figure = (name: string) => {
    const operand = operands.find((each) => each.id === name);
    if (!operand) return name;
    const grid = chooseGrid(operand.unit, settings);
    return texts.part(operand.label, formatSteps(toSteps(valueOf(name), grid), grid, { unknown: '–', minus: '−' }));
  };
  const told = printFormula(parsed.formula, figure);
  if (valueOf(id) !== null) return told;
  const unknown = operands.find((each) => valueOf(each.id) === null);
  return `${told}; ${unknown ? ownFormulaTexts.unknownPart(unknown.label) : ownFormulaTexts.dividedByZero}`;
}

/** A part as the answer has it, or computed from all records and what is left out. */
function findPart(id: string, valueOf: ValueOf, notes: Notes): string | null {
  const own = valueOf(id);
  const less = lessLeftOut[id];
  if (own !== null || !less) return own;
  const all = valueOf(less.of);
  const note = notes.find(({ kind }) => kind === less.by);
  if (all === null) return null;
  const { amounts = [], minutes = null } = note ?? {};
  if (findMeasure(id)?.unit === 'hours')
    return formatUnits(toUnits(all) - (minutes === null ? 0n : hoursOfMinutes(toUnits(minutes))));
  return formatUnits(amounts.reduce((rest, { amount }) => rest - toUnits(amount), toUnits(all)));
}

/**
 * Billable value without a known cost, less cost of unreadable values: the parts that a margin leaves out. They then give it all the same.
 */
function leftOutOfMargin({ id, unit }: Measure, valueOf: ValueOf, settings: PrintSettings): string[] {
  const [value, cost, margin] = ['billable_value', 'recorded_cost', 'margin'].map(valueOf);
  if (id !== 'margin' || !value || !cost || !margin) return [];
  if (toUnits(value) - toUnits(cost) === toUnits(margin)) return [];
  const grid = chooseGrid(unit, settings);
  const stepsIn = (exact: string) => toSteps(exact, grid) ?? 0n;
  const leftOut = stepsIn(value) - stepsIn(cost) - stepsIn(margin);
  return leftOut === 0n ? [] : [texts.leftOut(formatSteps(leftOut, grid))];
}

function isMade({ id }: Measure, of: readonly string[], made: Parts['made'], valueOf: ValueOf): boolean {
  const [own, a, b] = [id, ...of].map(valueOf);
  // With a part missing nothing wrong can be computed.
  if (!made || own === null || own === undefined || !a || !b) return true;
  const sum = made(toUnits(a), toUnits(b));
  if (sum === undefined) return false;
  const off = sum - toUnits(own);
  return off <= NEAR && off >= -NEAR;
}

/** The hours compared with expected ones, where only expected hours and utilisation are in the report. */
function derived(id: string, valueOf: ValueOf, grid: Grid): string | null {
  const expected = valueOf('expected_hours');
  if (expected === null) return null;
  if (id === 'logged_hours_of_expected') {
    const gap = valueOf('gap_hours');
    return gap === null ? null : formatUnits(toUnits(expected) - toUnits(gap));
  }
  const share = id === 'billable_hours_of_expected' ? valueOf('utilisation') : null;
  return share === null ? null : findBillable(toUnits(share), toUnits(expected), grid);
}

/** A utilisation has eight decimals, so it gives its hours only as precisely as these allow: null where they might be printed otherwise. */
function findBillable(share: Units, expected: Units, grid: Grid): string | null {
  const [least, most] = [2n * share - 1n, 2n * share + 1n].map((twice) =>
    formatUnits(divideHalfEven(twice * expected, 2n * ONE)),
  );
  if (least === undefined || most === undefined) return null;
  return toSteps(least, grid) === toSteps(most, grid) ? least : null;
}

const ONE = 10n ** BigInt(SCALE);

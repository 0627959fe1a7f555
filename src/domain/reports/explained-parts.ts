/** What a figure is made of, for Explain: figures that a reader with a calculator can put together to it, or none. */
import { explainTexts as texts } from '../../texts/en/reports.ts';
import { divideHalfEven, formatUnits, quotient, SCALE, unitsOf, type Units } from '../decimal.ts';
import { findMeasure, type Measure } from './measures.ts';
import { gridOf, stepsOf, textOf, type Grid, type PrintSettings } from './printed.ts';

type ValueOf = (id: string) => string | null;

interface Parts {
  readonly of: readonly [string, ...string[]];
  /** Only where a measure leaves out records that its parts count: then parts that do not make it are not shown as if they did. */
  readonly made?: (a: Units, b: Units) => Units | undefined;
}

const partsOf: Readonly<Record<string, Parts>> = {
  nonbillable_hours: { of: ['logged_hours', 'billable_logged_hours'] },
  billable_share: { of: ['billable_logged_hours', 'logged_hours'], made: quotient },
  margin: { of: ['billable_value', 'recorded_cost'] },
  margin_percent: { of: ['margin', 'billable_value'], made: (a, b) => quotient(100n * a, b) },
  effective_rate: { of: ['billable_value', 'billable_logged_hours'] },
  working_days: { of: ['logged_hours'] },
  utilisation: { of: ['billable_hours_of_expected', 'expected_hours'] },
  gap_hours: { of: ['expected_hours', 'logged_hours_of_expected'] },
};

/** Hours in the parts are rounded at their eighth decimal. */
const NEAR = 100n;

/** @returns null where the report does not have them, or where they do not make the figure. */
export function partsText(measure: Measure, valueOf: ValueOf, settings: PrintSettings): string | null {
  const parts = partsOf[measure.id];
  if (!parts || !isMade(measure, parts, valueOf)) return null;
  const told = parts.of.flatMap((id) => {
    const part = findMeasure(id);
    if (!part) return [];
    const grid = gridOf(part.unit, settings);
    const value = valueOf(id) ?? derived(id, valueOf, grid);
    if (value === null) return [];
    return [texts.part(part.label, textOf(stepsOf(value, grid), grid))];
  });
  if (told.length === 0) return null;
  return [...told, ...leftOutOfMargin(measure, valueOf, settings)].join(', ');
}

/**
 * Billable value without a known cost, less cost of values that cannot be read: what a margin does not count of its parts. They then
 * make it all the same.
 */
function leftOutOfMargin({ id, unit }: Measure, valueOf: ValueOf, settings: PrintSettings): string[] {
  const [value, cost, margin] = ['billable_value', 'recorded_cost', 'margin'].map(valueOf);
  if (id !== 'margin' || !value || !cost || !margin) return [];
  if (unitsOf(value) - unitsOf(cost) === unitsOf(margin)) return [];
  const grid = gridOf(unit, settings);
  const stepsIn = (exact: string) => stepsOf(exact, grid) ?? 0n;
  const leftOut = stepsIn(value) - stepsIn(cost) - stepsIn(margin);
  return leftOut === 0n ? [] : [texts.leftOut(textOf(leftOut, grid))];
}

function isMade({ id }: Measure, { of, made }: Parts, valueOf: ValueOf): boolean {
  const [own, a, b] = [id, ...of].map(valueOf);
  // With a part missing nothing can be put together wrongly.
  if (!made || own === null || own === undefined || !a || !b) return true;
  const sum = made(unitsOf(a), unitsOf(b));
  if (sum === undefined) return false;
  const off = sum - unitsOf(own);
  return off <= NEAR && off >= -NEAR;
}

/** What is set against expected hours, where only these and what follows from both are in the report. */
function derived(id: string, valueOf: ValueOf, grid: Grid): string | null {
  const expected = valueOf('expected_hours');
  if (expected === null) return null;
  if (id === 'logged_hours_of_expected') {
    const gap = valueOf('gap_hours');
    return gap === null ? null : formatUnits(unitsOf(expected) - unitsOf(gap));
  }
  const share = id === 'billable_hours_of_expected' ? valueOf('utilisation') : null;
  return share === null ? null : billableOf(unitsOf(share), unitsOf(expected), grid);
}

/** A utilisation has eight decimals, so it gives its hours only as well as these tell: null where they might be printed otherwise. */
function billableOf(share: Units, expected: Units, grid: Grid): string | null {
  const [least, most] = [2n * share - 1n, 2n * share + 1n].map((twice) =>
    formatUnits(divideHalfEven(twice * expected, 2n * ONE)),
  );
  if (least === undefined || most === undefined) return null;
  return stepsOf(least, grid) === stepsOf(most, grid) ? least : null;
}

const ONE = 10n ** BigInt(SCALE);

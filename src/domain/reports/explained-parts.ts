/** What a figure is made of, for Explain: figures that a reader with a calculator can put together to it, or none. */
import { explainTexts as texts } from '../../texts/en/reports.ts';
import { formatUnits, quotient, unitsOf, type Units } from '../decimal.ts';
import { findMeasure, type Measure } from './measures.ts';
import { gridOf, stepsOf, textOf, type PrintSettings } from './printed.ts';

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
    const value = valueOf(id) ?? (id === 'logged_hours_of_expected' ? loggedOfGap(valueOf) : null);
    if (!part || value === null) return [];
    const grid = gridOf(part.unit, settings);
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

/** What was set against expected hours, where only these and their gap are in the report. */
function loggedOfGap(valueOf: ValueOf): string | null {
  const [expected, gap] = [valueOf('expected_hours'), valueOf('gap_hours')];
  return expected === null || gap === null ? null : formatUnits(unitsOf(expected) - unitsOf(gap));
}

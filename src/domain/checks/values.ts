/** The amounts used by checks, named once. Times are in minutes, so that nothing is divided. */
import { OWNER_PROPERTY, PREFIX } from '../properties.ts';
import type { Fact } from './check.ts';
import { firstKnown, number, property, threshold, times } from './condition.ts';

export const named = (suffix: string): string => `${PREFIX}${suffix}`;
export const value = (suffix: string) => property(named(suffix));
export const OWNER = OWNER_PROPERTY;

export const SIXTY = number(60);
export const ZERO = number(0);
/** Hours stand in where a record has no minutes. */
export const totalMinutes = firstKnown(value('total_minutes'), times(value('total_hours'), SIXTY));
export const billableMinutes = firstKnown(value('billable_minutes'), times(value('billable_hours'), SIXTY));
export const amount = value('billable_amount');
export const cost = value('cost_amount');
export const margin = value('margin_amount');
export const rate = value('billable_rate');
export const costRate = value('cost_rate');
/** Amounts closer than this are the same: half a cent unless set otherwise. */
export const AMOUNT_TOLERANCE = threshold('amount_tolerance');

/** A value as it is held, times as ISO UTC. */
export const heldFact = (name: string, suffix: string): Fact => ({
  name,
  of: { kind: 'value', property: named(suffix) },
});
/** Start and end of an entry of one session. */
export const sessionFacts: readonly Fact[] = [
  heldFact('firstStart', 'first_start_date'),
  heldFact('firstEnd', 'first_end_date'),
  heldFact('minutes', 'total_minutes'),
];

/** The amounts used by checks, named once. Times are in minutes, so that nothing is divided. */
import { OWNER_PROPERTY } from '../properties.ts';
import type { Fact } from './check.ts';
import { firstKnown, number, property, threshold, multiply } from './condition.ts';
import { propertyNames } from '../property-names.ts';

export const OWNER = OWNER_PROPERTY;

export const SIXTY = number(60);
export const ZERO = number(0);
/** Hours are used where a record has no minutes. */
export const totalMinutes = firstKnown(
  property(propertyNames.totalMinutes),
  multiply(property(propertyNames.totalHours), SIXTY),
);
export const billableMinutes = firstKnown(
  property(propertyNames.billableMinutes),
  multiply(property(propertyNames.billableHours), SIXTY),
);
export const amount = property(propertyNames.billableAmount);
export const cost = property(propertyNames.costAmount);
export const margin = property(propertyNames.marginAmount);
export const rate = property(propertyNames.billableRate);
export const costRate = property(propertyNames.costRate);
/** Amounts that differ by less than this count as the same: half a cent unless set otherwise. */
export const AMOUNT_TOLERANCE = threshold('amount_tolerance');

/** The fact is the stored value; times are ISO UTC. */
export const createValueFact = (name: string, property: string): Fact => ({
  name,
  of: { kind: 'value', property },
});
/** The start and end of an entry of one session. */
export const sessionFacts: readonly Fact[] = [
  createValueFact('firstStart', propertyNames.firstStart),
  createValueFact('firstEnd', propertyNames.firstEnd),
  createValueFact('minutes', propertyNames.totalMinutes),
];

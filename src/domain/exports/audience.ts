/**
 * What a client's file may hold: a list of what is allowed, so that whatever is added later stays inside until it is allowed. Cost,
 * margin, descriptions, teams and everything undeclared are not on it; rates only by choice.
 */
import { findDimension } from '../reports/definition/dimensions.ts';
import type { Measure } from '../reports/definition/measures.ts';
import { BILLABLE_PROPERTY, BILLED_PROPERTY, CLIENT_PROPERTY } from '../local-properties.ts';
import { propertyNames as names, propertyNames } from '../properties.ts';
import type { Audience } from './options.ts';
import { addFilters, removeFilters, type Filter, type FilterGroups } from '../filter/model.ts';

const clientProperties: ReadonlySet<string> = new Set([
  names.recordId,
  names.objectType,
  names.objectId,
  names.title,
  names.category,
  names.service,
  names.owner,
  names.firstStart,
  names.firstEnd,
  names.lastStart,
  names.lastEnd,
  names.week,
  names.month,
  names.sessions,
  names.totalMinutes,
  names.totalHours,
  names.billableMinutes,
  names.billableHours,
  names.billableAmount,
  CLIENT_PROPERTY,
  BILLABLE_PROPERTY,
  BILLED_PROPERTY,
]);
const clientMeasures: ReadonlySet<string> = new Set([
  'records',
  'owners',
  'logged_hours',
  'billable_logged_hours',
  'nonbillable_hours',
  'billable_value',
]);
const clientRates: ReadonlySet<string> = new Set([names.billableRate, 'effective_rate']);

interface Receiver {
  readonly audience: Audience;
  readonly rates: boolean;
}

/** Tells whether a column, a filter or a sort may use the property. @param name full */
export function maySeeProperty(name: string, { audience, rates }: Receiver): boolean {
  return audience === 'internal' || clientProperties.has(name) || (rates && clientRates.has(name));
}

export function maySeeMeasure(
  { id, unit, operands }: Pick<Measure, 'id'> & Partial<Pick<Measure, 'unit' | 'operands'>>,
  receiver: Receiver,
): boolean {
  const { audience, rates } = receiver;
  // A rate by a formula is a rate.
  if (operands && unit === 'rate' && !rates && audience !== 'internal') return false;
  if (operands) return operands.every((operand) => maySeeMeasure(operand, receiver));
  if (audience === 'internal' || clientMeasures.has(id) || (rates && clientRates.has(id))) return true;
  // A client may see the sum of every property that it may see.
  return clientProperties.has(id);
}

export function maySeeGroup(name: string, receiver: Receiver): boolean {
  if (receiver.audience === 'internal') return true;
  const dimension = findDimension(name);
  switch (dimension?.kind) {
    case 'time':
    case 'object':
      return true;
    case 'property':
      return maySeeProperty(dimension.property.name, receiver);
    case 'client':
      return true;
    case 'team':
    case undefined:
      return false;
  }
}

// A client's file may hold billable entries alone: those with billable minutes, including corrections below zero and unreadable ones.

const conditions: readonly Filter[] = [
  { propertyName: propertyNames.billableMinutes, operator: 'HAS_PROPERTY' },
  { propertyName: propertyNames.billableMinutes, operator: 'NEQ', value: '0' },
];

const isBillableCondition = ({ propertyName, operator, value }: Filter) =>
  conditions.some(
    (condition) =>
      condition.propertyName === propertyName && condition.operator === operator && condition.value === value,
  );

export function filterBillable(groups: FilterGroups): FilterGroups {
  return addFilters(groups, conditions);
}

/** Removes the conditions on billable entries, so that what was filtered besides is left. */
export function removeBillableFilter(groups: FilterGroups): FilterGroups {
  return removeFilters(groups, isBillableCondition);
}

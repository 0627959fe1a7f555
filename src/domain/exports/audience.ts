/**
 * What a client's file may contain. This is an allowlist, so that anything added later is withheld until it is allowed. Cost, margin,
 * descriptions, teams and undeclared properties are not on it; rates only if chosen.
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

/** Returns whether a column, a filter or a sort may use the property. @param name the full name */
export function canSeeProperty(name: string, { audience, rates }: Receiver): boolean {
  return audience === 'internal' || clientProperties.has(name) || (rates && clientRates.has(name));
}

export function canSeeMeasure(
  { id, unit, operands }: Pick<Measure, 'id'> & Partial<Pick<Measure, 'unit' | 'operands'>>,
  receiver: Receiver,
): boolean {
  const { audience, rates } = receiver;
  // A rate computed by a formula is withheld like any other rate.
  if (operands && unit === 'rate' && !rates && audience !== 'internal') return false;
  if (operands) return operands.every((operand) => canSeeMeasure(operand, receiver));
  if (audience === 'internal' || clientMeasures.has(id) || (rates && clientRates.has(id))) return true;
  // A client may see the sum of every property it may see.
  return clientProperties.has(id);
}

export function canSeeGroup(name: string, receiver: Receiver): boolean {
  if (receiver.audience === 'internal') return true;
  const dimension = findDimension(name);
  switch (dimension?.kind) {
    case 'time':
    case 'object':
      return true;
    case 'property':
      return canSeeProperty(dimension.property.name, receiver);
    case 'client':
      return true;
    case 'team':
    case undefined:
      return false;
  }
}

// A client's file may be limited to billable entries: those with billable minutes, including negative corrections and unreadable values.

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

/** Removes the conditions on billable entries and leaves the others. */
export function removeBillableFilter(groups: FilterGroups): FilterGroups {
  return removeFilters(groups, isBillableCondition);
}

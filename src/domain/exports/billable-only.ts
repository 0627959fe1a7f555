/** A client's file may hold billable entries alone: those with billable minutes, corrections below zero and unreadable ones among them. */
import type { Filter, FilterGroups } from '../filter/model.ts';
import { propertyNames } from '../property-names.ts';

const conditions: readonly Filter[] = [
  { propertyName: propertyNames.billableMinutes, operator: 'HAS_PROPERTY' },
  { propertyName: propertyNames.billableMinutes, operator: 'NEQ', value: '0' },
];

const isOurs = ({ propertyName, operator, value }: Filter) =>
  conditions.some((each) => each.propertyName === propertyName && each.operator === operator && each.value === value);

export function onlyBillable(groups: FilterGroups): FilterGroups {
  const all = groups.length === 0 ? [{ filters: [] }] : groups;
  return all.map(({ filters }) => ({ filters: [...filters.filter((each) => !isOurs(each)), ...conditions] }));
}

/** What was asked for besides. */
export function withoutBillable(groups: FilterGroups): FilterGroups {
  const besides = groups.map(({ filters }) => ({ filters: filters.filter((each) => !isOurs(each)) }));
  return besides.some(({ filters }) => filters.length === 0) ? [] : besides;
}

/** The filter model of the interface: filter groups (an OR of ANDs), used by every part of the program. */
import { z } from 'zod';
import type { PropertyType } from '../properties.ts';

export const operators = [
  'EQ',
  'NEQ',
  'LT',
  'LTE',
  'GT',
  'GTE',
  'BETWEEN',
  'IN',
  'NOT_IN',
  'HAS_PROPERTY',
  'NOT_HAS_PROPERTY',
  'CONTAINS_TOKEN',
  'NOT_CONTAINS_TOKEN',
] as const;

export type Operator = (typeof operators)[number];

/** The operator of the full-text search, which the interface does not have. */
export const FINDS = 'FINDS';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const filterSchema = z
  .strictObject({
    propertyName: z.string().min(1),
    operator: z.enum([...operators, FINDS]),
    value: scalar.optional(),
    highValue: scalar.optional(),
    values: z.array(scalar).readonly().optional(),
  })
  .readonly();
const filterGroupSchema = z.strictObject({ filters: z.array(filterSchema).min(1).readonly() }).readonly();
/** An OR of groups, each an AND of filters. No groups select every record. */
export const filterGroupsSchema = z.array(filterGroupSchema).readonly();

export type Filter = z.output<typeof filterSchema>;
export type FilterGroups = z.output<typeof filterGroupsSchema>;

export const operatorsByType: Readonly<Record<PropertyType, readonly Operator[]>> = {
  string: ['EQ', 'NEQ', 'IN', 'NOT_IN', 'CONTAINS_TOKEN', 'NOT_CONTAINS_TOKEN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
  enumeration: ['EQ', 'NEQ', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
  boolean: ['EQ', 'NEQ', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
  number: ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'BETWEEN', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
  date: ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'BETWEEN', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
  datetime: ['EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE', 'BETWEEN', 'IN', 'NOT_IN', 'HAS_PROPERTY', 'NOT_HAS_PROPERTY'],
};

/** Adds conditions to every group, without duplicates. */
export function addFilters(groups: FilterGroups, filters: readonly Filter[]): FilterGroups {
  const addedFilters = new Set(filters.map((filter) => JSON.stringify(filter)));
  const all = groups.length === 0 ? [{ filters: [] }] : groups;
  return all.map((group) => ({
    filters: [...group.filters.filter((filter) => !addedFilters.has(JSON.stringify(filter))), ...filters],
  }));
}

/** Removes conditions. A group that is left without conditions selects every record, regardless of the others. */
export function removeFilters(groups: FilterGroups, isRemoved: (filter: Filter) => boolean): FilterGroups {
  const rest = groups.map(({ filters }) => ({ filters: filters.filter((filter) => !isRemoved(filter)) }));
  return rest.some(({ filters }) => filters.length === 0) ? [] : rest;
}

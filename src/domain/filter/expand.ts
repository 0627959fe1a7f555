/**
 * Converts filters that the service does not know: clients and teams to ids, and billable to conditions on times. Returns a problem if that
 * is impossible.
 */
import { localFilterTexts as texts } from '#texts/filter.ts';
import { parseObjectKey, type Directory } from '../people/directory.ts';
import { BILLABLE_PROPERTY, CLIENT_PROPERTY, isLocal } from '../local-properties.ts';
import { OWNER_PROPERTY, propertyNames } from '../properties.ts';
import { hasBilledFilter } from './billed.ts';
import { FINDS, type Filter, type FilterGroups } from './model.ts';
import { readBoolean } from './operand.ts';
import { foldCase } from './text.ts';

/** The upstream's limits on a search, using the stricter of its published figures. */
const MAX_GROUPS = 5;
const MAX_FILTERS = 6;
const MAX_FILTERS_IN_ALL = 18;

const OBJECT_TYPE = propertyNames.objectType;
const OBJECT_ID = propertyNames.objectId;

/** `filterGroups` is undefined if no record can match, so that no request is needed. */
export type ExpandedGroups =
  | { readonly ok: true; readonly filterGroups: FilterGroups | undefined }
  | { readonly ok: false; readonly problem: string };

/**
 * Converts groups so that they select exactly the same records without the directory. Groups without such filters stay as they are.
 * @param groups checked
 */
export function expandLocal(groups: FilterGroups, directory: Directory): ExpandedGroups {
  if (groups.some(({ filters }) => filters.some(({ operator }) => operator === FINDS))) {
    return { ok: false, problem: texts.search };
  }
  if (hasBilledFilter(groups)) return { ok: false, problem: texts.billed };
  const hasLocal = groups.some(({ filters }) => filters.some(namesLocal));
  if (!hasLocal) return { ok: true, filterGroups: groups };
  const alternatives = groups.flatMap(({ filters }) => toAlternatives(filters, directory));
  // An alternative without conditions selects every record, regardless of the others.
  if (alternatives.some((filters) => filters.length === 0)) return { ok: true, filterGroups: [] };
  if (alternatives.length === 0) return { ok: true, filterGroups: undefined };
  const filterCount = alternatives.reduce((total, filters) => total + filters.length, 0);
  const longest = Math.max(...alternatives.map((filters) => filters.length));
  if (alternatives.length > MAX_GROUPS || longest > MAX_FILTERS || filterCount > MAX_FILTERS_IN_ALL) {
    return { ok: false, problem: texts.tooMany(alternatives.length, filterCount) };
  }
  return { ok: true, filterGroups: alternatives.map((filters) => ({ filters: [...filters] })) };
}

const namesLocal = ({ propertyName }: Filter) => propertyName === BILLABLE_PROPERTY || isLocal({ name: propertyName });

/** An OR of ANDs. */
type Alternatives = readonly (readonly Filter[])[];

function toAlternatives(filters: readonly Filter[], directory: Directory): Alternatives {
  return filters
    .map((filter) => (namesLocal(filter) ? listIdAlternatives(filter, directory) : [[filter]]))
    .reduce<Alternatives>(
      (combined, next) => combined.flatMap((left) => next.map((right) => [...left, ...right])),
      [[]],
    );
}

function listIdAlternatives(filter: Filter, directory: Directory): Alternatives {
  if (filter.propertyName === BILLABLE_PROPERTY) return listBillableAlternatives(filter);
  const isMatch = createNameTest(filter);
  const isNegative = ['NEQ', 'NOT_IN', 'NOT_HAS_PROPERTY'].includes(filter.operator);
  if (filter.propertyName !== CLIENT_PROPERTY) {
    const ids = Object.entries(directory.owners).flatMap(([id, { team }]) =>
      team !== null && isMatch(team) ? [id] : [],
    );
    if (isNegative) return [ids.length === 0 ? [] : [createNotInFilter(OWNER_PROPERTY, ids)]];
    return ids.length === 0 ? [] : [[createInFilter(OWNER_PROPERTY, ids)]];
  }
  const byType = new Map<string, string[]>();
  for (const [key, { client }] of Object.entries(directory.objects)) {
    if (client === null || !isMatch(client)) continue;
    const { type, id } = parseObjectKey(key);
    byType.set(type, [...(byType.get(type) ?? []), id]);
  }
  return isNegative
    ? excludeObjects(byType)
    : [...byType].map(([type, ids]) => [createEqualFilter(OBJECT_TYPE, type), createInFilter(OBJECT_ID, ids)]);
}

/** Selects records with other ids of these types, or with none of these types. */
function excludeObjects(byType: ReadonlyMap<string, readonly string[]>): Alternatives {
  if (byType.size === 0) return [[]];
  return [
    ...[...byType].map(([type, ids]) => [createEqualFilter(OBJECT_TYPE, type), createNotInFilter(OBJECT_ID, ids)]),
    [createNotInFilter(OBJECT_TYPE, [...byType.keys()])],
  ];
}

/** Creates a test for the clients or teams named by the filter, negated or not. */
function createNameTest({ operator, value, values }: Filter): (name: string) => boolean {
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY') return () => true;
  const filterNames = new Set((values ?? [value ?? '']).map(foldCase));
  return (name) => filterNames.has(foldCase(name));
}

const MINUTES = propertyNames.billableMinutes;
const HOURS = propertyNames.billableHours;
const hasNoMinutes: Filter = { propertyName: MINUTES, operator: 'NOT_HAS_PROPERTY' };
/** Unset values satisfy NEQ, so a value other than 0 needs two conditions. */
const listOtherThanZero = (propertyName: string): readonly Filter[] => [
  { propertyName, operator: 'HAS_PROPERTY' },
  { propertyName, operator: 'NEQ', value: '0' },
];
const billableAlternatives: Alternatives = [listOtherThanZero(MINUTES), [hasNoMinutes, ...listOtherThanZero(HOURS)]];
const otherAlternatives: Alternatives = [
  [createEqualFilter(MINUTES, '0')],
  [hasNoMinutes, { propertyName: HOURS, operator: 'NOT_HAS_PROPERTY' }],
  [hasNoMinutes, createEqualFilter(HOURS, '0')],
];

/** Converts a billable filter. Hours count if there are no minutes. */
function listBillableAlternatives({ operator, value = '', values = [value] }: Filter): Alternatives {
  if (operator === 'HAS_PROPERTY' || operator === 'NOT_HAS_PROPERTY') return operator === 'HAS_PROPERTY' ? [[]] : [];
  const filterValues = new Set(values.map(readBoolean));
  const isNegated = operator === 'NEQ' || operator === 'NOT_IN';
  const [takesBillable, takesOthers] = [filterValues.has(true) !== isNegated, filterValues.has(false) !== isNegated];
  if (takesBillable && takesOthers) return [[]];
  return takesBillable ? billableAlternatives : takesOthers ? otherAlternatives : [];
}

function createEqualFilter(propertyName: string, value: string): Filter {
  return { propertyName, operator: 'EQ', value };
}

function createInFilter(propertyName: string, values: readonly string[]): Filter {
  return { propertyName, operator: 'IN', values };
}

function createNotInFilter(propertyName: string, values: readonly string[]): Filter {
  return { propertyName, operator: 'NOT_IN', values };
}

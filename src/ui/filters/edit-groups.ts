/** Changes filter groups for the filter bar. Each change returns new groups without empty ones. Pure. */
import { z } from 'zod';
import { type Filter, type FilterGroups, filterGroupsSchema } from '#domain/filter/model.ts';
import { findFilterable } from '#domain/local-properties.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { pageLocale } from '../locale.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filter-editor.ts';

/** The position of a filter. An index one past the end adds a filter to the group, or a new group. */
export interface Place {
  readonly group: number;
  readonly filter: number;
}

export function putFilter(groups: FilterGroups, { group, filter }: Place, put: Filter): FilterGroups {
  const filters = groups[group]?.filters;
  return filters ? groups.with(group, { filters: filters.toSpliced(filter, 1, put) }) : [...groups, { filters: [put] }];
}

export function removeFilter(groups: FilterGroups, { group, filter }: Place): FilterGroups {
  return groups
    .map(({ filters }, index) => ({ filters: index === group ? filters.toSpliced(filter, 1) : filters }))
    .filter(({ filters }) => filters.length > 0);
}

/**
 * Moves a filter to the end of a different group, or into a new last group.
 * @returns the groups and the filter's new position; undefined if nothing would change
 */
export function moveFilter(
  groups: FilterGroups,
  from: Place,
  to: number,
): { readonly groups: FilterGroups; readonly place: Place } | undefined {
  const filters = groups[from.group]?.filters;
  const moved = filters?.[from.filter];
  const isAlone = filters?.length === 1;
  if (!moved || to < 0 || to > groups.length || to === from.group || (isAlone && to === groups.length))
    return undefined;
  const remaining = removeFilter(groups, from);
  // Groups after an emptied one move up.
  const group = isAlone && to > from.group ? to - 1 : to;
  const filter = remaining[group]?.filters.length ?? 0;
  return { groups: putFilter(remaining, { group, filter }, moved), place: { group, filter } };
}

/** Replaces a value in all filters of a property. @param propertyName the full name in the catalogue */
export function replaceValue(
  groups: FilterGroups,
  { propertyName, value }: { readonly propertyName: string; readonly value: string },
  other: string,
): FilterGroups {
  const put = (filter: Filter): Filter => {
    if (findFilterable(filter.propertyName)?.name !== propertyName) return filter;
    const { values } = filter;
    return {
      ...filter,
      ...(filter.value === value && { value: other }),
      ...(values && { values: [...new Set(values.map((current) => (current === value ? other : current)))] }),
    };
  };
  return groups.map(({ filters }) => ({ filters: filters.map(put) }));
}

/** Adds a filter to every group, replacing one with the same property and operator. */
export function narrowBy(groups: FilterGroups, narrower: Filter): FilterGroups {
  if (groups.length === 0) return [{ filters: [narrower] }];
  return groups.map(({ filters }) => ({
    filters: [...filters.filter((filter) => !isSameCondition(filter, narrower)), narrower],
  }));
}

function isSameCondition(a: Filter, b: Filter): boolean {
  return a.propertyName === b.propertyName && a.operator === b.operator;
}

/** Finds the first group's filter that picks values of this property. */
export function findQuickPlace(groups: FilterGroups, propertyName: string): Place | undefined {
  const filters = groups[0]?.filters ?? [];
  const at = filters.findIndex((filter) => filter.propertyName === propertyName && filter.operator === 'IN');
  return at < 0 ? undefined : { group: 0, filter: at };
}

type ReadGroups =
  { readonly ok: true; readonly groups: FilterGroups } | { readonly ok: false; readonly problem: string };

const request = z.looseObject({ filterGroups: z.unknown() });
const group = z.looseObject({ filters: z.unknown() });

/** Reads a list of groups, a request that contains them, or a single group. */
export function readGroups(text: string): ReadGroups {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const inRequest = request.safeParse(json);
  const groupsJson = inRequest.success ? inRequest.data.filterGroups : group.safeParse(json).success ? [json] : json;
  const parsed = filterGroupsSchema.safeParse(groupsJson);
  if (!parsed.success) return { ok: false, problem: texts.notGroups(parsed.error.issues[0]?.path.join('.') ?? '') };
  const checked = checkFilterGroups(parsed.data);
  return checked.ok
    ? { ok: true, groups: checked.value }
    : { ok: false, problem: texts.problem(checked.problem.where, writeMarked(checked.problem.what, pageLocale())) };
}

export function looksLikeGroups(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.includes('"filters"');
}

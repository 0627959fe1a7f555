/** Changes filter groups as the filter bar does: each change returns new groups, none of them empty. Pure. */
import { z } from 'zod';
import { type Filter, type FilterGroups, filterGroupsSchema } from '#domain/filter/model.ts';
import { findFilterable } from '#domain/local-properties.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { pageLocale } from '../locale.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filters/editor.ts';

/** Position of a filter; `filter` equal to the group's length adds one, `group` equal to the groups' length adds a group. */
export interface Place {
  readonly group: number;
  readonly filter: number;
}

export function putFilter(groups: FilterGroups, { group, filter }: Place, put: Filter): FilterGroups {
  if (group >= groups.length) return [...groups, { filters: [put] }];
  return groups.map((each, g) =>
    g === group ? { filters: [...each.filters.slice(0, filter), put, ...each.filters.slice(filter + 1)] } : each,
  );
}

export function removeFilter(groups: FilterGroups, { group, filter }: Place): FilterGroups {
  return groups
    .map((each, g) => (g === group ? { filters: each.filters.filter((_, f) => f !== filter) } : each))
    .filter(({ filters }) => filters.length > 0);
}

/**
 * Puts a filter behind those of another group; beyond the last it begins a group of its own.
 * @returns the groups and its place there; undefined where it would stay what it is
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
  const rest = removeFilter(groups, from);
  // A group that it leaves empty is gone, and those behind it move up.
  const group = isAlone && to > from.group ? to - 1 : to;
  const filter = rest[group]?.filters.length ?? 0;
  return { groups: putFilter(rest, { group, filter }, moved), place: { group, filter } };
}

/** Replaces a value wherever the filter has it. @param propertyName full */
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
      ...(values && { values: [...new Set(values.map((each) => (each === value ? other : each)))] }),
    };
  };
  return groups.map(({ filters }) => ({ filters: filters.map(put) }));
}

/** Narrows every group by one more filter; it replaces one on the same property with the same operator. */
export function narrowBy(groups: FilterGroups, narrower: Filter): FilterGroups {
  if (groups.length === 0) return [{ filters: [narrower] }];
  return groups.map(({ filters }) => ({
    filters: [...filters.filter((each) => !isSameCondition(each, narrower)), narrower],
  }));
}

/** Narrows every group by any one of several conditions, each an AND of filters: OR of ANDs stays OR of ANDs. */
export function narrowByAny(groups: FilterGroups, alternatives: readonly (readonly Filter[])[]): FilterGroups {
  const bases = groups.length === 0 ? [{ filters: [] }] : groups;
  return bases.flatMap(({ filters }) => alternatives.map((more) => ({ filters: [...filters, ...more] })));
}

function isSameCondition(a: Filter, b: Filter): boolean {
  return a.propertyName === b.propertyName && a.operator === b.operator;
}

/** The first group's filter that picks values of this property, if there is one. */
export function findQuickPlace(groups: FilterGroups, propertyName: string): Place | undefined {
  const filters = groups[0]?.filters ?? [];
  const at = filters.findIndex((each) => each.propertyName === propertyName && each.operator === 'IN');
  return at < 0 ? undefined : { group: 0, filter: at };
}

type ReadGroups =
  { readonly ok: true; readonly groups: FilterGroups } | { readonly ok: false; readonly problem: string };

const request = z.looseObject({ filterGroups: z.unknown() });
const group = z.looseObject({ filters: z.unknown() });

/** The groups alone, a request that holds them, or one group. */
export function readGroups(text: string): ReadGroups {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const inRequest = request.safeParse(json);
  const given = inRequest.success ? inRequest.data.filterGroups : group.safeParse(json).success ? [json] : json;
  const parsed = filterGroupsSchema.safeParse(given);
  if (!parsed.success) return { ok: false, problem: texts.notGroups(parsed.error.issues[0]?.path.join('.') ?? '') };
  const checked = checkFilterGroups(parsed.data);
  return checked.ok
    ? { ok: true, groups: checked.value }
    : { ok: false, problem: texts.problem(checked.problem.where, writeMarked(checked.problem.what, pageLocale())) };
}

/** Whether a text may be meant as filters: other pasted texts are left alone. */
export function looksLikeGroups(text: string): boolean {
  return /^\s*[[{]/.test(text) && text.includes('"filters"');
}

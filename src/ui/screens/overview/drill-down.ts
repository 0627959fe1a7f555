/** From a figure to its records: the address of the Records screen with the filter that makes exactly this figure. Pure. */
import type { Filter, FilterGroups } from '../../../domain/filter/model.ts';
import { narrowBy, narrowByAny } from '../../filters/edit-groups.ts';
import { OBJECT_PROPERTY, OBJECT_TYPE_PROPERTY, type Names } from '../../names.ts';
import type { ClientObject } from './client-totals.ts';

/** Narrows to one value of a property; null: to the records without one. */
export function narrowToValue(groups: FilterGroups, propertyName: string, value: string | null): FilterGroups {
  return narrowBy(groups, isValue(propertyName, value));
}

/**
 * Narrows to objects: by id alone where every id says which object it is, else type by type.
 * @param isShared whether objects of several types have this id.
 */
export function narrowToObjects(
  groups: FilterGroups,
  objects: readonly ClientObject[],
  isShared: (id: string) => boolean,
): FilterGroups {
  const ids = objects.flatMap(({ id }) => id ?? []);
  if (ids.length === objects.length && !ids.some(isShared)) {
    return narrowBy(groups, { propertyName: OBJECT_PROPERTY, operator: 'IN', values: ids });
  }
  return narrowByAny(groups, alternativesOf(objects));
}

/** The types under which ids are known, from the figures themselves and from the directory. */
export function sharedIds(objects: readonly ClientObject[], directory: Names): (id: string) => boolean {
  const types = new Map<string, Set<string>>();
  const note = (type: string, id: string) => types.set(id, (types.get(id) ?? new Set()).add(type));
  for (const { type, id } of objects) if (id !== null) note(type ?? '', id);
  for (const address of Object.keys(directory.objects)) {
    const at = address.indexOf(':');
    note(address.slice(0, at), address.slice(at + 1));
  }
  return (id) => (types.get(id)?.size ?? 0) > 1;
}

function alternativesOf(objects: readonly ClientObject[]): Filter[][] {
  const byType = new Map<string | null, (string | null)[]>();
  for (const { type, id } of objects) byType.set(type, [...(byType.get(type) ?? []), id]);
  return [...byType].flatMap(([type, ids]) => {
    const known = ids.filter((id) => id !== null);
    const typed = isValue(OBJECT_TYPE_PROPERTY, type);
    return [
      ...(known.length > 0 ? [[typed, { propertyName: OBJECT_PROPERTY, operator: 'IN' as const, values: known }]] : []),
      ...(known.length < ids.length ? [[typed, isValue(OBJECT_PROPERTY, null)]] : []),
    ];
  });
}

function isValue(propertyName: string, value: string | null): Filter {
  return value === null
    ? { propertyName, operator: 'NOT_HAS_PROPERTY' }
    : { propertyName, operator: 'IN', values: [value] };
}

/** From a figure to its records: the address of the Records screen with the filter that makes exactly this figure. Pure. */
import type { Filter, FilterGroups } from '../../../domain/filter/model.ts';
import { narrowBy, narrowByAny } from '../../filters/edit-groups.ts';
import { OBJECT_PROPERTY, OBJECT_TYPE_PROPERTY } from '../../names.ts';
import type { ClientObject } from './client-totals.ts';

/** Narrows to one value of a property; null: to the records without one. */
export function narrowToValue(groups: FilterGroups, propertyName: string, value: string | null): FilterGroups {
  return narrowBy(groups, isValue(propertyName, value));
}

/** Narrows to objects; by id alone where the ids are of one type, else type by type. */
export function narrowToObjects(groups: FilterGroups, objects: readonly ClientObject[]): FilterGroups {
  const byType = new Map<string | null, (string | null)[]>();
  for (const { type, id } of objects) byType.set(type, [...(byType.get(type) ?? []), id]);
  const alternatives = [...byType].flatMap(([type, ids]) => {
    const known = ids.filter((id) => id !== null);
    const typed = isValue(OBJECT_TYPE_PROPERTY, type);
    return [
      ...(known.length > 0 ? [[typed, { propertyName: OBJECT_PROPERTY, operator: 'IN' as const, values: known }]] : []),
      ...(known.length < ids.length ? [[typed, isValue(OBJECT_PROPERTY, null)]] : []),
    ];
  });
  return narrowByAny(groups, alternatives);
}

function isValue(propertyName: string, value: string | null): Filter {
  return value === null
    ? { propertyName, operator: 'NOT_HAS_PROPERTY' }
    : { propertyName, operator: 'IN', values: [value] };
}

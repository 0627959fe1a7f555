/** Links a figure to its records: the address of the Records screen with the filter that selects exactly this figure. Pure. */
import type { Filter, FilterGroups } from '../../../../domain/filter/model.ts';
import { narrowBy } from '../../../filters/edit-groups.ts';

/** Narrows to one value of a property; null: to the records without one. */
export function narrowToValue(groups: FilterGroups, propertyName: string, value: string | null): FilterGroups {
  const filter: Filter =
    value === null ? { propertyName, operator: 'NOT_HAS_PROPERTY' } : { propertyName, operator: 'IN', values: [value] };
  return narrowBy(groups, filter);
}

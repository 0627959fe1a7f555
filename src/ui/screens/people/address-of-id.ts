/** The address of the records of one person or object, over all of time. Pure. */
import type { NamedId } from '../../../domain/people/names-cell.ts';
import { PERSON } from '../../../domain/people/names-line.ts';
import { OWNER_PROPERTY } from '../../../domain/properties.ts';
import { propertyNames } from '../../../domain/property-names.ts';
import { paths } from '../../routing/paths.ts';
import { ALL_TIME } from '../../period/view-period.ts';
import { emptyView } from '../../routing/view-state.ts';
import { toAddress } from '../../routing/view.ts';

export function addressOfId({ kind, id }: NamedId): string {
  const is = (propertyName: string, value: string) => ({ propertyName, operator: 'EQ' as const, value });
  const filters =
    kind === PERSON ? [is(OWNER_PROPERTY, id)] : [is(propertyNames.objectType, kind), is(propertyNames.objectId, id)];
  return `#${toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups: [{ filters }] })}`;
}

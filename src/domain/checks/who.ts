/** Checks on whom a record belongs to and what it was for. */
import type { CheckName } from '#texts/screens/checks.ts';
import type { RecordCheck } from './check.ts';
import { allOf, anyOf, isUnset, type Condition } from './condition.ts';
import { OWNER } from './values.ts';
import { propertyNames } from '../property-names.ts';

function missing(id: CheckName, properties: readonly string[]): RecordCheck {
  const unset: readonly Condition[] = properties.map(isUnset);
  return {
    kind: 'record',
    id,
    group: 'who',
    properties,
    thresholds: [],
    rules: [
      {
        examines: allOf(),
        finds: anyOf(...unset),
        facts: properties.map((name) => ({ name, of: { kind: 'value', property: name } })),
      },
    ],
  };
}

export const withoutOwner = missing('without-owner', [OWNER]);
export const withoutObject = missing('without-object', [propertyNames.objectType, propertyNames.objectId]);
export const withoutCategory = missing('without-category', [propertyNames.category]);

/** Checks that find records equal to another. */
import type { CheckName } from '#texts/screens/checks.ts';
import { RECORD_ID_PROPERTY } from '../properties.ts';
import type { AlikeCheck, Fact } from './check.ts';
import { allOf, isSet } from './condition.ts';
import { OWNER, sessionFacts } from './values.ts';
import { propertyNames } from '../property-names.ts';

function alikeCheck(
  id: CheckName,
  { same, alike = [] }: { readonly same: readonly string[]; readonly alike?: readonly string[] },
  facts: readonly Fact[],
): AlikeCheck {
  return {
    kind: 'alike',
    id,
    group: 'data',
    properties: [...same, ...alike],
    thresholds: [],
    examines: allOf(...same.map(isSet)),
    same,
    alike,
    facts,
  };
}

export const duplicate = alikeCheck(
  'duplicate',
  {
    same: [OWNER, propertyNames.firstStart, propertyNames.totalMinutes],
    alike: [propertyNames.objectType, propertyNames.objectId, propertyNames.title],
  },
  sessionFacts,
);

/** The service's second unique key, compared as a look-up asks for it: exactly, case and blanks included. */
export const sameRecordId = alikeCheck('same-record-id', { same: [RECORD_ID_PROPERTY] }, [
  { name: RECORD_ID_PROPERTY, of: { kind: 'value', property: RECORD_ID_PROPERTY } },
]);

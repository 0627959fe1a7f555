/** Checks that find records equal to another. */
import type { CheckName } from '#texts/screens/checks.ts';
import { RECORD_ID_PROPERTY } from '../properties.ts';
import type { AlikeCheck, Fact } from './check.ts';
import { allOf, isSet } from './condition.ts';
import { named, OWNER, sessionFacts } from './values.ts';

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
    same: [OWNER, named('first_start_date'), named('total_minutes')],
    alike: [named('assoc_obj_type'), named('assoc_record_id'), named('title')],
  },
  sessionFacts,
);

/** The service's second unique key, compared as a look-up asks for it: exactly, case and blanks included. */
export const sameRecordId = alikeCheck('same-record-id', { same: [RECORD_ID_PROPERTY] }, [
  { name: RECORD_ID_PROPERTY, of: { kind: 'value', property: RECORD_ID_PROPERTY } },
]);

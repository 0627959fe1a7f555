/** All checks in the order of the screen, and the choice among a check's rules. */
import type { CheckName } from '#texts/screens/checks.ts';
import {
  type Check,
  type RecordCheck,
  type Rule,
  type DuplicateCheck,
  type Fact,
  OWNER,
  sessionFacts,
} from './check.ts';
import { rounded, twinDiffers, unreadable } from './data.ts';
import {
  amountDiffers,
  billableOverTotal,
  billableWithoutRate,
  costDiffers,
  costUnknown,
  enormousAmount,
  marginDiffers,
  negative,
  billedTwice,
  sentChanged,
} from './money.ts';
import { endBeforeStart, enormousHours, hoursDiffer, overlap, timerOn, withoutMinutes, withoutMonth } from './time.ts';
import { RECORD_ID_PROPERTY, propertyNames } from '../properties.ts';
import { allOf, isSet, anyOf, isUnset, type Condition } from './condition.ts';

function createMissingCheck(id: CheckName, properties: readonly string[]): RecordCheck {
  const unset: readonly Condition[] = properties.map(isUnset);
  return {
    kind: 'record',
    id,
    group: 'who',
    properties,
    thresholds: [],
    rules: [
      {
        scope: allOf(),
        condition: anyOf(...unset),
        facts: properties.map((name) => ({ name, amount: { kind: 'value', property: name } })),
      },
    ],
  };
}

const withoutOwner = createMissingCheck('without-owner', [OWNER]);
const withoutObject = createMissingCheck('without-object', [propertyNames.objectType, propertyNames.objectId]);
const withoutCategory = createMissingCheck('without-category', [propertyNames.category]);

function createDuplicateCheck(
  id: CheckName,
  {
    requiredEqual,
    equalOrUnset = [],
  }: { readonly requiredEqual: readonly string[]; readonly equalOrUnset?: readonly string[] },
  facts: readonly Fact[],
): DuplicateCheck {
  return {
    kind: 'duplicate',
    id,
    group: 'data',
    properties: [...requiredEqual, ...equalOrUnset],
    thresholds: [],
    scope: allOf(...requiredEqual.map(isSet)),
    requiredEqual,
    equalOrUnset,
    facts,
  };
}

const duplicate = createDuplicateCheck(
  'duplicate',
  {
    requiredEqual: [OWNER, propertyNames.firstStart, propertyNames.totalMinutes],
    equalOrUnset: [propertyNames.objectType, propertyNames.objectId, propertyNames.title],
  },
  sessionFacts,
);

/** The service's second unique key is compared as in a look-up: exactly, including case and blanks. */
const sameRecordId = createDuplicateCheck('same-record-id', { requiredEqual: [RECORD_ID_PROPERTY] }, [
  { name: RECORD_ID_PROPERTY, amount: { kind: 'value', property: RECORD_ID_PROPERTY } },
]);

/** Complete by its type: every check with texts must have an entry. */
const byName: Readonly<Record<CheckName, Check>> = {
  'billable-without-rate': billableWithoutRate,
  'amount-differs': amountDiffers,
  'cost-differs': costDiffers,
  'margin-differs': marginDiffers,
  'cost-unknown': costUnknown,
  'billable-over-total': billableOverTotal,
  'enormous-amount': enormousAmount,
  negative,
  'sent-changed': sentChanged,
  'billed-twice': billedTwice,
  'hours-differ': hoursDiffer,
  'enormous-hours': enormousHours,
  'end-before-start': endBeforeStart,
  overlap,
  'timer-on': timerOn,
  'without-minutes': withoutMinutes,
  'without-month': withoutMonth,
  'without-owner': withoutOwner,
  'without-object': withoutObject,
  'without-category': withoutCategory,
  'twin-differs': twinDiffers,
  duplicate,
  'same-record-id': sameRecordId,
  unreadable,
  rounded,
};

export const checks: readonly Check[] = Object.values(byName);

export function findCheck(id: string): Check | undefined {
  return checks.find((check) => check.id === id);
}

/** How many records follow each behaviour, by its id. */
export type BehaviourCounts = ReadonlyMap<string, number>;

/** Chooses the rule that most records follow, or the first of equals, so that differences are judged by the data rather than by a guess. */
export function chooseRule({ rules }: RecordCheck, followers: BehaviourCounts): Rule {
  const countFollowers = ({ behaviour }: Rule) => (behaviour === undefined ? 0 : (followers.get(behaviour) ?? 0));
  return rules.reduce((best, rule) => (countFollowers(rule) > countFollowers(best) ? rule : best));
}

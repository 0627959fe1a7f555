/** Every check, in the order the screen shows them, and which of a check's rules these records follow. */
import type { CheckName } from '#texts/screens/checks.ts';
import { duplicate, sameRecordId } from './alike.ts';
import type { Check, RecordCheck, Rule } from './check.ts';
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
} from './money.ts';
import { endBeforeStart, enormousHours, hoursDiffer, overlap, timerOn, withoutMinutes, withoutMonth } from './time.ts';
import { withoutCategory, withoutObject, withoutOwner } from './who.ts';

/** A check that has texts and is not here does not compile. */
const byName: Readonly<Record<CheckName, Check>> = {
  'billable-without-rate': billableWithoutRate,
  'amount-differs': amountDiffers,
  'cost-differs': costDiffers,
  'margin-differs': marginDiffers,
  'cost-unknown': costUnknown,
  'billable-over-total': billableOverTotal,
  'enormous-amount': enormousAmount,
  negative,
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
  return checks.find((each) => each.id === id);
}

/** How many records follow a behaviour. */
export type Followers = ReadonlyMap<string, number>;

/** The rule most records follow, the first of equals: what is called different follows the data, not a guess. */
export function chooseRule({ rules }: RecordCheck, followers: Followers): Rule {
  const count = ({ behaviour }: Rule) => (behaviour === undefined ? 0 : (followers.get(behaviour) ?? 0));
  return rules.reduce((best, each) => (count(each) > count(best) ? each : best));
}

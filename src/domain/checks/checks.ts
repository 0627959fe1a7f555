/** Every check, in the order the screen shows them, and which of a check's rules these records follow. */
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

export const checks: readonly Check[] = [
  billableWithoutRate,
  amountDiffers,
  costDiffers,
  marginDiffers,
  costUnknown,
  billableOverTotal,
  enormousAmount,
  negative,
  hoursDiffer,
  enormousHours,
  endBeforeStart,
  overlap,
  timerOn,
  withoutMinutes,
  withoutMonth,
  withoutOwner,
  withoutObject,
  withoutCategory,
  twinDiffers,
  duplicate,
  sameRecordId,
  unreadable,
  rounded,
];

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

/** Finds since when a person's logged hours have fallen short without a break. Pure. */
import { isListed } from '#domain/people-with-gaps.ts';
import { toUnits, type Units } from '../decimal.ts';

export interface WeekOfHours {
  /** The first and the last day of the week, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Hours as decimal text; null where nothing was logged, or nothing is expected. */
  readonly logged: string | null;
  readonly gap: string | null;
}

export interface ShortSpan {
  /** The first day of the first week in a row that fell short. */
  readonly since: string;
  readonly weeks: number;
  /** Whether every week that was looked at fell short, so that it may have begun earlier. */
  readonly isLonger: boolean;
}

/**
 * @param weeks in the order of time; a week that has not ended is left out, because its hours may still come
 * @param least the gap in hours from which a week counts as short
 * @returns undefined where the last complete week did not fall short
 */
export function findShortSpan(weeks: readonly WeekOfHours[], least: Units, today: string): ShortSpan | undefined {
  const endedWeeks = weeks.filter(({ to }) => to < today);
  const lastGood = endedWeeks.findLastIndex((week) => !isShort(week, least));
  const shortWeeks = endedWeeks.slice(lastGood + 1);
  const [first] = shortWeeks;
  return first && { since: first.from, weeks: shortWeeks.length, isLonger: lastGood < 0 };
}

function isShort({ gap, logged }: WeekOfHours, least: Units): boolean {
  return gap !== null && isListed({ gap: toUnits(gap), logged: logged === null ? 0n : toUnits(logged) }, least);
}

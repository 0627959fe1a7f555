/**
 * Finds people whose logged hours fall notably short of the expected ones in the last complete week, who logged nothing, or whose expected
 * hours are unknown.
 */
import type { Output } from '../../../src/contract/api.ts';
import type { ShortPerson } from '../../../src/contract/checks.ts';
import { divideHalfEven, formatUnits, type Units } from '../../../src/domain/decimal.ts';
import {
  expectedHours,
  isActive,
  peopleWithNone,
  recentSpan,
  type DaySpan,
} from '../../../src/domain/expected/expected.ts';
import { leastGap } from '../../../src/domain/checks/thresholds.ts';
import { sortGaps, type GapSum } from '../../../src/domain/expected/gaps.ts';
import { readSeal } from '../../sync/status.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { resolvePeriodText } from '../shared/selection.ts';

export async function peopleWithGaps(workspace: Workspace, left?: AbortSignal): Promise<Output<'checks.people'>> {
  const week = await resolvePeriodText('last-week', workspace);
  const span: DaySpan = { from: week.from, to: week.to };
  const logged = await workspace.snapshot.loggedByOwner(week, recentSpan(span), workspace.zone, left);
  const directory = workspace.journal.names();
  const least = leastGap(workspace.settings().thresholds);
  const withSome = logged.filter(({ records }) => records > 0);
  const logging = withSome.flatMap(({ ownerId, minutes }): Short[] => {
    const person = Object.hasOwn(directory.owners, ownerId) ? directory.owners[ownerId] : undefined;
    if (person && !isActive(person, span)) return [];
    const hours = divideHalfEven(minutes, 60n);
    const expected = person ? expectedHours(person, span) : null;
    if (expected === null) return [{ ownerId, expected, logged: hours, gap: null, why: 'unknown' }];
    return [{ ownerId, expected, logged: hours, gap: expected - hours, why: 'short' }];
  });
  const short = logging.filter(({ gap }) => gap === null || gap >= least);
  const presence = {
    inSpan: new Set(withSome.map(({ ownerId }) => ownerId)),
    recently: new Set(logged.filter(({ recently }) => recently > 0).map(({ ownerId }) => ownerId)),
    ever: new Set(logged.map(({ ownerId }) => ownerId)),
  };
  const none = peopleWithNone(directory, presence, span).map(({ ownerId, why, gap }): Short => ({
    ownerId,
    expected: gap,
    logged: 0n,
    gap,
    why,
  }));
  // A person who logged nothing is listed, however little was expected.
  const { smaller, beyond, known } = sortGaps(
    logging.map(({ gap }) => gap),
    least,
  );
  return {
    ...span,
    people: [...short, ...none].toSorted(byGap).map(asTexts),
    least: formatUnits(least),
    smaller: asSum(smaller),
    beyond: asSum(beyond),
    known: known + none.filter(({ gap }) => gap !== null).length,
    complete: readSeal(await workspace.snapshot.loadState()).complete,
  };
}

interface Short {
  readonly ownerId: string;
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  readonly why: ShortPerson['why'];
}

function byGap(a: Short, b: Short): number {
  if (a.gap === b.gap) return a.ownerId < b.ownerId ? -1 : 1;
  if (a.gap === null) return 1;
  if (b.gap === null) return -1;
  return a.gap > b.gap ? -1 : 1;
}

function asTexts({ ownerId, expected, logged, gap, why }: Short): ShortPerson {
  const text = (units: Units | null) => (units === null ? null : formatUnits(units));
  return { ownerId, expected: text(expected), logged: formatUnits(logged), gap: text(gap), why };
}

function asSum({ people, hours }: GapSum) {
  return { people, hours: formatUnits(hours) };
}

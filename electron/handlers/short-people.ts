/** Who logged so much less than expected that it counts in the last complete week, who logged nothing, and of whom nobody knows what to expect. */
import type { Output } from '../../src/contract/api.ts';
import type { ShortPerson } from '../../src/contract/checks.ts';
import { divideHalfEven, formatUnits, type Units } from '../../src/domain/decimal.ts';
import { expectedHours, isActive, peopleWithNone, recentSpan, type DaySpan } from '../../src/domain/expected.ts';
import { thresholdUnits } from '../../src/domain/checks/thresholds.ts';
import { resolvePeriod } from '../../src/domain/period.ts';
import type { Workspace } from '../workspace.ts';

export async function shortPeople(workspace: Workspace): Promise<Output<'checks.people'>> {
  const span = lastWeek(workspace);
  const logged = await workspace.snapshot.loggedByOwner(span, recentSpan(span), workspace.zone);
  const directory = workspace.journal.names();
  const least = thresholdUnits(workspace.settings().thresholds).get('short_hours') ?? 1n;
  const withSome = logged.filter(({ records }) => records > 0);
  const short = withSome.flatMap(({ ownerId, minutes }): Short[] => {
    const person = Object.hasOwn(directory.owners, ownerId) ? directory.owners[ownerId] : undefined;
    if (person && !isActive(person, span)) return [];
    const hours = divideHalfEven(minutes, 60n);
    const expected = person ? expectedHours(person, span) : null;
    if (expected === null) return [{ ownerId, expected, logged: hours, gap: null, why: 'unknown' }];
    const gap = expected - hours;
    return gap >= least ? [{ ownerId, expected, logged: hours, gap, why: 'short' }] : [];
  });
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
  return { ...span, people: [...short, ...none].toSorted(byGap).map(asTexts) };
}

interface Short {
  readonly ownerId: string;
  readonly expected: Units | null;
  readonly logged: Units;
  readonly gap: Units | null;
  readonly why: ShortPerson['why'];
}

/** By the workspace's own week start. */
function lastWeek(workspace: Workspace): DaySpan {
  const { weekStart } = workspace.settings();
  const resolved = resolvePeriod('last-week', { today: workspace.today(), weekStart });
  if (!resolved.ok) throw new RangeError(resolved.problem);
  return { from: resolved.value.from, to: resolved.value.to };
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

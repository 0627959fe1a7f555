/** People short of hours in a week, as the contract tells them. No request is spent. */
import type { Output } from '../../../src/contract/api.ts';
import type { ShortPerson } from '../../../src/contract/checks.ts';
import { leastGap } from '../../../src/domain/checks/thresholds.ts';
import { formatUnits, type Units } from '../../../src/domain/decimal.ts';
import { recentSpan, type DaySpan } from '../../../src/domain/expected/expected.ts';
import type { GapSum } from '../../../src/domain/expected/gaps.ts';
import { findPeopleWithGaps, type PersonWithGap } from '../../../src/domain/expected/people-with-gaps.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { readCompleteness } from '../../sync/status.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export async function listPeopleWithGaps(
  workspace: Workspace,
  week: Period,
  signal?: AbortSignal,
): Promise<Output<'checks.people'>> {
  const span: DaySpan = { from: week.from, to: week.to };
  const logged = await workspace.snapshot.loggedByOwner(week, recentSpan(span), workspace.zone, signal);
  const least = leastGap(workspace.settings().thresholds);
  const { people, smaller, beyond, known } = findPeopleWithGaps(workspace.journal.names(), logged, span, least);
  return {
    ...span,
    people: people.map(toTexts),
    least: formatUnits(least),
    smaller: toTextSum(smaller),
    beyond: toTextSum(beyond),
    known,
    complete: readCompleteness(await workspace.snapshot.loadState()).complete,
  };
}

function toTexts({ ownerId, expected, logged, gap, why }: PersonWithGap): ShortPerson {
  const text = (units: Units | null) => (units === null ? null : formatUnits(units));
  return { ownerId, expected: text(expected), logged: formatUnits(logged), gap: text(gap), why };
}

function toTextSum({ people, hours }: GapSum) {
  return { people, hours: formatUnits(hours) };
}

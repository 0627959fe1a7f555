/** People short of hours in a period, as the contract tells them. No request is spent. */
import type { Output } from '../../../src/contract/api.ts';
import type { ShortPerson } from '../../../src/contract/checks.ts';
import { leastGap } from '../../../src/domain/checks/thresholds.ts';
import { formatUnits, type Units } from '../../../src/domain/decimal.ts';
import { comparedSpan } from '../../../src/domain/expected/expected.ts';
import type { GapSum } from '../../../src/domain/expected/gaps.ts';
import { findPeopleWithGaps, type PersonWithGap } from '../../../src/domain/expected/people-with-gaps.ts';
import { recentSpan } from '../../../src/domain/expected/who-is-expected.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { readCompleteness } from '../../sync/status.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export async function listPeopleWithGaps(
  workspace: Workspace,
  period: Period,
  signal?: AbortSignal,
): Promise<Output<'checks.people'>> {
  const span = comparedSpan(period, workspace.today());
  const recent = recentSpan({ ...period, to: span.to });
  const logged = await workspace.snapshot.loggedByOwner(period, recent, workspace.zone, signal);
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

function toTexts({ ownerId, expected, logged, gap, why, last }: PersonWithGap): ShortPerson {
  const text = (units: Units | null) => (units === null ? null : formatUnits(units));
  return { ownerId, expected: text(expected), logged: formatUnits(logged), gap: text(gap), why, lastEntry: last };
}

function toTextSum({ people, hours }: GapSum) {
  return { people, hours: formatUnits(hours) };
}

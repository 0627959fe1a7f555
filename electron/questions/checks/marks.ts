/** Marks on reviewed findings: sets and removes them, and decides which still hold. Spends no request. */
import { createHash } from 'node:crypto';
import type { Output } from '../../../src/contract/api.ts';
import type { Check } from '../../../src/domain/checks/check.ts';
import { thresholdUnits } from '../../../src/domain/checks/thresholds.ts';
import type { FindingDetail } from '../../snapshot/checks/finding-details.ts';
import type { Marked, RunQuestion } from '../../snapshot/checks/model.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The workspace's part of every question about checks: its thresholds, and what is marked as reviewed. */
export function readRules(workspace: Workspace): Pick<RunQuestion, 'thresholds' | 'marked'> {
  return {
    thresholds: thresholdUnits(workspace.settings().thresholds),
    marked: (check) => markedBy(workspace, check),
  };
}

/** A mark holds as long as the record and its finding are unchanged. */
function markedBy({ journal }: Workspace, check: string): Marked {
  const marks = journal.reviewMarks(check);
  return {
    ids: [...marks.keys()],
    holds: (detail) => {
      const mark = marks.get(detail.id);
      return mark?.recordChangedAt === detail.updatedAt && mark.digest === digestFinding(detail);
    },
  };
}

/** @param reviewedAt UTC timestamp; undefined: the marks are removed */
export async function markFindings(
  workspace: Workspace,
  check: Check,
  ids: readonly string[],
  reviewedAt: string | undefined,
  note: string | undefined,
): Promise<Output<'checks.review'>> {
  const { journal, snapshot } = workspace;
  if (reviewedAt === undefined) return { changed: journal.removeReviewMarks(check.id, ids) };
  const found = await snapshot.findingDetails(check, ids.filter(isId), thresholdUnits(workspace.settings().thresholds));
  journal.saveReviewMarks(
    check.id,
    found.map((each) => ({
      id: each.id,
      recordChangedAt: each.updatedAt,
      digest: digestFinding(each),
      reviewedAt,
      note,
    })),
  );
  return { changed: found.length };
}

function digestFinding({ facts, related }: FindingDetail): string {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, related]))
    .digest('hex');
}

function isId(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}

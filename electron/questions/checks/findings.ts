/** The findings of one check, a page of them. Spends no request. */
import type { Output } from '../../../src/contract/api.ts';
import type { FindingsQuestion } from '../../snapshot/checks/model.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { readRules } from './marks.ts';

type AskedFindings = Pick<FindingsQuestion, 'check' | 'selection' | 'reviewed' | 'columns' | 'offset' | 'limit'>;

export async function listFindings(
  workspace: Workspace,
  asked: AskedFindings,
  signal: AbortSignal | undefined,
): Promise<Output<'checks.findings'>> {
  const { check, reviewed } = asked;
  const { findings, total } = await workspace.snapshot.findings({ ...readRules(workspace), ...asked, signal });
  const marks = workspace.journal.reviewMarks(check.id);
  return {
    total,
    findings: findings.map(({ id, row, value, minutes, facts, related, others, stays }) => ({
      id,
      values: row.values,
      unreadable: row.unreadable,
      value,
      minutes,
      facts: { ...facts },
      related: [...related],
      others: [...others],
      stays,
      reviewedAt: reviewed ? (marks.get(id)?.reviewedAt ?? null) : null,
      ...(reviewed && marks.get(id)?.note !== undefined && { note: marks.get(id)?.note }),
    })),
  };
}

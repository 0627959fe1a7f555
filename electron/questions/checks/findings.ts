/** The findings of one check: a page of them, and all of them as a file. Spends no request. */
import { basename } from 'node:path';
import type { Output } from '../../../src/contract/api.ts';
import type { Check } from '../../../src/domain/checks/check.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import type { Weekday } from '../../../src/domain/time/weeks.ts';
import { writeAtomically } from '../../exports/atomic-file.ts';
import { writeSmallTable } from '../../exports/small-table.ts';
import type { Host } from '../../host/host.ts';
import type { FindingsQuestion } from '../../snapshot/checks/model.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { judgeCompleteness } from '../completeness.ts';
import { checkFile, checkFileColumns } from './check-file.ts';
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

/** @param selectionAt is told the weekday that recorded weeks begin on in the state of the store that is read */
export async function exportFindings(
  workspace: Workspace,
  host: Pick<Host, 'chooseDestination' | 'deliver'>,
  check: Check,
  selectionAt: (recordedWeeks: Weekday) => Selection,
): Promise<Output<'checks.export'>> {
  const question = { ...readRules(workspace), check, reviewed: false, columns: checkFileColumns };
  // Read before the file has a name: what it is called and what it holds are of one state of the store.
  const { findings, state } = await workspace.snapshot.allFindings(question, selectionAt);
  const table = checkFile(check.id, findings, workspace.journal.names(), workspace.settings());
  const { complete } = judgeCompleteness(state, workspace);
  const destination = await host.chooseDestination(`to-check-${check.id}${complete ? '' : '-partial'}.csv`);
  if (!destination) return null;
  await writeAtomically(destination.path, (file) => writeSmallTable(table, file));
  await host.deliver(destination.path);
  return { file: basename(destination.path), findings: findings.length };
}

/** Runs the checks over selected records: how much each found, and how much is at stake. Spends no request. */
import type { Output } from '../../../src/contract/api.ts';
import { toCheckKind } from '../../../src/domain/checks/check.ts';
import { findCheck } from '../../../src/domain/checks/checks.ts';
import type { Selection } from '../../../src/domain/filter/match.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { judgeCompleteness } from '../completeness.ts';
import { readRules } from './marks.ts';

export async function runChecks(
  workspace: Workspace,
  selection: Selection,
  signal?: AbortSignal,
): Promise<Output<'checks.run'>> {
  const answer = await workspace.snapshot.runChecks({ ...readRules(workspace), selection, signal });
  const isSeveral = await hasSeveralCurrencies(workspace, selection, signal);
  return {
    ...judgeCompleteness(answer.state, workspace),
    records: answer.records,
    checks: answer.checks.map((figures) => ({
      ...figures,
      // Amounts of two currencies are not added up: then the hours tell how much is at stake.
      value: isSeveral ? null : figures.value,
      kind: toCheckKind(findCheck(figures.id), figures.everywhere.found, figures.everywhere.examined),
    })),
    behaviours: [...answer.behaviours],
  };
}

/** A check may concern any of these, whichever amounts count in the workspace. */
const amountsAtStake = [
  'billable_amount',
  'billable_amount_auto',
  'cost_amount',
  'cost_amount_auto',
  'margin_amount',
] as const;

async function hasSeveralCurrencies(
  workspace: Workspace,
  selection: Selection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const isLabelled = Object.values(directory.objects).some(
    ({ currency }) => (currency ?? settings.currency) !== settings.currency,
  );
  if (!isLabelled) return false;
  const measures = amountsAtStake.flatMap((id) => findMeasure(id) ?? []);
  const report = { measures, groupBy: [], filterGroups: selection.filterGroups, query: selection.query };
  const { currencies } = await workspace.snapshot.report(report, { ...selection, settings, directory }, signal);
  return (currencies?.length ?? 0) > 1;
}

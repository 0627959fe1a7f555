/** The review queue: what to look at before billing, which people have gaps, and marks on reviewed findings. Spends no request. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Output, ParsedInput } from '../../../src/contract/api.ts';
import { fail } from '../../../src/contract/errors.ts';
import { toCheckKind, type Check } from '../../../src/domain/checks/check.ts';
import { findCheck } from '../../../src/domain/checks/checks.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { addressOfRecord, recordHost } from '../../../src/domain/record-address.ts';
import { thresholdUnits } from '../../../src/domain/checks/thresholds.ts';
import { writeAtomically } from '../../exports/atomic-file.ts';
import { writers } from '../../exports/formats.ts';
import type { FindingDetail } from '../../snapshot/checks/finding-details.ts';
import type { Marked, RunQuestion } from '../../snapshot/checks/model.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { checkFile, checkFileColumns } from './check-file.ts';
import type { Handlers } from '../shared/handlers.ts';
import { sealedBy } from '../journal.ts';
import { readPreferences } from '../shared/saved-preferences.ts';
import type { Parts } from '../shared/context.ts';
import { chooseColumns, selectionAt, toSelection, type AskedSelection } from '../shared/selection.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { listPeopleWithGaps } from './people.ts';

type Methods = 'checks.run' | 'checks.findings' | 'checks.people' | 'checks.review' | 'checks.open' | 'checks.export';

export function checkHandlers(parts: Parts): Pick<Handlers, Methods> {
  return {
    'checks.run': (asked, left) => run(parts.workspace(), asked, left),
    'checks.findings': (asked, left) => findings(parts.workspace(), asked, left),
    'checks.people': async (_, left) => listPeopleWithGaps(parts.workspace(), left),
    'checks.review': (asked) => review(parts, asked),
    'checks.open': async ({ id }) => {
      const workspace = parts.workspace();
      const { recordAddress } = workspace.settings();
      if (recordAddress === null) fail({ code: 'usage', detail: noAddress(workspace) });
      const host = recordHost(recordAddress);
      if (readPreferences(parts).openedHosts?.includes(host) !== true)
        fail({ code: 'usage', detail: refusalTexts.hostNotAgreed(host) });
      await parts.host.openExternal(addressOfRecord(recordAddress, id));
      return { opened: true };
    },
    'checks.export': (asked) => exportFindings(parts, asked),
  };
}

function noAddress(workspace: Workspace): string {
  const refused = workspace.refusedSettings().find(({ name }) => name === 'recordAddress');
  return refused === undefined ? refusalTexts.noRecordAddress : refusedSettingTexts.correct(refused);
}

async function run(workspace: Workspace, asked: AskedSelection, left?: AbortSignal): Promise<Output<'checks.run'>> {
  const question = await toRunQuestion(workspace, asked);
  const answer = await workspace.snapshot.runChecks({ ...question, left });
  const isSeveral = await hasSeveralCurrencies(workspace, question.selection, left);
  return {
    ...sealedBy(answer.state, workspace),
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
  selection: RunQuestion['selection'],
  left: AbortSignal | undefined,
): Promise<boolean> {
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const isLabelled = Object.values(directory.objects).some(
    ({ currency }) => (currency ?? settings.currency) !== settings.currency,
  );
  if (!isLabelled) return false;
  const measures = amountsAtStake.flatMap((id) => findMeasure(id) ?? []);
  const report = { measures, groupBy: [], filterGroups: selection.filterGroups, query: selection.query };
  const { currencies } = await workspace.snapshot.report(report, { ...selection, settings, directory }, left);
  return (currencies?.length ?? 0) > 1;
}

async function findings(
  workspace: Workspace,
  { check, reviewed, columns, offset, limit, ...asked }: ParsedInput<'checks.findings'>,
  left: AbortSignal | undefined,
): Promise<Output<'checks.findings'>> {
  const known = requireCheck(check);
  const { findings: found, total } = await workspace.snapshot.findings({
    ...(await toRunQuestion(workspace, asked)),
    left,
    check: known,
    reviewed,
    columns: chooseColumns(columns),
    offset,
    limit,
  });
  const marks = workspace.journal.reviewMarks(check);
  return {
    total,
    findings: found.map(({ id, row, value, minutes, facts, related, others, stays }) => ({
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
    })),
  };
}

async function review(
  parts: Parts,
  { check, ids, reviewed }: ParsedInput<'checks.review'>,
): Promise<Output<'checks.review'>> {
  const workspace = parts.workspace();
  const { journal, snapshot } = workspace;
  const known = requireCheck(check);
  if (!reviewed) return { changed: journal.removeReviewMarks(check, ids) };
  const reviewedAt = new Date(parts.now()).toISOString();
  const found = await snapshot.findingDetails(known, ids.filter(isId), thresholdUnits(workspace.settings().thresholds));
  journal.saveReviewMarks(
    check,
    found.map((each) => ({ id: each.id, recordChangedAt: each.updatedAt, digest: digestFinding(each), reviewedAt })),
  );
  return { changed: found.length };
}

async function exportFindings(
  parts: Parts,
  { check, ...asked }: ParsedInput<'checks.export'>,
): Promise<Output<'checks.export'>> {
  const workspace = parts.workspace();
  const question = { ...rulesOf(workspace), check: requireCheck(check), reviewed: false, columns: checkFileColumns };
  // Read before the file has a name: what it is called and what it holds are of one state of the store.
  const { findings: found, state } = await workspace.snapshot.allFindings(question, (recordedWeeks) =>
    selectionAt(recordedWeeks, asked, workspace),
  );
  const table = checkFile(check, found, workspace.journal.names(), workspace.settings());
  const { complete } = sealedBy(state, workspace);
  const destination = await parts.host.chooseDestination(`to-check-${check}${complete ? '' : '-partial'}.csv`);
  if (!destination) return null;
  await writeAtomically(destination.path, (file) => writers.csv.write(table, file));
  await parts.host.deliver(destination.path);
  return { file: basename(destination.path), findings: found.length };
}

async function toRunQuestion(workspace: Workspace, asked: AskedSelection): Promise<RunQuestion> {
  return { ...rulesOf(workspace), selection: await toSelection(asked, workspace) };
}

function rulesOf(workspace: Workspace): Omit<RunQuestion, 'selection'> {
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

function digestFinding({ facts, related }: FindingDetail): string {
  const sorted = Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, related]))
    .digest('hex');
}

/** @throws AppFailure `usage`. */
function requireCheck(id: string): Check {
  return findCheck(id) ?? fail({ code: 'usage', detail: refusalTexts.noCheck(id) });
}

function isId(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}

/** Answers calls of the review queue: findings to check before billing, people with gaps, and marks of reviews. Spends no request. */
import { createHash } from 'node:crypto';
import type { Output, ParsedInput } from '#contract/api.ts';
import type { ShortPerson } from '#contract/checks.ts';
import { fail } from '#contract/errors.ts';
import { toCheckKind, type Check, findMinGap, readThresholdUnits } from '#domain/checks/check.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { formatUnits, type Units } from '#domain/decimal.ts';
import { findComparedSpan, findRecentSpan } from '#domain/expected.ts';
import { type GapSum, findPeopleWithGaps, type PersonWithGap } from '#domain/people-with-gaps.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Directory } from '#domain/people/directory.ts';
import { formatRecordAddress, findRecordHost } from '#domain/record.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Period } from '#domain/time/period.ts';
import type { FindingDetail } from '#electron/snapshot/checks/finding-details.ts';
import type { Marked, ChecksQuery } from '#electron/snapshot/checks/model.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import type { HandlersFor, HandlerContext } from './calls.ts';
import { judgeCompleteness } from './completeness.ts';
import { chooseColumns, readPeriod, resolveSelection } from './selection.ts';
import { readPreferences } from './settings.ts';

/** Findings are written to files by the handlers of exports. */
export function checkHandlers(context: HandlerContext): Omit<HandlersFor<'checks'>, 'checks.export'> {
  return {
    'checks.run': async (input, signal) => {
      const workspace = context.workspace();
      return runChecks(workspace, await resolveSelection(input, workspace), signal);
    },
    'checks.findings': (input, signal) => listFindings(context.workspace(), input, signal),
    'checks.people': async ({ period }, signal) => {
      const workspace = context.workspace();
      return listPeopleWithGaps(workspace, await readPeriod(period, workspace), signal);
    },
    'checks.review': async (input) =>
      markFindings(context.workspace(), requireCheck(input.check), input, context.now()),
    'checks.open': async ({ id }) => {
      await context.host.openExternal(toAgreedAddress(id, context));
      return { opened: true };
    },
  };
}

/** @throws AppFailure `usage`. */
export function requireCheck(id: string): Check {
  return findCheck(id) ?? fail({ code: 'usage', detail: refusalTexts.noCheck(id) });
}

/** Counts what each check found in the selected records, and how much is at stake. */
export async function runChecks(
  workspace: Workspace,
  selection: Selection,
  signal?: AbortSignal,
): Promise<Output<'checks.run'>> {
  const answer = await workspace.snapshot.runChecks({ ...readRules(workspace), selection, signal });
  const hasMultiple = await hasMultipleCurrencies(workspace, selection, signal);
  return {
    ...judgeCompleteness(answer.state, workspace),
    records: answer.records,
    checks: answer.checks.map((figures) => ({
      ...figures,
      // Amounts of two currencies are not added up: then only the hours show how much is at stake.
      value: hasMultiple ? null : figures.value,
      kind: toCheckKind(findCheck(figures.id), figures.everywhere.found, figures.everywhere.examined),
    })),
    behaviours: [...answer.behaviours],
  };
}

/** A check may be about any of these amounts, whichever of them count in the workspace. */
const amountsAtStake = [
  'billable_amount',
  'billable_amount_auto',
  'cost_amount',
  'cost_amount_auto',
  'margin_amount',
] as const;

async function hasMultipleCurrencies(
  workspace: Workspace,
  selection: Selection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const labels = listLabels(directory.objects);
  if (labels.every((currency) => (currency ?? settings.currency) === settings.currency)) return false;
  const measures = amountsAtStake.flatMap((id) => findMeasure(id) ?? []);
  const report = { measures, groupBy: [], filterGroups: selection.filterGroups, query: selection.query };
  const { currencies } = await workspace.snapshot.report(report, { ...selection, settings, directory }, signal);
  return (currencies?.length ?? 0) > 1;
}

/** Objects never change once they are read, and listing thousands of them for every filter takes longer than a sum. */
const labelsByObjects = new WeakMap<Directory['objects'], readonly (string | null)[]>();

function listLabels(objects: Directory['objects']): readonly (string | null)[] {
  const labels = labelsByObjects.get(objects) ?? [...new Set(Object.values(objects).map(({ currency }) => currency))];
  labelsByObjects.set(objects, labels);
  return labels;
}

async function listFindings(
  workspace: Workspace,
  { check: id, reviewed, columns, offset, limit, ...input }: ParsedInput<'checks.findings'>,
  signal: AbortSignal | undefined,
): Promise<Output<'checks.findings'>> {
  const check = requireCheck(id);
  const selection = await resolveSelection(input, workspace);
  const page = { reviewed, columns: chooseColumns(columns), offset, limit };
  const findingsQuery = { ...readRules(workspace), check, selection, ...page, signal };
  const { findings, total } = await workspace.snapshot.findings(findingsQuery);
  const marks = workspace.journal.reviewMarks(check.id);
  return {
    total,
    findings: findings.map(({ row, facts, related, others, ...finding }) => {
      const mark = reviewed ? marks.get(finding.id) : undefined;
      return {
        ...finding,
        values: row.values,
        unreadable: row.unreadable,
        facts: { ...facts },
        related: [...related],
        others: [...others],
        reviewedAt: mark?.reviewedAt ?? null,
        ...(mark?.note !== undefined && { note: mark.note }),
      };
    }),
  };
}

async function listPeopleWithGaps(
  workspace: Workspace,
  period: Period,
  signal: AbortSignal | undefined,
): Promise<Output<'checks.people'>> {
  const span = findComparedSpan(period, workspace.today());
  const recent = findRecentSpan({ ...period, to: span.to });
  const logged = await workspace.snapshot.loggedByOwner(period, recent, workspace.zone, signal);
  const least = findMinGap(workspace.settings().thresholds);
  const { people, smaller, beyond, known } = findPeopleWithGaps(workspace.journal.names(), logged, span, least);
  return {
    ...span,
    people: people.map(toShortPerson),
    least: formatUnits(least),
    smaller: toTextSum(smaller),
    beyond: toTextSum(beyond),
    known,
    complete: readCompleteness(await workspace.snapshot.loadState()).complete,
  };
}

function toShortPerson({ ownerId, expected, logged, gap, why, last }: PersonWithGap): ShortPerson {
  const toText = (units: Units | null) => (units === null ? null : formatUnits(units));
  return { ownerId, expected: toText(expected), logged: formatUnits(logged), gap: toText(gap), why, lastEntry: last };
}

function toTextSum({ people, hours }: GapSum) {
  return { people, hours: formatUnits(hours) };
}

/** The address of a record in the CRM. @throws AppFailure `usage` without an address, or for a host that the user has not agreed to. */
function toAgreedAddress(id: string, context: HandlerContext): string {
  const workspace = context.workspace();
  const { recordAddress } = workspace.settings();
  if (recordAddress === null) {
    const refused = workspace.refusedSettings().find(({ name }) => name === 'recordAddress');
    fail({ code: 'usage', detail: refused ? refusedSettingTexts.correct(refused) : refusalTexts.noRecordAddress });
  }
  const host = findRecordHost(recordAddress);
  if (!readPreferences(context).openedHosts?.includes(host))
    fail({ code: 'usage', detail: refusalTexts.hostNotAgreed(host) });
  return formatRecordAddress(recordAddress, id);
}

/** The thresholds and marks of a workspace, which every run of its checks needs. */
export function readRules(workspace: Workspace): Pick<ChecksQuery, 'thresholds' | 'marked'> {
  return {
    thresholds: readThresholdUnits(workspace.settings().thresholds),
    marked: (check) => readMarks(workspace, check),
  };
}

/** A mark holds as long as the record and its finding are unchanged. */
function readMarks({ journal }: Workspace, check: string): Marked {
  const marks = journal.reviewMarks(check);
  return {
    ids: [...marks.keys()],
    holds: (detail) => {
      const mark = marks.get(detail.id);
      return mark?.recordChangedAt === detail.updatedAt && mark.digest === digestFinding(detail);
    },
  };
}

/** @param now epoch milliseconds */
async function markFindings(
  workspace: Workspace,
  check: Check,
  { ids, reviewed, note }: ParsedInput<'checks.review'>,
  now: number,
): Promise<Output<'checks.review'>> {
  const { journal, snapshot, memory } = workspace;
  if (!reviewed) {
    const changed = journal.removeReviewMarks(check.id, ids);
    memory.noteMarks();
    return { changed };
  }
  const { thresholds } = readRules(workspace);
  const details = await snapshot.findingDetails(check, ids.filter(isId), thresholds);
  const reviewedAt = new Date(now).toISOString();
  const marks = details.map((detail) => ({
    id: detail.id,
    recordChangedAt: detail.updatedAt,
    digest: digestFinding(detail),
    reviewedAt,
    note,
  }));
  journal.saveReviewMarks(check.id, marks);
  memory.noteMarks();
  return { changed: marks.length };
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

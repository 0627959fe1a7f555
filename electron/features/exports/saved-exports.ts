/** Lists saved exports with their due days, saves, removes and runs them, and writes a definition as a file. Spends no request. */
import { basename } from 'node:path';
import { fail, AppFailure } from '#contract/errors.ts';
import type { RunState, SavedExport, DueRun, ListedExport } from '#contract/saved-exports.ts';
import {
  toCurrentFormat,
  isSameRhythm,
  listDue,
  findNextDay,
  type ExportDefinition,
  type NamedDefinition,
} from '#domain/exports/definition.ts';
import { resolveOptions, overrideOptions } from '#domain/exports/options.ts';
import { applyProfile, findOnlyClient, findProfile, type ClientProfile } from '#domain/exports/profile.ts';
import { findPeriodProblem, resolvePeriod, type Period, type PeriodContext } from '#domain/time/period.ts';
import type { Handlers, HandlerContext } from '#electron/features/calls.ts';
import { writeChosenJson } from '#electron/features/files.ts';
import {
  requireValidFilter,
  requireValidReport,
  chooseColumns,
  readPeriodContext,
  refuseNewNames,
  toReadableSort,
} from '#electron/features/selection.ts';
import { Temporal } from 'temporal-polyfill';
import type { Output, ParsedInput } from '#contract/api.ts';
import { exportMethods, type Manifest, type PackManifest } from '#contract/exports.ts';
import { clientProfileTexts as profileTexts, savedExportTexts as texts } from '#texts/exports/saved.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { DEFAULT_PATTERN, fillPattern, toFileName, toFileWords } from '#domain/exports/pack-names.ts';
import type { Destination, Host } from '#electron/host/host.ts';
import { readStatus } from '#electron/sync/status.ts';
import { isLossy } from '#electron/features/completeness.ts';
import type { NameFacts } from './pipeline.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { runPack, runRecords, runReport, type Running } from './export-runs.ts';

type Methods = 'exports.list' | 'exports.save' | 'exports.remove' | 'exports.export';

export function savedExportHandlers(context: HandlerContext): Pick<Handlers, Methods> {
  return {
    'exports.list': async () => {
      const workspace = context.workspace();
      const periodContext = await readPeriodContext(workspace);
      const exports = workspace.journal.exports().map((saved) => addDueRuns(saved, periodContext));
      return { exports, today: periodContext.today };
    },
    'exports.save': async ({ id, definition, state }) => {
      const workspace = context.workspace();
      const { journal } = workspace;
      const saved = id === undefined ? undefined : journal.savedExport(id);
      refuseNewNames(definition, saved?.definition, id);
      assertRunnable(definition, workspace.settings().clientProfiles);
      const runState = state ?? computeNextState(saved, definition, workspace.today());
      return journal.saveExport(toCurrentFormat(definition), new Date(context.now()).toISOString(), runState, id);
    },
    'exports.remove': async ({ id }) => ({ removed: context.workspace().journal.removeExport(id) ?? null }),
    'exports.export': ({ definition }) =>
      writeChosenJson(context.host, `${toFileWords(definition.name ?? '', 'export')}.export.json`, definition),
  };
}

/** A rhythm begins on the day it was set; days before it, or of a different rhythm, are no longer due. */
function computeNextState(saved: SavedExport | undefined, definition: NamedDefinition, today: string): RunState {
  if (saved && isSameRhythm(saved.definition, definition)) return saved.state;
  const { rhythm } = definition;
  const { lastRun, lastEmpty } = saved?.state ?? {};
  return { ...(rhythm && { since: today }), ...(lastRun && { lastRun }), ...(lastEmpty && { lastEmpty }) };
}

/**
 * A file from elsewhere may name properties that do not exist here: that is reported when it is saved, not when it is run. @throws
 * AppFailure `usage`, `filter-invalid`
 */
function assertRunnable({ records, report, options }: ExportDefinition, profiles: readonly ClientProfile[]): void {
  if (report) requireValidReport(report);
  if (records) {
    requireValidFilter(records.filterGroups);
    chooseColumns(records.columns);
    toReadableSort(records.sort);
  }
  const period = (records ?? report)?.period;
  const problem = period === undefined ? undefined : findPeriodProblem(period);
  if (problem !== undefined) fail({ code: 'usage', detail: problem });
  const profile = findProfile(profiles, findOnlyClient((records ?? report)?.filterGroups ?? []));
  // Each run for internal use reports the rest itself.
  const applied = applyProfile(options, profile, false);
  if (!applied.ok) return fail({ code: 'usage', detail: applied.problem });
  const resolved = resolveOptions(applied.options);
  if (!resolved.ok) fail({ code: 'usage', detail: resolved.problem });
}

/** Adds the days for which a saved export is due, with the days of its period then. @param context of today */
function addDueRuns(saved: SavedExport, context: PeriodContext): ListedExport {
  const { rhythm } = saved.definition;
  const { since, doneFor } = saved.state;
  const { today } = context;
  if (rhythm === undefined || since === undefined) return { ...saved, due: [], next: null };
  const all = listDue({ rhythm, since, doneFor }, today).map((day): DueRun => {
    const period = resolvePeriodOn(saved.definition, { ...context, today: day });
    return { day, period: period ? { from: period.from, to: period.to } : null };
  });
  // A file over the same days covers the earlier runs too.
  const due = all.filter((run, index) => !all.slice(index + 1).some((later) => isSamePeriod(run, later)));
  return { ...saved, due, next: findNextDay(rhythm, today) };
}

const isSamePeriod = (one: DueRun, other: DueRun) =>
  one.period?.from === other.period?.from && one.period?.to === other.period?.to;

/** Fixes the period as it was on a day, so that a late run covers the same days as a timely one. */
function fixPeriodOnDay<Definition extends ExportDefinition>(
  definition: Definition,
  context: PeriodContext,
): Definition {
  const period = resolvePeriodOn(definition, context);
  if (!period) return definition;
  const text = `${period.from}..${period.to}`;
  const { records, report } = definition;
  return {
    ...definition,
    ...(records && { records: { ...records, period: text } }),
    ...(report && { report: { ...report, period: text } }),
  };
}

function resolvePeriodOn({ records, report }: ExportDefinition, context: PeriodContext): Period | undefined {
  const text = (records ?? report)?.period;
  const resolved = text === undefined ? undefined : resolvePeriod(text, context);
  return resolved?.ok ? resolved.value : undefined;
}

/** Writes a view of the records as a small file. Spends no request. */
export function recordViewHandlers({ host }: Pick<HandlerContext, 'host'>): Pick<Handlers, 'views.export'> {
  return {
    'views.export': ({ file }) => writeChosenJson(host, `${toFileWords(file.name, 'view')}.view.json`, file),
  };
}

type RunRequest = ParsedInput<'exports.run'>;

/** Runs a definition, and notes what a saved one has written. @returns null when no destination was chosen */
export async function runDefinition(
  request: RunRequest,
  running: Running,
  now: () => number,
): Promise<Output<'exports.run'>> {
  const { workspace } = running;
  const periodContext = await readPeriodContext(workspace);
  const saved = request.id === undefined ? undefined : findSaved(workspace, request.id);
  const listed = saved && addDueRuns(saved, periodContext);
  const day = listed && chooseDay(listed, request.due);
  const isEarly = listed !== undefined && day !== undefined && (await isBeforeEnd(listed, day, workspace, request));
  const storedDefinition = saved?.definition ?? request.definition ?? fail({ code: 'usage', detail: texts.unknown });
  const definition =
    day === undefined ? storedDefinition : fixPeriodOnDay(storedDefinition, { ...periodContext, today: day });
  let file = '';
  const noteFile = (destination: Destination | undefined) => {
    file = destination ? basename(destination.path) : '';
    return destination;
  };
  const runHost = running.context.host;
  const host: Host = {
    ...runHost,
    chooseDestination: async (suggested) => noteFile(await runHost.chooseDestination(suggested)),
    ...(runHost.chooseFolder && {
      chooseFolder: async (suggested) => noteFile(await runHost.chooseFolder?.(suggested)),
    }),
  };
  const context = { ...running.context, host, nameFile: (facts: NameFacts) => nameFile(definition, facts) };
  const isStored = request.options.audience === undefined;
  const written = await write(definition, request, { ...running, context, isStored }).catch(async (fault: unknown) => {
    const isEmpty = fault instanceof AppFailure && fault.error.code === 'nothing-matched';
    if (isEmpty && saved && day !== undefined && !isEarly && (await areAllRecordsHere(workspace)))
      noteEmpty(workspace, saved, { at: new Date(now()).toISOString(), day });
    return rethrowStored(fault, runHost.kind);
  });
  if (written && saved) {
    const { sha256, complete, records } = written;
    const at = new Date(now()).toISOString();
    const lastRun = { at, file, sha256, complete, records };
    workspace.journal.noteRun(saved.id, (now) => {
      // A rhythm that was set meanwhile has different due days, which this run does not cover.
      const isCovered = complete && !isEarly && day !== undefined && isSameRhythm(now.definition, saved.definition);
      return { ...now.state, ...(isCovered && { doneFor: day }), lastRun };
    });
  }
  return written && { file, written };
}

/** With nothing to write, the day counts as done, so that later days are not held back. The failure is still reported. */
function noteEmpty({ journal }: Workspace, saved: SavedExport, lastEmpty: { at: string; day: string }): void {
  journal.noteRun(saved.id, (storedExport) => ({
    ...storedExport.state,
    ...(isSameRhythm(storedExport.definition, saved.definition) && { doneFor: lastEmpty.day }),
    lastEmpty,
  }));
}

/** Checks that no record can be missing: only then is an empty result certain. */
async function areAllRecordsHere(workspace: Workspace): Promise<boolean> {
  return (await readStatus(workspace.snapshot)).complete && !isLossy(workspace);
}

/** A run without a day counts for the due day if there is exactly one. */
function chooseDay({ due, definition }: ListedExport, request: string | undefined): string | undefined {
  if (request === undefined) return due.length === 1 ? due[0]?.day : undefined;
  if (!due.some(({ day }) => day === request)) fail({ code: 'usage', detail: texts.notDue(definition.name, request) });
  return request;
}

/**
 * Checks whether the records were fetched before the period was over, so that they cannot cover all of it.
 * @throws AppFailure `usage` if the run was requested for that very day
 */
async function isBeforeEnd(
  listed: ListedExport,
  day: string,
  workspace: Workspace,
  request: RunRequest,
): Promise<boolean> {
  const { period = null } = listed.due.find((run) => run.day === day) ?? {};
  const { asOf } = await readStatus(workspace.snapshot);
  if (period === null || asOf === null) return false;
  const fetched = Temporal.Instant.from(asOf).toZonedDateTimeISO(workspace.settings().zone).toPlainDate().toString();
  if (fetched > period.to) return false;
  if (request.due === undefined) return true;
  return fail({ code: 'usage', detail: texts.endsBefore(listed.definition.name, fetched, period.to) });
}

function findSaved({ journal }: Workspace, id: string) {
  return journal.savedExport(id) ?? fail({ code: 'usage', detail: texts.unknown });
}

async function write(
  { name, records, report, pack, options: ownOptions }: ExportDefinition,
  { options: overrides, pack: by = pack?.by, as = pack?.as, pattern = pack?.pattern, allowEmpty }: RunRequest,
  running: Running,
): Promise<Manifest | PackManifest | null> {
  const options = overrideOptions(ownOptions, overrides);
  const content = report ? { ...(name !== undefined && { name }), report } : records;
  if (by !== undefined) {
    if (allowEmpty) fail({ code: 'usage', detail: texts.emptyPack });
    const form = { by, ...(as !== undefined && { as }), ...(pattern !== undefined && { pattern }) };
    return runPack(exportMethods['export.pack'].input.parse({ ...options, ...content, ...form }), running);
  }
  const input = { ...options, ...content, allowEmpty };
  return report
    ? runReport(exportMethods['export.report'].input.parse(input), running)
    : runRecords(exportMethods['export.run'].input.parse(input), running);
}

/** Names a client's file by the client or a chosen title, and not by the definition. */
function nameFile(definition: ExportDefinition, { span, complete, audience, title }: NameFacts): string {
  const { records, report, fileName = DEFAULT_PATTERN } = definition;
  const receiver = title ?? findOnlyClient((records ?? report)?.filterGroups ?? []);
  const name = (audience === 'client' ? receiver : definition.name) ?? exportDocumentTexts.pack.name;
  return `${toFileName(fillPattern(fileName, name, span))}${complete ? '' : '-partial'}`;
}

// Words the refusal of an audience that a definition stores: what the person can do instead differs on screen and in the terminal.

/** @throws the error, with what this host's person can do about it */
export function rethrowStored(error: unknown, kind: Host['kind']): never {
  if (!(error instanceof AppFailure && error.error.code === 'usage' && error.error.reason === 'stored-internal'))
    throw error;
  const action = profileTexts.internalBy[kind === 'terminal' ? 'terminal' : 'screen'];
  return fail({ code: 'usage', detail: error.error.detail + action });
}

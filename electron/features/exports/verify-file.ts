/** Checks an exported file against its manifest and against a repetition of the same export. */
import { AppFailure, fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { SentAnswer } from '#contract/file-answer.ts';
import { findCheck } from '#domain/checks/checks.ts';
import { filterBillable } from '#domain/exports/audience.ts';
import { toFormat } from '#domain/export-formats.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import type { Period } from '#domain/time/period.ts';
import { MAX_SECONDS, type SealedManifest } from '#electron/exports/readers.ts';
import { exportFindings } from './findings.ts';
import { exportOverview } from './overview.ts';
import { formatSpanName, type ExportContext } from './pipeline.ts';
import { exportRecords } from './records.ts';
import { exportReport } from './report.ts';
import { readSettingsAsWritten, restoreWorkspace } from './compare-again.ts';
import { billedUntil } from './sent.ts';
import { readSigningState } from './signing.ts';
import { verifyFile, type Verifying } from './verify.ts';
import { verifyPack } from './verify-pack.ts';
import { runReport, answerReport } from '#electron/features/reports.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { countSince, findMomentOfFile } from '#electron/features/memory.ts';
import type { HandlerContext, Handlers, TaskRunner } from '#electron/features/calls.ts';
import { chooseRecordColumns } from './export-runs.ts';
import { requireValidReport, readPeriod, resolveSelectionBy } from '#electron/features/selection.ts';

export function verifyFileHandlers(context: HandlerContext, files: TaskRunner): Pick<Handlers, 'export.verify'> {
  return {
    'export.verify': async (_input, callerSignal) => {
      const source = await context.host.chooseSource?.();
      if (!source) return null;
      try {
        return await files.run(async (ownSignal) => {
          const verifying = await toVerifying(
            context,
            callerSignal ? AbortSignal.any([ownSignal, callerSignal]) : ownSignal,
          );
          return (await verifyPack(source.path, verifying)) ?? (await verifyFile(source.path, verifying));
        });
      } finally {
        await source.release?.();
      }
    },
  };
}

async function toVerifying(context: HandlerContext, signal: AbortSignal): Promise<Verifying> {
  const { key } = await readSigningState(context.host.secrets);
  const workspace = context.workspace();
  const readSettings = (described: SealedManifest) => readSettingsAsWritten(described, workspace.settings());
  const progress = { before: 0, total: 0 };
  return {
    listChangedSettings: (described) => readSettings(described).changed,
    findWrittenExports: (hashes) => workspace.journal.findWrittenExports(hashes),
    expectRecords: (records) => (progress.total = records),
    findSent: (sha256) => findSent(workspace, sha256, context.now()),
    findMoment: (file) => (file.asKnown === undefined ? findMomentOfFile(workspace, file) : undefined),
    rewriteFile: async (described, path, sent) => {
      if (signal.aborted) fail({ code: 'cancelled' });
      const onWritten = (written: number) => {
        const writtenSoFar = Math.min(progress.before + written, progress.total);
        context.emit({ event: 'export.progress', payload: { written: writtenSoFar, total: progress.total } });
      };
      const { settings } = readSettings(described);
      const write = (known: Workspace) => {
        const restoredWorkspace = restoreWorkspace(known, settings, described.runningOn);
        return rewriteFile({ ...context, onWritten }, restoredWorkspace, { described, path }, signal);
      };
      const { asKnown = sent && `#${sent.merge}` } = described;
      const until = described.asKnown === undefined && sent ? billedUntil(sent) : undefined;
      const manifest = await (asKnown === undefined ? write(workspace) : workspace.asKnown(asKnown, write, until));
      progress.before += manifest?.records ?? 0;
      if (!manifest || described.asKnown !== undefined) return manifest;
      // The file itself does not mention the past, because its records were the current ones when it was written.
      const { asKnown: _, ...currentManifest } = manifest;
      return currentManifest;
    },
    ownKey: key?.fingerprint ?? null,
    until: performance.now() + MAX_SECONDS * 1000,
  };
}

async function findSent(workspace: Workspace, sha256: string, now: number): Promise<SentAnswer | null> {
  const files = workspace.memory.sent.files().filter((file) => file.sha256 === sha256);
  const standing = files.filter(({ state }) => state !== 'withdrawn');
  const file = standing.find(({ bills }) => bills) ?? standing[0] ?? files[0];
  if (!file) return null;
  const counts = await countSince(workspace, file.number, now).catch((error: unknown) => {
    // The file's records are unknown, or today's are incomplete.
    if (error instanceof AppFailure && error.error.code === 'usage') return null;
    throw error;
  });
  return { file, counts };
}

/** @returns null for changes, and for findings of a check that no longer exists */
async function rewriteFile(
  { host, version, onWritten }: HandlerContext & Pick<ExportContext, 'onWritten'>,
  workspace: Workspace,
  { described, path }: { readonly described: SealedManifest; readonly path: string },
  signal: AbortSignal,
): Promise<Manifest | null> {
  const context: ExportContext = {
    host: { ...host, chooseDestination: async () => ({ path }), deliver: async () => undefined },
    version,
    onWritten,
  };
  const { filter, query, report, title, check } = described;
  // Some of the past may have been removed since, and the file itself has both sides.
  if (described.of === 'changes') return null;
  const options = toOptions(described);
  const period = await readPeriodThen(described, workspace);
  const selected = { filterGroups: options.billableOnly ? filterBillable(filter) : filter, query };
  // The period has the days it had when the file was written, even if the weeks have changed.
  const selection = { ...resolveSelectionBy('monday', selected, workspace), ...(period && { period }) };
  const commonOptions = { options, allowEmpty: true, title };
  if (described.of === 'findings') {
    const known = check === undefined ? undefined : findCheck(check);
    if (check !== undefined && !known) return null;
    return exportFindings(context, workspace, { ...commonOptions, check: known, selectionAt: () => selection }, signal);
  }
  if (described.of === 'overview') {
    const answer = (part: Report) => answerReport(part, workspace, signal);
    const panels = (described.parts ?? []).map(({ chart = 'none' as const, figures, ...part }) => ({
      title: part.title,
      report: part.report,
      chart,
      isFigures: figures === true,
    }));
    const overview = { ...commonOptions, ...selected, name: '', parts: panels, selection, answer };
    return exportOverview(context, workspace, overview, signal);
  }
  if (report) {
    const answer = ({ measures }: Report) => {
      const checked = requireValidReport({ ...report, measures });
      return runReport(workspace, { report: checked, ...(period && { periodAt: () => period }) }, signal);
    };
    return exportReport(context, workspace, { ...commonOptions, report, answer }, signal);
  }
  // The whole of a pack of PDFs is a table of the same columns.
  const format = described.paper ? 'pdf' : toFormat(described.format);
  const columns = chooseRecordColumns(described.chosen, format, described.sort);
  return exportRecords(context, workspace, { ...commonOptions, selection, ...columns }, signal);
}

function toOptions({ options, format, preset, audience }: SealedManifest): ExportOptions {
  return {
    ...options,
    title: options.title,
    format: toFormat(format),
    preset,
    audience,
    signature: options.signature === true,
    billableOnly: options.billableOnly === true,
    severalClients: true,
    sign: false,
  };
}

/** Finds the days of the period when the file was written, because `last-month` means another month today. */
async function readPeriodThen(
  { period, runningOn }: SealedManifest,
  workspace: Workspace,
): Promise<Period | undefined> {
  if (!period) return undefined;
  const { name, from, to } = period;
  const exact = `${from}..${to}`;
  for (const text of [name, formatSpanName(period)]) {
    // oxlint-disable-next-line no-await-in-loop -- the first that fits
    const candidate = await readPeriod(text, workspace).catch(() => undefined);
    // A compared running period is cut to its elapsed days: it is resolved in full and cut again.
    const isSame = candidate?.to === to || (runningOn !== undefined && candidate !== undefined && candidate.to > to);
    if (candidate?.from === from && isSame) return { ...candidate, text: name };
  }
  return { ...(await readPeriod(exact, workspace)), text: name };
}

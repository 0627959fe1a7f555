/** Checks an exported file against its manifest and against what the same export gives once more. */
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { findCheck } from '../../../src/domain/checks/checks.ts';
import { onlyBillable } from '../../../src/domain/exports/billable-only.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import type { Report } from '../../../src/domain/reports/definition/report.ts';
import type { Period } from '../../../src/domain/time/period.ts';
import { MOST_SECONDS } from '../../exports/verify/add-up.ts';
import type { SealedManifest } from '../../exports/verify/capsule-file.ts';
import { exportFindings } from '../../questions/exports/findings.ts';
import { exportOverview } from '../../questions/exports/overview.ts';
import { exportRecords, spanName, type ExportParts } from '../../questions/exports/records.ts';
import { exportReport } from '../../questions/exports/report.ts';
import { readSettingsThen, asThen } from '../../questions/exports/proof/settings-then.ts';
import { readSigningState } from '../../questions/exports/signing-key.ts';
import { verifyFile, type Verifying } from '../../questions/exports/proof/verify.ts';
import { verifyPack } from '../../questions/exports/proof/verify-pack.ts';
import { runReport } from '../../questions/report.ts';
import type { Selection } from '../../snapshot/snapshot.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { answerReport } from '../shared/answer-report.ts';
import type { Parts } from '../shared/context.ts';
import type { Handlers } from '../shared/handlers.ts';
import { chooseExported } from '../shared/exported-columns.ts';
import type { OneAtATime } from '../shared/one-at-a-time.ts';
import { checkedReport, periodNow, selectionAt } from '../shared/selection.ts';

export function verifyFileHandlers(parts: Parts, files: OneAtATime): Pick<Handlers, 'export.verify'> {
  return {
    'export.verify': async (_input, left) => {
      const source = await parts.host.chooseSource?.();
      if (!source) return null;
      try {
        return await files.run(async (mine) => {
          const verifying = await toVerifying(parts, left ? AbortSignal.any([mine, left]) : mine);
          return (await verifyPack(source.path, verifying)) ?? (await verifyFile(source.path, verifying));
        });
      } finally {
        await source.release?.();
      }
    },
  };
}

async function toVerifying(parts: Parts, signal: AbortSignal): Promise<Verifying> {
  const { key } = await readSigningState(parts.host.secrets);
  const workspace = parts.workspace();
  const settingsThen = (described: SealedManifest) => readSettingsThen(described, workspace.settings());
  const progress = { before: 0, total: 0 };
  return {
    settingsThen: (described) => settingsThen(described).changed,
    findWritten: (hashes) => workspace.journal.findWritten(hashes),
    expectRecords: (records) => (progress.total = records),
    writeAgain: async (described, path) => {
      if (signal.aborted) fail({ code: 'cancelled' });
      const then = asThen(workspace, settingsThen(described).settings, described.runningOn);
      const onWritten = (written: number) => {
        const all = Math.min(progress.before + written, progress.total);
        parts.emit({ event: 'export.progress', payload: { written: all, total: progress.total } });
      };
      const manifest = await writeAgain({ ...parts, onWritten }, then, { described, path }, signal);
      progress.before += manifest?.records ?? 0;
      return manifest;
    },
    ownKey: key?.fingerprint ?? null,
    until: performance.now() + MOST_SECONDS * 1000,
  };
}

interface Again {
  readonly described: SealedManifest;
  readonly path: string;
}

async function writeAgain(
  parts: Parts & Pick<ExportParts, 'onWritten'>,
  workspace: Workspace,
  { described, path }: Again,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const exportParts: ExportParts = {
    host: { ...parts.host, chooseDestination: async () => ({ path }), deliver: async () => undefined },
    version: parts.version,
    onWritten: parts.onWritten,
  };
  const options = toOptions(described);
  const period = await periodThen(described, workspace);
  const { filter, query } = described;
  const filterGroups = options.billableOnly ? onlyBillable(filter) : filter;
  const { report, title } = described;
  const asked = { filterGroups, query, ...(period && { period }) };
  const again = { exportParts, workspace, options, signal };
  if (described.of === 'findings') return writeFindingsAgain(described, asked, again);
  if (described.of === 'overview') return writeOverviewAgain(described, asked, again);
  if (report) {
    const run = (own: Report) => {
      const checked = checkedReport({ ...report, measures: own.measures });
      return runReport(workspace, { report: checked, ...(period && { periodAt: () => period }) }, signal);
    };
    return exportReport(exportParts, workspace, { report, options, allowEmpty: true, title }, run, signal);
  }
  const question = {
    selection: selectThen(asked, workspace),
    // The whole of a pack of pages is told as a table of the same columns.
    ...chooseExported(described.chosen, described.paper ? 'pdf' : described.format, described.sort),
    options,
    allowEmpty: true,
    title,
  };
  return exportRecords(exportParts, workspace, question, signal);
}

interface AskedThen {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: Period;
}

interface WritingAgain {
  readonly exportParts: ExportParts;
  readonly workspace: Workspace;
  readonly options: ExportOptions;
  readonly signal: AbortSignal;
}

/** By the days it was then, whatever its weeks are now. */
const selectThen = ({ filterGroups, query, period }: AskedThen, workspace: Workspace): Selection => ({
  ...selectionAt('monday', { filterGroups, query }, workspace),
  ...(period && { period }),
});

/** Null: there is no such check any more. */
async function writeFindingsAgain(
  { check }: SealedManifest,
  asked: AskedThen,
  { exportParts, workspace, options, signal }: WritingAgain,
): Promise<Manifest | null> {
  const found = check === undefined ? undefined : findCheck(check);
  if (check !== undefined && !found) return null;
  const selection = selectThen(asked, workspace);
  const question = { check: found, options, allowEmpty: true, selectionAt: () => selection };
  return exportFindings(exportParts, workspace, question, signal);
}

/** Null: it was written before manifests told how its parts are shown. */
async function writeOverviewAgain(
  { parts = [], title }: SealedManifest,
  asked: AskedThen,
  { exportParts, workspace, options, signal }: WritingAgain,
): Promise<Manifest | null> {
  const shown = parts.map((part) => ({
    title: part.title,
    report: part.report,
    chart: part.chart ?? ('none' as const),
    isFigures: part.figures === true,
  }));
  const selection = selectThen(asked, workspace);
  const run = (report: Report) => answerReport(report, workspace, signal);
  const question = { ...asked, name: '', title, parts: shown, options, allowEmpty: true };
  return exportOverview(exportParts, workspace, question, { run, selection, signal });
}

function toOptions({ options, format, preset, audience }: SealedManifest): ExportOptions {
  return {
    ...options,
    title: options.title,
    format,
    preset,
    audience,
    signature: options.signature === true,
    billableOnly: options.billableOnly === true,
    severalClients: true,
    sign: false,
  };
}

/** The days it was then: `last-month` means another month today. */
async function periodThen({ period, runningOn }: SealedManifest, workspace: Workspace): Promise<Period | undefined> {
  if (!period) return undefined;
  const { name, from, to } = period;
  const exact = `${from}..${to}`;
  for (const text of [name, spanName(period)]) {
    // oxlint-disable-next-line no-await-in-loop -- the first that fits
    const found = await periodNow(text, workspace).catch(() => undefined);
    // A running period is cut to its elapsed days where it is compared: it is asked for as it was, and cut again.
    const isSame = found?.to === to || (runningOn !== undefined && found !== undefined && found.to > to);
    if (found?.from === from && isSame) return { ...found, text: name };
  }
  return { ...(await periodNow(exact, workspace)), text: name };
}

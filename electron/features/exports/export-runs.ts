/** Writes records, reports and packs as the person who exports, or a definition, requested them. */
import type { ParsedInput } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { isFormerFormat, type FormerFormat, type ExportFormat } from '#domain/export-formats.ts';
import { filterBillable } from '#domain/exports/audience.ts';
import {
  resolveOptions,
  exportOptionsSchema,
  type ExportOptions,
  type ExportOptionsInput,
} from '#domain/exports/options.ts';
import { applyProfile, findOnlyClient, findProfile } from '#domain/exports/profile.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import type { Report } from '#domain/reports/definition/report.ts';
import { exportPack, writeRecords, writeReports } from './pack.ts';
import { findReceivers, type ReceiverQuery } from './titles.ts';
import type { ExportContext } from './pipeline.ts';
import { exportRecords, type RecordColumns } from './records.ts';
import { exportReport, titleOfReport } from './report.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { answerReport } from '#electron/features/reports.ts';
import { writePrintable } from './on-paper.ts';
import { resolveSelection, chooseColumns, toReadableSort } from '#electron/features/selection.ts';
import { isPage, paperProperties } from '#domain/exports/record-columns.ts';
import { byStart, type Sort } from '#domain/records/sort-order.ts';

export interface Running {
  readonly context: ExportContext;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** True when a definition chose the audience, and not this run. */
  readonly isStored: boolean;
}

/** @returns null when no destination was chosen */
export function runRecords(request: ParsedInput<'export.run'>, running: Running): Promise<Manifest | null> {
  const { workspace, signal } = running;
  const { allowEmpty } = request;
  return runForReceiver(
    request,
    { ...request, what: texts.records },
    running,
    async (context, { filterGroups, ...choice }) => {
      const selection = await resolveSelection({ ...request, filterGroups }, workspace);
      const columns = chooseRecordColumns(request.columns, choice.options.format, request.sort);
      return exportRecords(context, workspace, { selection, ...columns, ...choice, allowEmpty }, signal);
    },
  );
}

export async function runReport(request: ParsedInput<'export.report'>, running: Running): Promise<Manifest | null> {
  const { workspace, signal } = running;
  const { report, name, allowEmpty } = request;
  refuseForRecords(request);
  return runForReceiver(request, { ...report, what: texts.report }, running, (context, { options, title }) => {
    const answer = (visibleReport: Report) => answerReport(visibleReport, workspace, signal);
    return exportReport(context, workspace, { report, name, options, allowEmpty, title, answer }, signal);
  });
}

interface ForReceiver {
  readonly options: ExportOptions;
  readonly title: string | undefined;
  readonly filterGroups: FilterGroups;
}

/** Resolves the options for the records' client, writes the file, and adds notices on what was decided for the person who exports. */
async function runForReceiver(
  request: ExportOptionsInput & { readonly isPrinted: boolean },
  records: ReceiverQuery,
  running: Running,
  write: (context: ExportContext, choice: ForReceiver) => Promise<Manifest | null>,
): Promise<Manifest | null> {
  const { context, workspace, signal } = running;
  const { options, notices } = chooseOptionsFor(request, findOnlyClient(records.filterGroups), running);
  const filterGroups = options.billableOnly ? filterBillable(records.filterGroups) : records.filterGroups;
  const { title, holds } = await findReceivers(workspace, options, { ...records, filterGroups }, (report) =>
    answerReport(report, workspace, signal),
  );
  const manifest = await writePrintable(context, request.isPrinted, (exportContext) =>
    write(exportContext, { options, title, filterGroups }),
  );
  return manifest && { ...manifest, ...notices, ...(holds && { holds }) };
}

export async function runPack(request: ParsedInput<'export.pack'>, running: Running): Promise<PackManifest | null> {
  const { context, workspace, signal } = running;
  const { by, pattern, as, columns, sort, report, name, billableOnly } = request;
  refusePartition(request);
  if (report) refuseForRecords(request);
  const { query, period, ...selected } = report ?? request;
  const filterGroups = billableOnly ? filterBillable(selected.filterGroups) : selected.filterGroups;
  const onlyClient = findOnlyClient(filterGroups);
  const choice = chooseOptionsFor(request, onlyClient, running);
  const { format } = choice.options;
  const profiled = new Set<string>();
  const packRequest = {
    filterGroups,
    query,
    period,
    calendar: report?.calendar,
    options: choice.options,
    by,
    pattern,
    as,
    whatFor: (clientOptions: ExportOptions) => (report ? titleOfReport(clientOptions, name) : texts.records),
    // Files of persons belong to the filter's client if it selects one. A pack has one format, which decides the open options.
    optionsFor: (client: string | undefined) => {
      const clientChoice = chooseOptionsFor({ ...request, format }, client ?? onlyClient, running);
      for (const name of clientChoice.notices.profiled ?? []) profiled.add(name);
      return clientChoice.options;
    },
  };
  const run = (report: Report) => answerReport(report, workspace, signal);
  const select = (narrowed: Parameters<typeof resolveSelection>[0]) => resolveSelection(narrowed, workspace);
  const records = { ...chooseRecordColumns(columns, format, sort), select };
  const write = report ? writeReports(workspace, report, run, signal) : writeRecords(workspace, records, signal);
  // A person's records are of many clients.
  const recordsQuery = { filterGroups, query, period, calendar: report?.calendar, what: '' };
  const { holds } = by === CLIENT_PROPERTY ? {} : await findReceivers(workspace, choice.options, recordsQuery, run);
  const pack = await exportPack(context, workspace, packRequest, { run, write }, signal);
  const { formerFormat } = choice.notices;
  return (
    pack && {
      ...pack,
      ...(profiled.size > 0 && { profiled: [...profiled] }),
      ...(holds && { holds }),
      ...(formerFormat && { formerFormat }),
    }
  );
}

/** @throws AppFailure `usage` for choices that do not fit together, or would show the client more than its profile allows. */
function chooseOptionsFor(request: ExportOptionsInput, client: string | undefined, { workspace, isStored }: Running) {
  const profile = findProfile(workspace.settings().clientProfiles, client);
  const applied = applyProfile(pickOptions(request), profile, isStored);
  if (!applied.ok) return fail({ code: 'usage', detail: applied.problem, reason: applied.reason });
  const resolved = resolveOptions(applied.options);
  if (!resolved.ok) return fail({ code: 'usage', detail: resolved.problem });
  const { format } = applied.options;
  /** For the person who exports: the clients whose profile was used, and the format of an earlier version that was replaced. */
  const notices: { readonly profiled?: string[]; readonly formerFormat?: FormerFormat } = {
    ...(applied.profile && { profiled: [applied.profile.client] }),
    ...(isFormerFormat(format) && { formerFormat: format }),
  };
  return { options: resolved.value, notices };
}

/** @throws AppFailure `usage` for choices that do not fit together. */
export function readOptions(request: ExportOptionsInput): ExportOptions {
  const resolved = resolveOptions(pickOptions(request));
  return resolved.ok ? resolved.value : fail({ code: 'usage', detail: resolved.problem });
}

/** @throws AppFailure `usage`: only records have a month. */
export function refusePartition({ partition }: ExportOptionsInput): void {
  if (partition !== undefined) fail({ code: 'usage', detail: texts.refusals.partitionOf });
}

/** @throws AppFailure `usage`: a report has neither months nor entries. */
function refuseForRecords(request: ExportOptionsInput): void {
  refusePartition(request);
  if (request.billableOnly) fail({ code: 'usage', detail: texts.refusals.billableOnly });
}

/** A method's input has more fields than these options. */
const pickOptions = (request: ExportOptionsInput): ExportOptionsInput => exportOptionsSchema.strip().parse(request);

/** Chooses every property by default, but on pages those that people read. @throws AppFailure `usage` for unknown property names */
export function chooseRecordColumns(
  request: readonly string[] | undefined,
  format: ExportFormat | undefined,
  sort: Sort | undefined,
): RecordColumns {
  const isPaper = isPage(format) && (request === undefined || request.length === 0);
  // Pages without a chosen order are read by the day.
  const order = toReadableSort(sort) ?? (isPaper ? byStart : undefined);
  return {
    columns: isPaper ? paperProperties : chooseColumns(request),
    isPaper,
    ...(order && { sort: order }),
  };
}

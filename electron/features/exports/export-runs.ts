/** Writes records, reports and packs as they were asked for: by the person who exports, or by a definition. */
import type { ParsedInput } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { isFormer, type FormerFormat, type ExportFormat } from '#domain/export-formats.ts';
import { filterBillable } from '#domain/exports/audience.ts';
import {
  settleOptions,
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
import type { ExportParts } from './pipeline.ts';
import { exportRecords, type RecordColumns } from './records.ts';
import { exportReport, titleOfReport } from './report.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { answerReport } from '#electron/features/reports.ts';
import { writePrintable } from './on-paper.ts';
import { resolveSelection, chooseColumns, toReadableSort } from '#electron/features/selection.ts';
import { isPage, paperProperties } from '#domain/exports/record-columns.ts';
import { byStart, type Sort } from '#domain/records/sort-order.ts';

export interface Running {
  readonly parts: ExportParts;
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
    async (parts, { filterGroups, ...chosen }) => {
      const selection = await resolveSelection({ ...request, filterGroups }, workspace);
      const columns = chooseRecordColumns(request.columns, chosen.options.format, request.sort);
      return exportRecords(parts, workspace, { selection, ...columns, ...chosen, allowEmpty }, signal);
    },
  );
}

export async function runReport(request: ParsedInput<'export.report'>, running: Running): Promise<Manifest | null> {
  const { workspace, signal } = running;
  const { report, name, allowEmpty } = request;
  refuseForRecords(request);
  return runForReceiver(request, { ...report, what: texts.report }, running, (parts, { options, title }) => {
    const answer = (shown: Report) => answerReport(shown, workspace, signal);
    return exportReport(parts, workspace, { report, name, options, allowEmpty, title, answer }, signal);
  });
}

interface ForReceiver {
  readonly options: ExportOptions;
  readonly title: string | undefined;
  readonly filterGroups: FilterGroups;
}

/** Settles the options for whom the records are of, writes the file, and tells the person who exports what was decided for them. */
async function runForReceiver(
  request: ExportOptionsInput & { readonly isPrinted: boolean },
  records: ReceiverQuery,
  running: Running,
  write: (parts: ExportParts, chosen: ForReceiver) => Promise<Manifest | null>,
): Promise<Manifest | null> {
  const { parts, workspace, signal } = running;
  const { options, told } = chooseFor(request, findOnlyClient(records.filterGroups), running);
  const filterGroups = options.billableOnly ? filterBillable(records.filterGroups) : records.filterGroups;
  const { title, holds } = await findReceivers(workspace, options, { ...records, filterGroups }, (report) =>
    answerReport(report, workspace, signal),
  );
  const manifest = await writePrintable(parts, request.isPrinted, (own) =>
    write(own, { options, title, filterGroups }),
  );
  return manifest && { ...manifest, ...told, ...(holds && { holds }) };
}

export async function runPack(request: ParsedInput<'export.pack'>, running: Running): Promise<PackManifest | null> {
  const { parts, workspace, signal } = running;
  const { by, pattern, as, columns, sort, report, name, billableOnly } = request;
  refusePartition(request);
  if (report) refuseForRecords(request);
  const { query, period, ...selected } = report ?? request;
  const filterGroups = billableOnly ? filterBillable(selected.filterGroups) : selected.filterGroups;
  const only = findOnlyClient(filterGroups);
  const whole = chooseFor(request, only, running);
  const { format } = whole.options;
  const profiled = new Set<string>();
  const question = {
    filterGroups,
    query,
    period,
    calendar: report?.calendar,
    options: whole.options,
    by,
    pattern,
    as,
    whatFor: (own: ExportOptions) => (report ? titleOfReport(own, name) : texts.records),
    // Files of persons are of the filter's client, where it is one. A pack has one format, which decides what was left open.
    optionsFor: (client: string | undefined) => {
      const own = chooseFor({ ...request, format }, client ?? only, running);
      for (const name of own.told.profiled ?? []) profiled.add(name);
      return own.options;
    },
  };
  const run = (report: Report) => answerReport(report, workspace, signal);
  const select = (narrowed: Parameters<typeof resolveSelection>[0]) => resolveSelection(narrowed, workspace);
  const records = { ...chooseRecordColumns(columns, format, sort), select };
  const write = report ? writeReports(workspace, report, run, signal) : writeRecords(workspace, records, signal);
  // A person's records are of many clients.
  const what = { filterGroups, query, period, calendar: report?.calendar, what: '' };
  const { holds } = by === CLIENT_PROPERTY ? {} : await findReceivers(workspace, whole.options, what, run);
  const pack = await exportPack(parts, workspace, question, { run, write }, signal);
  const { formerFormat } = whole.told;
  return (
    pack && {
      ...pack,
      ...(profiled.size > 0 && { profiled: [...profiled] }),
      ...(holds && { holds }),
      ...(formerFormat && { formerFormat }),
    }
  );
}

interface Chosen {
  readonly options: ExportOptions;
  /** To the person who exports: the clients whose profile was taken, and a format that is another one now. */
  readonly told: { readonly profiled?: string[]; readonly formerFormat?: FormerFormat };
}

/** @throws AppFailure `usage` for choices that do not fit together, or would tell the client more than its profile. */
function chooseFor(request: ExportOptionsInput, client: string | undefined, { workspace, isStored }: Running): Chosen {
  const profile = findProfile(workspace.settings().clientProfiles, client);
  const applied = applyProfile(pickOptions(request), profile, isStored);
  if (!applied.ok) return fail({ code: 'usage', detail: applied.problem, reason: applied.reason });
  const settled = settleOptions(applied.options);
  if (!settled.ok) return fail({ code: 'usage', detail: settled.problem });
  const { format } = applied.options;
  const told = {
    ...(applied.profile && { profiled: [applied.profile.client] }),
    ...(isFormer(format) && { formerFormat: format }),
  };
  return { options: settled.value, told };
}

/** @throws AppFailure `usage` for choices that do not fit together. */
export function readOptions(request: ExportOptionsInput): ExportOptions {
  const settled = settleOptions(pickOptions(request));
  return settled.ok ? settled.value : fail({ code: 'usage', detail: settled.problem });
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

/** A method's input has more beside them. */
const pickOptions = (request: ExportOptionsInput): ExportOptionsInput => exportOptionsSchema.strip().parse(request);

/** Chooses every property where none was chosen, but on pages those that people read. @throws AppFailure `usage` for names of no property */
export function chooseRecordColumns(
  request: readonly string[] | undefined,
  format: ExportFormat | undefined,
  sort: Sort | undefined,
): RecordColumns {
  const isPaper = isPage(format) && (request === undefined || request.length === 0);
  // Pages without an order of their own are read by the day.
  const order = toReadableSort(sort) ?? (isPaper ? byStart : undefined);
  return {
    columns: isPaper ? paperProperties : chooseColumns(request),
    isPaper,
    ...(order && { sort: order }),
  };
}

/** Writes records, reports and packs as they were asked for: by the person who exports, or by a definition. */
import type { ParsedInput } from '../../../src/contract/api.ts';
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest, PackManifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { onlyBillable } from '../../../src/domain/exports/billable-only.ts';
import { settleOptions, type ExportOptions, type ExportOptionsInput } from '../../../src/domain/exports/options.ts';
import { applyProfile, findOnlyClient, findProfile } from '../../../src/domain/exports/saved/profile.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { CLIENT_PROPERTY } from '../../../src/domain/local-properties.ts';
import type { Report } from '../../../src/domain/reports/definition/report.ts';
import { exportPack } from '../../questions/exports/packs/pack.ts';
import { writeRecords, writeReports } from '../../questions/exports/packs/pack-parts.ts';
import { findReceivers } from '../../questions/exports/receivers.ts';
import { exportRecords, type ExportParts } from '../../questions/exports/records.ts';
import { exportReport, titleOfReport } from '../../questions/exports/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { answerReport } from './answer-report.ts';
import { chooseExported } from './exported-columns.ts';
import { pickOptions, refuseForRecords, refusePartition } from './export-options.ts';
import { onPaper } from './on-paper.ts';
import { toSelection } from './selection.ts';

/** How one run goes. */
export interface Running {
  readonly parts: ExportParts;
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** The audience is a definition's choice and not this run's. */
  readonly isStored: boolean;
}

/** @returns null when no destination was chosen */
export async function runRecords(asked: ParsedInput<'export.run'>, running: Running): Promise<Manifest | null> {
  const { parts, workspace, signal } = running;
  const { options, told } = chooseOptions(asked, asked.filterGroups, running);
  const narrowed = options.billableOnly ? { ...asked, filterGroups: onlyBillable(asked.filterGroups) } : asked;
  const { title, holds } = await findReceivers(workspace, options, { ...narrowed, what: texts.records }, (report) =>
    answerReport(report, workspace, signal),
  );
  const question = {
    selection: await toSelection(narrowed, workspace),
    ...chooseExported(asked.columns, options.format, asked.sort),
    options,
    allowEmpty: asked.allowEmpty,
    title,
  };
  const manifest = await onPaper(parts, asked.isPrinted, (own) => exportRecords(own, workspace, question, signal));
  return manifest && { ...manifest, ...told, ...(holds && { holds }) };
}

export async function runReport(asked: ParsedInput<'export.report'>, running: Running): Promise<Manifest | null> {
  const { parts, workspace, signal } = running;
  const { report, name, allowEmpty } = asked;
  refuseForRecords(asked);
  const { options, told } = chooseOptions(asked, report.filterGroups, running);
  const run = (each: Report) => answerReport(each, workspace, signal);
  const { title, holds } = await findReceivers(workspace, options, { ...report, what: texts.report }, run);
  const question = { report, name, options, allowEmpty, title };
  const manifest = await onPaper(parts, asked.isPrinted, (own) => exportReport(own, workspace, question, run, signal));
  return manifest && { ...manifest, ...told, ...(holds && { holds }) };
}

export async function runPack(asked: ParsedInput<'export.pack'>, running: Running): Promise<PackManifest | null> {
  const { parts, workspace, signal } = running;
  const { by, pattern, as, columns, sort, report, name, billableOnly } = asked;
  refusePartition(asked);
  if (report) refuseForRecords(asked);
  const { query, period, ...selected } = report ?? asked;
  const filterGroups = billableOnly ? onlyBillable(selected.filterGroups) : selected.filterGroups;
  const only = findOnlyClient(filterGroups);
  const whole = chooseFor(asked, only, running);
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
      const own = chooseFor({ ...asked, format }, client ?? only, running);
      for (const each of own.told.profiled ?? []) profiled.add(each);
      return own.options;
    },
  };
  const run = (each: Report) => answerReport(each, workspace, signal);
  const select = (narrowed: Parameters<typeof toSelection>[0]) => toSelection(narrowed, workspace);
  const records = { ...chooseExported(columns, format, sort), select };
  const write = report ? writeReports(workspace, report, run, signal) : writeRecords(workspace, records, signal);
  // A person's records are of many clients.
  const what = { filterGroups, query, period, calendar: report?.calendar, what: '' };
  const { holds } = by === CLIENT_PROPERTY ? {} : await findReceivers(workspace, whole.options, what, run);
  const pack = await exportPack(parts, workspace, question, { run, write }, signal);
  return pack && { ...pack, ...(profiled.size > 0 && { profiled: [...profiled] }), ...(holds && { holds }) };
}

interface Chosen {
  readonly options: ExportOptions;
  /** The clients whose profile was taken: told to the person who exports. */
  readonly told: { readonly profiled?: string[] };
}

function chooseOptions(asked: ExportOptionsInput, filterGroups: FilterGroups, running: Running): Chosen {
  return chooseFor(asked, findOnlyClient(filterGroups), running);
}

/** @throws AppFailure `usage` for choices that do not fit together, or would tell the client more than its profile. */
function chooseFor(asked: ExportOptionsInput, client: string | undefined, { workspace, isStored }: Running): Chosen {
  const profile = findProfile(workspace.settings().clientProfiles, client);
  const applied = applyProfile(pickOptions(asked), profile, isStored);
  if (!applied.ok) return fail({ code: 'usage', detail: applied.problem });
  const settled = settleOptions(applied.options);
  if (!settled.ok) return fail({ code: 'usage', detail: settled.problem });
  return { options: settled.value, told: applied.profile ? { profiled: [applied.profile.client] } : {} };
}

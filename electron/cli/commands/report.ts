/** `report`: runs a preset, a report file or flags over the stored records. Needs no key and no requests. */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { AppFailure } from '#contract/errors.ts';
import type { SavedReport } from '#contract/reports.ts';
import { addChart } from '#domain/exports/options.ts';
import { canFollowProfile } from '#domain/exports/profile.ts';
import { addFilters } from '#domain/filter/model.ts';
import { writeMarked } from '#domain/locale-forms.ts';
import { findNearestName, foldName } from '#domain/people/nearest-name.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { presets, presetIds, type Preset } from '#domain/reports/definition/presets.ts';
import {
  reportSchema,
  type Report,
  type ReportInput,
  type ReportResult,
  reportFileSchema,
  type ReportFile,
} from '#domain/reports/definition/report.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { readSuppliedJson } from '#electron/features/exports/supplied-json.ts';
import { closingTexts } from '#texts/closings.ts';
import { usage } from '#texts/terminal/cli.ts';
import { reportCommandTexts as texts } from '#texts/terminal/commands.ts';
import { pastOptions } from '../arguments/arguments.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { Context } from '../arguments/command.ts';
import { fileOptions, readOutputFile } from '../arguments/export-options.ts';
import { option, refuse, describeFirstIssue, matchNames } from '../arguments/option-values.ts';
import { checkReportDefinition } from '../arguments/selection.ts';
import { runExport } from '../output/export.ts';
import { DONE, formatFailure } from '../output/failure.ts';
import { reportCompleteness, warnUnmatchedFilter } from '../output/lines.ts';
import { formatTable } from '../output/table.ts';
import {
  addBreakDown,
  applyFlags,
  readReportFlags,
  reportOptions,
  type ReportFlags,
} from '../arguments/report-flags.ts';
import { printMeasures, formatReport, type AnsweredReport } from '../report-table.ts';

const addUp = createAction(
  { ...reportOptions, ...fileOptions, ...pastOptions },
  async ({ breakDown: breakDowns }, [name], args) => {
    const flags = readReportFlags(args);
    const base: NamedReport = name === undefined ? { kind: 'known', report: {} } : await findNamedReport(name);
    // A saved report's content is known only once its workspace is open; everything else is checked before that.
    const knownReport =
      base.kind === 'known' ? checkCompleteReport(applyFlags(base.report, addPresetFilter(base, flags))) : undefined;
    const file = readOutputFile(args, fileOptions, 'report --out', (options) =>
      knownReport ? canFollowProfile(options, knownReport.filterGroups) : options.audience === undefined,
    );
    return async (context) => {
      const { terminal, openApp, print } = context;
      const app = await openApp({
        key: file?.options.sign === true,
        ...(file && { out: file.out, replaces: file.replaces }),
      });
      const { reports: saved } = await app.call('reports.list', {});
      const settings = await app.call('settings.get', {});
      const directory = await app.call('names.list', {});
      let definition = knownReport ?? checkCompleteReport(applyFlags(readBase(base, saved).report, flags));
      if (breakDowns) {
        const { breakdowns: _, ...withoutBreakdowns } = definition;
        definition = withoutBreakdowns;
        for (const breakDown of breakDowns) {
          const result = await app.call('report.run', definition);
          const breakdowns = addBreakDown(breakDown, { report: definition, result, directory, settings });
          definition = checkCompleteReport({ ...definition, breakdowns });
        }
      }
      const preset = base.kind === 'known' ? base.preset : undefined;
      const hidden = preset && findHiddenReport(preset, saved);
      if (preset && hidden !== undefined) terminal.say(texts.hidden(preset.id, hidden));
      if (file) {
        const title = base.kind === 'saved' ? base.name : preset?.file.name;
        return runExport(context, app, file.out, definition.filterGroups, () =>
          app.call('export.report', {
            ...(title !== undefined && { name: title }),
            ...addChart(file.options, readBase(base, saved).chart),
            report: definition,
            allowEmpty: file.allowEmpty,
          }),
        );
      }
      const { filterGroups, query, period } = definition;
      await warnUnmatchedFilter(app, terminal, filterGroups, { query, period });
      const result = await app.call('report.run', definition);
      const answered = { report: definition, result, settings, directory };
      await print(toDocument(answered), () => formatReport(answered));
      const { closings } = result;
      if (closings !== undefined)
        terminal.say(closings === null ? closingTexts.notReported : closingTexts.reported(closings));
      return reportCompleteness(app, terminal, result.complete);
    };
  },
  { words: 1 },
);

const listAction = createAction({ list: option.flag }, () => listReports, {
  extraWord: texts.listAlone,
  foreignOption: texts.listAlone,
});

export const report = createCommand('report', { '': addUp, '--list': listAction });

/** A built-in report's filter defines its subject, so a further filter narrows it. */
function addPresetFilter({ preset }: Pick<KnownReport, 'preset'>, flags: ReportFlags): ReportFlags {
  const presetFilters = preset?.file.report.filterGroups.flatMap(({ filters }) => filters) ?? [];
  return flags.filterGroups ? { ...flags, filterGroups: addFilters(flags.filterGroups, presetFilters) } : flags;
}

interface Base {
  readonly report: Partial<Report>;
  /** The chart above the report, on screen and on pages. */
  readonly chart?: ChartKind;
}

function readBase(base: NamedReport, saved: readonly SavedReport[]): Base {
  if (base.kind === 'known') return base;
  const { report: content, view } = findSavedReport(base.name, saved);
  return { report: content, chart: view.chart };
}

/** Lists built-in reports even if the workspace's saved ones cannot be read. Creates nothing. */
async function listReports({ terminal, readSavedReports, print }: Context): Promise<number> {
  const reports = presets.map(({ id, question, file, needs }) => ({ name: id, title: file.name, question, needs }));
  const saved = await listSavedReports(readSavedReports, (why) => terminal.say(texts.savedUnread(why)));
  const rows = reports.map(({ name, question }) => [name, question]);
  const savedRows = (saved ?? []).map(({ name, description }) => [name, description]);
  await print({ reports, saved }, () => [
    ...formatTable([{ header: texts.heads.name }, { header: texts.heads.question }], rows),
    ...(savedRows.length === 0
      ? []
      : ['', ...formatTable([{ header: texts.savedHead }, { header: texts.savedQuestion }], savedRows)]),
  ]);
  return DONE;
}

/** @returns null if they could not be read; then the reason was printed */
async function listSavedReports(readSavedReports: Context['readSavedReports'], warn: (sentence: string) => void) {
  try {
    const reports = await readSavedReports();
    return reports.map(({ file }) => ({ name: file.name, description: file.description ?? '' }));
  } catch (fault) {
    if (!(fault instanceof AppFailure)) throw fault;
    warn(formatFailure(fault.error));
    return null;
  }
}

/** @throws AppFailure `usage`, `filter-invalid` */
function checkCompleteReport(partialReport: Partial<ReportInput>): Report {
  return partialReport.measures === undefined
    ? refuse(usage.measuresRequired)
    : checkReportDefinition(reportSchema.parse(partialReport));
}

const ifAny = <Item>(items: readonly Item[] | undefined) => (items?.length ? items : undefined);

/** The report's `--json` document: the parts that every report has, and the optional parts that are not empty. */
function toDocument(answered: Omit<AnsweredReport, 'directory'>) {
  const { report, result, settings } = answered;
  const { asOf, complete, allRecordsHere, fromFile, asKnown, period, amounts, rows, totals, records, total } = result;
  const { calendar, zone, weeks, subtotals, breakdowns, columns, missing, currencies, spellings } = result;
  const comparison = result.comparison ? removeNotes(result.comparison) : undefined;
  // `total` adds to `totals` the cells, the compared values, and the amounts of multiple currencies.
  const isWide = columns.length > 0 || comparison !== undefined || total.amounts !== undefined;
  const notes = listFootNotes(report, result, printMeasures(answered), settings);
  const basis = { asOf, complete, allRecordsHere, fromFile, asKnown, period, amounts, notes };
  const times = isTimed(report) ? { calendar, zone, weeks } : {};
  const compared = { comparison, further: result.further?.map(removeNotes), total: isWide ? total : undefined };
  const parts = { subtotals: ifAny(subtotals), breakdowns: ifAny(breakdowns), columns: ifAny(columns) };
  const lists = { ...parts, missing: ifAny(missing), currencies, spellings };
  return { ...basis, rows, totals, records, ...times, ...compared, ...lists };
}

/** Removes the notes of a comparison, which the document's notes cover. */
function removeNotes(comparison: NonNullable<ReportResult['comparison']>) {
  const { kind, period, elapsedDays, refused, uneven } = comparison;
  return { kind, period, elapsedDays, refused, ...(uneven && { uneven: uneven.map((text) => writeMarked(text)) }) };
}

/** Tells whether the report depends on a calendar: it has a period, or groups by time. */
function isTimed({ period, groupBy, columns }: Report): boolean {
  return period !== undefined || [...groupBy, columns ?? ''].some((name) => findTimeUnit(name) !== undefined);
}

interface KnownReport {
  readonly kind: 'known';
  readonly report: Partial<Report>;
  readonly preset?: Preset;
  readonly chart?: ChartKind;
}
/** `saved`: neither a preset nor a file has this name; only the workspace can tell whether a saved report does. */
type NamedReport = KnownReport | { readonly kind: 'saved'; readonly name: string };

/**
 * Finds the report that a name means: a built-in preset, a report file, or a saved report of the workspace.
 * @throws AppFailure `usage` with the problem of the name or the file.
 */
export async function findNamedReport(name: string): Promise<NamedReport> {
  const preset = findPreset(name);
  if (preset) return { kind: 'known', report: preset.file.report, preset, chart: preset.file.view.chart };
  if (await isFile(name)) return { kind: 'known', ...(await readReportFile(name)) };
  return looksLikeFile(name) ? refuse(texts.noFile(name)) : { kind: 'saved', name };
}

/** Finds a preset by its name in the terminal, or by the one the screen shows. */
function findPreset(name: string): Preset | undefined {
  const folded = foldName(name);
  return presets.find(({ id, file }) => [id, file.name].some((presetName) => foldName(presetName) === folded));
}

const looksLikeFile = (name: string) => /[/\\]|\.\w+$/.test(name);

/** @throws AppFailure `usage` if none or more than one match. */
export function findSavedReport(name: string, saved: readonly SavedReport[]): ReportFile {
  const [match, ...others] = matchNames(name, saved, ({ file }) => file.name);
  if (!match) {
    const names = saved.map(({ file }) => file.name);
    return refuse(texts.unknown(name, findNearestName(name, [...presetIds, ...names]), presetIds, names));
  }
  if (others.length > 0) {
    const names = [match, ...others].map(({ file }) => file.name);
    refuse(texts.ambiguous(name, names));
  }
  return match.file;
}

/** @returns the name of a saved report that the preset of the same name hides. */
export function findHiddenReport({ id }: Pick<Preset, 'id'>, saved: readonly SavedReport[]): string | undefined {
  return saved.map(({ file }) => file.name).find((name) => findPreset(name)?.id === id);
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true && looksLikeFile(path)) refuse(texts.folder(path));
  return stats !== undefined && !stats.isDirectory();
}

async function readReportFile(path: string): Promise<{ readonly report: Report; readonly chart?: ChartKind }> {
  const { json } = (await readSuppliedJson(path)) ?? refuse(texts.unreadable(path));
  if (json === undefined) refuse(usage.reportFile(path, usage.notJson));
  // A saved report's file has a format; a bare report is only the definition.
  const hasFormat = z.object({ format: z.unknown() }).safeParse(json).success;
  const parsed = (hasFormat ? reportFileSchema : reportSchema).safeParse(json, { error: describeIssue });
  if (!parsed.success) return refuse(usage.reportFile(path, describeFirstIssue(parsed.error)));
  const { data } = parsed;
  return 'report' in data ? { report: data.report, chart: data.view.chart } : { report: data };
}

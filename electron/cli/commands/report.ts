/** `report`: a preset, a report's file or flags over the records held; no request, no key. */
import type { Output } from '../../../src/contract/api.ts';
import { AppFailure, fail } from '../../../src/contract/errors.ts';
import { mayFollowProfile } from '../../../src/domain/exports/saved/profile.ts';
import { checkReport } from '../../../src/domain/reports/definition/check.ts';
import { presets } from '../../../src/domain/reports/definition/presets.ts';
import type { ChartKind } from '../../../src/domain/reports/definition/chart-kinds.ts';
import { reportSchema, type Report, type ReportInput } from '../../../src/domain/reports/definition/report.ts';
import { usage } from '#texts/terminal/cli.ts';
import { reportCommandTexts as texts } from '#texts/terminal/report-command.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Context } from '../arguments/command.ts';
import { DONE, PARTIAL } from '../output/exit-codes.ts';
import { failureSentence } from '../output/failure.ts';
import { partialSentence } from '../output/lines.ts';
import { exportOptionKinds } from '../arguments/export-options.ts';
import { readFileAsked } from '../arguments/file-asked.ts';
import { flag, refuse, text } from '../arguments/option-values.ts';
import { runExport } from '../output/export.ts';
import { withChart } from '../../../src/domain/exports/options.ts';
import { checkedPeriod } from '../arguments/period-option.ts';
import { hiddenBehind, namedReport, savedFile, savedReport, type NamedReport } from '../report/base.ts';
import { addBreakDown, parseBreakDowns } from '../report/break-down.ts';
import { overridden, readReportFlags, reportOptions } from '../report/flags.ts';
import { reportDocument } from '../report/document.ts';
import { reportLines } from '../report/table.ts';
import { table } from '../output/table.ts';
import { sayUnheld } from '../output/unheld-values.ts';

export const report: Command = {
  name: 'report',
  options: { ...reportOptions, ...exportOptionKinds, list: 'flag' },
  prepare: async (args) => {
    if (flag(args, 'list')) return listReports(args);
    const flags = readReportFlags(args);
    const broken = text(args, 'break-down');
    const breakDowns = broken === undefined ? undefined : parseBreakDowns(broken);
    const named = await base(args);
    // A saved report's content is known only in its workspace; everything else is checked before a workspace is opened.
    const known = named.kind === 'known' ? checked(overridden(named.report, flags)) : undefined;
    // What a saved report is of is known only in its workspace.
    const file = readFileAsked(args, exportOptionKinds, 'report --out', (options) =>
      known ? mayFollowProfile(options, known.filterGroups) : options.audience === undefined,
    );
    return async ({ terminal, openApp, print }) => {
      const app = await openApp({
        key: file?.options.sign === true,
        ...(file && { out: file.out, replaces: file.replaces }),
      });
      const { reports: saved } = await app.call('reports.list', {});
      const settings = await app.call('settings.get', {});
      const directory = await app.call('names.list', {});
      let asked = known ?? checked(overridden(findSaved(named, saved), flags));
      if (breakDowns) {
        const { breakdowns: _, ...whole } = asked;
        asked = whole;
        for (const each of breakDowns) {
          const result = await app.call('report.run', asked);
          asked = checked({ ...asked, breakdowns: addBreakDown(each, { report: asked, result, directory, settings }) });
        }
      }
      const hidden = named.kind === 'known' && named.preset !== undefined && hiddenBehind(named.preset, saved);
      if (named.kind === 'known' && named.preset !== undefined && hidden)
        terminal.say(texts.hidden(named.preset, hidden));
      if (file) {
        const code = await runExport({ terminal, print }, app, file.out, () =>
          app.call('export.report', {
            ...nameOf(named),
            ...withChart(file.options, findChart(named, saved)),
            report: asked,
            allowEmpty: file.allowEmpty,
          }),
        );
        // Where nothing matched, the refusal names it.
        await sayUnheld(app, terminal, asked.filterGroups);
        return code;
      }
      await sayUnheld(app, terminal, asked.filterGroups);
      const result = await app.call('report.run', asked);
      const shown = { report: asked, result, settings, directory };
      await print(reportDocument(shown), () => reportLines(shown));
      if (result.complete) return DONE;
      terminal.say(partialSentence(await app.call('data.status', {})));
      return PARTIAL;
    };
  },
};

/** The chart above it on screen is the one above it on pages. */
function findChart(named: Base, saved: Output<'reports.list'>['reports']): ChartKind | undefined {
  return named.kind === 'saved' ? savedFile(named.name, saved).view.chart : named.chart;
}

/** What people call the report. */
function nameOf(named: Base): { readonly name?: string } {
  if (named.kind === 'saved') return { name: named.name };
  const preset = presets.find(({ id }) => id === named.preset);
  return preset ? { name: preset.file.name } : {};
}

/** Built-in reports are listed even where the workspace's own cannot be read. Listing creates nothing. */
function listReports(args: Arguments): ReturnType<Command['prepare']> {
  const [extra] = [...args.positionals, ...Object.keys(reportOptions).filter((name) => args.options.has(name))];
  if (extra !== undefined) refuse(texts.listAlone(extra));
  return async ({ terminal, readSavedReports, print }) => {
    const reports = presets.map(({ id, question, file, needs }) => ({ name: id, title: file.name, question, needs }));
    const saved = await savedOrNone(readSavedReports, (why) => terminal.say(texts.savedUnread(why)));
    const rows = reports.map(({ name, question }) => [name, question]);
    const savedRows = (saved ?? []).map(({ name, description }) => [name, description]);
    await print({ reports, saved }, () => [
      ...table([{ head: texts.heads.name }, { head: texts.heads.question }], rows),
      ...(savedRows.length === 0
        ? []
        : ['', ...table([{ head: texts.savedHead }, { head: texts.savedQuestion }], savedRows)]),
    ]);
    return DONE;
  };
}

/** Null: they could not be read, and the reason was printed. */
async function savedOrNone(readSavedReports: Context['readSavedReports'], sayWhy: (sentence: string) => void) {
  try {
    const reports = await readSavedReports();
    return reports.map(({ file }) => ({ name: file.name, description: file.description ?? '' }));
  } catch (fault) {
    if (!(fault instanceof AppFailure)) throw fault;
    sayWhy(failureSentence(fault.error));
    return null;
  }
}

/** What the flags override: a preset, a file, or nothing. */
async function base({ positionals }: Arguments): Promise<Base> {
  const [name, extra] = positionals;
  if (extra !== undefined) refuse(usage.tooManyArguments('report', extra));
  return name === undefined ? { kind: 'known', report: {} } : namedReport(name);
}

type Base =
  | NamedReport
  | {
      readonly kind: 'known';
      readonly report: Partial<Report>;
      readonly preset?: undefined;
      readonly chart?: undefined;
    };

function findSaved(named: Base, saved: Output<'reports.list'>['reports']): Partial<Report> {
  return named.kind === 'saved' ? savedReport(named.name, saved) : named.report;
}

/** @throws AppFailure `usage`, `filter-invalid` */
function checked(given: Partial<ReportInput>): Report {
  if (given.measures === undefined) return refuse(usage.measuresRequired);
  const asked = reportSchema.parse(given);
  const answer = checkReport(asked);
  if (answer.ok) return asked.period === undefined ? asked : { ...asked, period: checkedPeriod(asked.period) };
  const { kind, detail } = answer.problem;
  return kind === 'filter' ? fail({ code: 'filter-invalid', detail }) : refuse(detail);
}

/** `report`: a preset, a report's file or flags over the records held; no request, no key. */
import { fail } from '../../src/contract/errors.ts';
import { checkReport } from '../../src/domain/reports/check.ts';
import { timeUnitOf } from '../../src/domain/reports/key-text.ts';
import { missingData } from '../../src/domain/reports/missing-data.ts';
import { presets } from '../../src/domain/reports/presets.ts';
import { reportSchema, type Report, type ReportInput } from '../../src/domain/reports/report.ts';
import { usage } from '../../src/texts/en/cli.ts';
import { reportCommandTexts as texts } from '../../src/texts/en/report-command.ts';
import type { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { DONE, PARTIAL } from './exit-codes.ts';
import { partialSentence } from './lines.ts';
import { flag, refuse } from './option-values.ts';
import { checkedPeriod } from './period-option.ts';
import { namedReport } from './report-base.ts';
import { overridden, readReportFlags, reportOptions } from './report-flags.ts';
import { reportDocument } from './report-document.ts';
import { reportSentences } from './report-foot.ts';
import { reportLines } from './report-table.ts';
import { table } from './table.ts';

export const report: Command = {
  name: 'report',
  options: { ...reportOptions, list: 'flag' },
  prepare: async (args) => {
    if (flag(args, 'list')) return listPresets(args);
    const flags = readReportFlags(args);
    const asked = checked(overridden(await base(args), flags));
    return async ({ terminal, openApp, print }) => {
      const app = await openApp({ key: false });
      const result = await app.call('report.run', asked);
      const settings = await app.call('settings.get', {});
      const directory = await app.call('names.list', {});
      const missing = missingData(asked, result).map(({ sentence }) => sentence);
      const sentences = [...missing, ...reportSentences(result)];
      await print(reportDocument(result, sentences, isTimed(asked)), () =>
        reportLines({ report: asked, result, settings, directory, sentences }),
      );
      if (result.complete) return DONE;
      terminal.say(partialSentence(await app.call('data.status', {})));
      return PARTIAL;
    };
  },
};

function isTimed({ period, groupBy, columns }: Report): boolean {
  return period !== undefined || [...groupBy, columns ?? ''].some((name) => timeUnitOf(name) !== undefined);
}

function listPresets(args: Arguments): ReturnType<Command['prepare']> {
  const [extra] = [...args.positionals, ...Object.keys(reportOptions).filter((name) => args.options.has(name))];
  if (extra !== undefined) refuse(texts.listAlone(extra));
  return async ({ print }) => {
    const reports = presets.map(({ id, question, file, needs }) => ({ name: id, title: file.name, question, needs }));
    const rows = reports.map(({ name, question }) => [name, question]);
    await print({ reports }, () => table([{ head: texts.heads.name }, { head: texts.heads.question }], rows));
    return DONE;
  };
}

/** What the flags override: a preset, a file, or nothing. */
async function base({ positionals }: Arguments): Promise<Partial<Report>> {
  const [name, extra] = positionals;
  if (extra !== undefined) refuse(usage.tooManyArguments('report', extra));
  return name === undefined ? {} : namedReport(name);
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

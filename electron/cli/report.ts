/** `report`: measures by groups over the records held; no request, no key. */
import { readFile } from 'node:fs/promises';
import { fail } from '../../src/contract/errors.ts';
import { checkReport } from '../../src/domain/reports/check.ts';
import { reportSchema, type Report, type ReportInput } from '../../src/domain/reports/report.ts';
import { usage } from '../../src/texts/en/cli.ts';
import type { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { DONE, PARTIAL } from './exit-codes.ts';
import { partialSentence } from './lines.ts';
import { list, refuse } from './option-values.ts';
import { checkedPeriod } from './period-option.ts';
import { reportLines } from './report-table.ts';
import { readSelection } from './selection.ts';

const MAXIMUM_GROUPS = 3;

/** Reports that come with the program, by their terminal name. */
const named: ReadonlyMap<string, ReportInput> = new Map();

export const report: Command = {
  name: 'report',
  options: { period: 'text', filter: 'text', query: 'text', 'group-by': 'text', measures: 'text' },
  prepare: async (args) => {
    const flags = readFlags(args);
    const asked = checked({ ...(await base(args)), ...flags });
    return async ({ terminal, openApp, print }) => {
      const app = await openApp({ key: false });
      const result = await app.call('report.run', asked);
      const names = await app.call('names.list', {});
      await print(result, () => reportLines(asked, result, names));
      if (result.complete) return DONE;
      terminal.say(partialSentence(await app.call('data.status', {})));
      return PARTIAL;
    };
  },
};

function readFlags(args: Arguments): Partial<ReportInput> {
  const [, extra] = args.positionals;
  if (extra !== undefined) refuse(usage.tooManyArguments('report', extra));
  const measures = list(args, 'measures');
  const groupBy = list(args, 'group-by');
  if (groupBy && groupBy.length > MAXIMUM_GROUPS) refuse(usage.tooManyGroups(MAXIMUM_GROUPS));
  return { ...readSelection(args), ...(measures && { measures }), ...(groupBy && { groupBy }) };
}

/** What the flags override: a named report, a file, or nothing. */
async function base(args: Arguments): Promise<Partial<Report>> {
  const [name] = args.positionals;
  if (name === undefined) return {};
  const known = named.get(name);
  return known ? reportSchema.parse(known) : readReportFile(name);
}

async function readReportFile(path: string): Promise<Report> {
  const content = await readFile(path, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    const looksLikeName = fault.code === 'ENOENT' && /^[\w-]+$/.test(path);
    return refuse(
      looksLikeName
        ? usage.unknownReport(path, [...named.keys()])
        : usage.reportFile(path, fault.code ?? fault.message),
    );
  });
  const shaped = reportSchema.safeParse(jsonOf(content, path));
  if (shaped.success) return shaped.data;
  const [issue] = shaped.error.issues;
  return refuse(usage.reportFile(path, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()));
}

function jsonOf(content: string, path: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return refuse(usage.reportFile(path, usage.notJson));
  }
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

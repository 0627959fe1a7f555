/** Writes the Overview to a file: the panels that a screen shows, or all of them over a period. */
import { uiTexts } from '#texts/screens/ui.ts';
import type { ParsedInput } from '../../../src/contract/api.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { toOverviewPages, type OverviewPage } from '../../../src/domain/overview/pages.ts';
import { toOverviewReports } from '../../../src/domain/overview/reports.ts';
import { expectedProblem } from '../../../src/domain/reports/definition/expected-cells.ts';
import type { Report } from '../../../src/domain/reports/definition/report.ts';
import { exportOverview } from '../../questions/exports/overview.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { answerReport } from '../shared/answer-report.ts';
import { readOptions } from '../shared/export-options.ts';
import type { Running } from '../shared/export-runs.ts';
import { onPaper } from '../shared/on-paper.ts';
import { checkedReport, periodContext, periodNow, toSelection } from '../shared/selection.ts';

/** @throws AppFailure `usage`, `nothing-matched`, `cancelled`, and those of files and the store */
export async function writeOverview(
  { name, parts: shown, isPrinted, ...asked }: ParsedInput<'export.overview'>,
  { parts, workspace, signal }: Running,
): Promise<Manifest | null> {
  const options = readOptions({ ...asked, audience: 'internal' });
  const question = {
    ...asked,
    name: name ?? uiTexts.screens.overview.title,
    parts: shown ?? (await listPages(asked, workspace)),
    options,
  };
  const selection = await toSelection(asked, workspace);
  const asking = { run: (each: Report) => answerReport(each, workspace, signal), selection, signal };
  return onPaper(parts, isPrinted, (paper) => exportOverview(paper, workspace, question, asking));
}

/** What the screen shows of the same records; what changed since the last visit is the screen's alone. */
async function listPages(
  { filterGroups, query, period: text }: Pick<ParsedInput<'export.overview'>, 'filterGroups' | 'query' | 'period'>,
  workspace: Workspace,
): Promise<OverviewPage[]> {
  const { today, weekStart, recordedWeeks } = await periodContext(workspace);
  const period = text === undefined ? undefined : await periodNow(text, workspace);
  const weeksBegin = period?.calendar === 'recorded-week' ? recordedWeeks : weekStart;
  const { window, ...reports } = toOverviewReports({ filterGroups, query, period, today, weeksBegin });
  const isExpectable = expectedProblem(checkedReport(reports.expected), period !== undefined) === undefined;
  return toOverviewPages({
    reports: {
      ...reports,
      expected: isExpectable ? reports.expected : undefined,
      people: isExpectable ? reports.people : reports.peopleLogged,
    },
    unit: window.unit,
    showsMoney: true,
  });
}

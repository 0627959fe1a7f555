/** What the Overview is on pages: its panels as reports, in the order they are read. Pure. */
import type { Input } from '../../../contract/api.ts';
import type { ChartKind } from '../../../domain/reports/definition/chart-kinds.ts';
import type { Report } from '../../../domain/reports/definition/report.ts';
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import type { Answers } from './figures/explained-figure.ts';
import type { TrendWindow } from '../../../domain/overview/windows.ts';

type Part = Input<'export.overview'>['parts'][number];

/** Left out where they are hidden on screen. */
const hidden: ReadonlySet<string> = new Set(['recorded_cost', 'margin', 'margin_percent']);

export interface OverviewPagesQuestion {
  readonly answers: Answers;
  readonly unit: TrendWindow['unit'];
  readonly showsMoney: boolean;
}

/** @returns nothing until the figures are known */
export function toOverviewParts({ answers, unit, showsMoney }: OverviewPagesQuestion): Part[] {
  const { figures, expected, people, trend, clients, changes } = answers;
  if (!figures) return [];
  const part = (
    title: string,
    answer: { readonly asked: Report } | undefined,
    own: { readonly chart?: ChartKind; readonly isFigures?: boolean } = {},
  ): Part[] => (answer ? [{ title, report: toShown(answer.asked, showsMoney), ...own }] : []);
  return [
    ...part(texts.pages.figures, figures, { isFigures: true }),
    ...part(texts.pages.expected, expected, { isFigures: true }),
    ...part(texts.people.title, people, { chart: 'bars' }),
    { title: texts.attention.title },
    ...part(texts.trend.title[unit], trend, { chart: 'trend-bars' }),
    ...part(texts.clients.title, clients, { chart: 'bars' }),
    ...part(texts.changed.title, changes, { isFigures: true }),
  ];
}

function toShown(report: Report, showsMoney: boolean): Report {
  if (showsMoney) return report;
  return { ...report, measures: report.measures.filter((each) => !hidden.has(each)) };
}

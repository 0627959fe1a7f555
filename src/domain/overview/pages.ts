/** What the Overview is on pages: its panels as reports, in the order they are read. Pure. */
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import type { ChartKind } from '../reports/definition/chart-kinds.ts';
import type { Report } from '../reports/definition/report.ts';
import type { TrendWindow } from './windows.ts';

export interface OverviewPage {
  readonly title: string;
  /** Absent: what the checks found on the selected records. */
  readonly report?: Report;
  readonly chart: ChartKind;
  readonly isFigures: boolean;
}

/** Left out where they are hidden on screen. */
const hidden: ReadonlySet<string> = new Set(['recorded_cost', 'margin', 'margin_percent']);

export interface OverviewPagesQuestion {
  /** Those that are known; none of the others has a page. */
  readonly reports: Readonly<
    Partial<Record<'figures' | 'expected' | 'people' | 'trend' | 'clients' | 'changes', Report | undefined>>
  >;
  readonly unit: TrendWindow['unit'];
  readonly showsMoney: boolean;
}

/** @returns nothing until the figures are known */
export function toOverviewPages({ reports, unit, showsMoney }: OverviewPagesQuestion): OverviewPage[] {
  const { figures, expected, people, trend, clients, changes } = reports;
  if (!figures) return [];
  const page = (
    title: string,
    report: Report | undefined,
    own: { readonly chart?: ChartKind; readonly isFigures?: boolean } = {},
  ): OverviewPage[] =>
    report ? [{ title, report: toShown(report, showsMoney), chart: 'none', isFigures: false, ...own }] : [];
  return [
    ...page(texts.pages.figures, figures, { isFigures: true }),
    ...page(texts.pages.expected, expected, { isFigures: true }),
    ...page(texts.people.title, people, { chart: 'bars' }),
    { title: texts.attention.title, chart: 'none', isFigures: false },
    ...page(texts.trend.title[unit], trend, { chart: 'trend-bars' }),
    ...page(texts.clients.title, clients, { chart: 'bars' }),
    ...page(texts.changed.title, changes, { isFigures: true }),
  ];
}

function toShown(report: Report, showsMoney: boolean): Report {
  if (showsMoney) return report;
  return { ...report, measures: report.measures.filter((each) => !hidden.has(each)) };
}

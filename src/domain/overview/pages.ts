/** The Overview as pages: its panels as reports, in reading order. Pure. */
import { overviewTexts as texts } from '#texts/screens/overview.ts';
import type { ChartKind } from '../reports/definition/chart-kinds.ts';
import type { Report } from '../reports/definition/report.ts';
import type { TrendWindow } from './windows.ts';

export interface OverviewPage {
  readonly title: string;
  /** If absent, the page lists the findings of the checks on the selected records. */
  readonly report?: Report | undefined;
  readonly chart: ChartKind;
  readonly isFigures: boolean;
}

/** Measures that pages leave out when money is hidden on screen. */
const hiddenMeasures: ReadonlySet<string> = new Set(['recorded_cost', 'margin', 'margin_percent']);

export interface OverviewPagesInput {
  /** The available reports; the others have no page. */
  readonly reports: Readonly<
    Partial<
      Record<'figures' | 'compared' | 'expected' | 'people' | 'trend' | 'clients' | 'changes', Report | undefined>
    >
  >;
  readonly unit: TrendWindow['unit'];
  readonly showsMoney: boolean;
}

/** @returns an empty list until the figures are known */
export function toOverviewPages({ reports, unit, showsMoney }: OverviewPagesInput): OverviewPage[] {
  const { figures, compared, expected, people, trend, clients, changes } = reports;
  if (!figures) return [];
  const createPage = (
    title: string,
    report: Report | undefined,
    options: { readonly chart?: ChartKind; readonly isFigures?: boolean } = {},
  ): OverviewPage[] =>
    report ? [{ title, report: hideMoney(report, showsMoney), chart: 'none', isFigures: false, ...options }] : [];
  return [
    ...createPage(texts.pages.figures, figures, { isFigures: true }),
    ...createPage(texts.pages.compared, figures.compare === compared?.compare ? undefined : compared, {
      isFigures: true,
    }),
    ...createPage(texts.pages.expected, expected, { isFigures: true }),
    ...createPage(texts.people.title, people, { chart: 'bars' }),
    { title: texts.attention.title, chart: 'none', isFigures: false },
    ...createPage(texts.trend.title[unit], trend, { chart: 'trend-bars' }),
    ...createPage(texts.clients.title, clients, { chart: 'bars' }),
    ...createPage(texts.changed.title, changes, { isFigures: true }),
  ];
}

function hideMoney(report: Report, showsMoney: boolean): Report {
  if (showsMoney) return report;
  return { ...report, measures: report.measures.filter((measure) => !hiddenMeasures.has(measure)) };
}

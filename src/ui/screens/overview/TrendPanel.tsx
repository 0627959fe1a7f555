/** Thirteen weeks or months of hours, or of value and cost: as a chart, and as a table with the exact figures. */
import { SegmentedControl, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { Report, ReportResult } from '#domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { ReportChart } from '#ui/charts/LateReportChart.tsx';
import type { ReportMark } from '#domain/charts/chart-model.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { datesText, periodText } from '#ui/format/figures-and-times.ts';
import type { Labels } from '#domain/charts/labels.ts';
import type { TrendWindow } from '#domain/overview/windows.ts';
import { Pending } from '#ui/components/states.tsx';
import classes from './OverviewScreen.module.css';

export interface TrendPanelProps {
  readonly isStale: boolean;
  readonly window: TrendWindow;
  /** Undefined while it loads for the first time. */
  readonly answer: { readonly report: Report; readonly result: ReportResult } | undefined;
  readonly labels: Labels;
  readonly showsMoney: boolean;
  readonly pictureNotes: readonly string[];
  readonly onMark: (mark: ReportMark) => void;
}

const texts = overviewTexts.trend;
const measuresByFigure = {
  hours: ['billable_logged_hours', 'nonbillable_hours'],
  money: ['billable_value', 'recorded_cost', 'margin'],
  value: ['billable_value'],
} as const;

export function TrendPanel(props: TrendPanelProps) {
  const { window, answer, isStale, labels, showsMoney, pictureNotes, onMark } = props;
  const period = answer?.result.period;
  const [figures, setFigures] = useState<'hours' | 'money'>('hours');
  const what = figures === 'hours' ? 'hours' : showsMoney ? 'money' : 'value';
  const measures = useMemo(() => measuresByFigure[what].flatMap((id) => findMeasure(id) ?? []), [what]);
  return (
    <Panel
      title={texts.title[window.unit]}
      sub={period && datesText(period)}
      className={classes.trend}
      isStale={isStale}
      controls={
        <SegmentedControl
          aria-label={texts.show}
          value={figures}
          onChange={(value) => setFigures(value === 'money' ? 'money' : 'hours')}
          data={[
            { value: 'hours', label: texts.hours },
            { value: 'money', label: showsMoney ? texts.money : texts.value },
          ]}
        />
      }
    >
      {answer ? (
        <ReportChart
          kind={what === 'money' ? 'billable-cost' : 'trend-bars'}
          title={texts.chart[what]}
          report={answer.report}
          result={answer.result}
          measures={measures}
          labels={labels}
          pictureNotes={[...(period ? [periodText(period)] : []), ...pictureNotes]}
          onMark={onMark}
        />
      ) : (
        <PendingChart />
      )}
    </Panel>
  );
}

/** Percent of the height: uneven, as weeks are. */
const heights = [62, 55, 48, 60, 57, 64, 63, 58, 62, 65, 40, 64, 61];

/** Grey bars in the place of the chart while it loads. */
export function PendingChart() {
  return (
    <Group gap={0} align="flex-end" justify="space-around" wrap="nowrap" flex="1 1 0" pt="lg" pr="lg" pb={40} pl={60}>
      {heights.map((height, bucket) => (
        <Pending key={bucket} width="26px" height={`${height}%`} />
      ))}
    </Group>
  );
}

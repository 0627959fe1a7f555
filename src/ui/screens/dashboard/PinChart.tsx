/** A pinned report's chart, small: its figure is named, a mark leads to its explanation in the report, the whole chart is there. */
import { useMemo } from 'react';
import { dashboardTexts as texts } from '#texts/screens/reports/dashboard.ts';
import { chartsFor } from '../../../domain/charts/charts-for.ts';
import { toChartWords } from '../../../domain/charts/labels.ts';
import { findTimeUnit } from '../../../domain/reports/keys/key-text.ts';
import { chooseCurrency } from '../../../domain/reports/print/currency.ts';
import { ReportChart } from '../../charts/ReportChart.tsx';
import { useWorkspace } from '../../data/open-workspace.ts';
import { cellOfMark } from '../../explain/explained-cell.ts';
import { navigate } from '../../routing/hash-location.ts';
import { addressOf, type AnsweredPin } from './answered-pin.ts';
import classes from './DashboardScreen.module.css';

export interface PinChartProps extends AnsweredPin {
  readonly isSaved: boolean;
}

export function PinChart({ pin, result, printed, labels, isSaved }: PinChartProps) {
  const { report, view, name } = pin;
  const { today, currency } = useWorkspace();
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const words = useMemo(() => toChartWords(labels), [labels]);
  const fits = chartsFor(report, (each) => findTimeUnit(each) !== undefined).includes(view.chart);
  if (view.chart === 'none' || !fits || result.records === 0) return null;
  return (
    <div className={classes.chart}>
      <ReportChart
        kind={view.chart}
        title={texts.chart(name)}
        currency={chooseCurrency(result, currency)}
        pictureNotes={[]}
        report={report}
        result={result}
        measures={measures}
        today={today}
        {...words}
        onMark={(mark) => navigate(addressOf(pin, isSaved, cellOfMark(report, mark)))}
        isGlance
      />
    </div>
  );
}

/** A report's chart. Its code is a quarter of the page's, so it is loaded with the first chart and the figures do not wait for it. */
import { Suspense } from 'react';
import { ErrorBoundary } from '../components/states.tsx';
import { lazyComponent } from '../late.ts';
import type { ReportChartProps } from './ReportChart.tsx';
import classes from './charts.module.css';

const LoadedChart = lazyComponent(async () => (await import('./ReportChart.tsx')).ReportChart);

export function ReportChart(props: ReportChartProps) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<div className={classes.room} aria-busy="true" />}>
        <LoadedChart {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Thirteen months of billable value against cost: as a chart, and as the table that says the same exactly. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PendingChart } from './PendingChart.tsx';
import { MonthsChart } from './MonthsChart.tsx';
import { MonthsTable } from './MonthsTable.tsx';
import type { MonthRow } from './month-rows.ts';
import classes from './MonthsPanel.module.css';

export interface MonthsPanelProps {
  /** Undefined while it is asked for the first time. */
  readonly rows: readonly MonthRow[] | undefined;
  readonly totals: ReportResult['totals'] | undefined;
  readonly showsMoney: boolean;
  readonly currency: string | null;
  readonly addressOf: (month: string) => string;
  readonly onOpen: (month: string) => void;
}

type Shape = 'chart' | 'table';

export function MonthsPanel({ rows, totals, showsMoney, currency, addressOf, onOpen }: MonthsPanelProps) {
  const [shape, setShape] = useState<Shape>('chart');
  const texts = uiTexts.overview.months;
  const isEmpty = rows?.every(({ records }) => records === 0) ?? false;
  return (
    <Panel
      title={showsMoney ? texts.title : texts.titleHidden}
      sub={texts.sub(rows?.length ?? 13, currency)}
      controls={
        <>
          <Legend showsMoney={showsMoney} />
          <SegmentedControl
            aria-label={texts.show}
            value={shape}
            onChange={(value) => setShape(value === 'table' ? 'table' : 'chart')}
            data={[
              { value: 'chart', label: texts.chart },
              { value: 'table', label: texts.table },
            ]}
          />
        </>
      }
    >
      {rows && !isEmpty && shape === 'chart' && (
        <div className={classes.chart}>
          <MonthsChart rows={rows} showsMoney={showsMoney} currency={currency} onOpen={onOpen} />
        </div>
      )}
      {rows && !isEmpty && (
        <div className={shape === 'table' ? classes.table : 'visually-hidden'}>
          <MonthsTable
            rows={rows}
            totals={totals ?? {}}
            showsMoney={showsMoney}
            addressOf={addressOf}
            isShown={shape === 'table'}
          />
        </div>
      )}
      {!rows && <PendingChart />}
      {isEmpty && <EmptyState title={rows?.some(({ state }) => state === 'missing') ? texts.noneYet : texts.none} />}
    </Panel>
  );
}

function Legend({ showsMoney }: { readonly showsMoney: boolean }) {
  const texts = uiTexts.overview.months;
  return (
    <div className={classes.legend} aria-hidden>
      <span>
        <i className={classes.billable} />
        {texts.billable}
      </span>
      {showsMoney && (
        <>
          <span>
            <i className={classes.cost} />
            {texts.cost}
          </span>
          <span>
            <i className={classes.line} />
            {texts.margin}
          </span>
        </>
      )}
    </div>
  );
}

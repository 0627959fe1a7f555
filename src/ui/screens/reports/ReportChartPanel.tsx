/** A report's chart above its table; nothing where none is chosen or none would make sense. */
import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { printFilter } from '#domain/filter/print.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { formatMonthSpans } from '#domain/reports/keys/month-spans.ts';
import { hasAllRecords } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import { notWholeText } from '#texts/reports/reports.ts';
import { journalTexts } from '#texts/journal.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { listChartKinds } from '#domain/charts/charts-for.ts';
import { ReportChart } from '#ui/charts/ReportChart.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { cellOfMark } from '#ui/explain/explained-cell.ts';
import { createOperandForms } from '#domain/filter/operand-forms.ts';
import { pageLocale } from '#ui/locale.ts';
import { periodText, timeText } from '#ui/format/times.ts';
import type { NameOf } from '#domain/people/id-names.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { listBasisParts } from './basis.ts';
import type { ReportSheet } from './report-sheet.ts';
import { call } from '#ui/data/client.ts';
import type { ChartFold } from '#ui/charts/ChartFrame.tsx';
import { preferences } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import classes from './ReportsScreen.module.css';

/** Pixels: the legend and what is beside the bars, and a bar with its compared one. */
const BESIDE_BARS = 72;
const BAR = 36;

export interface ReportChartPanelProps {
  readonly sheet: ReportSheet;
  readonly settings: Settings | undefined;
  readonly nameOf: NameOf;
  readonly onOpen: (cell: CellPlace) => void;
}

export function ReportChartPanel(props: ReportChartPanelProps) {
  const { sheet, settings, nameOf, onOpen } = props;
  const { name, definition, result, printed, labels } = sheet;
  const { report, view } = definition;
  const fold = useFold();
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const fits = listChartKinds(report, (name) => findTimeUnit(name) !== undefined).includes(view.chart);
  if (view.chart === 'none' || !fits) return null;
  // Bars below one another fill no more than their own height.
  const isLying = !report.groupBy.some((name) => findTimeUnit(name) !== undefined) && view.chart !== 'multiples';
  const period = periodText(result.period);
  const filter = printFilter(report.filterGroups, {
    query: report.query,
    nameOf,
    forms: createOperandForms(result.zone, pageLocale()),
  });
  const { fromFile } = result;
  const complete = result.asOf === null ? [] : [uiTexts.seal.complete(timeText(result.asOf, result.zone))];
  const asOf = fromFile === undefined ? complete : [uiTexts.seal.fromFile(timeText(fromFile, result.zone))];
  const open = result.missing.length === 0 ? [] : [notWholeText(formatMonthSpans(result.missing))];
  return (
    <Panel
      className={classes.chartPanel}
      style={isLying ? { ['--most-height' as string]: `${BESIDE_BARS + BAR * result.rows.length}px` } : undefined}
    >
      <ReportChart
        kind={view.chart}
        title={name}
        pictureNotes={[
          [period, filter].join(' · '),
          // A picture is passed on alone: whether its data is complete is written in it.
          ...(result.complete
            ? asOf
            : [[hasAllRecords(result) ? journalTexts.seal : uiTexts.seal.partial, ...open].join(' · ')]),
          listBasisParts({ report, result, settings }).join(' · '),
        ]}
        report={report}
        result={result}
        measures={measures}
        labels={labels}
        onMark={(mark) => onOpen(cellOfMark(report, mark))}
        fold={fold}
      />
    </Panel>
  );
}

/** Whether reports are shown without their charts: stored for every report and every start. */
function useFold(): ChartFold {
  const client = useQueryClient();
  const { data: preferred } = useQuery(preferences);
  return {
    isFolded: preferred?.chartsFolded ?? false,
    onFold: (chartsFolded) => {
      // Takes effect at once; stored afterwards.
      client.setQueryData(preferences.queryKey, (all) => all && { ...all, chartsFolded });
      call('preferences.set', { chartsFolded }).then(
        (all) => client.setQueryData(preferences.queryKey, all),
        notifyFailure,
      );
    },
  };
}

/** A report's chart above its table; nothing where none is chosen or none would make sense. */
import { useMemo } from 'react';
import { printFilter } from '../../../../domain/filter/print.ts';
import { chooseCurrency } from '../../../../domain/reports/print/currency.ts';
import { findTimeUnit } from '../../../../domain/reports/keys/key-text.ts';
import { monthSpans } from '../../../../domain/reports/keys/month-spans.ts';
import { hasAllRecords } from '../../../../domain/reports/definition/report.ts';
import type { Settings } from '../../../../domain/settings.ts';
import { notWholeText } from '#texts/reports/reports.ts';
import { journalTexts } from '#texts/journal.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { chartsFor } from '../../../../domain/charts/charts-for.ts';
import { ReportChart } from '../../../charts/ReportChart.tsx';
import { Panel } from '../../../components/frame/Panel.tsx';
import { cellOfMark } from '../../../explain/explained-cell.ts';
import { operandForms } from '../../../../domain/filter/operand-forms.ts';
import { pageLocale } from '../../../locale/forms.ts';
import { periodText, timeText } from '../../../format/times.ts';
import type { NameOf } from '../../../../domain/people/id-names.ts';
import type { CellPlace } from '../../../routing/report-view.ts';
import { basisParts } from '../words/basis.ts';
import type { ReportSheet } from '../report-sheet.ts';
import { useFold } from './use-fold.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { toChartWords } from '../../../../domain/charts/labels.ts';
import classes from '../ReportsScreen.module.css';

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
  const workspace = useWorkspace();
  const fold = useFold();
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const fits = chartsFor(report, (each) => findTimeUnit(each) !== undefined).includes(view.chart);
  if (view.chart === 'none' || !fits) return null;
  // Bars below one another fill no more than their own height.
  const isLying = !report.groupBy.some((each) => findTimeUnit(each) !== undefined) && view.chart !== 'multiples';
  const period = periodText(result.period);
  const filter = printFilter(report.filterGroups, {
    query: report.query,
    nameOf,
    forms: operandForms(result.zone, pageLocale()),
  });
  const { fromFile } = result;
  const complete = result.asOf === null ? [] : [uiTexts.seal.complete(timeText(result.asOf, result.zone))];
  const asOf = fromFile === undefined ? complete : [uiTexts.seal.fromFile(timeText(fromFile, result.zone))];
  const open = result.missing.length === 0 ? [] : [notWholeText(monthSpans(result.missing))];
  return (
    <Panel
      className={classes.chartPanel}
      style={isLying ? { ['--most-height' as string]: `${BESIDE_BARS + BAR * result.rows.length}px` } : undefined}
    >
      <ReportChart
        kind={view.chart}
        title={name}
        currency={chooseCurrency(result, workspace.currency)}
        pictureNotes={[
          [period, filter].join(' · '),
          // A picture is passed on alone: whether its data is complete is written in it.
          ...(result.complete
            ? asOf
            : [[hasAllRecords(result) ? journalTexts.seal : uiTexts.seal.partial, ...open].join(' · ')]),
          basisParts({ report, result, settings }).join(' · '),
        ]}
        report={report}
        result={result}
        measures={measures}
        today={workspace.today}
        {...toChartWords(labels)}
        onMark={(mark) => onOpen(cellOfMark(report, mark))}
        fold={fold}
      />
    </Panel>
  );
}

/** A report's chart above its table, or beside it with charts of its other figures below; nothing if none is chosen or none makes sense. */
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { formatMonthSpans } from '#domain/reports/keys/counterparts.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import { hasAllRecords, type ReportResult } from '#domain/reports/definition/report.ts';
import { isAmount, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import type { ReportMark } from '#domain/charts/chart-model.ts';
import { findSubject } from '#domain/charts/draw-report.ts';
import type { Settings } from '#domain/settings.ts';
import { notWholeText } from '#texts/reports/reports.ts';
import { chartTexts } from '#texts/screens/charts.ts';
import { journalTexts } from '#texts/journal.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { listChartKinds } from '#domain/charts/charts-for.ts';
import { useFilterWords, useMisspelt } from '#ui/filters/use-filter-words.ts';
import { ReportChart } from '#ui/charts/LateReportChart.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { findCellOfMark } from '#ui/explain/explained.ts';
import { periodText, timeText } from '#ui/format/figures-and-times.ts';
import type { CellPlace, Definition } from '#ui/routing/report-view.ts';
import { listBasisParts } from './basis.ts';
import type { ReportSheet } from './report-sheet.ts';
import { call } from '#ui/data/client.ts';
import type { ChartFold } from '#ui/charts/ChartFrame.tsx';
import { preferences } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import classes from './ReportsScreen.module.css';

/** Pixels: everything but the bars; a bar's minimum, the same with its compared bar, and its maximum. */
const BESIDE_BARS = 72;
const MIN_BAR = 23;
const MIN_COMPARED_BAR = 29;
const MAX_BAR = 36;
/** Fewer are not worth their height. */
const MIN_BARS = 8;
/** Pixels of the rest of the screen, with eight lines of the table. */
const BESIDE_CHART = 540;
const MIN_HEIGHT = 120;
/** Pixels of everything but the table's lines, with eight bars for each other figure; and of one line. */
const BESIDE_OTHERS = 640;
const LINE = 28;

export interface ReportChartPanelProps {
  readonly sheet: ReportSheet;
  readonly settings: Settings | undefined;
  /** The number of lines of the table beside the chart; undefined if the chart stands above the table. */
  readonly linesBeside: number | undefined;
  readonly onOpen: (cell: CellPlace) => void;
}

export function ReportChartPanel(props: ReportChartPanelProps) {
  const { sheet, settings, linesBeside, onOpen } = props;
  const { name, definition, result, printed, labels } = sheet;
  const { report, view } = definition;
  const [manualHeight, setManualHeight] = useLocalStorage<number | null>({
    key: 'timelog-chart-height',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  // Horizontal bars need no more than their own height.
  const hasBars = !report.groupBy.some((name) => findTimeUnit(name) !== undefined) && view.chart !== 'multiples';
  const maxHeight = hasBars ? { ['--most-height' as string]: `${BESIDE_BARS + MAX_BAR * result.rows.length}px` } : {};
  const bars = Math.min(MIN_BARS, result.rows.length);
  const minHeight = hasBars ? BESIDE_BARS + bars * (report.compare ? MIN_COMPARED_BAR : MIN_BAR) : MIN_HEIGHT;
  // Paper always has room, because another page follows.
  const hasRoom = useMediaQuery(`(min-height: ${BESIDE_CHART + minHeight}px), print`, true, {
    getInitialValueInEffect: false,
  });
  // A chart whose height was set by hand is never folded for lack of room.
  const fold = useFold(hasBars && manualHeight === null && !hasRoom);
  const isHigh = useMediaQuery(
    `screen and (min-width: 1900px) and (min-height: ${BESIDE_OTHERS + LINE * (linesBeside ?? 0)}px)`,
    false,
    { getInitialValueInEffect: false },
  );
  const formatFilter = useFilterWords();
  const misspelt = useMisspelt(report.filterGroups);
  const measures = useMemo(() => printed.map(({ measure }) => measure), [printed]);
  const others = useMemo(() => listOthers(definition, measures, result), [definition, measures, result]);
  const fits = listChartKinds(report, (name) => findTimeUnit(name) !== undefined).includes(view.chart);
  if (view.chart === 'none' || !fits) return null;
  const period = periodText(result.period);
  const filter = formatFilter(report.filterGroups, { query: report.query, misspelt });
  const { fromFile } = result;
  const complete = result.asOf === null ? [] : [uiTexts.seal.complete(timeText(result.asOf, result.zone))];
  const asOf = fromFile === undefined ? complete : [uiTexts.seal.fromFile(timeText(fromFile, result.zone))];
  const open = result.missing.length === 0 ? [] : [notWholeText(formatMonthSpans(result.missing))];
  const drawing = {
    kind: view.chart,
    report,
    result,
    labels,
    onMark: (mark: ReportMark) => onOpen(findCellOfMark(report, mark)),
  };
  const chart = (
    <Panel
      className={`${classes.chartPanel} ${manualHeight === null ? '' : classes.drawn}`}
      style={
        manualHeight === null
          ? { ['--least-height' as string]: `${minHeight}px`, ...maxHeight }
          : { ['--drawn-height' as string]: `${manualHeight}px` }
      }
    >
      <ReportChart
        {...drawing}
        title={name}
        pictureNotes={[
          [period, filter].join(' · '),
          // A picture is shared without the screen, so it states whether its data is complete.
          ...(result.complete
            ? asOf
            : [[hasAllRecords(result) ? journalTexts.seal : uiTexts.seal.partial, ...open].join(' · ')]),
          listBasisParts({ report, result, settings }).join(' · '),
        ]}
        measures={measures}
        fold={fold}
      />
      {!fold.isFolded && <HeightHandle onDraw={setManualHeight} />}
    </Panel>
  );
  return (
    <>
      {chart}
      {isHigh && linesBeside !== undefined && !fold.isFolded && others.length > 0 && (
        <div className={classes.otherCharts} style={maxHeight}>
          {others.map((other) => (
            <Panel key={other[0].id}>
              <ReportChart {...drawing} title={other[0].label} measures={other} pictureNotes={[]} isPreview />
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}

/** Lists the first figure of each unit that the chart does not draw. */
function listOthers({ report, view }: Definition, measures: readonly Measure[], result: ReportResult): [Measure][] {
  const comparable = measures.filter((measure) => !hasMultipleCurrencies(result) || !isAmount(measure));
  const subject = view.chart === 'none' ? undefined : findSubject(view.chart, { measures, report });
  const drawn = comparable.find((measure) => measure === subject) ?? comparable[0];
  const units = new Set([drawn?.unit]);
  return comparable.flatMap((measure) => {
    if (units.has(measure.unit)) return [];
    units.add(measure.unit);
    return [[measure]];
  });
}

interface HeightHandleProps {
  /** Null for the automatic height. */
  readonly onDraw: (height: number | null) => void;
}

/** The lower edge of the panel: dragging it resizes the chart, a double click resets the height. */
function HeightHandle({ onDraw }: HeightHandleProps) {
  const dragStart = useRef<{ readonly y: number; readonly height: number }>(undefined);
  return (
    <span
      className={`${classes.heightHandle} screen-only`}
      aria-hidden
      title={chartTexts.resize}
      data-testid="chart-height"
      onPointerDown={(event) => {
        event.preventDefault();
        const height = event.currentTarget.parentElement?.getBoundingClientRect().height ?? MIN_HEIGHT;
        dragStart.current = { y: event.clientY, height };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={({ clientY }) => {
        if (!dragStart.current) return;
        onDraw(Math.round(Math.max(MIN_HEIGHT, dragStart.current.height + clientY - dragStart.current.y)));
      }}
      onPointerUp={() => {
        dragStart.current = undefined;
      }}
      onDoubleClick={() => onDraw(null)}
    />
  );
}

/**
 * Whether charts are folded, which is stored once for all reports.
 * @param isLow whether the window has no room for a chart that is worth its height, which is then shown only on request
 */
function useFold(isLow: boolean): ChartFold {
  const [isRequested, setRequested] = useState(false);
  const client = useQueryClient();
  const { data: preferred } = useQuery(preferences);
  return {
    isFolded: preferred?.chartsFolded === true || (isLow && !isRequested),
    onFold: (chartsFolded) => {
      setRequested(!chartsFolded);
      // A fold for lack of room is not the person's choice.
      if (chartsFolded === preferred?.chartsFolded || (isLow && preferred?.chartsFolded !== true)) return;
      // Takes effect at once; stored afterwards.
      client.setQueryData(preferences.queryKey, (all) => all && { ...all, chartsFolded });
      call('preferences.set', { chartsFolded }).then(
        (all) => client.setQueryData(preferences.queryKey, all),
        notifyFailure,
      );
    },
  };
}

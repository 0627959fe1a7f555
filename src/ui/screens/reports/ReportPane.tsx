/** One report: its question, its builder, its chart, its table, and the panel that explains a figure. */
import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { BridgeDrawer } from '#ui/bridge/BridgeDrawer.tsx';
import { findExplainedCellChange } from '#ui/bridge/explained-change.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { findSearch, applySearch } from '#domain/filter/search.ts';
import type { ReportResult, Report } from '#domain/reports/definition/report.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import type { ChartKind } from '#domain/reports/definition/chart-kinds.ts';
import { periodText, count } from '#ui/format/figures-and-times.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { ExplainDrawer } from '#ui/explain/ExplainDrawer.tsx';
import { explainCell } from '#ui/explain/explained-cell.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { FilterBar } from '#ui/filters/FilterBar.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { useLabels, useNames } from '#ui/names.ts';
import { ALL_TIME, resolveViewPeriod } from '#ui/period/view-period.ts';
import { useReportAnswer } from '#ui/data/outdated.ts';
import { useMisspelt } from '#ui/filters/use-filter-words.ts';
import { reportAnswer, settings as settingsQuery, unheldValues, useWorkspace } from '#ui/data/queries.ts';
import { call, isFailure } from '#ui/data/client.ts';
import { printedPages, usePrintKey } from '#ui/paper.tsx';
import type { CellPlace } from '#ui/routing/report-view.ts';
import type { ChangeView } from '#ui/routing/view-state.ts';
import { usePins } from '#ui/data/use-pins.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import { useRequestedExport, type OpenExport } from '#ui/share/requested-export.ts';
import { useSharedFigure } from '#ui/share/use-shared-figure.ts';
import { PackChoice, type Pack } from '#ui/exporting/PackChoice.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { listBasisParts } from './basis.ts';
import { BuilderBar, OptionsPanel } from './builder/Builder.tsx';
import { useComparedColumns } from './table/use-compared-columns.ts';
import { copyTable } from './table/copy-table.ts';
import { EmptyReport } from './EmptyReport.tsx';
import { ReportChartPanel } from './ReportChartPanel.tsx';
import { ReportFoot } from './ReportFoot.tsx';
import { ReportHead } from './ReportHead.tsx';
import type { ReportSheet } from './report-sheet.ts';
import { ReportTable } from './table/ReportTable.tsx';
import { SearchText } from '../records/SearchText.tsx';
import { changeDefinition, goToView, type DefinitionChange, type OpenReport } from './use-definition.ts';
import { usePrinted } from './use-printed.ts';
import type { Saving } from './use-saved.ts';
import classes from './ReportsScreen.module.css';

export interface ReportPaneProps {
  readonly openReport: OpenReport;
  readonly saving: Saving;
  readonly aside: ReactNode;
  readonly listButton: ReactNode;
}

export function ReportPane({ openReport, saving, aside, listButton }: ReportPaneProps) {
  const workspace = useWorkspace();
  const pins = usePins();
  const { now, change, view, origin, isChanged } = openReport;
  const { report } = now;
  const [exporting, setExporting] = useState<OpenExport>();
  // A new report opens with its options, because nothing is chosen yet.
  const [showsOptions, setShowsOptions] = useState(view.base.kind === 'blank');
  const { data: settings } = useQuery(settingsQuery);
  const labels = useLabels();
  const answer = useReportAnswer(report);
  const answeredReport = answer.data?.report ?? report;
  const result = answer.data?.result;
  const printedAnswer = usePrinted(answeredReport, result);
  const printed = printedAnswer?.printed;
  const { chart, heat } = now.view;
  const definition = useMemo(() => ({ report: answeredReport, view: { chart, heat } }), [answeredReport, chart, heat]);
  const sheet: ReportSheet | undefined =
    result && printedAnswer ? { name: origin.file.name, definition, result, labels, ...printedAnswer } : undefined;
  const period = useMemo(() => resolveViewPeriod(report.period ?? ALL_TIME, workspace), [report.period, workspace]);
  const changeFilters = useCallback<ChangeView>(
    (changed, options) => change({ report: toReportChange(changed) }, options),
    [change],
  );
  // A changed report is pinned as it is, because the saved one lacks the changes.
  const followed = origin.saved && !isChanged ? { saved: origin.saved.id } : undefined;
  const isReady = result !== undefined && !answer.isPlaceholderData;
  const figure = useSharedFigure(answeredReport, result);
  useRequestedExport(isReady, setExporting);
  const builder = useMemo(
    () => ({
      definition: now,
      labels,
      ownMeasures: (saving.reports ?? []).flatMap(({ file }) => file.report.measures),
      onChange: change,
    }),
    [now, labels, saving.reports, change],
  );
  // Memoised, because a new answer changes none of these controls.
  const filters = useMemo(
    () => (
      <div className={classes.filters}>
        <FilterBar
          view={report}
          period={period}
          change={changeFilters}
          ahead={(changed) => (ask) => {
            const next = changeDefinition(now, { report: toReportChange(changed) }).report;
            ask(reportAnswer(next));
            if (next.filterGroups.length > 0) ask(unheldValues(next.filterGroups));
          }}
          hasSearch
        />
        <BuilderBar {...builder} isOpen={showsOptions} onToggle={() => setShowsOptions(!showsOptions)} />
        <SearchText
          pauseMs={250}
          searched={findSearch(report.filterGroups) ?? ''}
          onChange={(text) => change({ report: { filterGroups: applySearch(report.filterGroups, text) } })}
        />
      </div>
    ),
    [report, now, period, changeFilters, change, builder, showsOptions],
  );
  const [compared] = useComparedColumns();
  const figures = countColumns(answeredReport, compared);
  const showsFiguresBeside = figures <= MAX_BESIDE;
  const isEmpty = result !== undefined && result.records === 0 && result.rows.length === 0;
  usePrintKey(
    result && !isEmpty
      ? () =>
          call('export.report', {
            report: answeredReport,
            ...printedPages(),
            name: origin.file.name,
            chart: now.view.chart,
          })
      : undefined,
  );
  return (
    <ReportFrame
      aside={aside}
      figuresBeside={showsFiguresBeside ? figures : undefined}
      options={showsOptions && <OptionsPanel {...builder} onClose={() => setShowsOptions(false)} />}
      period={result?.period ?? period.period}
      inView={result?.records}
    >
      <ReportHead
        openReport={openReport}
        saving={saving}
        listButton={listButton}
        onPin={() => pins.add({ name: origin.file.name, ...now, ...followed })}
        shared={{
          figure,
          copyTable:
            result &&
            printed &&
            (() =>
              copyTable(answeredReport, result, printed, labels, [
                periodText(result.period),
                ...listBasisParts({ report: answeredReport, result, settings }),
              ])),
          exportFile: isReady ? (format) => setExporting({ format }) : undefined,
        }}
      />
      {filters}
      {!answer.error && answer.data === undefined && now.view.chart !== 'none' && (
        <Panel className={classes.chartPanel}>{null}</Panel>
      )}
      {sheet && !answer.error && !isEmpty && (
        <ReportChartPanel
          sheet={sheet}
          settings={settings}
          linesBeside={showsFiguresBeside ? countLines(result) : undefined}
          onOpen={(cell) => goToView({ cell })}
        />
      )}
      <Panel className={classes.tablePanel} style={{ ['--lines' as string]: String(countLines(result)) }}>
        {answer.error ? (
          <ErrorState
            error={answer.error}
            {...(isFailure(answer.error, 'usage') || isFailure(answer.error, 'filter-invalid')
              ? { action: <Button onClick={() => goToView({ changes: {} })}>{reportsTexts.head.reset}</Button> }
              : { onRetry: () => void answer.refetch() })}
          />
        ) : !sheet ? (
          <PendingReport columns={report.measures.length} />
        ) : isEmpty ? (
          <EmptyReport report={answeredReport} result={sheet.result} period={period} onChange={changeFilters} />
        ) : (
          <ReportTable
            sheet={sheet}
            closed={view.closed}
            isStale={answer.isStale}
            widthsKey={JSON.stringify(view.base)}
            onClosed={(closed) => goToView({ closed }, { replace: true })}
            onOrder={(order) => change({ report: { order } })}
            onOpen={(cell) => goToView({ cell })}
            onBreakDown={(breakdowns) => change({ report: { breakdowns: [...breakdowns] } })}
          />
        )}
        {result && printed && !answer.error && (
          <ReportFoot report={answeredReport} result={result} printed={printed} labels={labels} settings={settings} />
        )}
      </Panel>
      {exporting && result && (
        <ReportExport
          name={origin.file.name}
          report={answeredReport}
          result={result}
          chart={now.view.chart}
          initialFormat={exporting.format}
          onClose={() => setExporting(undefined)}
        />
      )}
      <ExplainedCell
        openReport={openReport}
        sheet={answer.isPlaceholderData ? undefined : sheet}
        report={answeredReport}
        onPin={(name, cell) => pins.add({ name, report: answeredReport, view: now.view, cell, ...followed })}
      />
    </ReportFrame>
  );
}

interface ExplainedCellProps {
  readonly openReport: OpenReport;
  /** Undefined while the answer is loading. */
  readonly sheet: ReportSheet | undefined;
  readonly report: Report;
  readonly onPin: (name: string, cell: CellPlace) => void;
}

/** Explains the figure that the address names, or why it moved. */
function ExplainedCell({ openReport: { view, origin }, sheet, report, onPin }: ExplainedCellProps) {
  const { today } = useWorkspace();
  const { directory } = useNames();
  const { data: settings } = useQuery(settingsQuery);
  const misspelt = useMisspelt(report.filterGroups);
  const { cell } = view;
  const context = sheet &&
    settings && {
      report,
      ...(sheet.further[cell?.past ?? -1] ?? { result: sheet.result, printed: sheet.printed }),
      settings,
      directory,
      today,
      misspelt,
    };
  const moved = cell && context && findExplainedCellChange(cell, context);
  const isMoved = moved !== undefined && cell?.isChange === true;
  const explained = cell && context && !isMoved ? explainCell(cell, context) : undefined;
  const close = () => goToView({ cell: undefined });
  return (
    <>
      <BridgeDrawer change={isMoved ? moved : undefined} onClose={close} />
      <ExplainDrawer
        explained={explained}
        onClose={close}
        onWhy={moved && cell && (() => goToView({ cell: { ...cell, isChange: true } }))}
        onPin={() => {
          if (!explained || !cell) return;
          const isTotal = cell.row.length === 0 && cell.isOther !== true && cell.column === undefined;
          const where = isTotal ? origin.file.name : explained.where;
          onPin([explained.title, where].filter(Boolean).join(', ').slice(0, 120), cell);
        }}
      />
    </>
  );
}

const toReportChange = ({
  filterGroups,
  query,
  ...rest
}: Parameters<ChangeView>[0]): DefinitionChange['report'] & object => ({
  ...(filterGroups && { filterGroups }),
  ...(query !== undefined && { query }),
  ...('period' in rest && { period: rest.period === ALL_TIME ? undefined : rest.period }),
});

/** With more figures per line, the table needs the full width of any window. */
const MAX_BESIDE = 8;

function countColumns({ measures, columns, compare, further = [] }: Report, compared: 'all' | 'change'): number {
  if (columns !== undefined) return Number.POSITIVE_INFINITY;
  const periods = compare ? 1 + further.length : 0;
  return measures.length * (1 + periods * (compared === 'all' ? 3 : 1));
}

/** Counts the lines of the table with groups and parts; before the answer, as many as fit on a laptop's screen. */
const countLines = (result: ReportResult | undefined): number =>
  result
    ? [...(result.breakdowns ?? []), { rows: result.subtotals }, result].reduce((sum, { rows }) => sum + rows.length, 0)
    : 14;

/** Writes a report to a file: its table as it is on screen, with its notes. */
interface ReportExportProps {
  readonly name: string;
  readonly report: Report;
  readonly result: Pick<ReportResult, 'records' | 'complete'>;
  readonly chart?: ChartKind;
  readonly initialFormat: ExportFormat | undefined;
  readonly onClose: () => void;
}

function ReportExport({ name, report, result, chart, initialFormat, onClose }: ReportExportProps) {
  const [pack, setPack] = useState<Pack>();
  return (
    <ExportDialog
      summary={texts.report(name, count(result.records))}
      records={{ total: result.records, isComplete: result.complete, isLabelled: false }}
      content={{ name, report, options: { chart }, ...(pack && { pack }) }}
      limits={{ initialFormat }}
      fileSelection={pack?.by === 'client' ? undefined : report}
      run={(options, allowEmpty) =>
        pack
          ? call('export.pack', { ...options, ...pack, report, name })
          : call('export.report', { ...options, report, name, allowEmpty })
      }
      onClose={onClose}
    >
      <PackChoice pack={pack} isEmpty={result.records === 0} onChange={setPack} />
    </ExportDialog>
  );
}

/** A placeholder of the table's size while the first figures load. */
function PendingReport({ columns }: { readonly columns: number }) {
  return (
    <Box flex="1" style={{ overflow: 'hidden' }} aria-busy="true">
      <Table columns={Array.from({ length: columns + 1 }, (_, index) => `${index}`)} headers={null} pendingRows={18} />
    </Box>
  );
}

/** The Reports screen around one report: title band, the list of reports beside it, status. */
interface ReportFrameProps {
  /** The list of reports, if there is room for it. */
  readonly aside: ReactNode;
  /** The options panel, while it is open. */
  readonly options?: ReactNode;
  /** Figures per line of the table, if the chart may accompany it in a wide window. */
  readonly figuresBeside?: number | undefined;
  readonly period: { readonly from: string; readonly to: string } | undefined;
  readonly inView: number | undefined;
  readonly children: ReactNode;
}

export function ReportFrame({ aside, options, figuresBeside, period, inView, children }: ReportFrameProps) {
  return (
    <Screen
      title={uiTexts.screens.reports.title}
      seal={<Seal period={period} />}
      actions={<RefreshButton />}
      records={{ inView }}
      fill
    >
      <div className={classes.frame}>
        {aside}
        <div
          className={classes.pane}
          data-beside={figuresBeside !== undefined || undefined}
          style={{ ['--figures' as string]: figuresBeside }}
        >
          {children}
        </div>
        {options}
      </div>
    </Screen>
  );
}

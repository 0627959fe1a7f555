/** The Records screen: which entries make this number? */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { findSearch, applySearch } from '#domain/filter/search.ts';
import { toSort } from '#domain/records/sort-order.ts';
import { findMeasure, hasAmountMeasures } from '#domain/reports/definition/measures.ts';
import { chooseCurrency } from '#domain/reports/print/printed-currencies.ts';
import { nothingTexts } from '#texts/screens/filter-editor.ts';
import { liveTexts as texts } from '#texts/screens/live-records.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFilterWords, useMisspelt } from '#ui/filters/use-filter-words.ts';
import { NothingYet, useNothingYet, EmptySoFar, EmptyState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { SearchedText } from '#ui/components/values.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { isComplete } from '#ui/coverage/seal.ts';
import { ExplainDrawer } from '#ui/explain/ExplainDrawer.tsx';
import { explainTotalFigure } from '#ui/explain/explained-cell.ts';
import { FilteredError, FilterBar } from '#ui/filters/FilterBar.tsx';
import { NothingHere } from '#ui/filters/NothingHere.tsx';
import { RowsRange } from '#ui/grid/RowsRange.tsx';
import { useNames } from '#ui/names.ts';
import { PrintNotice, printedPages, usePrintKey } from '#ui/paper.tsx';
import { describeBasis, ALL_TIME, type ViewPeriod } from '#ui/period/view-period.ts';
import { call } from '#ui/data/client.ts';
import { dataStatus, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { useRequestedExport, type OpenExport } from '#ui/share/requested-export.ts';
import { useSharedFigure } from '#ui/share/use-shared-figure.ts';
import { ShareMenu } from '#ui/share/ShareMenu.tsx';
import { useView, type ChangeView, type ViewState } from '#ui/routing/view-state.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ColumnsChooser } from './ColumnsChooser.tsx';
import { rowHeights, useTableLayout } from './use-table-layout.ts';
import { copyRows, fitsClipboard } from './copy-rows.ts';
import { RecordsExport } from './RecordsExport.tsx';
import { LivePanel } from './LivePanel.tsx';
import { HoursLine } from './HoursLine.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { RecordsTable } from './RecordsTable.tsx';
import { SearchText } from './SearchText.tsx';
import { SelectionSums } from './SelectionSums.tsx';
import { useRecordsGrid } from './use-records-grid.ts';
import { ViewsMenu } from './ViewsMenu.tsx';
import { useRecords } from './use-records.ts';
import { TOTAL_HOURS } from './columns.ts';
import { recordsColumnsTexts } from '#texts/screens/record-columns.ts';
import { isMissing, useHeldMonths } from '#ui/coverage/months.ts';
import classes from './RecordsScreen.module.css';

export function RecordsScreen() {
  const workspace = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const [view, change] = useView();
  const { nameOf, directory } = useNames();
  const { data: settings } = useQuery(settingsQuery);
  const [exporting, setExporting] = useState<OpenExport>();
  const [explained, setExplained] = useState<string>();
  const { period, columns, visibleColumns, selection, sort, pageQuery, page, records, totals } = useRecords(view);
  const searched = findSearch(view.filterGroups) ?? '';
  const isNarrowed = view.filterGroups.length > 0 || view.query !== '';
  const misspelt = useMisspelt(view.filterGroups);
  const formatFilter = useFilterWords();
  const filterText = needsFilterText(view)
    ? formatFilter(view.filterGroups, { query: view.query, misspelt })
    : undefined;
  const { total } = records;
  const amounts = totals.data && hasAmountMeasures(totals.data.report) ? totals.data.result.amounts : undefined;
  const currency = totals.data ? chooseCurrency(totals.data.result, workspace.currency) : workspace.currency;
  const { layout, change: changeLayout } = useTableLayout();
  const rowPx = rowHeights[layout.density];
  const grid = useRecordsGrid({ pageQuery, records, columns: visibleColumns, rowPx, block: view.page, change });
  const nothingYet = useNothingYet();
  const isReady = total !== undefined && !nothingYet && !page.isPlaceholderData;
  const figure = useSharedFigure(totals.data?.report, totals.data?.result);
  useRequestedExport(isReady, setExporting);
  const printed = columns.map(({ name }) => name);
  usePrintKey(
    total
      ? () => call('export.run', { ...selection, sort: toSort(sort), ...printedPages(), columns: printed })
      : undefined,
  );

  return (
    <Screen
      title={uiTexts.screens.records.title}
      seal={<Seal period={period.period} />}
      actions={
        <>
          <Button
            title={view.live ? texts.backDetail : texts.askDetail}
            onClick={() => change({ live: !view.live })}
            data-testid="live"
          >
            {view.live ? texts.back : texts.ask}
          </Button>
          <RefreshButton />
          <ShareMenu
            {...(isReady && {
              figure,
              copyTable:
                total === 0 || !fitsClipboard(total)
                  ? undefined
                  : () =>
                      copyRows(
                        { firstRow: 0, lastRow: total - 1, firstColumn: 0, lastColumn: visibleColumns.length - 1 },
                        { pageQuery, columns: visibleColumns, nameOf, zone: workspace.zone },
                      ),
              exportFile: (format) => setExporting({ format }),
            })}
          />
        </>
      }
      shownPeriod={period.label}
      band={{
        filters: <FilterBar view={view} period={period} change={change} hasSearch />,
        tools: (
          <>
            <SearchText
              searched={searched}
              onChange={(text) =>
                change({ filterGroups: applySearch(view.filterGroups, text), figure: view.figure }, { replace: true })
              }
            />
            <ViewsMenu view={view} change={change} />
            <ColumnsChooser columns={columns} visibleColumns={visibleColumns} />
          </>
        ),
      }}
      records={{
        selected: grid.selection.selected && (
          <SelectionSums pageQuery={pageQuery} columns={visibleColumns} selected={grid.selection.selected} />
        ),
      }}
      fill
    >
      {filterText !== undefined && (
        <p className={classes.words} title={filterText} data-testid="filter-words">
          {filterText}
        </p>
      )}
      {view.live ? (
        <LivePanel
          period={period}
          selection={selection}
          sort={sort}
          columns={visibleColumns}
          local={total}
          onOpen={(id) => change({ record: id })}
        />
      ) : nothingYet ? (
        <NothingYet />
      ) : (
        <Panel className={classes.panel}>
          {records.rows && total !== undefined && (
            <PrintNotice
              subject="records"
              parts={[
                { kind: 'records', printed: records.rows.length, all: total },
                { kind: 'columns', printed: visibleColumns.length, all: columns.length },
              ]}
            />
          )}
          {page.error ? (
            <FilteredError error={page.error} change={change} onRetry={() => void page.refetch()} />
          ) : total === 0 ? (
            <NoRecords view={view} period={period} isNarrowed={isNarrowed} change={change} />
          ) : (
            <SearchedText text={searched}>
              <RecordsTable
                columns={visibleColumns}
                records={{ sample: records.rows, total, isStale: total !== undefined && page.isPlaceholderData }}
                grid={grid}
                rowPx={rowPx}
                totals={{
                  result: totals.data?.result,
                  isStale: totals.isStale,
                  isIncomplete: status?.complete === false,
                }}
                headers={{
                  sort,
                  onSort: (next) => change({ sort: next }),
                  layout,
                  onLayout: changeLayout,
                }}
                onExplain={setExplained}
              />
            </SearchedText>
          )}
          {total !== undefined && total > 0 && totals.data && (
            <HoursLine
              totals={totals.data.result.totals}
              hasHoursColumn={visibleColumns.some(({ name }) => name === TOTAL_HOURS)}
              selection={selection}
              view={{ ...view, period: period.text ?? ALL_TIME }}
              onExplain={setExplained}
            />
          )}
          <RowsRange
            visible={grid.rows.visible}
            step={Math.max(1, grid.rows.visible.last - grid.rows.visible.first)}
            total={total}
            ends={{ first: recordsColumnsTexts.firstRow, last: recordsColumnsTexts.lastRow }}
            onStart={grid.rows.startAt}
            basis={describeBasis(period, { ...workspace, currency }, status, amounts)}
          />
        </Panel>
      )}
      <RecordDrawer id={view.record} onClose={() => change({ record: undefined })} onStep={grid.selection.step} />
      <ExplainDrawer
        explained={
          explained !== undefined && totals.data && settings
            ? explainTotal(explained, { report: totals.data.report, result: totals.data.result, settings, directory })
            : undefined
        }
        onClose={() => setExplained(undefined)}
      />
      {exporting && (
        <RecordsExport
          selection={selection}
          chosenPeriod={period.written}
          columns={columns}
          visibleColumns={visibleColumns}
          sort={sort}
          records={{ total: total ?? 0, isComplete: status !== undefined && isComplete(status) }}
          initialFormat={exporting.format}
          onClose={() => setExporting(undefined)}
        />
      )}
    </Screen>
  );
}

/** Whether the chips leave out values, how alternatives combine, or what a figure stands for. */
function needsFilterText({ filterGroups, figure }: ViewState): boolean {
  const isShortened = filterGroups.some(({ filters }) => filters.some(({ values = [] }) => values.length > 1));
  return filterGroups.length > 1 || isShortened || figure !== undefined;
}

function explainTotal(id: string, context: Parameters<typeof explainTotalFigure>[1]) {
  const measure = findMeasure(id);
  return measure && explainTotalFigure(measure, context);
}

interface NoRecordsProps {
  readonly view: ViewState;
  readonly period: ViewPeriod;
  readonly isNarrowed: boolean;
  readonly change: ChangeView;
}

const screenTexts = uiTexts.recordsScreen;

/** The empty state of the records, with different messages for no match and for records that are still missing. */
function NoRecords({ view, period, isNarrowed, change }: NoRecordsProps) {
  const { data: status } = useQuery(dataStatus);
  const isIncomplete = status?.complete === false;
  const held = useHeldMonths({ enabled: isIncomplete });
  if (isIncomplete && held && period.period && isMissing(status, period.period, held)) {
    return (
      <EmptyState
        title={screenTexts.missing(period.label)}
        detail={screenTexts.missingDetail}
        action={<RefreshButton primary />}
      />
    );
  }
  if (!isIncomplete) return <NothingHere view={view} period={period} change={change} />;
  const clear = isNarrowed && (
    <Button onClick={() => change({ filterGroups: [], query: '' })}>{nothingTexts.clear}</Button>
  );
  return <EmptySoFar title={screenTexts.emptySoFar} detail={screenTexts.emptySoFarDetail} clear={clear} />;
}

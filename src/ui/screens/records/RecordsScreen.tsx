/** The Records screen: which entries make this number? */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { searchOf, withSearch } from '../../../domain/filter/search.ts';
import { toSort } from '../../../domain/records/sort-order.ts';
import { printFilter } from '../../../domain/filter/print.ts';
import { findMeasure } from '../../../domain/reports/definition/measures.ts';
import { chooseCurrency } from '../../../domain/reports/print/currency.ts';
import { countsAmounts } from '../../../domain/reports/definition/measures.ts';
import { liveTexts as texts } from '#texts/screens/records/live.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { NothingYet, useNothingYet } from '../../components/states/NothingYet.tsx';
import { operandForms } from '../../../domain/filter/operand-forms.ts';
import { pageLocale } from '../../locale/forms.ts';
import { Panel } from '../../components/frame/Panel.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { SearchedText } from '../../components/values/Marked.tsx';
import { Seal } from '../../components/frame/Seal.tsx';
import { isWhole } from '../../coverage/seal.ts';
import { ExplainDrawer } from '../../explain/ExplainDrawer.tsx';
import { explainedTotal } from '../../explain/explained-cell.ts';
import { FilteredError } from '../../filters/FilteredError.tsx';
import { FilterBar } from '../../filters/FilterBar.tsx';
import { useNames } from '../../names.ts';
import { PrintNotice } from '../../paper/PrintNotice.tsx';
import { basisText } from '../../period/basis.ts';
import { call } from '../../data/client.ts';
import { printedPages, usePrintKey } from '../../paper/print-key.ts';
import { dataStatus, settings as settingsQuery } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { ALL_TIME } from '../../period/view-period.ts';
import { useView } from '../../routing/view.ts';
import { RefreshButton } from '../../sync/RefreshButton.tsx';
import { ColumnsChooser } from './columns/ColumnsChooser.tsx';
import { rowHeights, useTableLayout } from './columns/use-table-layout.ts';
import { RecordsExport } from './RecordsExport.tsx';
import { LivePanel } from './live/LivePanel.tsx';
import { HoursLine } from './HoursLine.tsx';
import { NoRecords } from './NoRecords.tsx';
import { RowsRange } from './table/RowsRange.tsx';
import { RecordDrawer } from './drawer/RecordDrawer.tsx';
import { RecordsTable } from './table/RecordsTable.tsx';
import { SearchText } from './SearchText.tsx';
import { SelectionSums } from './selection/SelectionSums.tsx';
import { useRecordsGrid } from './use-records-grid.ts';
import { ViewsMenu } from './views/ViewsMenu.tsx';
import { useRecords } from './use-records.ts';
import classes from './RecordsScreen.module.css';

export function RecordsScreen() {
  const workspace = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const [view, change] = useView();
  const { nameOf, directory } = useNames();
  const { data: settings } = useQuery(settingsQuery);
  const [exporting, setExporting] = useState(false);
  /** The measure whose total is explained. */
  const [explained, setExplained] = useState<string>();
  const { shown, columns, inSight, selection, sort, question, page, found, totals } = useRecords(view);
  const searched = searchOf(view.filterGroups) ?? '';
  const isNarrowed = view.filterGroups.length > 0 || view.query !== '';
  const words = isNarrowed
    ? printFilter(view.filterGroups, { query: view.query, nameOf, forms: operandForms(workspace.zone, pageLocale()) })
    : undefined;
  const { total } = found;
  const amounts = totals.data && countsAmounts(totals.data.asked) ? totals.data.result.amounts : undefined;
  const currency = totals.data ? chooseCurrency(totals.data.result, workspace.currency) : workspace.currency;
  const { layout, change: changeLayout } = useTableLayout();
  const rowPx = rowHeights[layout.density];
  const grid = useRecordsGrid({ question, found, columns: inSight, rowPx, block: view.page, change });
  const nothingYet = useNothingYet();
  const printed = columns.map(({ name }) => name);
  usePrintKey(
    total
      ? () => call('export.run', { ...selection, sort: toSort(sort), ...printedPages, columns: printed })
      : undefined,
  );

  return (
    <Screen
      title={uiTexts.screens.records.title}
      seal={<Seal period={shown.period} />}
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
          <Button
            variant="filled"
            leftSection={<IconDownload size={14} stroke={1.8} aria-hidden />}
            disabled={total === undefined || nothingYet}
            onClick={() => setExporting(true)}
            data-testid="export"
          >
            {uiTexts.exporting.open}
          </Button>
        </>
      }
      shownPeriod={shown.label}
      band={{
        filters: <FilterBar view={view} period={shown} change={change} hasSearch />,
        tools: (
          <>
            <SearchText
              searched={searched}
              onChange={(text) =>
                change({ filterGroups: withSearch(view.filterGroups, text), figure: view.figure }, { replace: true })
              }
            />
            <ViewsMenu view={view} change={change} />
            <ColumnsChooser columns={columns} inSight={inSight} />
          </>
        ),
      }}
      records={{
        inView: total,
        selected: grid.selection.selected && (
          <SelectionSums question={question} columns={inSight} selected={grid.selection.selected} />
        ),
      }}
      fill
    >
      {words !== undefined && (
        <p className={classes.words} title={words} data-testid="filter-words">
          {words}
        </p>
      )}
      {view.live ? (
        <LivePanel
          shown={shown}
          selection={selection}
          sort={sort}
          columns={inSight}
          here={total}
          onOpen={(id) => change({ record: id })}
        />
      ) : nothingYet ? (
        <NothingYet />
      ) : (
        <Panel className={classes.panel}>
          {found.rows && total !== undefined && (
            <PrintNotice
              whole="records"
              parts={[
                { kind: 'records', shown: found.rows.length, all: total },
                { kind: 'columns', shown: inSight.length, all: columns.length },
              ]}
            />
          )}
          {page.error ? (
            <FilteredError error={page.error} change={change} onRetry={() => void page.refetch()} />
          ) : total === 0 ? (
            <NoRecords shown={shown} searched={searched} isNarrowed={isNarrowed} change={change} />
          ) : (
            <SearchedText text={searched}>
              <RecordsTable
                columns={inSight}
                records={{ sample: found.rows, total, isOld: total !== undefined && page.isPlaceholderData }}
                grid={grid}
                rowPx={rowPx}
                totals={{
                  result: totals.data?.result,
                  isOld: totals.isOld,
                  isSoFar: status?.complete === false,
                }}
                heads={{
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
              selection={selection}
              view={{ ...view, period: shown.text ?? ALL_TIME }}
              onExplain={setExplained}
            />
          )}
          <RowsRange
            seen={grid.rows.seen}
            total={total}
            onStart={grid.rows.startAt}
            basis={basisText(shown, { ...workspace, currency }, status, amounts)}
          />
        </Panel>
      )}
      <RecordDrawer id={view.record} onClose={() => change({ record: undefined })} onStep={grid.selection.step} />
      <ExplainDrawer
        explained={
          explained !== undefined && totals.data && settings
            ? explainTotal(explained, { report: totals.data.asked, result: totals.data.result, settings, directory })
            : undefined
        }
        onClose={() => setExplained(undefined)}
      />
      {exporting && (
        <RecordsExport
          selection={selection}
          written={shown.written}
          columns={columns}
          inSight={inSight}
          sort={sort}
          total={total ?? 0}
          isComplete={status !== undefined && isWhole(status)}
          onClose={() => setExporting(false)}
        />
      )}
    </Screen>
  );
}

function explainTotal(id: string, context: Parameters<typeof explainedTotal>[1]) {
  const measure = findMeasure(id);
  return measure && explainedTotal(measure, context);
}

/** Runs the Records screen's queries: the first rows of a search, then a page of rows, and the totals of all filtered records. */
import { useMediaQuery, useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueries } from '@tanstack/react-query';
import { useMemo, useCallback } from 'react';
import type { Input, RecordRow } from '#contract/api.ts';
import { findSearch } from '#domain/filter/search.ts';
import { toSort } from '#domain/records/sort-order.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { toReport } from '#domain/reports/definition/report.ts';
import { resolveViewPeriod } from '#ui/period/view-period.ts';
import { useReportAnswer } from '#ui/data/outdated.ts';
import { dataStatus, firstMatches, preferences, recordsPage, recordsBlock, useWorkspace } from '#ui/data/queries.ts';
import type { ViewState } from '#ui/routing/view-state.ts';
import { putPinnedFirst } from './use-table-layout.ts';
import {
  listQueriedColumns,
  findColumnProperties,
  pickVisibleColumns,
  defaultSort,
  LOGGED_HOURS,
  chooseNarrowQuery,
  findTotalMeasure,
} from './columns.ts';

/** The filter that every query of this screen uses. */
export interface RecordsQuery {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string;
}

export type PageQuery = Omit<Input<'records.page'>, 'offset' | 'limit'>;

/** The first rows of the table, and the number of all. */
export interface RecordRows {
  readonly rows: readonly RecordRow[] | undefined;
  /** Undefined until the records are counted. */
  readonly total: number | undefined;
}

/** Fewer records are counted so quickly that querying the first rows separately would gain nothing. */
const SLOW_TO_COUNT = 100_000;

export function useRecords(view: ViewState) {
  const workspace = useWorkspace();
  const { data: preferred } = useQuery(preferences);
  const period = useMemo(() => resolveViewPeriod(view.period, workspace), [view.period, workspace]);
  const columns = useMemo(() => findColumnProperties(preferred?.columns), [preferred?.columns]);
  const selection: RecordsQuery = {
    filterGroups: view.filterGroups,
    query: view.query,
    ...(period.text !== undefined && { period: period.text }),
  };
  const sort = view.sort ?? defaultSort;
  const pageQuery = { ...selection, columns: listQueriedColumns(columns), sort: toSort(sort) };
  const { data: status } = useQuery(dataStatus);
  const isEarly =
    status !== undefined &&
    status.records > SLOW_TO_COUNT &&
    findSearch(view.filterGroups) !== undefined &&
    view.page === 1;
  const first = useQuery({
    ...firstMatches({ ...pageQuery, limit: BLOCK }),
    enabled: preferred !== undefined && isEarly,
  });
  const page = useQuery({
    ...recordsPage({ ...pageQuery, offset: 0, limit: BLOCK }),
    // Both queries at once would slow each other down.
    enabled: preferred !== undefined && status !== undefined && !(isEarly && first.isPending),
  });
  const isCounted = page.data !== undefined && !page.isPlaceholderData;
  const early = isEarly && !isCounted && !page.error && first.data?.rows.length ? first.data.rows : undefined;
  const records: RecordRows = early
    ? { rows: early, total: undefined }
    : { rows: page.data?.rows, total: page.data?.total };
  const isNarrow = useMediaQuery(chooseNarrowQuery(page.data?.total ?? 0), false, { getInitialValueInEffect: false });
  const isChosen = preferred !== undefined && preferred.columns !== null;
  const pinned = preferred?.recordsTable?.pinned;
  const visibleColumns = useMemo(
    () => putPinnedFirst(pickVisibleColumns(columns, { isChosen, isNarrow }), pinned ?? []),
    [columns, isChosen, isNarrow, pinned],
  );
  const measures = columns.flatMap((property) => findTotalMeasure(property) ?? []);
  const totals = useReportAnswer(toReport({ ...selection, measures: [LOGGED_HOURS, ...measures] }), {
    // The rows come first, because both queries read the same records.
    enabled: preferred !== undefined && !page.isPlaceholderData && !(isEarly && !isCounted),
  });
  return { period, columns, visibleColumns, selection, sort, pageQuery, page, records, totals };
}

export const BLOCK = 100;
/** Rows are loaded only after scrolling has paused this long, because others are only scrolled past. */
const PAUSE_MS = 40;

export type RecordAt = (index: number) => RecordRow | undefined;

/** @param first the rows of the first block, which the page has in any case */
export function useRecordRows(
  pageQuery: PageQuery,
  first: readonly RecordRow[] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): RecordAt {
  const [blocks] = useDebouncedValue(
    `${Math.max(1, Math.floor(from / BLOCK))}-${Math.floor(Math.max(0, to) / BLOCK)}`,
    PAUSE_MS,
  );
  const numbers = useMemo(() => listBlocks(blocks), [blocks]);
  const answers = useQueries({
    queries: numbers.map((number) => recordsBlock({ ...pageQuery, offset: number * BLOCK, limit: BLOCK })),
    combine: useCallback(
      (all: readonly { readonly data?: { readonly rows: RecordRow[] } | undefined }[]) =>
        all.map(({ data }) => data?.rows),
      [],
    ),
  });
  return useCallback(
    (index) => {
      const number = Math.floor(index / BLOCK);
      const rows = number === 0 ? first : answers[numbers.indexOf(number)];
      return rows?.[index % BLOCK];
    },
    [first, answers, numbers],
  );
}

function listBlocks(text: string): number[] {
  const [from = 1, to = 0] = text.split('-').map(Number);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

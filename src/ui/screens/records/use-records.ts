/** The Records screen's questions: one page of rows, before it the first rows of a search, and the totals of the entire filtered set. */
import { useMediaQuery, useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueries } from '@tanstack/react-query';
import { useMemo, useCallback } from 'react';
import type { Input, RecordRow } from '#contract/api.ts';
import { findSearch } from '#domain/filter/search.ts';
import { toSort } from '#domain/records/sort-order.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { viewPeriod } from '#ui/period/view-period.ts';
import { useReportAnswer } from '#ui/data/outdated.ts';
import { dataStatus, firstFound, preferences, recordsPage, recordsBlock } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import type { ViewState } from '#ui/routing/view-state.ts';
import { pinnedFirst } from './use-table-layout.ts';
import {
  askedColumns,
  columnProperties,
  columnsInSight,
  defaultSort,
  LOGGED_HOURS,
  narrowFor,
  totalMeasure,
} from './columns.ts';

/** The selection that every question of this screen uses. */
export interface AskedRecords {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string;
}

/** A page's question, without where it begins. */
export type AskedPage = Omit<Input<'records.page'>, 'offset' | 'limit'>;

/** What the table is drawn from. */
export interface FoundRows {
  readonly rows: readonly RecordRow[] | undefined;
  /** Undefined until they are counted. */
  readonly total: number | undefined;
}

/** Fewer records are counted before anybody could read the first rows. */
const SLOW_TO_COUNT = 100_000;

export function useRecords(view: ViewState) {
  const workspace = useWorkspace();
  const { data: preferred } = useQuery(preferences);
  const shown = viewPeriod(view.period, workspace);
  const columns = useMemo(() => columnProperties(preferred?.columns), [preferred?.columns]);
  const selection: AskedRecords = {
    filterGroups: view.filterGroups,
    query: view.query,
    ...(shown.text !== undefined && { period: shown.text }),
  };
  const sort = view.sort ?? defaultSort;
  const question = { ...selection, columns: askedColumns(columns), sort: toSort(sort) };
  const { data: status } = useQuery(dataStatus);
  const isEarly =
    status !== undefined &&
    status.records > SLOW_TO_COUNT &&
    findSearch(view.filterGroups) !== undefined &&
    view.page === 1;
  const first = useQuery({ ...firstFound({ ...question, limit: BLOCK }), enabled: preferred !== undefined && isEarly });
  const page = useQuery({
    ...recordsPage({ ...question, offset: 0, limit: BLOCK }),
    // Side by side, each would take the other's time.
    enabled: preferred !== undefined && status !== undefined && !(isEarly && first.isPending),
  });
  const isCounted = page.data !== undefined && !page.isPlaceholderData;
  const early = isEarly && !isCounted && !page.error && first.data?.rows.length ? first.data.rows : undefined;
  const found: FoundRows = early
    ? { rows: early, total: undefined }
    : { rows: page.data?.rows, total: page.data?.total };
  const isNarrow = useMediaQuery(narrowFor(page.data?.total ?? 0), false, { getInitialValueInEffect: false });
  const isChosen = preferred !== undefined && preferred.columns !== null;
  const pinned = preferred?.recordsTable?.pinned;
  const inSight = useMemo(
    () => pinnedFirst(columnsInSight(columns, { isChosen, isNarrow }), pinned ?? []),
    [columns, isChosen, isNarrow, pinned],
  );
  const measures = columns.flatMap((property) => totalMeasure(property) ?? []);
  const totals = useReportAnswer(reportSchema.parse({ ...selection, measures: [LOGGED_HOURS, ...measures] }), {
    // The rows come first: both questions go through the same records.
    enabled: preferred !== undefined && !page.isPlaceholderData && !(isEarly && !isCounted),
  });
  return { shown, columns, inSight, selection, sort, question, page, found, totals };
}

export const BLOCK = 100;
/** A scroll that goes on after this long has passed by the rows. */
const PASSED_MS = 40;

export type RecordAt = (index: number) => RecordRow | undefined;

/** @param question of the rows, without where they begin. @param first block's rows, which are asked for in any case */
export function useRecordRows(
  question: Omit<Input<'records.page'>, 'offset' | 'limit'>,
  first: readonly RecordRow[] | undefined,
  { from, to }: { readonly from: number; readonly to: number },
): RecordAt {
  const [blocks] = useDebouncedValue(
    `${Math.max(1, Math.floor(from / BLOCK))}-${Math.floor(Math.max(0, to) / BLOCK)}`,
    PASSED_MS,
  );
  const numbers = useMemo(() => listBlocks(blocks), [blocks]);
  const answers = useQueries({
    queries: numbers.map((number) => recordsBlock({ ...question, offset: number * BLOCK, limit: BLOCK })),
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

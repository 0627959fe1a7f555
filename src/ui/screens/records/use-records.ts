/** The Records screen's questions: one page of rows, and the totals of the entire filtered set. */
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Input } from '../../../contract/api.ts';
import { toSort } from '../../../domain/records/sort-order.ts';
import type { FilterGroups } from '../../../domain/filter/model.ts';
import { reportSchema } from '../../../domain/reports/definition/report.ts';
import { viewPeriod } from '../../period/view-period.ts';
import { useReportAnswer } from '../../data/outdated.ts';
import { preferences, recordsPage } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import type { ViewState } from '../../routing/view-state.ts';
import { BLOCK } from './rows/use-record-rows.ts';
import {
  columnProperties,
  columnsInSight,
  defaultSort,
  LOGGED_HOURS,
  narrowFor,
  totalMeasure,
} from './table/columns.ts';

/** The selection that every question of this screen uses. */
export interface AskedRecords {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string;
}

/** A page's question, without where it begins. */
export type AskedPage = Omit<Input<'records.page'>, 'offset' | 'limit'>;
export type RecordsAnswer = ReturnType<typeof useRecords>['page'];

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
  const question = { ...selection, columns: columns.map(({ name }) => name), sort: toSort(sort) };
  const page = useQuery({
    ...recordsPage({ ...question, offset: 0, limit: BLOCK }),
    enabled: preferred !== undefined,
  });
  const isNarrow = useMediaQuery(narrowFor(page.data?.total ?? 0), false, { getInitialValueInEffect: false });
  const isChosen = preferred !== undefined && preferred.columns !== null;
  const inSight = useMemo(() => columnsInSight(columns, { isChosen, isNarrow }), [columns, isChosen, isNarrow]);
  const measures = columns.flatMap((property) => totalMeasure(property) ?? []);
  const totals = useReportAnswer(reportSchema.parse({ ...selection, measures: [LOGGED_HOURS, ...measures] }), {
    enabled: preferred !== undefined,
  });
  return { shown, columns, inSight, selection, sort, question, page, totals };
}

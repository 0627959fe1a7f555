/** What the Records screen asks: one page of rows, and the totals of the whole filtered set. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WorkspaceState } from '../../../contract/api.ts';
import { viewPeriod } from '../../period/view-period.ts';
import { preferences, recordsPage, report } from '../../queries.ts';
import type { ViewState } from '../../routing/view-state.ts';
import { columnProperties, defaultSort, totalMeasure } from './columns.ts';

export const PAGE_SIZE = 100;

export function useRecords(workspace: WorkspaceState, view: ViewState) {
  const { data: preferred } = useQuery(preferences);
  const shown = viewPeriod(view.period, workspace);
  const columns = useMemo(() => columnProperties(preferred?.columns), [preferred?.columns]);
  const selection = {
    filterGroups: view.filterGroups,
    query: view.query,
    ...(shown.text !== undefined && { period: shown.text }),
  };
  const sort = view.sort ?? defaultSort;
  const page = useQuery({
    ...recordsPage({
      ...selection,
      columns: columns.map(({ name }) => name),
      sort,
      offset: (view.page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    }),
    enabled: preferred !== undefined,
  });
  const measures = columns.flatMap((property) => totalMeasure(property) ?? []);
  const totals = useQuery({
    ...report({ ...selection, measures: measures.length > 0 ? measures : ['records'] }),
    enabled: preferred !== undefined,
  });
  return { shown, columns, selection, sort, page, totals };
}

/** Runs a query on the service page by page, and reads the same records from the store. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RecordRow, Output } from '#contract/api.ts';
import type { LiveQuery } from '#domain/records/live-question.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { ID_PROPERTY } from '#domain/properties.ts';
import { call } from '#ui/data/client.ts';
import { dataStatus, scopes } from '#ui/data/queries.ts';
import type { RecordsQuery } from './use-records.ts';
import type { NameOf } from '#domain/people/directory.ts';
import { findDifferences, type Difference } from './LiveRecord.tsx';

export type LiveWay = 'search' | 'list';

/** The most records that one request returns. */
export const pageRows: Readonly<Record<LiveWay, number>> = { search: 200, list: 100 };
/** How many records are read from the store at once; if the query selects more, those that are only local are not listed. */
const MAX_LOCAL = 500;

const allColumnNames = readableProperties.map(({ name }) => name);

interface Pages {
  readonly records: readonly LiveRecord[];
  /** Undefined if the service did not count the records. */
  readonly total: number | undefined;
  /** The cursor of the next page; undefined after the last one. */
  readonly after: string | undefined;
  readonly requests: number;
}

const noRows: readonly RecordRow[] = [];
const noPages: Pages = { records: [], total: undefined, after: undefined, requests: 0 };

export interface Live {
  /** Undefined before the first request. */
  readonly pages: Pages | undefined;
  readonly held: readonly RecordRow[];
  /** The local records that the query selects, once every page is read. */
  readonly selected: readonly RecordRow[] | undefined;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Fetches this many further pages, one after another, until `stop`. */
  readonly fetch: (pages: number) => void;
  readonly stop: () => void;
}

/** Keeps the answers to one query. The caller sets a React key, so that a new query starts without any. */
export function useLive(way: LiveWay, query: LiveQuery, selection: RecordsQuery): Live {
  const client = useQueryClient();
  const [pages, setPages] = useState<Pages>();
  const stopped = useRef(false);
  const run = useMutation({
    mutationFn: async (pageCount: number) => {
      stopped.current = false;
      let soFar = pages ?? noPages;
      for (let page = 0; page < pageCount && !stopped.current; page += 1) {
        soFar = await readPage(way, query, soFar);
        setPages(soFar);
        if (soFar.after === undefined) break;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
  });
  const ids = (pages?.records ?? []).map(({ id }) => id);
  const held = useQuery({
    queryKey: [scopes.data, 'live-held', ids],
    queryFn: ({ signal }) => readLocalRecords(ids, signal),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  });
  const isComplete = way === 'search' && pages !== undefined && pages.after === undefined;
  const selected = useQuery({
    queryKey: [scopes.data, 'live-selected', selection],
    queryFn: ({ signal }) => call('records.page', { ...selection, columns: allColumnNames, limit: MAX_LOCAL }, signal),
    enabled: isComplete,
  });
  return {
    pages,
    held: held.data ?? noRows,
    selected: isComplete && selected.data && selected.data.total <= MAX_LOCAL ? selected.data.rows : undefined,
    isBusy: run.isPending,
    error: run.error,
    fetch: (pageCount) => run.mutate(pageCount),
    stop: () => {
      stopped.current = true;
    },
  };
}

async function readPage(way: LiveWay, query: LiveQuery, soFar: Pages): Promise<Pages> {
  const part = { limit: pageRows[way], ...(soFar.after !== undefined && { after: soFar.after }) };
  const { results, total, paging } =
    way === 'list' ? await call('service.list', part) : await call('service.search', { ...query, ...part });
  return {
    records: [...soFar.records, ...results],
    total: total ?? soFar.total,
    after: paging?.next?.after,
    requests: soFar.requests + 1,
  };
}

async function readLocalRecords(ids: readonly string[], signal: AbortSignal): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let at = 0; at < ids.length; at += MAX_LOCAL) {
    const values = ids.slice(at, at + MAX_LOCAL);
    const filterGroups = [{ filters: [{ propertyName: ID_PROPERTY, operator: 'IN' as const, values }] }];
    const page = await call('records.page', { filterGroups, columns: allColumnNames, limit: MAX_LOCAL }, signal);
    rows.push(...page.rows);
  }
  return rows;
}

type LiveRecord = Output<'service.search'>['results'][number];

export type LiveRow =
  | {
      readonly state: 'kept' | 'differs';
      readonly id: string;
      readonly record: LiveRecord;
      readonly differences: readonly Difference[];
    }
  | { readonly state: 'live'; readonly id: string; readonly record: LiveRecord }
  | { readonly state: 'onlyHere'; readonly id: string; readonly row: RecordRow };

/**
 * @param held the local records with the same ids
 * @param selected the local records that the query selects; undefined if pages are missing or there are too many to compare
 * @returns the service's records in its order, each once, then those that only this computer has
 */
export function joinLiveRows(
  records: readonly LiveRecord[],
  held: readonly RecordRow[],
  selected: readonly RecordRow[] | undefined,
  formatting: { readonly zone: string; readonly nameOf: NameOf },
): LiveRow[] {
  const localRows = new Map(held.map((row) => [row.id, row]));
  // A record that changed between two pages may be in both: the later answer is the newer one.
  const latest = new Map(records.map((record) => [record.id, record]));
  const answered = [...latest.values()].map((record): LiveRow => {
    const row = localRows.get(record.id);
    if (!row) return { state: 'live', id: record.id, record };
    const differences = findDifferences(row, record, formatting);
    return { state: differences.length === 0 ? 'kept' : 'differs', id: record.id, record, differences };
  });
  const missing = (selected ?? []).filter(({ id }) => !latest.has(id));
  return [...answered, ...missing.map((row): LiveRow => ({ state: 'onlyHere', id: row.id, row }))];
}

export function countStates(rows: readonly LiveRow[]): Readonly<Record<LiveRow['state'], number>> {
  const counts = { kept: 0, differs: 0, live: 0, onlyHere: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

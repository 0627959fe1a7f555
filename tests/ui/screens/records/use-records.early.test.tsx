/** A search of many records shows its first rows before they are counted, and no count that is not known. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DataStatus, WorkspaceState } from '#contract/api.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import {
  createQueryClient,
  dataStatus,
  firstMatches,
  OpenWorkspaceProvider,
  preferences,
  recordsPage,
} from '#ui/data/queries.ts';
import { RowsRange } from '#ui/grid/RowsRange.tsx';
import { emptyView } from '#ui/routing/view-state.ts';
import { BLOCK, useRecords } from '#ui/screens/records/use-records.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC', today: '2026-11-20' } as WorkspaceState;
const filterGroups: FilterGroups = [{ filters: [{ propertyName: 'search', operator: 'FINDS', value: 'review' }] }];
const view = { ...emptyView, period: 'all', filterGroups };
const row = (id: string) => ({ id, values: {}, unreadable: {} });

type Seen = ReturnType<typeof useRecords>;

/** @param records that are here. @param counted the answer to the page's own question, where it came already */
function draw(records: number, counted?: { readonly total: number }): Seen['records'] {
  const client = createQueryClient();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the data's state only what is asked here
  client.setQueryData(dataStatus.queryKey, { records, complete: true } as DataStatus);
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null });
  const seen: Seen[] = [];
  const Probe = () => {
    seen.push(useRecords(view));
    return null;
  };
  const render = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Probe />
        </OpenWorkspaceProvider>
      </QueryClientProvider>,
    );
  render();
  const { pageQuery } = seen[0] ?? expect.fail('drawn');
  client.setQueryData(firstMatches({ ...pageQuery, limit: BLOCK }).queryKey, { rows: [row('1')] });
  if (counted)
    client.setQueryData(recordsPage({ ...pageQuery, offset: 0, limit: BLOCK }).queryKey, {
      rows: [row('1'), row('2')],
      total: counted.total,
    });
  render();
  return seen.at(-1)?.records ?? expect.fail('drawn again');
}

test('of many records the first found are shown, and how many there are once that is known', () => {
  expect(draw(1_000_000)).toEqual({ rows: [row('1')], total: undefined });
  expect(draw(1_000_000, { total: 2 })).toEqual({ rows: [row('1'), row('2')], total: 2 });
});

test('of fewer nothing is shown before they are counted, which takes no longer', () => {
  expect(draw(100)).toEqual({ rows: undefined, total: undefined });
});

test('the line below the table tells no count before it is known', () => {
  const range = (total: number | undefined) =>
    /data-testid="records-range">([^<]*)</.exec(
      renderToStaticMarkup(
        <MantineProvider>
          <RowsRange
            visible={{ first: 0, last: 9 }}
            step={10}
            total={total}
            basis=""
            ends={{ first: 'First row', last: 'Last row' }}
            onStart={() => {}}
          />
        </MantineProvider>,
      ),
    )?.[1];
  expect(range(undefined)).toBe('');
  expect(range(1123)).toBe('1–10 of 1,123');
});

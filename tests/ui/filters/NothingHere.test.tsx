/** A view in which nothing is leads to the period in which its filters find something. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { WorkspaceState } from '#contract/api.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { propertyNames } from '#domain/properties.ts';
import { createQueryClient, OpenWorkspaceProvider, report } from '#ui/data/queries.ts';
import { NothingHere } from '#ui/filters/NothingHere.tsx';
import { resolveViewPeriod } from '#ui/period/view-period.ts';
import { reportResult } from '#tests/support/reports/report-result.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = {
  kind: 'service',
  name: 'default',
  zone: 'UTC',
  today: '2026-11-20',
  weekStart: 'monday',
  fiscalYearStart: 1,
} as WorkspaceState;
const filterGroups: FilterGroups = [{ filters: [{ propertyName: 'client', operator: 'IN', values: ['Brightwater'] }] }];

/** @param records by month */
function render(period: string, records: Readonly<Record<string, number>>): string {
  const client = createQueryClient();
  const rows = Object.entries(records).map(([month, count]) => ({
    key: { [propertyNames.month]: month },
    values: { records: String(count) },
    records: count,
  }));
  client.setQueryData(
    report({ measures: ['records'], groupBy: [propertyNames.month], filterGroups, query: '' }).queryKey,
    reportResult({ rows }),
  );
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <NothingHere
            view={{ filterGroups, query: '' }}
            period={resolveViewPeriod(period, workspace)}
            change={() => {}}
          />
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return html.replaceAll(/<style.*?<\/style>/g, '').replaceAll(/<[^>]*>/g, '|');
}

test('an empty month tells of the nearest one that is not, and offers it', () => {
  const text = render('2031-10', { '2026-10-01': 7, '2026-11-01': 1208 });
  expect(text).toContain('Nothing in October 2031');
  expect(text).toContain('These filters find 1,208 records in November 2026.');
  expect(text).toContain('|Show November 2026|');
  expect(text).not.toContain('Show October 2026');
});

test('filters that find nothing in any period say so, and can only be taken away', () => {
  const text = render('2031-10', {});
  expect(text).toContain('These filters find no record in any period.');
  expect(text).toContain('|Remove all filters|');
  expect(text).not.toContain('|Show ');
});

/** Below the totals of Records: the hours as reports count them, by how much the column differs from them, and where. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { ID_PROPERTY } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { checkFindings, createQueryClient, settings } from '#ui/data/queries.ts';
import { emptyView } from '#ui/routing/view-state.ts';
import { HoursLine } from '#ui/screens/records/HoursLine.tsx';

const selection = { filterGroups: [], query: '' };

function render(totals: Readonly<Record<string, string>>, differing: number): string {
  const client = createQueryClient();
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC' });
  client.setQueryData(
    checkFindings({ ...selection, check: 'hours-differ', columns: [ID_PROPERTY], limit: 1 }).queryKey,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the findings only how many there are
    { total: differing, findings: [] } as unknown as undefined,
  );
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <Router ssrPath="/">
          <HoursLine totals={totals} hasHoursColumn selection={selection} view={emptyView} onExplain={() => {}} />
        </Router>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('hours that are not the minutes say by how much, can be explained, and lead to the records that differ', () => {
  const html = render({ logged_hours: '4852.1', a552213_total_hours: '5324.1' }, 1);
  expect(html).toContain('“Total hours” is 472.00 h more');
  expect(html).toMatch(/<button[^>]*data-figure[^>]*><strong[^>]*data-value="4852.1">/);
  expect(html).toMatch(/<a href="[^"]*check=hours-differ[^"]*"[^>]*>Show the record that differs</);
});

test('hours that are the minutes are the column’s, and said once', () => {
  expect(render({ logged_hours: '10', a552213_total_hours: '10' }, 0)).not.toContain('data-figure');
});

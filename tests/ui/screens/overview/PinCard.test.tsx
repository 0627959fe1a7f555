/** A pinned report on the Overview: its lines, and what is hidden where the Overview hides it. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { WorkspaceState } from '#contract/api.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { pinSchema } from '#domain/reports/definition/pins.ts';
import { defaultSettings } from '#domain/settings.ts';
import {
  createQueryClient,
  names,
  OpenWorkspaceProvider,
  preferences,
  reportAnswer,
  savedReports,
  settings,
} from '#ui/data/queries.ts';
import { PinCard } from '#ui/screens/overview/PinCard.tsx';
import { PinnedReports } from '#ui/screens/overview/PinnedReports.tsx';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

// Whether it is printed is asked of the page, of which there is none here.
vi.mock('#ui/paper.tsx', async (load) => ({ ...(await load<object>()), useOnPaper: () => false }));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', currency: null, today: '2026-11-20' } as WorkspaceState;
const nothing = () => {};

/** @param measures of the pinned report, each 1 */
function render(measures: readonly string[], draw: (pin: ReturnType<typeof pinSchema.parse>) => ReactNode): string {
  const pin = pinSchema.parse({ id: 'mine', name: 'Mine', report: { measures, groupBy: ['client'] } });
  const values = Object.fromEntries(measures.map((measure) => [measure, '1']));
  const result = reportResult({
    records: 1,
    rows: [{ key: { [CLIENT_PROPERTY]: 'Brightwater' }, values, records: 1 }],
    totals: values,
    total: { values, records: 1 },
  });
  const client = createQueryClient();
  client.setQueryData(names.queryKey, directoryOf({}));
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null, pins: {} });
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC' });
  client.setQueryData(savedReports.queryKey, { reports: [] });
  client.setQueryData(reportAnswer(pin.report).queryKey, { report: pin.report, result });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">{draw(pin)}</Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('where the Overview hides cost and margin, a pin that has them is hidden, and no other', () => {
  const card = (measures: readonly string[], showsMoney: boolean) =>
    render(measures, (pin) => (
      <PinCard pin={pin} showsMoney={showsMoney} isFirst isLast onMove={nothing} onRemove={nothing} />
    ));
  const costs = ['billable_value', 'recorded_cost'];
  expect(card(costs, true)).toContain('<table');
  const hidden = card(costs, false);
  expect(hidden).toContain('Cost and margin are hidden.');
  expect(hidden).not.toContain('<table');
  expect(hidden).not.toContain('Brightwater');
  expect(card(['logged_hours'], false)).toContain('Brightwater');
});

test('an Overview without pins says where a report and a figure are pinned', () => {
  expect(render(['records'], () => <PinnedReports showsMoney />)).toContain('Nothing is pinned yet');
});

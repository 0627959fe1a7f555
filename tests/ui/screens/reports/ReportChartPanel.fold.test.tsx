/** A chart that is hidden is hidden in every report and the next time, until it is shown again: it is a preference. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { WorkspaceState } from '#contract/api.ts';
import { reportSchema, reportViewSchema } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import type { ChartFold } from '#ui/charts/ChartFrame.tsx';
import { setTransport } from '#ui/data/client.ts';
import { createQueryClient, names, OpenWorkspaceProvider, preferences, settings } from '#ui/data/queries.ts';
import { ReportChartPanel, type ReportChartPanelProps } from '#ui/screens/reports/ReportChartPanel.tsx';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const drawn: (ChartFold | undefined)[] = [];
vi.mock('#ui/charts/LateReportChart.tsx', () => ({
  ReportChart: ({ fold }: { readonly fold?: ChartFold }) => void drawn.push(fold),
}));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC', today: '2026-11-20' } as WorkspaceState;

/** @returns how the chart of a report of months is drawn, and the page's preferences */
function draw(chartsFolded: boolean) {
  const client = createQueryClient();
  client.setQueryData(names.queryKey, directoryOf({}));
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null, chartsFolded });
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC' });
  const definition = {
    report: reportSchema.parse({ measures: ['logged_hours'], groupBy: ['month'] }),
    view: reportViewSchema.parse({ chart: 'trend-bars' }),
  };
  const sheet = { name: 'Months', definition, result: reportResult(), printed: [], labels: {} };
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <ReportChartPanel
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a sheet only what is asked here
            sheet={sheet as unknown as ReportChartPanelProps['sheet']}
            settings={undefined}
            linesBeside={undefined}
            onOpen={() => {}}
          />
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { client, html, fold: drawn.splice(0).at(-1) };
}

test('a chart is folded where that was chosen, whatever the report, and its height cannot be drawn then', () => {
  expect(draw(true).fold?.isFolded).toBe(true);
  expect(draw(true).html).not.toContain('chart-height');
  expect(draw(false).fold?.isFolded).toBe(false);
  expect(draw(false).html).toContain('chart-height');
});

test('to show it again takes effect at once, and is kept', async () => {
  const kept: unknown[] = [];
  setTransport({
    call: (method, input) => {
      kept.push([method, input]);
      return Promise.resolve({ ok: true, value: { colorScheme: 'auto', columns: null, chartsFolded: false } });
    },
    subscribe: () => () => {},
  });
  const { client, fold } = draw(true);
  fold?.onFold(false);
  expect(client.getQueryData(preferences.queryKey)?.chartsFolded).toBe(false);
  await expect.poll(() => kept).toEqual([['preferences.set', { chartsFolded: false }]]);
});

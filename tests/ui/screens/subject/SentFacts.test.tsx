/** What left last for a client is its invoice, and not the table of adjustments that came after it. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { WorkspaceState } from '#contract/api.ts';
import type { SentFile } from '#contract/memory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { createQueryClient, preferences, sentFiles, settings, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { LastSent } from '#ui/screens/subject/SentFacts.tsx';

const about = { state: 'saved', client: 'Aurora', at: '2026-11-02T08:00:00.000Z', totals: {}, currency: 'EUR' };
const toFile = (file: object) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a file only what is asked here
  ({ ...about, hasRecords: true, of: 'records', ...file }) as SentFile;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', currency: null, zone: 'UTC' } as WorkspaceState;

test('the last file of a client is an invoice', () => {
  const client = createQueryClient();
  const adjustments = toFile({ number: 2, file: 'adjustments.csv', of: 'adjustments', hasRecords: false });
  client.setQueryData(sentFiles.queryKey, {
    files: [adjustments, toFile({ number: 1, file: 'invoice.csv' })],
    setAside: [],
  });
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null, moreFigures: true });
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC' });
  const shown = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">
            <LastSent client="aurora" />
          </Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(shown).toContain('invoice.csv');
  expect(shown).not.toContain('adjustments.csv');
});

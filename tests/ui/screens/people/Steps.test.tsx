/** The steps to the first report say what is done, and nothing of what only began. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { DataStatus, WorkspaceState } from '#contract/api.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { OBJECT_DIMENSION } from '#domain/reports/definition/dimensions.ts';
import { createQueryClient, dataStatus, names, report, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { Steps } from '#ui/screens/people/Steps.tsx';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default' } as WorkspaceState;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the data's state only what is asked here
const status = { records: 884, complete: false } as DataStatus;

function render(given: Partial<DataStatus>): string {
  const client = createQueryClient();
  client.setQueryData(dataStatus.queryKey, { ...status, ...given });
  client.setQueryData(names.queryKey, directoryOf({}));
  const person = { key: { [OWNER_PROPERTY]: '7' }, values: { logged_hours: '1' }, records: 1 };
  for (const [dimension, rows] of [
    [OWNER_PROPERTY, [person]],
    [OBJECT_DIMENSION, []],
  ] as const)
    client.setQueryData(
      report({ measures: ['logged_hours'], groupBy: [dimension] }).queryKey,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a line only what is asked here
      reportResult({ rows: rows as unknown as ReturnType<typeof reportResult>['rows'] }),
    );
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">
            <Steps hasNames={false} onClose={() => {}} />
          </Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a download is done once every record is here, not with its first page', () => {
  expect(render({})).toContain('884 records are here so far.');
  expect(render({})).not.toContain('aria-label="done"');
  const complete = render({ records: 3000, complete: true });
  expect(complete).toContain('3,000 records are here.');
  expect(complete.match(/aria-label="done"/g)).toHaveLength(1);
});

/** Where it is not known from when changes could be told, the reason is, and the moments are asked again. */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import type { WorkspaceState } from '#contract/api.ts';
import { setTransport } from '#ui/data/client.ts';
import { createQueryClient, merges, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { useStarts, type Starts } from '#ui/screens/changes/starts.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC', today: '2026-11-20' } as WorkspaceState;

test('moments that could not be read say why, and are asked again', async () => {
  const asked: string[] = [];
  setTransport({
    call: (method) => {
      asked.push(method);
      return Promise.resolve({ ok: false, error: { code: 'disk-full' } });
    },
    subscribe: () => () => {},
  });
  const client = createQueryClient();
  // Drawn as it is after the answer, and not as while it is asked again.
  client.setDefaultOptions({ queries: { retry: false, retryOnMount: false } });
  await expect(client.fetchQuery(merges)).rejects.toThrow(AppFailure);
  const seen: Starts[] = [];
  const Probe = () => {
    seen.push(useStarts(undefined));
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OpenWorkspaceProvider value={workspace}>
        <Probe />
      </OpenWorkspaceProvider>
    </QueryClientProvider>,
  );
  const [starts] = seen;
  expect(starts?.error).toMatchObject({ error: { code: 'disk-full' } });
  expect(starts).toMatchObject({ standard: undefined, isNothing: false });
  asked.length = 0;
  starts?.retry();
  await expect.poll(() => asked.toSorted()).toEqual(['memory.merges', 'workspace.visit']);
});

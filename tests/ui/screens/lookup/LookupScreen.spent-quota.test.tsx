/** With no request left, a look-up says so as the Data screen does, and offers none. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { DataStatus, Quota, WorkspaceState } from '#contract/api.ts';
import { createQueryClient, dataStatus, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import type { Lookup } from '#ui/screens/lookup/use-lookup.ts';

vi.mock('#ui/components/Screen.tsx', () => ({ Screen: ({ children }: { children: unknown }) => children }));
vi.mock('#ui/screens/lookup/use-dropped-ids.ts', () => ({ useDroppedIds: () => ({ forget: () => {} }) }));
vi.mock('#ui/screens/lookup/use-lookup.ts', () => ({
  useLookup: (): Partial<Lookup> => ({
    pasted: '10008123401',
    isMail: true,
    ids: ['10008123401'],
    held: undefined,
    here: 0,
    notAsked: [],
    repeated: 0,
    words: [],
    toAsk: ['10008123401'],
    isRepeat: false,
    price: 1,
    isReading: false,
    tooMany: false,
    running: undefined,
    error: null,
    askedAt: undefined,
  }),
}));

// Modules of screens look at the page as they load.
vi.stubGlobal('matchMedia', () => ({ matches: false }));
const { LookupScreen } = await import('#ui/screens/lookup/LookupScreen.tsx');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC', key: 'keychain' } as WorkspaceState;

function render(quota: Partial<Quota>): string {
  const client = createQueryClient();
  const left = { limit: 1000, used: 7, resetsAt: new Date(Date.now() + 3_600_000).toISOString(), ...quota };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the data's state only what is asked here
  client.setQueryData(dataStatus.queryKey, { quota: left } as DataStatus);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <LookupScreen />
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const buttonOf = (html: string) => /<button[^>]*data-testid="lookup-run"[^>]*>/.exec(html)?.[0];

test('a service that refuses for today leaves no request, whatever was assumed of the key', () => {
  const html = render({ exhausted: { usedHere: 7, limit: 1000, usedElsewhere: true } });
  expect(html.match(/Today’s requests are used up/g)).toHaveLength(1);
  expect(html).not.toContain('left today');
  expect(buttonOf(html)).toContain('disabled=""');
});

test('with requests left it says how many, and asks', () => {
  const html = render({});
  expect(html).toContain('At most 993 left today');
  expect(buttonOf(html)).toBeDefined();
  expect(buttonOf(html)).not.toContain('disabled=""');
});

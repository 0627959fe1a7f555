/** What is done with a file is found in the palette by the words of its button. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { WorkspaceState } from '#contract/api.ts';
import { OpenWorkspaceProvider } from '#ui/data/queries.ts';

// Modules of screens look at the page as they load.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
const { createScreenGroup, useWorkspaceGroup } = await import('#ui/shell/Palette.tsx');
const { findActions } = await import('#ui/shell/find-actions.tsx');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default' } as WorkspaceState;

function find(typed: string): string[] {
  const found: string[] = [];
  const Probe = () => {
    const groups = findActions(typed, [createScreenGroup(), useWorkspaceGroup()]);
    found.push(...groups.flatMap(({ actions }) => actions.map(({ id }) => id)));
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OpenWorkspaceProvider value={workspace}>
        <Probe />
      </OpenWorkspaceProvider>
    </QueryClientProvider>,
  );
  return found;
}

test('to check a file leads to the exports', () => {
  expect(find('check a file')).toEqual(['screen-exports']);
});

test('to open a saved workspace opens its dialog', () => {
  expect(find('open a saved workspace')).toEqual(['workspace-file']);
});

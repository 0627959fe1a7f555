/** From each moment that is remembered a link leads to what changed since; the page keeps to today until one is chosen. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { expect, test, vi } from 'vitest';
import type { WorkspaceState } from '#contract/api.ts';
import type { MergeLine } from '#contract/memory.ts';
import { momentTexts } from '#texts/screens/memory.ts';
import { MomentChooser } from '#ui/coverage/MomentChooser.tsx';
import * as moments from '#ui/data/moment.ts';
import { createQueryClient, merges, OpenWorkspaceProvider } from '#ui/data/queries.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC' } as WorkspaceState;
const merge = (number: number, kind: MergeLine['kind']): MergeLine => {
  const at = `2026-11-1${number}T08:00:00Z`;
  return { number, kind, seenAt: at, asOf: at, appeared: 0, changed: 0, vanished: 0 };
};

function draw(remembered: readonly MergeLine[], moment?: string): string {
  vi.spyOn(moments, 'useMoment').mockReturnValue(moment);
  const client = createQueryClient();
  client.setQueryData(merges.queryKey, {
    merges: [...remembered],
    total: remembered.length,
    begins: null,
    setAside: [],
  });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">
            <MomentChooser onChosen={() => {}} />
          </Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('each refresh can be shown, and leads to what changed since; a change of names is none', () => {
  const html = draw([merge(3, 'refresh'), merge(2, 'journal'), merge(1, 'first')]);
  expect(html.match(/<li/g)).toHaveLength(2);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decodeURIComponent(href));
  expect(links).toEqual(['/changes?since=#3', '/changes?since=#1', '/changes']);
  expect(html).not.toContain(momentTexts.today);
});

test('the past leads back to today', () => {
  expect(draw([merge(1, 'first')], '#1')).toContain(momentTexts.today);
});

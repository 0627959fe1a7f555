/** A figure tells how it was known once it is asked, with what changed between any two moments. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { expect, test } from 'vitest';
import type { Output, WorkspaceState } from '#contract/api.ts';
import { createQueryClient, figureHistory, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { FigureHistory as drawHistory } from '#ui/explain/FigureHistory.tsx';
import { findPress } from '#tests/support/ui/kept-names.tsx';

const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: 'Acme' }] }];
const figure = { measure: 'logged_hours', selection: { filterGroups, query: '', period: '2026' } };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC' } as WorkspaceState;
const step = (merge: number, value: string | null) => ({
  merge,
  seenAt: `2026-11-1${merge}T08:00:00Z`,
  value,
  currency: null,
});

/** @param isAsked whether the button was pressed */
function draw({ isAsked, ...given }: Partial<Output<'memory.figure'>> & { readonly isAsked: boolean }): string {
  const Asked = () => {
    const drawn = drawHistory(figure);
    const [isPressed, setPressed] = useState(false);
    if (isAsked && !isPressed) {
      setPressed(true);
      findPress(drawn)?.();
    }
    return drawn;
  };
  const client = createQueryClient();
  const asked = { measure: figure.measure, filterGroups, query: '', period: '2026' };
  client.setQueryData(figureHistory(asked).queryKey, { steps: [], isCut: false, ...given });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">
            <Asked />
          </Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const rowsOf = (html: string) => html.split('<tr').slice(2);

test('nothing is asked before a person asks', () => {
  expect(draw({ isAsked: false, steps: [step(1, '7.5')] })).toMatch(/<button.*How it was known/s);
});

test('the last moment comes first, and each but the first leads to what changed in it, of the same records', () => {
  const rows = rowsOf(draw({ isAsked: true, steps: [step(1, '7.5'), step(3, '8'), step(4, null)] }));
  expect(rows.map((row) => /(\d+\.\d\d) h/.exec(row)?.[1])).toEqual([undefined, '8.00', '7.50']);
  const views = rows.map((row) => {
    const [, search = ''] = /href="[^"?]*\?([^"]*)"/.exec(row) ?? [];
    const view = new URLSearchParams(search.replaceAll('&amp;', '&'));
    return ['since', 'until', 'period', 'filter'].map((name) => view.get(name));
  });
  expect(views).toEqual([
    ['#3', '#4', '2026', JSON.stringify(filterGroups)],
    ['#1', '#3', '2026', JSON.stringify(filterGroups)],
    [null, null, null, null],
  ]);
});

/** Where each client of a month stands, with its next step; a month in which there is nothing to close says so, and so does the past. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Output, WorkspaceState } from '#contract/api.ts';
import type { MonthLine } from '#contract/closings.ts';
import * as frame from '#ui/components/Screen.tsx';
import * as states from '#ui/components/states.tsx';
import * as moments from '#ui/data/moment.ts';
import { createQueryClient, monthEnd, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import * as address from '#ui/routing/view-state.ts';

const MONTH = '2026-10';
const problems = { undated: 0, unreadable: 0, unassigned: 0 };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', zone: 'UTC', today: '2026-11-20' } as WorkspaceState;
const line = (client: string | null, next: MonthLine['next'], given: Partial<MonthLine> = {}): MonthLine => ({
  client,
  figures: [{ currency: 'EUR', records: 1, minutes: '90', value: '150' }],
  unreadable: 0,
  closing: null,
  minus: null,
  provisional: false,
  sent: 0,
  drift: 0,
  driftFigures: [],
  carried: 0,
  elsewhere: [],
  next,
  ...given,
});

async function draw(lines: MonthLine[], given: Partial<Output<'closings.month'>> = {}): Promise<string> {
  // Modules of screens look at the page as they load.
  const { MonthEndScreen } = await import('#ui/screens/month-end/MonthEndScreen.tsx');
  const client = createQueryClient();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a month only what is asked here
  const month = { period: MONTH, lines, problems, provisional: [], ...given } as Output<'closings.month'>;
  client.setQueryData(monthEnd(MONTH).queryKey, month);
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">
            <MonthEndScreen />
          </Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

// Of the frame, and of what reads the address or the moment, there is none without a page.
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.spyOn(frame, 'Screen').mockImplementation(({ actions, children }) => (
    <>
      {actions}
      {children}
    </>
  ));
  vi.spyOn(states, 'useNothingYet').mockReturnValue(false);
  vi.spyOn(address, 'useView').mockReturnValue([{ ...address.emptyView, period: MONTH }, () => {}]);
  vi.spyOn(moments, 'useMoment').mockReturnValue(undefined);
});

test('a month in which nothing was billable says so, and offers nothing to close', async () => {
  const html = await draw([]);
  expect(html).toContain('Nothing was billable in this period');
  expect(html).not.toContain('data-testid="close-all"');
  expect(html).not.toContain('data-testid="month-end"');
});

test('what is closed is today’s: while the past is shown nothing is, and a step leads back', async () => {
  vi.spyOn(moments, 'useMoment').mockReturnValue('#1');
  const html = await draw([line('Acme', 'close')]);
  expect(html).toContain('Month-end is about today');
  expect(html).toContain('Show today');
  expect(html).not.toContain('data-testid="close-all"');
});

test('each client has the step that comes next, and those to be closed or sent are offered at once', async () => {
  const html = await draw([
    line('Acme', 'close'),
    line('Brightwater', 'send', { closing: 2 }),
    line('Copper', 'send', { closing: 3 }),
    line('Dale', 'decide', { closing: 4, sent: 1, drift: 2 }),
    line(null, 'check'),
    line('Elm', 'done', { closing: 5, sent: 1 }),
  ]);
  for (const label of ['Close Acme', 'Send… Brightwater', 'Decide… Dale', 'Name no client'])
    expect(html.replaceAll(/[:,] /g, ' ')).toContain(`aria-label="${label}"`);
  expect(html).toContain('Send 2 clients…');
  expect(html).toContain('Close 2 clients');
  expect(html).toContain('6 clients: 4 closed, 2 sent, 1 changed since.');
  expect(html).toMatch(/Elm<.*done/);
});

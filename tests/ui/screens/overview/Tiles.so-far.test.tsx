/** A figure that may still grow says so wherever it stands on the Overview, and so does one that is not in one currency; each total is said once. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { WorkspaceState } from '#contract/api.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import { createQueryClient, names, preferences, settings, OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { AttentionPanel } from '#ui/screens/overview/AttentionPanel.tsx';
import { ClientsPanel } from '#ui/screens/overview/ClientsPanel.tsx';
import { PeoplePanel } from '#ui/screens/overview/PeoplePanel.tsx';
import { Tiles } from '#ui/screens/overview/Tiles.tsx';
import { reportResult } from '#tests/support/reports/report-result.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

// How many lines fit is measured, for which there is no page here.
vi.mock('#ui/screens/overview/use-lines-that-fit.ts', () => ({
  useLinesThatFit: () => ({ room: () => {}, maxLines: 9 }),
}));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a workspace only what is asked here
const workspace = { kind: 'service', name: 'default', currency: null, today: '2026-11-20' } as WorkspaceState;
const nothing = () => {};

function render(content: ReactNode): string {
  const client = createQueryClient();
  client.setQueryData(names.queryKey, directoryOf({}));
  client.setQueryData(preferences.queryKey, { colorScheme: 'auto', columns: null, moreFigures: true });
  client.setQueryData(settings.queryKey, { ...defaultSettings, zone: 'UTC' });
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <OpenWorkspaceProvider value={workspace}>
          <Router ssrPath="/">{content}</Router>
        </OpenWorkspaceProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '');
/** The text of each element that a pattern begins, up to the tag that ends it. */
const partsOf = (html: string, begin: RegExp, end: string) =>
  html
    .split(begin)
    .slice(1)
    .map((part) => textOf(part.slice(part.indexOf('>') + 1, part.indexOf(end))));

test.each([true, false])('every tile that has a figure is marked, and only while it may grow: %s', (isIncomplete) => {
  const totals = { utilisation: '0.8', expected_hours: '40', billable_logged_hours: '32', logged_hours: '36' };
  const several = { ...reportResult({ records: 3, totals: { ...totals, billable_value: null } }), amounts: 'recorded' };
  const tiles = (expected: ReportResult | null) =>
    partsOf(
      render(
        <Tiles
          isStale={false}
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the spread has widened a literal
          figures={several as ReportResult}
          compared={undefined}
          expected={expected}
          mean={undefined}
          isIncomplete={isIncomplete}
          showsMoney
          onExplain={nothing}
        />,
      ),
      /<button(?=[^>]*tile-)/,
      '</button>',
    );
  const marked = (expected: ReportResult | null) => tiles(expected).filter((tile) => tile.includes('so far')).length;
  expect(tiles(null)).toHaveLength(10);
  expect(marked(reportResult({ records: 3, totals }))).toBe(isIncomplete ? 10 : 0);
  expect(marked(null)).toBe(isIncomplete ? 9 : 0);
});

test('amounts of several currencies stand in their tile one by one, which says so; one currency alone is not remarked on', () => {
  const valueOf = (given: Partial<ReportResult>) =>
    partsOf(
      render(
        <Tiles
          isStale={false}
          figures={reportResult({ records: 3, ...given })}
          compared={undefined}
          expected={null}
          mean={undefined}
          isIncomplete={false}
          showsMoney
          onExplain={nothing}
        />,
      ),
      /<button(?=[^>]*tile-billable_value)/,
      '</button>',
    )[0];
  const amounts = [
    { currency: 'CHF', values: { billable_value: '1200.5' } },
    { currency: 'EUR', values: { billable_value: '80' } },
  ];
  const values = { billable_value: null };
  expect(
    valueOf({ currencies: ['CHF', 'EUR'], totals: values, total: { records: 3, values, currency: null, amounts } }),
  ).toMatch(/^Billable value1,200\.50 CHF · 80\.00 EURin several currencies/);
  const one = { billable_value: '1200.5' };
  expect(valueOf({ totals: one, total: { records: 3, values: one } })).not.toContain('currencies');
});

const totals = { logged_hours: '8', expected_hours: '40', gap_hours: '32', billable_share: '1' };
const people = reportResult({
  records: 1,
  rows: [{ key: { [OWNER_PROPERTY]: '7' }, values: totals, records: 1 }],
  totals,
  total: { values: totals, records: 1 },
});

test.each([true, false])(
  'a gap in the rows of people is marked, and the panel, while it may grow: %s',
  (isIncomplete) => {
    const report = reportSchema.parse({ measures: Object.keys(totals), groupBy: [OWNER_PROPERTY] });
    const html = render(
      <PeoplePanel
        isStale={false}
        answer={{ report, result: people }}
        lines={undefined}
        isIncomplete={isIncomplete}
        chooseAddress={() => '/'}
        reportAddress="/"
        onExplain={nothing}
        onExplainWeeks={nothing}
      />,
    );
    const row = partsOf(html, /<tbody/, '</tbody>')[0];
    expect(row).toContain('32');
    expect(row?.includes('so far')).toBe(isIncomplete);
    expect(partsOf(html, /<header/, '</header>')[0]?.includes('so far')).toBe(isIncomplete);
  },
);

test.each([true, false])('a gap that needs attention is marked while it may shrink: %s', (isIncomplete) => {
  const html = render(
    <AttentionPanel
      isStale={false}
      gaps={{
        widest: [{ owner: '7', gap: '32', logged: '8' }],
        least: '4',
        smaller: { people: 0, hours: '0' },
        beyond: { people: 0, hours: '0' },
        known: 1,
        absent: undefined,
      }}
      checked={{ checks: [], examined: 1, open: 0, isIncomplete, isDamaged: false }}
      records={1}
      money={{ isShown: true, currency: null }}
      links={{ toPerson: () => '/', toCheck: () => '/' }}
      onExplain={nothing}
      onExplainCheck={nothing}
    />,
  );
  const row = partsOf(html, /<tbody/, '</tbody>')[0];
  expect(row).toContain('gap 32');
  expect(row?.includes('so far')).toBe(isIncomplete);
});

test('a running period is compared to yesterday, which one tile of the row says and every tile’s change has in its title', () => {
  const period = { from: '2026-01-01', to: '2026-11-20', text: '2026', calendar: 'clock' } as const;
  const before = { values: { billable_value: '80', billable_share: '0.5' }, records: 2 };
  const values = { billable_value: '100', billable_share: '0.6' };
  const compared = reportResult({
    records: 3,
    period,
    totals: values,
    total: { values, records: 3, before },
    comparison: {
      kind: 'previous',
      period: { ...period, from: '2025-01-01', to: '2025-11-19' },
      elapsedDays: 323,
      refused: null,
    },
  });
  const html = render(
    <Tiles
      isStale={false}
      figures={compared}
      compared={compared}
      expected={null}
      mean={undefined}
      isIncomplete
      showsMoney
      onExplain={nothing}
    />,
  );
  const tileOf = (measure: string) =>
    html.split(new RegExp(`<button(?=[^>]*tile-${measure}")`))[1]?.split('</button>')[0] ?? '';
  expect(textOf(tileOf('billable_share'))).toContain('to yesterday, on ');
  expect(textOf(tileOf('billable_value'))).not.toContain('yesterday');
  for (const measure of ['billable_share', 'billable_value'])
    expect(tileOf(measure)).toMatch(/data-change="true" title="to yesterday, on /);
});

test('the total of people is the gap alone, which no tile has; clients have none, for the tiles say theirs', () => {
  const panels = { isStale: false, isIncomplete: false, onExplain: nothing };
  const report = reportSchema.parse({ measures: Object.keys(totals), groupBy: [OWNER_PROPERTY] });
  const ofPeople = render(
    <PeoplePanel
      {...panels}
      answer={{ report, result: people }}
      lines={undefined}
      chooseAddress={() => '/'}
      reportAddress="/"
      onExplainWeeks={nothing}
    />,
  );
  const [foot = ''] = ofPeople.split('<tfoot').slice(1);
  expect(foot.match(/data-value/g)).toHaveLength(1);
  expect(foot).toContain('data-value="32"');
  const values = { billable_logged_hours: '8', billable_value: '800', effective_rate: '100' };
  const clients = reportResult({
    records: 1,
    rows: [{ key: { [CLIENT_PROPERTY]: 'Brightwater' }, values, records: 1 }],
    totals: values,
    total: { values, records: 1 },
  });
  const ofClients = render(
    <ClientsPanel
      {...panels}
      answer={{
        report: reportSchema.parse({ measures: Object.keys(values), groupBy: [CLIENT_PROPERTY] }),
        result: clients,
      }}
      quiet={[]}
      addresses={{ clientAddress: () => '/', quietClientAddress: () => '/', report: '/' }}
      onExplainQuiet={nothing}
    />,
  );
  expect(ofClients).toContain('Brightwater');
  expect(ofClients).not.toContain('<tfoot');
});

test.each([true, false])('figures of the question before are busy until those of this one are here: %s', (isStale) => {
  const compared = reportResult({ records: 3, totals: { billable_value: '1' } });
  const tiles = render(
    <Tiles
      isStale={isStale}
      figures={compared}
      compared={undefined}
      expected={null}
      mean={undefined}
      isIncomplete={false}
      showsMoney
      onExplain={nothing}
    />,
  );
  const report = reportSchema.parse({ measures: Object.keys(totals), groupBy: [OWNER_PROPERTY] });
  const panel = render(
    <PeoplePanel
      isStale={isStale}
      answer={{ report, result: people }}
      lines={undefined}
      isIncomplete={false}
      chooseAddress={() => '/'}
      reportAddress="/"
      onExplain={nothing}
      onExplainWeeks={nothing}
    />,
  );
  for (const html of [tiles, panel])
    expect(html.includes('<section') && html.includes('aria-busy="true"')).toBe(isStale);
});

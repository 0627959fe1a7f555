/** An empty report says why it is empty, and claims no more than is known. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { nothingTexts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { WorkspaceState } from '#contract/api.ts';
import { OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { ALL_TIME, resolveViewPeriod } from '#ui/period/view-period.ts';
import { EmptyReport } from '#ui/screens/reports/EmptyReport.tsx';
import { reportResult } from '#tests/support/reports/report-result.ts';

const { table: texts } = reportsTexts;
const report = reportSchema.parse({
  measures: ['logged_hours'],
  filterGroups: [{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Acme' }] }],
});
const opened: WorkspaceState = {
  name: 'bench',
  label: 'default',
  kind: 'service',
  title: 'Bench',
  baseUrl: null,
  key: 'none',
  keychainAvailable: false,
  zone: 'UTC',
  today: '2026-11-20',
  currency: null,
  weekStart: 'monday',
  fiscalYearStart: 1,
  recordedWeeks: 'monday',
};
const shown = (result: ReportResult, asked = report) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider>
        <OpenWorkspaceProvider value={opened}>
          <EmptyReport
            report={asked}
            result={result}
            period={resolveViewPeriod(asked.period ?? ALL_TIME, opened)}
            onChange={() => {}}
          />
        </OpenWorkspaceProvider>
      </MantineProvider>
    </QueryClientProvider>,
  );

test('while records are missing it says that none has been found so far, and offers to fetch', () => {
  const partial = shown(reportResult({ complete: false }));
  expect(partial).toContain(texts.emptySoFar);
  expect(partial).toContain(texts.emptySoFarDetail);
  expect(partial).not.toContain(nothingTexts.emptyDetail);
  expect(partial).toContain(uiTexts.sync.refresh);
});

test('the way out of a filter is to take it away, of a period alone all time, and of neither there is none', () => {
  const whole = reportResult({ complete: true });
  const asked = (given: Partial<Report>) => shown(whole, { ...report, filterGroups: [], ...given });
  expect(shown(whole)).toContain(nothingTexts.clear);
  expect(asked({ query: 'audit' })).toContain(nothingTexts.clear);
  expect(asked({ query: 'audit', period: '2026-10' })).not.toContain(nothingTexts.allTime);
  expect(asked({ period: '2026-10' })).toContain(nothingTexts.allTime);
  expect(asked({})).not.toContain('<button');
});

test('with all records here no record fits; with damaged names one may fit that is not found', () => {
  const whole = shown(reportResult({ complete: true }));
  expect(whole).toContain(nothingTexts.emptyDetail);
  expect(whole).not.toContain(texts.emptyDamaged);
  const damaged = shown(reportResult({ complete: false, allRecordsHere: true }));
  expect(damaged).toContain(texts.emptyDamaged);
  expect(damaged).not.toContain(nothingTexts.emptyDetail);
});

/** An empty report says why it is empty, and claims no more than is known. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { reportSchema, type ReportResult } from '../../../../../src/domain/reports/definition/report.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { EmptyReport } from '../../../../../src/ui/screens/reports/states/EmptyReport.tsx';
import { reportResult } from '../../../../support/reports/report-result.ts';

const { table: texts } = reportsTexts;
const report = reportSchema.parse({
  measures: ['logged_hours'],
  filterGroups: [{ filters: [{ propertyName: 'client', operator: 'EQ', value: 'Acme' }] }],
});
const shown = (result: ReportResult) =>
  renderToStaticMarkup(
    <MantineProvider>
      <EmptyReport report={report} result={result} onChange={() => {}} />
    </MantineProvider>,
  );

test('with all records here no record fits; with damaged names one may fit that is not found', () => {
  const whole = shown(reportResult({ complete: true }));
  expect(whole).toContain(texts.emptyDetail);
  expect(whole).not.toContain(texts.emptyDamaged);
  const damaged = shown(reportResult({ complete: false, allRecordsHere: true }));
  expect(damaged).toContain(texts.emptyDamaged);
  expect(damaged).not.toContain(texts.emptyDetail);
});

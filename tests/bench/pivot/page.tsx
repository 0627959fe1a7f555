/// <reference types="vite/client" />
/** The real table of a report over a synthetic pivot, alone on a page. */
/* oxlint-disable import/no-unassigned-import -- style sheets have nothing to assign */
import '@mantine/core/styles.css';
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/theme/mantine.css';
import { createRoot } from 'react-dom/client';
import type { WorkspaceState } from '#contract/api.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { OpenWorkspaceProvider } from '#ui/data/queries.ts';
import { createLabels } from '#domain/charts/labels.ts';
import { ReportTable } from '#ui/screens/reports/table/ReportTable.tsx';
import { ThemeProvider } from '#ui/App.tsx';
import { MEASURE, pivotReport, pivotResult } from './synthetic.ts';

const given = new URLSearchParams(location.search);
const result = pivotResult({ rows: Number(given.get('rows')), columns: Number(given.get('columns')) });
const printed = printReport(
  [MEASURE].flatMap((id) => findMeasure(id) ?? []),
  result,
  defaultSettings,
);
const labels = createLabels({ owners: {}, objects: {} }, { fiscalYearStart: 1 });
const definition = { report: pivotReport, view: { chart: 'none' as const, heat: true } };
const workspace: WorkspaceState = {
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
const nothing = () => {};

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ThemeProvider>
      <OpenWorkspaceProvider value={workspace}>
        <div style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
          <ReportTable
            sheet={{ name: 'Pivot', definition, result, printed, labels, further: [] }}
            closed={[]}
            isStale={false}
            widthsKey="bench"
            onClosed={nothing}
            onBreakDown={() => undefined}
            onOrder={nothing}
            onOpen={nothing}
          />
        </div>
      </OpenWorkspaceProvider>
    </ThemeProvider>,
  );
}

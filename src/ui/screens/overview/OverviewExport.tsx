/** Writes the Overview, or the page of a person or client, to a file: completely as pages, or one of its tables in any format. */
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '#contract/api.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import type { ExportOptionsInput } from '#domain/exports/options.ts';
import type { OverviewPage } from '#domain/overview/pages.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { call } from '#ui/data/client.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import { count } from '#ui/format/figures-and-times.ts';

const texts = overviewTexts.pages;
const ALL_TABLES = 'whole';

interface OverviewExportProps {
  readonly name: string;
  readonly question: Omit<Input<'export.overview'>, 'name' | 'parts'> & { readonly parts: readonly OverviewPage[] };
  readonly result: Pick<ReportResult, 'records' | 'complete'>;
  readonly initialFormat: ExportFormat | undefined;
  readonly onClose: () => void;
}

export function OverviewExport({ name, question, result, initialFormat, onClose }: OverviewExportProps) {
  const tables = question.parts.filter(({ report }) => report !== undefined);
  // The complete Overview can only be written as pages.
  const [which, setWhich] = useState(
    initialFormat === undefined || initialFormat === 'pdf' || tables.length === 0 ? ALL_TABLES : '0',
  );
  const chosen = which === ALL_TABLES ? undefined : tables[Number(which)];
  return (
    <ExportDialog
      key={which}
      summary={chosen ? texts.table(chosen.title) : texts.whole(count(result.records))}
      records={{ total: result.records, isComplete: result.complete, isLabelled: false }}
      limits={chosen ? { initialFormat } : { formats: ['pdf'], isInternal: true }}
      {...(chosen?.report && { content: { name: `${name}: ${chosen.title}`, report: chosen.report } })}
      fileSelection={chosen?.report ?? question}
      run={(options, allowEmpty) =>
        chosen?.report
          ? call('export.report', {
              ...options,
              report: chosen.report,
              chart: chosen.chart,
              allowEmpty,
              name: `${name}: ${chosen.title}`,
            })
          : call('export.overview', {
              ...question,
              parts: [...question.parts],
              ...withoutReceiver(options),
              format: 'pdf',
              name,
            })
      }
      onClose={onClose}
    >
      <Radio.Group label={texts.what} value={which} onChange={setWhich}>
        <Stack gap="sm" pt={4}>
          <Radio value={ALL_TABLES} label={texts.all} size="xs" />
          {tables.map(({ title }, index) => (
            <Radio key={title} value={String(index)} label={title} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
    </ExportDialog>
  );
}

const withoutReceiver = ({ audience: _audience, rates: _rates, ...options }: ExportOptionsInput) => options;

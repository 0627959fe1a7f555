/** Exports records and reports: a complete file with its manifest, or none. */
import { fail } from '../../src/contract/errors.ts';
import {
  exportOptionsSchema,
  settleOptions,
  type ExportOptions,
  type ExportOptionsInput,
} from '../../src/domain/exports/options.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import type { Report } from '../../src/domain/reports/definition/report.ts';
import { exportPack } from '../questions/exports/pack.ts';
import { writeRecords, writeReports } from '../questions/exports/pack-parts.ts';
import { findReceivers } from '../questions/exports/receivers.ts';
import { exportRecords, type ExportParts } from '../questions/exports/records.ts';
import { exportReport, titleOfReport } from '../questions/exports/report.ts';
import { answerReport } from './shared/answer-report.ts';
import type { Parts } from './shared/context.ts';
import type { Handlers } from './shared/handlers.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import { chooseColumns, toSelection, toSortOrder } from './shared/selection.ts';

export function exportHandlers(
  parts: Parts,
): Pick<Handlers, 'export.run' | 'export.report' | 'export.pack' | 'export.cancel'> {
  const files = oneAtATime();
  const exportParts: ExportParts = {
    host: parts.host,
    version: parts.version,
    onWritten: (written, total) => parts.emit({ event: 'export.progress', payload: { written, total } }),
  };
  return {
    'export.run': ({ columns, sort, allowEmpty, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const options = readOptions(asked);
        const { title, holds } = await findReceivers(workspace, options, { ...asked, what: texts.records }, (report) =>
          answerReport(report, workspace, signal),
        );
        const question = {
          selection: await toSelection(asked, workspace),
          columns: chooseColumns(columns),
          sort: toSortOrder(sort),
          options,
          allowEmpty,
          title,
        };
        const manifest = await exportRecords(exportParts, workspace, question, signal);
        return manifest && { ...manifest, ...(holds && { holds }) };
      }),
    'export.report': ({ report, name, allowEmpty, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const options = readOptions(asked);
        const run = (each: Report) => answerReport(each, workspace, signal);
        const { title, holds } = await findReceivers(workspace, options, { ...report, what: texts.report }, run);
        const manifest = await exportReport(exportParts, workspace, { report, name, options, allowEmpty, title }, run);
        return manifest && { ...manifest, ...(holds && { holds }) };
      }),
    'export.pack': ({ columns, sort, report, name, by, pattern, as, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const options = readOptions(asked);
        const run = (each: Report) => answerReport(each, workspace, signal);
        const select = (narrowed: Parameters<typeof toSelection>[0]) => toSelection(narrowed, workspace);
        const records = { columns: chooseColumns(columns), sort: toSortOrder(sort), select };
        const { filterGroups, query, period } = report ?? asked;
        const question = {
          filterGroups,
          query,
          period,
          calendar: report?.calendar,
          options,
          by,
          pattern,
          as,
          what: report ? titleOfReport(options, name) : texts.records,
        };
        const write = report ? writeReports(workspace, report, run) : writeRecords(workspace, records, signal);
        return exportPack(exportParts, workspace, question, { run, write }, signal);
      }),
    'export.cancel': async () => files.cancel(),
  };
}

/** @throws AppFailure `usage` for choices that do not fit together. */
function readOptions(asked: ExportOptionsInput): ExportOptions {
  const { format, preset, heads, times, names, separator, decimalMark, audience, rates, title, signature, sign } =
    asked;
  const settled = settleOptions(
    exportOptionsSchema.parse({
      format,
      preset,
      heads,
      times,
      names,
      separator,
      decimalMark,
      audience,
      rates,
      title,
      signature,
      sign,
    }),
  );
  return settled.ok ? settled.value : fail({ code: 'usage', detail: settled.problem });
}

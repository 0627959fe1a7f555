/** Exports records and reports: a complete file with its manifest, or none. */
import { fail } from '../../src/contract/errors.ts';
import {
  exportOptionsSchema,
  settleOptions,
  type ExportOptions,
  type ExportOptionsInput,
} from '../../src/domain/exports/options.ts';
import type { Report } from '../../src/domain/reports/definition/report.ts';
import { exportPack } from '../questions/exports/pack.ts';
import { exportRecords, type ExportParts } from '../questions/exports/records.ts';
import { exportReport } from '../questions/exports/report.ts';
import { answerReport } from './shared/answer-report.ts';
import type { Parts } from './shared/context.ts';
import type { Handlers } from './shared/handlers.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import { chooseExported } from './shared/exported-columns.ts';
import { toSelection, toSortOrder } from './shared/selection.ts';

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
        const question = {
          selection: await toSelection(asked, workspace),
          ...chooseExported(columns, asked.format, workspace.settings()),
          sort: toSortOrder(sort),
          options: readOptions(asked),
          allowEmpty,
        };
        return exportRecords(exportParts, workspace, question, signal);
      }),
    'export.report': ({ report, name, allowEmpty, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = { report, name, options: readOptions(asked), allowEmpty };
        return exportReport(exportParts, workspace, question, (report) => answerReport(report, workspace, signal));
      }),
    'export.pack': ({ columns, sort, by, pattern, ...asked }) =>
      files.run(async (signal) => {
        const workspace = parts.workspace();
        const question = {
          ...asked,
          period: asked.period,
          ...chooseExported(columns, asked.format, workspace.settings()),
          sort: toSortOrder(sort),
          options: readOptions(asked),
          allowEmpty: false,
          by,
          pattern,
        };
        const asking = {
          run: (report: Report) => answerReport(report, workspace, signal),
          select: (narrowed: Parameters<typeof toSelection>[0]) => toSelection(narrowed, workspace),
        };
        return exportPack(exportParts, workspace, question, asking, signal);
      }),
    'export.cancel': async () => files.cancel(),
  };
}

/** @throws AppFailure `usage` for choices that do not fit together. */
function readOptions(asked: ExportOptionsInput): ExportOptions {
  const { format, preset, heads, times, names, separator, decimalMark, audience, rates, title, signature, chart } =
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
      chart,
    }),
  );
  return settled.ok ? settled.value : fail({ code: 'usage', detail: settled.problem });
}

/** How a file is to be written, every choice made. */
import { fail } from '../../../src/contract/errors.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import {
  exportOptionsSchema,
  settleOptions,
  type ExportOptions,
  type ExportOptionsInput,
} from '../../../src/domain/exports/options.ts';

/** @throws AppFailure `usage` for choices that do not fit together. */
export function readOptions(asked: ExportOptionsInput): ExportOptions {
  const settled = settleOptions(pickOptions(asked));
  return settled.ok ? settled.value : fail({ code: 'usage', detail: settled.problem });
}

/** @throws AppFailure `usage`: only records have a month. */
export function refusePartition({ partition }: ExportOptionsInput): void {
  if (partition !== undefined) fail({ code: 'usage', detail: texts.refusals.partitionOf });
}

/** @throws AppFailure `usage`: a report has neither months nor entries. */
export function refuseForRecords(asked: ExportOptionsInput): void {
  refusePartition(asked);
  if (asked.billableOnly) fail({ code: 'usage', detail: texts.refusals.billableOnly });
}

/** Of a method's input that has more beside them. */
export function pickOptions(asked: ExportOptionsInput): ExportOptionsInput {
  const { format, preset, heads, times, names, separator, decimalMark } = asked;
  const { audience, rates, billableOnly, severalClients, title, signature, sign, chart, partition } = asked;
  const look = { format, preset, heads, times, names, separator, decimalMark };
  const whom = { audience, rates, billableOnly, severalClients };
  return exportOptionsSchema.parse({ ...look, ...whom, title, signature, sign, chart, partition });
}

/** How a file is to be written, every choice made. */
import { fail } from '../../../src/contract/errors.ts';
import {
  exportOptionsSchema,
  settleOptions,
  type ExportOptions,
  type ExportOptionsInput,
} from '../../../src/domain/exports/options.ts';

/** @throws AppFailure `usage` for choices that do not fit together. */
export function readOptions(asked: ExportOptionsInput): ExportOptions {
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

/** PDF: pages to read, print and keep, made without a browser and alike in every host. */
import { fail } from '../../../src/contract/errors.ts';
import { toPlainColumns, type Line } from '../../../src/domain/exports/model.ts';
import { MAX_PDF_CELLS, MAX_PDF_LINES, pdfWords } from '../../../src/domain/exports/pdf-words.ts';
import { markCount } from '../../../src/domain/locale-forms.ts';
import type { ExportDocument, FormatWriter } from '../document.ts';
import { printInProcess } from './pdf/print-process.ts';
import type { PrintJob } from './pdf/print-job.ts';

export const pdf: FormatWriter = {
  /** @throws AppFailure `usage` where it would be too long, or cannot be made on this computer; `cancelled` */
  async write(document, file) {
    refuseTooLong(document);
    const job = await toJob(document);
    const { signal } = document;
    const first = await printInProcess(job, signal);
    const answer = first.of === 'failed' ? await printInProcess({ ...job, isPlain: true }, signal) : first;
    if (answer.of === 'absent') fail({ code: 'usage', detail: pdfWords.refusals.absent });
    if (answer.of === 'failed') throw new Error(`${first.of === 'failed' ? first.reason : ''}\n${answer.reason}`);
    await file.write(answer.bytes);
    return { guarded: 0 };
  },
};

/** Before a line is read. */
export function refuseTooLong({ lineCount, columns, outline, parts = [] }: ExportDocument): void {
  // A document of parts alone counts their lines as its own.
  const own = columns.length === 0 ? 0 : (outline?.length ?? lineCount);
  const further = parts.map((part) => ({ lines: part.outline?.length ?? part.lines.length, columns: part.columns }));
  const lines = further.reduce((sum, part) => sum + part.lines, own);
  const cells = further.reduce((sum, part) => sum + part.lines * part.columns.length, own * columns.length);
  const { refusals } = pdfWords;
  if (lines > MAX_PDF_LINES)
    fail({ code: 'usage', detail: refusals.lines(markCount(lines), markCount(MAX_PDF_LINES)) });
  if (cells > MAX_PDF_CELLS)
    fail({ code: 'usage', detail: refusals.cells(markCount(cells), markCount(MAX_PDF_CELLS)) });
}

export async function toJob(document: ExportDocument): Promise<PrintJob> {
  const lines: Line[] = [];
  for await (const piece of document.lines) lines.push(...piece);
  const facts = document.facts();
  const { asOf } = facts;
  const { head, currencyAt, outline, options, chart = null, parts = [] } = document;
  return {
    head,
    columns: toPlainColumns(document.columns),
    currencyAt,
    lines,
    outline,
    sums: document.sums(),
    chart,
    parts: parts.map((part) => ({ ...part, columns: toPlainColumns(part.columns) })),
    facts: JSON.stringify(facts, null, 2),
    asOf: typeof asOf === 'string' ? asOf : null,
    decimalMark: options.decimalMark,
    signature: options.signature,
    isPlain: false,
  };
}

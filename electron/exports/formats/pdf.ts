/** PDF: pages to read, print and keep, made without a browser and alike in every host. */
import { fail } from '../../../src/contract/errors.ts';
import type { Line } from '../../../src/domain/exports/model.ts';
import { MAX_PDF_CELLS, MAX_PDF_LINES, pdfWords } from '../../../src/domain/exports/pdf-words.ts';
import { groupThousands } from '../../../src/domain/thousands.ts';
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
function refuseTooLong({ lineCount, columns, outline }: ExportDocument): void {
  const lines = outline?.length ?? lineCount;
  const cells = lines * columns.length;
  const { refusals } = pdfWords;
  if (lines > MAX_PDF_LINES)
    fail({ code: 'usage', detail: refusals.lines(groupThousands(lines), groupThousands(MAX_PDF_LINES)) });
  if (cells > MAX_PDF_CELLS)
    fail({ code: 'usage', detail: refusals.cells(groupThousands(cells), groupThousands(MAX_PDF_CELLS)) });
}

async function toJob(document: ExportDocument): Promise<PrintJob> {
  const lines: Line[] = [];
  for await (const piece of document.lines) lines.push(...piece);
  const facts = document.facts();
  const { asOf } = facts;
  const { head, columns, currencyAt, outline, options } = document;
  return {
    head,
    // Only these: what builds them may carry functions too, which cross into no other process.
    columns: columns.map(({ name, label, head: heading, kind, digits, currency, adds }) => ({
      name,
      label,
      head: heading,
      kind,
      digits,
      currency,
      adds,
    })),
    currencyAt,
    lines,
    outline,
    sums: document.sums(),
    facts: JSON.stringify(facts, null, 2),
    asOf: typeof asOf === 'string' ? asOf : null,
    decimalMark: options.decimalMark,
    signature: options.signature,
    isPlain: false,
  };
}

/** Changes one amount of a finished workbook by a cent, as a hand in the file would. */
import type { ExportDocument } from '#electron/exports/document.ts';
import { writeArchive } from '#electron/exports/zip-archive.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { Line } from '#domain/exports/model.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import { writeToBuffer } from '#tests/support/exports/documents.ts';
import { readZip } from '#tests/support/exports/zip.ts';
import type { PlantedIn } from './findings.ts';

export interface Planted {
  readonly bytes: Buffer;
  readonly at: PlantedIn;
}

const CENT = 1_000_000n;
const DATA = 'xl/worksheets/data1.xml';

/** In the middle of the first column of money that adds up; null: no such cell, or its sums are compared to fewer decimals. */
export async function plantCent(
  bytes: Buffer,
  { columns, currencyIndex }: ExportDocument,
  lines: readonly Line[],
): Promise<Planted | null> {
  const at = columns.findIndex(({ kind, adds, digits }) => kind === 'money' && adds && digits === 2);
  const filled = lines.flatMap((line, row) => (typeof line[at] === 'string' ? [row] : []));
  const row = filled[Math.floor(filled.length / 2)];
  const column = columns[at];
  if (row === undefined || !column) return null;
  const before = lines[row]?.[at] ?? '';
  const place = `${String.fromCharCode(65 + at)}${row + 2}`;
  const parts = readZip(bytes).map(({ name, content }) => {
    const text = content.toString('utf8');
    if (name !== DATA) return { name, text };
    const pattern = new RegExp(`(<c r="${place}"[^>]*><v>)${before.replace('.', '\\.')}</v>`);
    if (!pattern.test(text)) throw new Error(`${place} does not hold ${before}.`);
    return { name, text: text.replace(pattern, `$1${formatUnits(toUnits(before) + CENT)}</v>`) };
  });
  const changed = await writeToBuffer((file) =>
    writeArchive(file, async (archive) => {
      for (const { name, text } of parts) archive.addText(name, text);
    }),
  );
  const told = currencyIndex === undefined ? (column.currency ?? '') : (lines[row]?.[currencyIndex] ?? '');
  const currency = told === '' && currencyIndex !== undefined ? exportDocumentTexts.workbook.noCurrency : told;
  return { bytes: changed, at: { head: column.head, currency } };
}

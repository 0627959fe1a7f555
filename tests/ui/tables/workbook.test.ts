/** Workbooks are read with every digit, and dates as days, whatever their size. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readWorkbookLines } from '../../../src/ui/tables/workbook.ts';

const written = new Uint8Array(readFileSync(join(import.meta.dirname, 'names.xlsx')));

it('reads a file that LibreOffice wrote', async () => {
  expect(await readWorkbookLines(written)).toEqual([
    { line: 1, cells: ['Owner ID', 'Name', 'Weekly hours', 'Active from'] },
    { line: 2, cells: ['48213377', 'Anna Keller', '38.5', '2026-01-05'] },
    { line: 3, cells: ['17305073133', 'Bo', '40', '2026-02-28'] },
  ]);
});

it('reads a sheet of a megabyte without a worker', async () => {
  const parts = unzipSync(written);
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${48_000_000 + at}</v></c></row>`,
  );
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`;
  const lines = await readWorkbookLines(zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) }));
  expect(lines).toHaveLength(20_000);
  expect(lines.at(-1)).toEqual({ line: 20_000, cells: ['48019999'] });
});

it('refuses what is no workbook', async () => {
  await expect(readWorkbookLines(zipSync({ 'a.xml': strToU8('<a/>') }))).rejects.toThrow();
});

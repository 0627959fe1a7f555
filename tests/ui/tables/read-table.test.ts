/** Pasted texts and dropped files become lines of cells, or one sentence that says why not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTableFile, readTableText } from '../../../src/ui/tables/read-table.ts';

const cells = async (text: string) => {
  const read = await readTableText(text);
  return read.ok ? read.lines.map((line) => line.cells) : read.problem;
};

it('reads cells copied from a spreadsheet, and CSV with any separator', async () => {
  expect(await cells('id\tname\n7\tAnn, Bo')).toEqual([
    ['id', 'name'],
    ['7', 'Ann, Bo'],
  ]);
  expect(await cells('\uFEFFid;name\r\n7;"Ann; Bo"\r\n')).toEqual([
    ['id', 'name'],
    ['7', 'Ann; Bo'],
  ]);
  expect(await cells('"=""0042""",\'=Ann')).toEqual([['0042', '=Ann']]);
});

it('says what is wrong', async () => {
  expect(await cells('id,name\n7,"Ann')).toContain('not closed');
  expect(await cells('\n \n')).toContain('no lines');
});

it('tells files by what they hold, not by their names', async () => {
  const workbook = new File([readFileSync(join(import.meta.dirname, 'names.xlsx'))], 'names.csv');
  const read = await readTableFile(workbook);
  expect(read.ok && read.lines[1]?.cells[1]).toBe('Anna Keller');
  const windows = await readTableFile(new File([new Uint8Array([55, 44, 74, 252, 114, 103])], 'old.csv'));
  expect(windows.ok && windows.lines[0]?.cells).toEqual(['7', 'Jürg']);
  expect(await readTableFile(new File([new Uint8Array([80, 75, 3, 4])], 'broken.xlsx'))).toMatchObject({ ok: false });
  expect(await readTableFile(new File([new Uint8Array([1, 0, 2])], 'picture.png'))).toMatchObject({ ok: false });
});

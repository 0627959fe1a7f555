/** The page's worker reads pasted texts and dropped files within the same bounds as the terminal; only its port is stood in for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import type { TableFile } from '#domain/csv.ts';
import { writeSheets } from '#tests/support/names/sheet-file.ts';

let ask: (message: { readonly data: Uint8Array }) => void;
let answer: (table: TableFile) => void;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof ask) => (ask = listener));
  vi.stubGlobal('postMessage', (table: TableFile) => answer(table));
  await import('#ui/table-worker.ts');
});

async function read(bytes: Uint8Array) {
  // What stubs the port is taken back after each test.
  vi.stubGlobal('postMessage', (table: TableFile) => answer(table));
  const table = await new Promise<TableFile>((resolve) => {
    answer = resolve;
    ask({ data: bytes });
  });
  return table.ok ? table.sheets[0]?.lines.map(({ cells }) => cells) : table.problem;
}

it('tells files by what they hold, not by their names', async () => {
  const workbook = await read(readFileSync(join(import.meta.dirname, 'names.xlsx')));
  expect(workbook?.[1]?.[1]).toBe('Anna Keller');
  expect(await read(new Uint8Array([55, 44, 74, 252, 114, 103]))).toEqual([['7', 'Jürg']]);
  expect(await read(Buffer.from('id\tname\n7\tAnn, Bo'))).toEqual([
    ['id', 'name'],
    ['7', 'Ann, Bo'],
  ]);
  expect(await read(new Uint8Array([80, 75, 3, 4]))).toContain('cannot be read as a workbook');
});

it('counts the cells of all sheets together', async () => {
  const sheet = (name: string) => ({ name, rows: [['owner_id', 'name']], far: { C1000000: 'x' } });
  expect(await read(writeSheets([sheet('People'), sheet('Projects')]))).toContain('Cell C1000000');
});

it('refuses a workbook with a value far from its list', async () => {
  const rows = [['owner_id', 'name']];
  expect(await read(writeSheets([{ name: 'People', rows, far: { XFD1048576: 'x' } }]))).toContain('Cell XFD1048576');
});

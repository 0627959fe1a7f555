/** Lists are read as texts and as workbooks of any program, every digit kept; a workbook that would take the program with it is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { readTableFile, namesWriters } from '#electron/cli/names-file.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { planImport } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { guessColumns } from '#domain/people/list-columns.ts';
import { writeSheets } from '#tests/support/names/sheet-file.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { chooseSize } from '#tests/support/tier.ts';

async function readLines(bytes: Uint8Array) {
  const file = await readTableFile(bytes);
  return file.ok ? file.sheets[0]?.lines.map(({ line, cells }) => [line, ...cells]) : file.problem;
}
const readText = (text: string) => readLines(Buffer.from(text));

describe('a list that is text', () => {
  const read = [
    [1, 'owner_id', 'name', 'team'],
    [2, '7', 'Ann, of "Tax"', 'Tax'],
  ];
  test.each([
    ['commas', 'owner_id,name,team\n7,"Ann, of ""Tax""",Tax\n'],
    ['semicolons, a byte order mark and Windows line ends', '\uFEFFowner_id;name;team\r\n7;"Ann, of ""Tax""";Tax\r\n'],
    ['tabs', 'owner_id\tname\tteam\n7\t"Ann, of ""Tax"""\tTax'],
    ['every cell quoted, and empty lines below', '"owner_id";"name";"team"\n"7";"Ann, of ""Tax""";"Tax"\n;;\n\n'],
  ])('may have %s', async (_, text) => {
    expect(await readText(text)).toEqual(read);
  });

  it('counts lines as the file has them, that of its separator too', async () => {
    expect(await readText('sep=;\r\nid;name\r\n\r\n7;A,B,C\r\n;\r\n8;Bo')).toEqual([
      [2, 'id', 'name'],
      [4, '7', 'A,B,C'],
      [6, '8', 'Bo'],
    ]);
  });

  test.each([
    ['id,name\n7,A"nn', 'A quotation mark in line 2 is not closed or is in the wrong place'],
    ['owner_id,name\n7,"Ann\n', 'A quotation mark in line 2 is not closed or is in the wrong place'],
    ['\n\n', 'It holds no lines: copy the list with its ids'],
    ['\u0000\u0001\u0000\u0000'.repeat(20), 'It is neither a text file nor a workbook: save it as CSV or XLSX'],
  ])('%j is refused', async (text, problem) => {
    expect(await readText(text)).toBe(problem);
  });

  it('read back after it was written is the same directory, formulas and line breaks too', async () => {
    const directory = directoryOf({
      owners: {
        '7': { name: '=HYPERLINK("x")', team: '-', weeklyHours: '38.5', activeFrom: '2026-01-05' },
        '0042': { name: '1/2' },
      },
      objects: { 'deal:9': { name: 'Two\nlines; "quoted"', client: '@home', currency: 'CHF' } },
    });
    let text = '';
    await namesWriters.csv(directory, { write: async (content) => void (text += String(content)) });
    expect(text).toContain('"\'=HYPERLINK');
    const file = await readTableFile(Buffer.from(text));
    const lines = file.ok ? (file.sheets[0]?.lines ?? []) : [];
    const known = collectKnownIds([], emptyDirectory);
    const reading = guessColumns(lines, known);
    const { change, refused } = planImport(lines, reading, { directory: emptyDirectory, known, kind: undefined });
    expect([change, refused]).toEqual([directory, []]);
  });
});

describe('a workbook', () => {
  const written = new Uint8Array(readFileSync(join(import.meta.dirname, '../../ui/names.xlsx')));
  const people = {
    name: 'People',
    rows: [
      ['owner_id', 'name'],
      [{ number: '48213377' }, 'Anna Keller'],
    ],
  } as const;
  const withSheet = (body: string) => {
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body}</sheetData></worksheet>`;
    return zipSync({ ...unzipSync(writeSheets([people])), 'xl/worksheets/sheet1.xml': strToU8(sheet) });
  };

  it('of LibreOffice is read with every digit, and dates as days', async () => {
    expect(await readLines(written)).toEqual([
      [1, 'Owner ID', 'Name', 'Weekly hours', 'Active from'],
      [2, '48213377', 'Anna Keller', '38.5', '2026-01-05'],
      [3, '17305073133', 'Bo', '40', '2026-02-28'],
    ]);
  });

  it('of many lines is read whole', async () => {
    const many = chooseSize(2_000, 20_000);
    const rows = Array.from({ length: many }, (_, at) => [{ number: String(48_000_000 + at) }, `Person ${at}`]);
    const lines = await readLines(writeSheets([{ name: 'People', rows }]));
    expect(lines).toHaveLength(many);
    expect(lines?.at(-1)).toEqual([many, String(48_000_000 + many - 1), `Person ${many - 1}`]);
  });

  it('whose list is far from a value in its last cell names it', async () => {
    const bytes = writeSheets([{ ...people, far: { XFD1048576: 'x' } }]);
    expect(bytes.length).toBeLessThan(4000);
    expect(await readLines(bytes)).toBe(
      'Cell XFD1048576 holds a value far from the list: remove it, or copy the list into a new sheet',
    );
  });

  test.each([
    ['in a row that says another place', '<row r="1048576"><c r="XFD1"><v>1</v></c></row>'],
    ['in small letters', "<row><c r='xfd1048576'><v>1</v></c></row>"],
    ['in letters disguised', '<row><c r="&#88;FD1048576"><v>1</v></c></row>'],
  ])('is refused where the last cell is %s', async (_, body) => {
    expect(await readLines(withSheet(body))).toMatch(/far from the list|cannot be read as a workbook/);
  });

  it('with a format down to its last cell is read without it', async () => {
    const body = '<row r="1"><c r="A1"><v>7</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>';
    expect(await readLines(withSheet(body))).toEqual([[1, '7']]);
  });

  test.each(['"e"', "'e'"])('with a failed formula, marked %s, is read with it', async (mark) => {
    const body = `<row r="1"><c r="A1" t=${mark}><f>1/0</f><v>#DIV/0!</v></c><c r="B1"><v>7</v></c></row>`;
    expect(await readLines(withSheet(body))).toEqual([[1, '#DIV/0!', '7']]);
  });

  it('that unpacks to more than 32 MB is refused before it is unpacked', async () => {
    const bytes = withSheet('<row r="1"><c r="A1" s="0"/></row>'.repeat(1_000_000));
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(await readLines(bytes)).toBe('It is too large for a list: save only the list as a file of its own');
  });

  it('whose cells share one long text is refused before they are copied', async () => {
    const bytes = withSheet('<row><c t="s"><v>0</v></c></row>'.repeat(10));
    const long = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(8_000_000)}</t></si></sst>`;
    const rows = Array.from({ length: 10 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`);
    const parts = {
      ...unzipSync(bytes),
      ...unzipSync(withSheet(rows.join(''))),
      'xl/sharedStrings.xml': strToU8(long),
    };
    expect(await readLines(zipSync(parts))).toBe('It is too large for a list: save only the list as a file of its own');
  });

  it('that is none is refused', async () => {
    expect(await readLines(zipSync({ 'a.xml': strToU8('<a/>') }))).toContain('cannot be read as a workbook');
    expect(await readText('PK that is no archive')).toContain('cannot be read as a workbook');
  });
});

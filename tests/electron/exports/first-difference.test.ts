/** Where a file first differs from the one that was written again, in each kind of file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findFirstDifference } from '#electron/exports/first-difference.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import { writeZipFile } from '#tests/support/exports/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'first-difference-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [given, again] = [join(folder, 'given'), join(folder, 'again')];

const describeAs = (format: ExportFormat) => ({
  format,
  preset: 'excel' as const,
  options: {
    heads: 'labels' as const,
    times: 'local' as const,
    names: true,
    separator: 'semicolon' as const,
    decimalMark: 'comma' as const,
    rates: false,
  },
  columns: ['id', 'hours'],
  heads: ['Id', 'Hours'],
});
function compare(format: ExportFormat, found: string | Buffer, expected: string | Buffer) {
  writeFileSync(given, found);
  writeFileSync(again, expected);
  return findFirstDifference(given, again, describeAs(format));
}

const csv = 'Id;Hours\r\na;1,5\r\nb;2\r\n';

it.each<ExportFormat>(['csv', 'json', 'jsonl', 'xlsx', 'pdf', 'parquet', 'html'])(
  'finds none in %s of the same bytes',
  async (format) => expect(await compare(format, csv, csv)).toBeUndefined(),
);

describe('in a CSV', () => {
  it('is the first cell, by its head and by its line, of which the head is the first', async () => {
    expect(await compare('csv', csv.replace('1,5', '1,6').replace('b', 'c'), csv)).toEqual({
      place: { kind: 'cell', line: 2, head: 'Hours' },
      expected: '1,5',
      found: '1,6',
    });
    expect((await compare('csv', csv.replace('Id', 'Nr'), csv))?.place).toEqual({ kind: 'cell', line: 1, head: 'Id' });
  });

  it('is a cell that only one of them has', async () => {
    const more = await compare('csv', csv.replace('1,5', '1,5;x'), csv);
    expect(more).toEqual({ place: { kind: 'cell', line: 2, head: '' }, expected: null, found: 'x' });
    const fewer = await compare('csv', csv.replace('a;1,5', 'a'), csv);
    expect(fewer).toMatchObject({ place: { head: 'Hours' }, expected: '1,5', found: null });
  });

  it('is the line at which the shorter one ends, or breaks', async () => {
    const line = { kind: 'line', line: 3, field: null };
    expect(await compare('csv', csv.replace('b;2\r\n', ''), csv)).toEqual({
      place: line,
      expected: 'b · 2',
      found: null,
    });
    expect(await compare('csv', csv.replace('b;2', '"b;2'), csv)).toMatchObject({ place: line, found: null });
  });

  it('is a line, too, where no cell is another one', async () => {
    const found = await compare('csv', csv.replaceAll('\r\n', '\n'), csv);
    expect(found?.place).toEqual({ kind: 'line', line: 1, field: null });
  });

  it('shows the beginning of a long text', async () => {
    const found = await compare('csv', csv.replace('1,5', 'x'.repeat(5000)), csv);
    expect(found?.found).toBe(`${'x'.repeat(120)}…`);
  });
});

describe('in texts of names and values', () => {
  const lines = Array.from({ length: 40_000 }, (_, at) => `{"id":"${at}","total":"${at}.50","note":"a \\"b\\""}`);

  it('is the value of a name, by the line it is in, however far down', async () => {
    const changed = lines.with(35_000, '{"id":"35000","total":"77.50","note":"a \\"b\\""}');
    expect(await compare('jsonl', changed.join('\n'), lines.join('\n'))).toEqual({
      place: { kind: 'line', line: 35_001, field: 'total' },
      expected: '"35000.50"',
      found: '"77.50"',
    });
  });

  it('is no value where something stands behind the end', async () => {
    expect(await compare('json', '{"a":"1"}x', '{"a":"1"}')).toMatchObject({ place: { kind: 'line', line: 1 } });
  });
});

it('is a byte of what is no text, with those that follow it', async () => {
  const expected = Buffer.from('PAR1 0123456789');
  for (const format of ['pdf', 'parquet'] as const) {
    expect(await compare(format, Buffer.from('PAR1 0x23456789'), expected)).toEqual({
      place: { kind: 'byte', byte: 7 },
      expected: Buffer.from('12345678').toString('hex'),
      found: Buffer.from('x2345678').toString('hex'),
    });
    expect(await compare(format, expected.subarray(0, 5), expected)).toMatchObject({ place: { byte: 6 }, found: null });
  }
});

describe('in a workbook', () => {
  interface Book {
    readonly cells: string;
    readonly part?: string;
    readonly texts?: string;
    readonly styles?: string;
  }
  const write = (path: string, { cells, part = 'data', texts = '', styles = '<a/>' }: Book) =>
    writeZipFile(
      path,
      Object.entries({
        'xl/workbook.xml': '<workbook><sheets><sheet name="Time &amp; money" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/${part}.xml"/></Relationships>`,
        [`xl/worksheets/${part}.xml`]: `<worksheet><row r="1">${cells}</row></worksheet>`,
        'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
        'xl/styles.xml': styles,
      }).map(([name, content]) => [name, Buffer.from(content)] as const),
    );
  async function compareBooks(found: Book, expected: Book) {
    await write(given, found);
    await write(again, expected);
    return findFirstDifference(given, again, describeAs('xlsx'));
  }
  const inline = (cell: string, text: string) => `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const number = (cell: string, value: string) => `<c r="${cell}"><v>${value}</v></c>`;
  const cells = inline('A1', 'A &amp; B') + number('B1', '2.50');

  it('is the cell of a sheet by its name, whatever parts, places of texts and digits a program chose', async () => {
    const saved = {
      part: 'sheet1',
      texts: '<si><t>A &#38; </t><t>B</t></si>',
      cells: '<c r="A1" t="s"><v>0</v></c>\n<c r="B1" s="3"><v>2.6</v></c>',
    };
    expect(await compareBooks(saved, { cells })).toEqual({
      place: { kind: 'sheet', sheet: 'Time & money', cell: 'B1' },
      expected: '2.50',
      found: '2.6',
    });
    const same = await compareBooks({ ...saved, cells: saved.cells.replace('2.6', '2.5') }, { cells });
    expect(same?.place.kind).toBe('part');
  });

  it('is a formula that was taken out or put in, and no value that was left out', async () => {
    const formula = '<c r="C1"><f>SUM(A1:B1)</f><v>2.5</v></c>';
    const place = { kind: 'sheet', cell: 'C1' };
    expect(await compareBooks({ cells: cells + number('C1', '2.5') }, { cells: cells + formula })).toMatchObject({
      place,
    });
    const uncalculated = formula.replace('<v>2.5</v>', '');
    expect((await compareBooks({ cells: cells + uncalculated }, { cells: cells + formula }))?.place.kind).toBe('part');
  });

  it('is the cell that only one of them has, not one that follows it', async () => {
    const rest = number('AA1', '9');
    expect(await compareBooks({ cells: cells + number('C1', '7') + rest }, { cells: cells + rest })).toEqual({
      place: { kind: 'sheet', sheet: 'Time & money', cell: 'C1' },
      expected: null,
      found: '7',
    });
    const fewer = await compareBooks({ cells: inline('A1', 'A &amp; B') + rest }, { cells: cells + rest });
    expect(fewer).toMatchObject({ place: { cell: 'B1' }, expected: '2.50', found: null });
  });

  it('is a part where every cell is the same, and a byte where it cannot be read', async () => {
    expect(await compareBooks({ cells, styles: '<b/>' }, { cells })).toEqual({
      place: { kind: 'part', part: 'xl/styles.xml' },
      expected: '<a/>',
      found: '<b/>',
    });
    await write(again, { cells });
    writeFileSync(given, 'no workbook');
    expect((await findFirstDifference(given, again, describeAs('xlsx')))?.place).toEqual({ kind: 'byte', byte: 1 });
  });
});

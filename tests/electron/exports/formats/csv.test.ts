import { expect, it } from 'vitest';
import { writeCsv, type CsvTable } from '#electron/exports/formats/csv.ts';
import type { Line } from '#domain/exports/model.ts';

type Column = CsvTable['columns'][number];
const title: Column = { head: 'a552213_title', kind: 'text' };
const amount: Column = { head: 'a552213_billable_amount', kind: 'money' };
const unreadable: Column = { head: 'unreadable', kind: 'unreadable' };
const hours: Column = { head: 'Logged hours', kind: 'clock' };
const forExcel: CsvTable['options'] = { preset: 'excel', separator: 'comma', decimalMark: 'point' };

async function* once(lines: readonly Line[]) {
  yield lines;
}

async function write(columns: readonly Column[], lines: readonly Line[], options = forExcel) {
  let text = '';
  const file = { write: async (content: string | Uint8Array) => void (text += String(content)) };
  const { guarded } = await writeCsv({ columns, lines: once(lines), options }, file);
  return { text, guarded };
}

async function written(columns: readonly Column[], ...rows: Line[]): Promise<string> {
  return (await write(columns, rows)).text;
}

/** The line of a row, without its heads. */
async function lineOf(column: Column, cell: string | null): Promise<string> {
  return (await written([column], [cell])).replace(`\uFEFF${column.head}\r\n`, '');
}

it('starts with a byte order mark and one header line', async () => {
  expect(await written([title, amount])).toBe('\uFEFFa552213_title,a552213_billable_amount\r\n');
});

it('writes a line for every row of every piece, a cell for every column', async () => {
  async function* pieces() {
    yield [
      ['a', '1'],
      ['b', null],
    ];
    yield [['c', '3']];
  }
  const chunks: string[] = [];
  await writeCsv(
    { columns: [title, amount], lines: pieces(), options: forExcel },
    { write: async (content) => void chunks.push(String(content)) },
  );
  expect(chunks).toEqual(['\uFEFFa552213_title,a552213_billable_amount\r\n', 'a,1\r\nb,\r\n', 'c,3\r\n']);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', ' =1+1', '＝1+1'])(
  'keeps a spreadsheet from running the text %j',
  async (text) => {
    const [cell] = (await lineOf(title, text)).split('\r\n');
    expect(cell?.replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each([
  ['a;=1+1', ';'],
  ['a\t=HYPERLINK("http://x")', '\t'],
  ['a\n@SUM(A1)', '\n'],
  ['a; -SUM(A1)', ';'],
  ['a;"=1+1"', ';'],
  ["a;+cmd|'/C calc'!A0", ';'],
])('keeps a program that reads by another separator from running a part of the text %j', async (text, separator) => {
  const [, ...cells] = (await lineOf(title, text)).split(separator);
  for (const cell of cells.filter((each) => each.trim() !== '')) expect(cell).toMatch(/^'/);
});

it.each(['a; b', 'to do:\n- call\n- write', 'a;-5 min', 'x = 1; y'])('leaves the prose %j as it is', async (text) => {
  expect((await lineOf(title, text)).replaceAll('"', '')).toBe(`${text}\r\n`);
});

it('keeps a spreadsheet from running what was received in a number’s place', async () => {
  expect(await lineOf(unreadable, '=1+1')).toBe("'=1+1\r\n");
});

it('leaves negative numbers as numbers', async () => {
  expect(await lineOf(amount, '-12.5')).toBe('-12.5\r\n');
});

it('quotes separators, quotes and line ends', async () => {
  expect(await lineOf(title, 'a,"b"\nc')).toBe('"a,""b""\nc"\r\n');
});

it.each(['a\rb', 'a\nb', 'a\r\nb'])('keeps the line end in %j within its cell', async (text) => {
  expect(await lineOf(title, text)).toBe(`"${text}"\r\n`);
});

it('leaves a number that is not there empty, never 0', async () => {
  expect(await lineOf(amount, null)).toBe('\r\n');
});

it('writes for programs without a byte order mark, a guard or a changed number, and counts nothing as guarded', async () => {
  const machine: CsvTable['options'] = { preset: 'machine', separator: 'semicolon', decimalMark: 'comma' };
  const { text, guarded } = await write([title, amount, hours], [['=1+1', '1.5', '90']], machine);
  expect(text).toBe('a552213_title,a552213_billable_amount,Logged hours\r\n=1+1,1.5,90\r\n');
  expect(guarded).toBe(0);
});

it('writes decimal commas between semicolons, and hours as people read them', async () => {
  const { text } = await write([title, amount, hours], [['a;b', '-1234.5', '90']], {
    preset: 'excel',
    separator: 'semicolon',
    decimalMark: 'comma',
  });
  expect(text).toBe('\uFEFFa552213_title;a552213_billable_amount;Logged hours\r\n"a;b";-1234,5;1:30\r\n');
});

it('counts the cells that it guarded', async () => {
  expect(
    (
      await write(
        [title, title],
        [
          ['=1', 'a'],
          ['+1', '@x'],
        ],
      )
    ).guarded,
  ).toBe(3);
});

it('guards and quotes a text in any column', async () => {
  const heads = `${amount.head},${title.head},${title.head}`;
  expect(await written([amount, title, title], ['1', '=1', 'a,b'])).toBe(`\uFEFF${heads}\r\n1,'=1,"a,b"\r\n`);
});

it('keeps a code whole that a spreadsheet would take for a number, in the first cell of a line without a formula', async () => {
  const { text, guarded } = await write([title, title], [['0042', '0042']]);
  expect(text.split('\r\n')[1]).toBe(`'0042,"=""0042"""`);
  expect(guarded).toBe(2);
});

it('keeps a code whole that is longer than a formula may hold', async () => {
  const code = '0'.repeat(300);
  expect((await write([amount, title], [['1', code]])).text).toContain(`\r\n1,'${code}\r\n`);
});

it.each([
  ['semicolon', 'a,=1+1', "a,'=1+1"],
  ['tab', 'a,=1+1', "a,'=1+1"],
  ['tab', 'a;=1+1', "a;'=1+1"],
] as const)('keeps a program that does not read by %s from running a part of %j', async (separator, text, harmless) => {
  const written = await write([title], [[text]], { ...forExcel, separator });
  expect(written.text).toBe(`\uFEFF${title.head}\r\n${harmless}\r\n`);
});

it('keeps unreadable values the same JSON where a formula could start in them', async () => {
  const received = JSON.stringify({ title: 'a;=1+1', description: 'a;b' });
  const { text, guarded } = await write([unreadable], [[received]]);
  const cell = text.split('\r\n')[1]?.slice(1, -1).replaceAll('""', '"') ?? '';
  expect(cell).not.toContain(';=');
  expect(cell).toContain('a;b');
  expect(JSON.parse(cell)).toEqual(JSON.parse(received));
  expect(guarded).toBe(1);
});

it('shows the characters that no spreadsheet holds', async () => {
  expect(await lineOf(title, 'a\u0000b\u001b\uffff')).toBe('a␀b␛\ufffd\r\n');
});

it.each([
  ['589.2', '9:49:12'],
  ['19.9999998', '0:19:59.999988'],
  ['-0.5', '-0:00:30'],
  ['90', '1:30'],
])('%s minutes are %s: no part of a minute that a spreadsheet reads as minutes and seconds', async (minutes, cell) => {
  const { text } = await write([hours], [[minutes]]);
  expect(text).toBe(`\uFEFFLogged hours\r\n${cell}\r\n`);
});

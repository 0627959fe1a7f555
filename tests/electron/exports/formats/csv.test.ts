import { expect, it } from 'vitest';
import { csv } from '../../../../electron/exports/formats/csv.ts';
import { wholeTable, type Cell, type Column } from '../../../../electron/exports/table.ts';

const title: Column = { head: 'a552213_title', type: 'string' };
const amount: Column = { head: 'a552213_billable_amount', type: 'number' };

async function written(columns: readonly Column[], ...rows: (readonly Cell[])[]): Promise<string> {
  let text = '';
  await csv.write(wholeTable(columns, rows), { write: async (content) => void (text += String(content)) });
  return text;
}

/** The line of a row, without its heads. */
async function lineOf(column: Column, cell: Cell): Promise<string> {
  return (await written([column], [cell])).replace(`\uFEFF${column.head}\r\n`, '');
}

const received = (text: string) => ({ received: text });

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
  await csv.write(
    { columns: [title, amount], pieces: pieces() },
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
  expect(await lineOf(amount, received('=1+1'))).toBe("'=1+1\r\n");
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

it('shows an unreadable value as it was received, never as 0 or nothing', async () => {
  expect(await lineOf(amount, received('"n/a"'))).toBe('"""n/a"""\r\n');
  expect(await lineOf(amount, null)).toBe('\r\n');
});

it.each(['-1e400', '-12345678901234567890.12', '1e400'])(
  'leaves the unreadable number %s as it was received',
  async (text) => {
    expect(await lineOf(amount, received(text))).toBe(`${text}\r\n`);
  },
);

it.each(['-1+1', '=1', '-'])('guards the unreadable text %s, which is no number', async (text) => {
  expect(await lineOf(amount, received(text))).toBe(`'${text}\r\n`);
});

it('guards and quotes a text in any column', async () => {
  const heads = `${amount.head},${title.head},${title.head}`;
  expect(await written([amount, title, title], ['1', '=1', 'a,b'])).toBe(`\uFEFF${heads}\r\n1,'=1,"a,b"\r\n`);
});

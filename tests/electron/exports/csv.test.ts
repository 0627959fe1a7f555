import { expect, it } from 'vitest';
import { csvHead, csvRows } from '../../../electron/exports/csv.ts';

const row = (values: Record<string, string | null>, unreadable: Record<string, string> = {}) => [
  { id: '1', values, unreadable },
];
const title = 'a552213_title';
const amount = 'a552213_billable_amount';

it('starts with a byte order mark and one header line', () => {
  expect(csvHead(['a552213_title', amount])).toBe('\uFEFFa552213_title,a552213_billable_amount\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', ' =1+1', '＝1+1'])(
  'keeps a spreadsheet from running the text %j',
  (text) => {
    const [cell] = csvRows([title], row({ [title]: text })).split('\r\n');
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
])('keeps a program that reads by another separator from running a part of the text %j', (text, separator) => {
  const [, ...cells] = csvRows([title], row({ [title]: text })).split(separator);
  for (const cell of cells.filter((each) => each.trim() !== '')) expect(cell).toMatch(/^'/);
});

it.each(['a; b', 'to do:\n- call\n- write', 'a;-5 min', 'x = 1; y'])('leaves the prose %j as it is', (text) => {
  expect(csvRows([title], row({ [title]: text })).replaceAll('"', '')).toBe(`${text}\r\n`);
});

it('keeps a spreadsheet from running what was received in a number’s place', () => {
  expect(csvRows([amount], row({ [amount]: null }, { [amount]: '=1+1' }))).toBe("'=1+1\r\n");
});

it('leaves negative numbers as numbers', () => {
  expect(csvRows([amount], row({ [amount]: '-12.5' }))).toBe('-12.5\r\n');
});

it('quotes separators, quotes and line ends', () => {
  expect(csvRows([title], row({ [title]: 'a,"b"\nc' }))).toBe('"a,""b""\nc"\r\n');
});

it.each(['a\rb', 'a\nb', 'a\r\nb'])('keeps the line end in %j within its cell', (text) => {
  expect(csvRows([title], row({ [title]: text }))).toBe(`"${text}"\r\n`);
});

it('shows an unreadable value as it was received, never as 0 or nothing', () => {
  expect(csvRows([amount], row({ [amount]: null }, { [amount]: '"n/a"' }))).toBe('"""n/a"""\r\n');
  expect(csvRows([amount], row({ [amount]: null }))).toBe('\r\n');
});

it.each(['-1e400', '-12345678901234567890.12', '1e400'])(
  'leaves the unreadable number %s as it was received',
  (text) => {
    expect(csvRows([amount], row({ [amount]: null }, { [amount]: text }))).toBe(`${text}\r\n`);
  },
);

it.each(['-1+1', '=1', '-'])('guards the unreadable text %s, which is no number', (text) => {
  expect(csvRows([amount], row({ [amount]: null }, { [amount]: text }))).toBe(`'${text}\r\n`);
});

it('guards and quotes the text of further columns as that of any other', () => {
  expect(csvRows([amount], row({ [amount]: '1' }), () => ['=1', 'a,b'])).toBe('1,\'=1,"a,b"\r\n');
});

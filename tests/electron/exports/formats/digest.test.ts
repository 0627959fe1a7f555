/** A digest read back: what it lists with what follows and what rounding leaves adds up to its totals, and nothing in it runs or is fetched. */
import { describe, expect, test } from 'vitest';
import { digest } from '../../../../electron/exports/formats/digest.ts';
import type { ExportDocument } from '../../../../electron/exports/document.ts';
import { formatUnits, toUnits } from '../../../../src/domain/decimal.ts';
import type { Line, OutlineRow } from '../../../../src/domain/exports/model.ts';
import { makeColumn, makeDocument, writeToBuffer } from '../../../support/exports/documents.ts';

async function write(document: ExportDocument) {
  let beside = '';
  const bytes = await writeToBuffer(async (file) => {
    const written = await digest.write(document, file);
    beside = written.beside?.content({ name: 'a.digest.html', bytes: 0, sha256: '' }) ?? '';
  });
  return { html: bytes.toString('utf8'), text: beside };
}

const unescape = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The cells of the table of lines, head first. */
function readTable(html: string): string[][] {
  const [, table = ''] = /<thead>([\s\S]*?)<\/table>/.exec(html) ?? [];
  return [...table.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map(([, cell = '']) => unescape(cell)),
  );
}

const figure = (cell: string | undefined) => toUnits((cell ?? '').replaceAll(',', '') || '0');
const sum = (rows: readonly string[][], at: number) =>
  formatUnits(rows.reduce((total, row) => total + figure(row[at]), 0n));

const columns = [
  makeColumn('Title', 'text'),
  makeColumn('Hours', 'hours', { adds: true }),
  makeColumn('Value', 'money', { adds: true }),
  makeColumn('Currency', 'text'),
];

describe('records', () => {
  test('the first forty, one line for the rest, and the sum: every digit, and it foots', async () => {
    const lines: Line[] = Array.from({ length: 107 }, (_, at) => [
      `n ${at}`,
      `${at}.00000001`,
      `${at * 1000}.1`,
      'EUR',
    ]);
    const { html, text } = await write(makeDocument({ columns, lines, currencyAt: 3, facts: { records: 107 } }));
    const [head, ...rows] = readTable(html);
    expect(head).toEqual(['Title', 'Hours', 'Value', 'Currency']);
    expect(rows).toHaveLength(42);
    expect(rows[40]?.[0]).toBe('67 more lines');
    expect(rows[41]).toEqual(['Total', '5,671.00000107', '5,671,010.7', '']);
    for (const at of [1, 2]) expect(sum(rows.slice(0, 41), at)).toBe(formatUnits(figure(rows[41]?.[at])));
    expect(unescape(html)).toContain('Records');
    expect(text).toContain('67 more lines');
    expect(text).toContain('5,671,010.7');
  });

  test('figures have the decimals of their columns, and what rounding leaves stands above the total', async () => {
    const rounded = columns.map((column) => (column.adds ? { ...column, digits: 2 } : column));
    const lines: Line[] = Array.from({ length: 60 }, () => ['n', '0.33333333', '0.10', 'EUR']);
    const { html } = await write(makeDocument({ columns: rounded, lines, currencyAt: 3 }));
    const [, ...rows] = readTable(html);
    expect(rows[0]).toEqual(['n', '0.33', '0.10', 'EUR']);
    expect(rows[40]?.slice(0, 3)).toEqual(['20 more lines', '6.67', '2.00']);
    expect(rows.slice(41)).toEqual([
      ['Rounding difference', '0.13', '', ''],
      ['Total', '20.00', '6.00', ''],
    ]);
    expect(sum(rows.slice(0, 42), 1)).toBe('20');
  });

  test('money of two currencies is never one sum: the rest and the total of each', async () => {
    const lines: Line[] = Array.from({ length: 90 }, (_, at) => ['n', '1', `${at}.5`, at % 3 === 0 ? 'CHF' : 'EUR']);
    const { html } = await write(makeDocument({ columns, lines, currencyAt: 3 }));
    const [, ...rows] = readTable(html);
    const named = (label: RegExp) => rows.filter(([first = '']) => label.test(first));
    expect(
      named(/more lines/)
        .map(([first = '']) => first)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['16 more lines, CHF', '34 more lines, EUR']);
    expect(named(/^Total$/)[0]?.[2]).toBe('');
    for (const currency of ['CHF', 'EUR']) {
      const own = rows.filter((row) => row[3] === currency || new RegExp(`more lines, ${currency}`).test(row[0] ?? ''));
      expect(sum(own, 2)).toBe(formatUnits(figure(named(new RegExp(`^Total in ${currency}$`))[0]?.[2])));
    }
  });

  test('of many columns those with sums are shown, the others are named', async () => {
    const many = [
      makeColumn('Record id', 'id'),
      ...columns,
      ...Array.from({ length: 9 }, (_, at) => makeColumn(`More ${at}`, 'text')),
    ];
    const lines: Line[] = [['1', 'a', '2', '3', 'EUR', ...Array.from({ length: 9 }, () => 'x')]];
    const { html } = await write(makeDocument({ columns: many, lines, currencyAt: 4 }));
    expect(readTable(html)[0]).toEqual(['Title', 'Hours', 'Value', 'Currency', 'More 0', 'More 1']);
    expect(unescape(html)).toContain('Columns that have no room here: Record id, More 2,');
  });
});

test('a report: groups, subtotals and differences as they are read; hidden lines stand in one that foots', async () => {
  const outline: OutlineRow[] = [];
  for (let group = 0; group < 6; group += 1) {
    outline.push({ level: 'subtotal', depth: 1, cells: [`Group ${group}`, '100.01', '0', null] });
    for (let at = 0; at < 10; at += 1)
      outline.push({ level: 'line', depth: 1, cells: [`p ${at}`, '10.00', '0.00', null] });
    outline.push({ level: 'difference', depth: 1, cells: ['Rounding difference', '0.01', null, null] });
  }
  outline.push({ level: 'difference', depth: 0, cells: ['Rounding difference', '-0.05', null, null] });
  outline.push({ level: 'total', depth: 0, cells: ['Total', '600.01', '0.00', null] });
  const lines = outline.filter(({ level }) => level === 'line' || level === 'difference').map(({ cells }) => cells);
  const { html } = await write(makeDocument({ columns, lines, outline }));
  const [, ...rows] = readTable(html);
  const more = rows.find(([first = '']) => first.endsWith('more lines'));
  expect(more?.slice(0, 2)).toEqual(['22 more lines', '200.02']);
  expect(rows.at(-1)?.slice(0, 2)).toEqual(['Total', '600.01']);
  const added = rows.filter(([first = '']) => !/^(Group|Total)/.test(first));
  expect(sum(added, 1)).toBe('600.01');
});

test('texts stay texts: nothing runs, nothing is fetched, nothing turns the line around', async () => {
  const evil = `<img src=http://evil.example/x onerror=alert(1)> "quoted" 'single' & \u202Eabc\u0007`;
  const lines: Line[] = [[evil, '1', '1', 'EUR']];
  const head = { title: '</title><script>alert(2)</script>', notes: [evil] };
  const { html, text } = await write(makeDocument({ columns, lines, currencyAt: 3, head }));
  expect(html).not.toMatch(/<(?:script|img|link|iframe|object|form|a)\b/i);
  expect(html).not.toMatch(/\s(?:src|href|background|on\w+)\s*=\s*["'](?!")/i);
  expect(html).not.toMatch(/url\(|@import/i);
  expect(readTable(html)[1]?.[0]).toBe(
    `<img src=http://evil.example/x onerror=alert(1)> "quoted" 'single' & [U+202E]abc[U+0007]`,
  );
  for (const unseen of ['\u202E', '\u0007']) for (const written of [html, text]) expect(written).not.toContain(unseen);
});

test('what is partial says so, and the same document is the same bytes', async () => {
  const lines: Line[] = [['a', '1', '1', 'EUR']];
  const head = {
    complete: false,
    seal: 'Partial: not every record is here yet',
    notes: ['Seven records have no date.'],
  };
  const make = () => write(makeDocument({ columns, lines, currencyAt: 3, head }));
  const [one, two] = [await make(), await make()];
  expect(one).toEqual(two);
  for (const written of [unescape(one.html), one.text]) {
    expect(written).toContain('Partial: not every record is here yet');
    expect(written).toContain('Seven records have no date.');
    expect(written).toContain('How to check it');
  }
});

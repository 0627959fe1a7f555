/** An HTML page read back: what it lists, what it says where it lists less, and that nothing in it runs, is fetched or becomes markup. */
import { describe, expect, test } from 'vitest';
import type { PaperChart } from '#domain/charts/paper-chart.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { Line, OutlineRow } from '#domain/exports/model.ts';
import type { ExportDocument } from '#electron/exports/document.ts';
import { csv } from '#electron/exports/formats/csv.ts';
import { MAX_HTML_LINES } from '#domain/export-formats.ts';
import { html, printView } from '#electron/exports/formats/html.ts';
import { makeColumn, makeDocument, writeToBuffer, type DocumentParts } from '#tests/support/exports/documents.ts';
import { chooseCases } from '#tests/support/tier.ts';

const makePage = (parts: DocumentParts) => makeDocument({ ...parts, format: 'html' });
const writePage = async (document: ExportDocument) =>
  (await writeToBuffer((file) => html.write(document, file))).toString('utf8');

async function write(document: ExportDocument) {
  const page = await writePage(document);
  const beside = html.describe?.(document);
  return { page, mail: beside?.content({ name: 'a<b>.html', bytes: 0, sha256: '' }) };
}

const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
const toPlain = (markup: string) =>
  markup.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => names[name] ?? '');

interface Row {
  readonly level: string;
  readonly cells: readonly string[];
}

/** Ends of cells and rows are left out. */
function readRows(page: string): Row[] {
  const [, body = ''] = /<tbody>\n([\s\S]*?)\n<\/tbody>/.exec(page) ?? [];
  return body.split('\n').map((row) => {
    const [, level = 'line'] = /^<tr class="(\w+)">/.exec(row) ?? [];
    const [, ...cells] = row.split(/<td[^>]*>/);
    return { level, cells: cells.map(toPlain) };
  });
}
const readManifest = (page: string) =>
  JSON.parse(/<script type="application\/json" id="manifest">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null') as unknown;
const readTotals = (page: string) =>
  [...page.matchAll(/<div><dt>(.*?)<\/dt><dd>(.*?)<\/dd><\/div>/g)].map(([, label = '', text = '']) => [
    toPlain(label),
    toPlain(text),
  ]);
const figure = (cell: string | undefined) => toUnits((cell ?? '').replaceAll(',', '') || '0');
const sum = (rows: readonly Row[], at: number) =>
  formatUnits(rows.reduce((total, { cells }) => total + figure(cells[at]), 0n));

const columns = [
  makeColumn('Title', 'text'),
  makeColumn('Hours', 'hours', { adds: true, digits: 2 }),
  makeColumn('Value', 'money', { adds: true, digits: 2 }),
  makeColumn('Currency', 'text'),
];
const makeLines = (count: number): Line[] =>
  Array.from({ length: count }, (_, at) => [`n ${at}`, `${at}.25`, `${at * 1000}.1`, 'EUR']);

describe('records', () => {
  test('every line with its totals, which stand above the lines too', async () => {
    const { page } = await write(makePage({ columns, lines: makeLines(107), currencyIndex: 3 }));
    const rows = readRows(page);
    expect(rows).toHaveLength(108);
    expect(rows.at(-1)).toEqual({ level: 'total', cells: ['Total', '5,697.75', '5,671,010.70', ''] });
    for (const at of [1, 2]) expect(sum(rows.slice(0, -1), at)).toBe(formatUnits(figure(rows.at(-1)?.cells[at])));
    expect(readTotals(page)).toEqual([
      ['Hours', '5,697.75'],
      ['Value (EUR)', '5,671,010.70'],
    ]);
    expect(page).not.toContain('Not complete');
  });

  test('money of two currencies is never one sum', async () => {
    const lines = makeLines(30).map((line, at) => line.with(3, at % 3 === 0 ? 'CHF' : 'EUR'));
    const { page } = await write(makePage({ columns, lines, currencyIndex: 3 }));
    expect(readTotals(page).map(([label]) => label)).toEqual(['Hours', 'Value (CHF)', 'Value (EUR)']);
    const rows = readRows(page);
    for (const currency of ['CHF', 'EUR']) {
      const total = rows.find(({ cells }) => cells[0] === `Total ${currency}`);
      const own = rows.filter(({ level, cells }) => level === 'line' && cells[3] === currency);
      expect(sum(own, 2)).toBe(formatUnits(figure(total?.cells[2])));
    }
  });

  test('beyond 10,000 lines it says how many it lists and where all of them are; totals are over every line', async () => {
    const all = makeLines(MAX_HTML_LINES + 1);
    const whole = await write(makePage({ columns, lines: all.slice(0, -1), currencyIndex: 3 }));
    expect(whole.page).not.toContain('Not complete');
    const { page, mail } = await write(makePage({ columns, lines: all, currencyIndex: 3 }));
    const rows = readRows(page);
    expect(rows.filter(({ level }) => level === 'line')).toHaveLength(MAX_HTML_LINES);
    const said =
      'Not complete: this page lists the first 10,000 of 10,001 lines. Its totals are over all of them, and a CSV file of the same selection has every line.';
    expect(page).toContain(said);
    expect(mail).not.toContain('this page lists');
    expect(mail).toContain('Not complete: the first 10,000 of 10,001 lines are in the attached file');
    const total = formatUnits(all.reduce((units, line) => units + toUnits(line[1] ?? '0'), 0n));
    expect(formatUnits(figure(rows.at(-1)?.cells[1]))).toBe(total);
  });

  test('without a line it says so', async () => {
    const { page, mail } = await write(makePage({ columns, lines: [] }));
    expect(page).toContain('No line matches.');
    expect(mail).toBeUndefined();
  });

  test.each(chooseCases(3, [0, 7, 500, MAX_HTML_LINES]))(
    '%i lines take at most twice their CSV and 100 kB',
    async (count) => {
      const many = Array.from({ length: 30 }, (_, at) => makeColumn(`Column ${at}`, at % 3 === 0 ? 'text' : 'number'));
      const lines = Array.from({ length: count }, (_, line): Line =>
        many.map((_column, at) => (at % 4 === 1 ? null : at % 3 === 0 ? `A text of line ${line}` : `${line}.5`)),
      );
      const facts = { lines: count, filter: 'x'.repeat(5_000) };
      const page = await writeToBuffer((file) => html.write(makePage({ columns: many, lines, facts }), file));
      const table = await writeToBuffer((file) => csv.write(makeDocument({ columns: many, lines }), file));
      expect(page.length).toBeLessThanOrEqual(2 * table.length + 100_000);
    },
  );
});

describe('the body of a mail', () => {
  test('is the page itself up to 50 lines', async () => {
    const { page, mail } = await write(makePage({ columns, lines: makeLines(50) }));
    expect(mail).toBeUndefined();
    // Mail programs read no selectors that count.
    expect(page).toContain('<td align="right">');
  });

  test('is the page without its table beyond, and names the file that is attached', async () => {
    const head = { notes: ['Seven records have no date.'] };
    const { page, mail = '' } = await write(makePage({ columns, lines: makeLines(51), head }));
    expect(readRows(page)).toHaveLength(52);
    expect(mail).not.toMatch(/<table|<script/);
    expect(toPlain(mail)).toContain('The 51 lines are in the attached file a<b>.html.');
    expect(readTotals(mail)).toEqual(readTotals(page));
    expect(mail).toContain('Seven records have no date.');
  });
});

test('a report: its groups as they are read; of a long one the first lines, and its own total', async () => {
  const outline: OutlineRow[] = [];
  for (let group = 0; group < 11; group += 1) {
    outline.push({ level: 'subtotal', depth: 0, cells: [`Group ${group}`, '1000', '0', null] });
    for (let at = 0; at < 1000; at += 1) outline.push({ level: 'line', depth: 1, cells: [`p ${at}`, '1', '0', null] });
  }
  outline.push({ level: 'difference', depth: 0, cells: ['Rounding difference', '0.01', null, null] });
  outline.push({ level: 'total', depth: 0, cells: ['Total', '11000.01', '0', null] });
  const lines = outline.filter(({ level }) => level === 'line').map(({ cells }) => cells);
  const long = await writePage(makePage({ columns, lines, outline }));
  const rows = readRows(long);
  expect(rows.filter(({ level }) => level === 'line')).toHaveLength(MAX_HTML_LINES);
  expect(rows.slice(-2).map(({ cells }) => cells[0])).toEqual(['Rounding difference', 'Total']);
  expect(readTotals(long)).toEqual([
    ['Hours', '11,000.01'],
    ['Value', '0.00'],
  ]);
  const short = outline.slice(0, 300);
  const listed = readRows(await writePage(makePage({ columns, lines: lines.slice(0, 299), outline: short })));
  expect(listed.map(({ level }) => level)).toEqual(short.map(({ level }) => level));
});

test('a chart is drawn into the page, its texts as texts, and into the mail', async () => {
  const chart: PaperChart = {
    unit: 'h',
    scale: 'decimal',
    legend: [{ kind: 'colour', label: '<b>Hours</b>', colour: 'var(--chart-cost)' }],
    notes: ['A note & more.'],
    domain: null,
    plots: [
      {
        label: '',
        total: '',
        pair: null,
        buckets: [{ label: '<script>x', short: '<script>x', state: 'complete', isTail: false }],
        series: [{ colour: 'var(--chart-cost)', shape: 'bar', lengths: [3], before: null, figures: ['3'] }],
      },
    ],
  };
  const { page, mail } = await write({ ...makePage({ columns, lines: makeLines(60) }), chart });
  for (const text of [page, mail]) {
    expect(text).toMatch(/<svg role="img" aria-label="Time logs" width="520"/);
    expect(text).toContain('&lt;b&gt;Hours&lt;/b&gt;</text>');
    expect(text).toContain('A note &amp; more.');
    expect(text).toMatch(/fill="url\(#f[0-9a-f]+stripes\)"/);
  }
});

test('texts stay texts: nothing runs, nothing is fetched, nothing turns a line around', async () => {
  const evil = `</td></tr></table></script><script>alert(1)</script><img src=//evil.example/x onerror=alert(1)> <a href="javascript:alert(1)">"q" 'r' & \u202Eabc\u0007`;
  const own = [makeColumn(evil, 'text'), ...columns.slice(1)];
  const head = {
    title: `</title>${evil}`,
    period: evil,
    notes: [evil],
    sections: [{ title: evil, facts: [{ label: evil, text: evil }] }],
  };
  const facts = { title: evil, list: [evil, '<!--'] };
  const lines = Array.from({ length: 60 }, (): Line => [evil, '1', '1', evil]);
  const { page, mail = '' } = await write(makePage({ columns: own, lines, currencyIndex: 3, head, facts }));
  expect(readManifest(page)).toEqual(facts);
  expect(page.match(/<script/g)).toHaveLength(1);
  for (const text of [page, mail]) {
    expect(text).not.toMatch(/<(?:img|link|iframe|object|embed|form|input|a|base|video)\b/i);
    expect(text.replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(/<[^>]*\s(?:src|href|on\w+)\s*=/i);
    expect(text).not.toMatch(/@import|url\((?!#)/i);
    expect(text).not.toContain('<!--');
  }
  expect(readRows(page)[0]?.cells[0]).toBe(evil.replace('\u202E', '[U+202E]').replace('\u0007', '[U+0007]'));
  expect(page).toContain(
    `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
  );
});

test('what is partial says so, and the same document is the same bytes', async () => {
  const head = { complete: false, seal: 'Partial: not every record is here yet' };
  const make = () => writePage(makePage({ columns, lines: makeLines(3), head }));
  const [one, two] = [await make(), await make()];
  expect(one).toBe(two);
  expect(one).toContain('<p class="warning">Partial: not every record is here yet</p>');
});

test('for paper, where no PDF can be made: the same page with places to sign, and none beside it', async () => {
  const document = makeDocument({ columns, lines: makeLines(60), head: { client: 'Acme <Ltd>' }, format: 'pdf' });
  const signed = { ...document, options: { ...document.options, signature: true } };
  const page = (await writeToBuffer((file) => printView.write(signed, file))).toString('utf8');
  expect(page).toContain('For the client: Acme &lt;Ltd&gt;');
  expect(page).toContain('Ctrl+P prints these pages.');
  expect(readRows(page)).toHaveLength(61);
  expect(printView).not.toHaveProperty('describe');
});

test('days, thousands and marks are in the form of its reader', async () => {
  const columns = [makeColumn('Day', 'date'), makeColumn('Hours', 'hours', { digits: 2, adds: true })];
  const document = makePage({ columns, lines: [['2026-10-01', '1234.5']] });
  const page = await writePage({ ...document, options: { ...document.options, locale: 'de-DE' } });
  expect(readRows(page)[0]?.cells).toEqual(['01.10.2026', '1.234,50']);
  expect(page).toContain('<dd>1.234,50');
});

import { describe, expect, it } from 'vitest';
import type { ExportDocument } from '#electron/exports/document.ts';
import { xlsx, writeWorkbook } from '#electron/exports/formats/xlsx.ts';
import { toUnits } from '#domain/decimal.ts';
import type { Line } from '#domain/exports/model.ts';
import { makeColumn, makeDocument, writeToBuffer } from '#tests/support/exports/documents.ts';
import { calculateSum } from '#tests/support/exports/formulas.ts';
import { makeRecordsDocument, makeReportDocument } from '#tests/support/exports/random-documents.ts';
import { findElements, readWorkbook, type Workbook } from '#tests/support/exports/workbook.ts';

const id = makeColumn('Id', 'id');
const title = makeColumn('Title', 'text');
const amount = makeColumn('Amount', 'money', { digits: 2, adds: true });
const currency = makeColumn('Currency', 'text');
const clock = makeColumn('Logged hours', 'clock', { adds: true });

async function write(document: ExportDocument, sheetRows?: number): Promise<Workbook> {
  return readWorkbook(await writeToBuffer((file) => writeWorkbook(document, file, sheetRows)));
}

const writeLines = (columns: ExportDocument['columns'], ...lines: Line[]) => write(makeDocument({ columns, lines }));

const cell = (workbook: Workbook, place: string, sheet = 'Data') => workbook.sheets.get(sheet)?.get(place);

/** The sheet's texts, a line a row. */
const said = (workbook: Workbook, sheet: string) =>
  [...(workbook.sheets.get(sheet)?.values() ?? [])].map(({ value }) => value).join('\n');

const part = (workbook: Workbook, sheet: string) => workbook.parts.get(workbook.paths.get(sheet) ?? '') ?? '';

describe('the lines', () => {
  it('are a table with a filter under a head that stays in sight', async () => {
    const workbook = await writeLines([id, amount, { ...amount, head: 'amount' }], ['1', '2', '3'], ['4', '5', '6']);
    const table = workbook.parts.get('xl/tables/table1.xml') ?? '';
    expect(findElements(table, 'autoFilter')[0]?.attributes.get('ref')).toBe('A1:C3');
    const heads = findElements(table, 'tableColumn').map(({ attributes }) => attributes.get('name'));
    expect(heads).toEqual(['Id', 'Amount', 'amount (2)']);
    expect(['A1', 'B1', 'C1'].map((place) => cell(workbook, place)?.value)).toEqual(heads);
    expect(part(workbook, 'Data')).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(part(workbook, 'Data')).toContain('<tablePart r:id="rId1"/>');
  });

  it('keep every digit of a number, whatever a double would make of it', async () => {
    const digits = ['0.10', '9999999999.12345678', '-0.00000001', '1234567890123456.5'];
    const workbook = await writeLines([amount], ...digits.map((each) => [each]));
    expect(digits.map((_, at) => cell(workbook, `A${at + 2}`))).toMatchObject(
      digits.map((value) => ({ type: 'number', value })),
    );
    expect(said(workbook, 'Notes')).toContain('Numbers of more than 15 digits: 2.');
  });

  it.each([
    '0042',
    '5E10',
    '12-11',
    '1234567890123456',
    '=1+1',
    '@SUM(A1)',
    'TRUE',
    ' a\r\n\u0001_x0041_ \uD800 ',
    '1e400',
  ])('keep the text %j as it is: neither changed nor run', async (text) => {
    const workbook = await writeLines([id, title], [text, text]);
    for (const place of ['A2', 'B2'])
      expect(cell(workbook, place)).toEqual({ type: 'text', value: text, formula: undefined, format: '@' });
  });

  it('show durations as hours and minutes, and add them up as days', async () => {
    const workbook = await writeLines([clock], ['90'], ['-30'], ['1500.5']);
    expect(cell(workbook, 'A2')).toMatchObject({ value: '0.0625', format: '[h]:mm' });
    // No spreadsheet shows a negative duration.
    expect(cell(workbook, 'A3')).toMatchObject({ value: '-0.02083333333333333', format: '0.000000" days"' });
    expect(said(workbook, 'Notes')).toContain('Negative durations: 1.');
  });

  it('show amounts with their currency, shares in percent, days as days', async () => {
    const workbook = await writeLines(
      [
        { ...amount, currency: 'EUR' },
        makeColumn('Share', 'percent', { digits: 1 }),
        makeColumn('Day', 'date'),
        makeColumn('Start', 'datetime'),
        makeColumn('Done', 'boolean'),
        makeColumn('Hours', 'hours', { digits: 3 }),
      ],
      ['1.5', '33.3', '2026-10-31', '2026-10-31T06:00:00', 'true', '0.25'],
    );
    expect(['A2', 'B2', 'C2', 'D2', 'E2', 'F2'].map((place) => cell(workbook, place))).toMatchObject([
      { value: '1.5', format: '#,##0.00\\ "EUR"' },
      { value: '0.333', format: '0.0%' },
      { value: '46326', format: 'yyyy-mm-dd' },
      { value: '46326.25', format: 'yyyy-mm-dd hh:mm:ss' },
      { type: 'boolean', value: '1' },
      { value: '0.25', format: '#,##0.000' },
    ]);
  });

  it('leave a day that spreadsheets count differently as text, and say so', async () => {
    const workbook = await writeLines([makeColumn('Day', 'date')], ['1900-02-28'], ['1900-03-01']);
    expect(cell(workbook, 'A2')).toMatchObject({ type: 'text', value: '1900-02-28' });
    expect(cell(workbook, 'A3')).toMatchObject({ type: 'number', value: '61' });
    expect(said(workbook, 'Notes')).toContain(
      'Dates before 1 March 1900, which spreadsheets count differently, written as text: 1.',
    );
  });

  it('cut a text that no cell holds, mark it, and say where', async () => {
    const workbook = await writeLines([title], ['short'], ['x'.repeat(40_000)]);
    const kept = cell(workbook, 'A3')?.value ?? '';
    expect(kept.length).toBeLessThanOrEqual(32_767);
    expect(kept).toMatch(/x … \[72\d\d more characters\]$/);
    expect(said(workbook, 'Notes')).toContain('cut and marked so at their end: 1, the first in Data!A3.');
  });

  it('leave what is not there empty, and a table of nothing has an empty row', async () => {
    const workbook = await writeLines([title, amount], [null, null]);
    expect(cell(workbook, 'A2')).toBeUndefined();
    expect(cell(workbook, 'B2')).toBeUndefined();
    const empty = await writeLines([title, amount]);
    expect(empty.parts.get('xl/tables/table1.xml')).toContain('ref="A1:B2"');
    expect(cell(empty, 'E5', 'Summary')?.value).toBe('1');
  });

  it('go on in further sheets where one is full, with what each column comes to by its end', async () => {
    const lines = Array.from({ length: 7 }, (_, at) => [String(at), `${at}.01`]);
    const workbook = await write(makeDocument({ columns: [id, amount], lines, linesAPiece: 2 }), 4);
    expect([...workbook.sheets.keys()]).toEqual(['Summary', 'Data', 'Data 2', 'Data 3', 'Notes', 'Manifest']);
    const read = ['Data', 'Data 2', 'Data 3'].map((sheet) =>
      ['A2', 'A3', 'A4'].flatMap((place) => cell(workbook, place, sheet)?.value ?? []),
    );
    expect(read).toEqual([['0', '1', '2'], ['3', '4', '5'], ['6']]);
    expect(workbook.parts.get('xl/tables/table3.xml')).toContain('ref="A1:B2"');
    const sums = ['9', '10', '11'].map((row) => [
      cell(workbook, `A${row}`, 'Summary')?.value,
      cell(workbook, `C${row}`, 'Summary')?.value,
    ]);
    expect(sums).toEqual([
      ['Amount', '21.07'],
      ['Amount, to the end of Data', '3.03'],
      ['Amount, to the end of Data 2', '15.06'],
    ]);
    expect(said(workbook, 'Notes')).toContain('The lines fill 3 sheets');
  });
});

describe('the summary', () => {
  const several = [
    ['1.10', 'EUR'],
    ['2.20', 'USD'],
    ['-0.05', 'EUR'],
    ['7', 'eur'],
    ['8', ''],
  ];

  it('adds up each currency by itself, whatever its name', async () => {
    const workbook = await write(makeDocument({ columns: [amount, currency], lines: several, currencyIndex: 1 }));
    const rows = [9, 10, 11, 12].map((row) =>
      ['B', 'C', 'D', 'E'].map((at) => cell(workbook, `${at}${row}`, 'Summary')?.value),
    );
    expect(rows).toEqual([
      ['(none)', '8', '8', '1'],
      ['EUR', '1.05', '1.05', '1'],
      ['USD', '2.2', '2.2', '1'],
      ['eur', '7', '7', '1'],
    ]);
    expect(cell(workbook, 'C11', 'Summary')?.formula).toBe(`SUMIFS('Data'!$A$2:$A$6,'Data'!$B$2:$B$6,"USD")`);
    // The condition of SUMIFS would take eur for EUR.
    expect(cell(workbook, 'C10', 'Summary')?.formula).toContain('EXACT(');
  });

  it.each([1, 2, 3, 4, 5, 6])('shows without calculating what its formulas come to (%i)', async (seed) => {
    for (const document of [makeRecordsDocument(seed), makeReportDocument(seed), makeReportDocument(seed, 'xlsx')]) {
      const workbook = await write(document);
      const summary = [...(workbook.sheets.get('Summary') ?? [])];
      const sums = summary.filter(([place, { formula }]) => place.startsWith('C') && formula !== undefined);
      expect(sums.length).toBe(summary.filter(([place]) => /^F(?:9|\d\d)$/.test(place)).length);
      for (const [place, { formula = '', value, format }] of sums) {
        const found = calculateSum(formula, workbook) ?? expect.fail(`${place}: ${formula}`);
        const off = found - toUnits(format.startsWith('[h]') ? Number(value).toFixed(8) : value || '0');
        // Minutes are endless parts of a day.
        const allowed = format.startsWith('[h]') ? 1000n : 0n;
        if (off > allowed || off < -allowed) expect.fail(`${place} shows ${value}, ${formula} is ${found}`);
      }
      const checks = summary.filter(([place]) => place.startsWith('E') && place !== 'E8');
      expect(checks.map(([, { value }]) => value)).toEqual(checks.map(() => '1'));
    }
  });

  it('shows as unequal what the lines do not come to, by as little as a cent', async () => {
    const document = makeDocument({ columns: [amount, clock], lines: [['1.10', '60']] });
    const sums = { all: { Amount: '1.11', 'Logged hours': '60' }, byCurrency: [] };
    const workbook = await write({ ...document, sums: () => sums });
    expect(['E5', 'E9', 'E10'].map((place) => cell(workbook, place, 'Summary')?.value)).toEqual(['0', '0', '1']);
    expect(cell(workbook, 'E9', 'Summary')?.formula).toBe('ROUND(N(C9)-N(D9),2)=0');
    const [rule] = findElements(part(workbook, 'Summary'), 'conditionalFormatting');
    expect(rule?.attributes.get('sqref')).toBe('E5 E9:E10');
    expect(rule?.inner).toContain('<formula>FALSE</formula>');
  });

  it('says that sums are compared to fewer decimals where a spreadsheet’s 15 digits are not enough', async () => {
    const lines = Array.from({ length: 200 }, () => ['9999999999999.99']);
    const workbook = await write(makeDocument({ columns: [amount], lines }));
    expect(Number(cell(workbook, 'F9', 'Summary')?.value)).toBeLessThan(0);
    expect(said(workbook, 'Notes')).toContain('Sums compared to fewer decimals than they are shown with: 1.');
  });

  it('has nothing where nothing has a value, never 0', async () => {
    const workbook = await writeLines([amount], [null]);
    expect(cell(workbook, 'C9', 'Summary')).toMatchObject({
      value: '',
      formula: `IF(COUNT('Data'!$A$2:$A$2)=0,"",SUM('Data'!$A$2:$A$2))`,
    });
    expect(cell(workbook, 'D9', 'Summary')).toBeUndefined();
    expect(cell(workbook, 'E9', 'Summary')?.value).toBe('1');
  });
});

describe('what it says besides', () => {
  it('a report as it is read, with subtotals and total, in front', async () => {
    const columns = [title, amount];
    const outline = [
      { level: 'subtotal', depth: 0, cells: ['Group', '3'] },
      { level: 'line', depth: 1, cells: ['A', '1'] },
      { level: 'difference', depth: 1, cells: ['Difference', '2'] },
      { level: 'total', depth: 0, cells: ['Total', '3'] },
    ] as const;
    const workbook = await write(
      makeDocument({
        columns,
        lines: [
          ['A', '1'],
          ['Difference', '2'],
        ],
        outline,
      }),
    );
    expect([...workbook.sheets.keys()]).toEqual(['Report', 'Summary', 'Data', 'Notes', 'Manifest']);
    expect(said(workbook, 'Report').split('\n')).toEqual([
      'Title',
      'Amount',
      'Group',
      '3',
      'A',
      '1',
      'Difference',
      '2',
      'Total',
      '3',
    ]);
    expect(part(workbook, 'Report')).toContain('<row r="3" outlineLevel="1">');
  });

  it('every note and every fact, those of the manifest by their path', async () => {
    const workbook = await write(
      makeDocument({
        columns: [title],
        lines: [],
        head: {
          notes: ['One record has no value.'],
          sections: [{ title: 'Accuracy', facts: [{ label: 'Rounding', text: 'exact' }] }],
        },
        facts: { sums: { a: '1.50' }, notes: [{ code: 'x', records: 2 }], period: null, filter: [] },
      }),
    );
    expect(said(workbook, 'Notes')).toContain('One record has no value.');
    expect(said(workbook, 'Manifest').split('\n')).toEqual([
      'Accuracy',
      'Rounding',
      'exact',
      'All facts',
      'sums.a',
      '1.50',
      'notes[0].code',
      'x',
      'notes[0].records',
      '2',
      'period',
      'null',
      'filter',
      '[]',
    ]);
  });

  it('no person and no moment: the same content is the same bytes', async () => {
    const make = () => writeToBuffer((file) => writeWorkbook(makeRecordsDocument(9), file));
    const [first, second] = [await make(), await make()];
    expect(first.equals(second)).toBe(true);
    const { parts } = readWorkbook(first);
    expect(parts.get('docProps/core.xml')).not.toMatch(/creator|lastModifiedBy|created|modified/);
  });

  it('counts nothing as guarded: texts are cells of texts', async () => {
    const document = makeDocument({ columns: [title], lines: [['=1+1']] });
    const scratch = () => Promise.reject(new Error('A workbook needs no folder'));
    expect(await xlsx.write(document, { write: async () => undefined, scratch })).toEqual({ guarded: 0 });
  });

  it('every part is named with its kind, and every relation leads to a part', async () => {
    const { parts } = await write(makeReportDocument(1));
    const named = findElements(parts.get('[Content_Types].xml') ?? '', 'Override').map(
      ({ attributes }) => attributes.get('PartName')?.slice(1) ?? '',
    );
    const xml = [...parts.keys()].filter((each) => !each.endsWith('.rels') && each !== '[Content_Types].xml');
    expect(named.toSorted()).toEqual(xml.toSorted());
    const targets = findElements(parts.get('xl/_rels/workbook.xml.rels') ?? '', 'Relationship').map(
      ({ attributes }) => `xl/${attributes.get('Target') ?? ''}`,
    );
    expect(targets.filter((each) => !parts.has(each))).toEqual([]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { ExportDocument } from '#electron/exports/document.ts';
import { pdf } from '#electron/exports/formats/pdf.ts';
import { describeError } from '#contract/error-text.ts';
import { AppFailure } from '#contract/errors.ts';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import type { ExportColumn, Line, OutlineRow } from '#domain/exports/model.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { createColumnSums } from '#domain/exports/sums.ts';
import { printHere } from '#tests/support/exports/print-here.ts';
import { readAttachment, readFonts, readPages, readPlaces, readWords } from '#tests/support/exports/pdf-reader.ts';

const column = (head: string, own: Partial<ExportColumn> = {}): ExportColumn => ({
  name: head.toLowerCase(),
  label: head,
  head,
  kind: 'text',
  digits: null,
  currency: null,
  adds: false,
  ...own,
});
const title = column('Title');
const hours = column('Logged hours', { kind: 'hours', digits: 2, adds: true });
const amount = column('Amount', { kind: 'money', digits: 2, adds: true });
const currency = column('Currency');

function options(asked: ExportOptionsInput = {}) {
  const settled = resolveOptions(exportOptionsSchema.parse({ format: 'pdf', ...asked }));
  if (!settled.ok) throw new Error(settled.problem);
  return settled.value;
}

interface Own extends Partial<Omit<ExportDocument, 'lines' | 'head'>> {
  readonly head?: Partial<ExportDocument['head']>;
}

function documentOf(columns: readonly ExportColumn[], lines: readonly Line[], { head, ...own }: Own = {}) {
  const sums = createColumnSums(columns, own.currencyIndex);
  sums.add(lines);
  async function* pieces() {
    for (let at = 0; at < lines.length; at += 100) yield lines.slice(at, at + 100);
  }
  return {
    head: {
      title: 'Time logs',
      period: 'October 2026',
      seal: 'Complete as of 2026-11-01 08:00 UTC',
      complete: true,
      notes: [],
      sections: [],
      ...head,
    },
    options: options(),
    columns,
    currencyIndex: undefined,
    lines: pieces(),
    lineCount: lines.length,
    outline: null,
    sums: () => sums.result(),
    facts: () => ({ asOf: '2026-11-01T08:00:00.000Z' }),
    ...own,
  } satisfies ExportDocument;
}

async function write(document: ExportDocument): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  await pdf.write(document, {
    write: async (content) => void parts.push(typeof content === 'string' ? Buffer.from(content) : content),
    scratch: () => Promise.reject(new Error('A PDF needs no folder')),
  });
  return Buffer.concat(parts);
}

/** By a process of its own, as the program does it. */
const writtenByProcess = (...asked: Parameters<typeof documentOf>) => write(documentOf(...asked));

const written: typeof writtenByProcess = (...asked) => {
  printHere();
  return writtenByProcess(...asked);
};

describe('a PDF of records', () => {
  const lines: Line[] = Array.from({ length: 180 }, (_, at) => [
    `Entry-${at + 1}`,
    '1.5',
    '1234.5',
    at % 2 ? 'EUR' : 'USD',
  ]);
  const write = () =>
    writtenByProcess([title, hours, amount, currency], lines, {
      currencyIndex: 3,
      head: {
        notes: ['2 records have no rate.'],
        sections: [{ title: 'Source', facts: [{ label: 'Service', text: 'loopback' }] }],
      },
      facts: () => ({ asOf: '2026-11-01T08:00:00.000Z', records: 180, title: 'Ž "quoted"' }),
    });
  let first: ReturnType<typeof write> | undefined;
  const records = () => (first ??= write());

  it('holds every line, with heads, seal and page number on every page, and the sums of each currency below', async () => {
    const file = await records();
    const pages = readPages(file);
    const words = readWords(file);
    for (const [name] of lines) expect(words).toContain(`${String(name)} 1.50 1,234.50`);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((page, at) => {
      expect(page).toContain('Complete as of 2026-11-01 08:00 UTC');
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      if (page.includes('Entry-')) expect(page).toMatch(/Title +Logged hours +Amount +Currency/);
    });
    expect(pages[0]).toMatch(/^\s*Time logs\s+October 2026\s/);
    expect(words).toContain('Total 270.00 Total EUR 111,105.00 Total USD 111,105.00');
    expect(words).toContain('2 records have no rate.');
    expect(words).toContain('Source Service loopback');
    expect(words).not.toContain('Signature');
  });

  it('is the same to the byte when it is written again, and holds the facts as JSON', async () => {
    const file = await records();
    expect(Buffer.compare(Buffer.from(file), Buffer.from(await write()))).toBe(0);
    expect(JSON.parse(readAttachment(file))).toEqual({
      asOf: '2026-11-01T08:00:00.000Z',
      records: 180,
      title: 'Ž "quoted"',
    });
    expect(Buffer.from(file).toString('latin1')).toContain('<pdfaid:part>3</pdfaid:part>');
  });
});

it('says below the table what rounding leaves, so that what is printed adds up to the printed total', async () => {
  const file = await written(
    [title, hours],
    [
      ['a', '0.33333333'],
      ['b', '0.33333333'],
      ['c', '0.33333334'],
    ],
  );
  const words = readWords(file);
  expect(words).toContain('a 0.33 b 0.33 c 0.33 Total 1.00');
  expect(words).toContain(
    `Notes – Lines are rounded one by one: in “${hours.head}” they add up to 0.99, the total is 1.00 (difference +0.01).`,
  );
});

it('prints text that means something to its typesetter as it is', async () => {
  const markup = [
    '#panic("x")',
    '$x^2$ *bold* _it_ `raw`',
    '@ref <tag> [x] {y}',
    '= Head',
    "\\#end \\ \"quoted\" 'it's'",
    '// gone /* too */',
    '- - -- --- ...',
    'https://example.org/#a~b',
  ];
  const columns = markup.map((text) => column(text));
  const file = await written(
    columns.slice(0, 2),
    [markup.slice(0, 2), markup.slice(2, 4), markup.slice(4, 6), markup.slice(6)],
    {
      head: { title: markup[0] ?? '', period: markup[1] ?? '', seal: markup[2] ?? '', notes: markup, sections: [] },
    },
  );
  const words = readWords(file);
  for (const text of markup) expect(words.split(text).length, text).toBeGreaterThan(2);
});

it('prints names in Latin, Greek, Cyrillic, Hebrew and Arabic by its own fonts alone, and says what it cannot print', async () => {
  const names = ['Nguyễn Thị Minh Khai', 'Žofie Čapková', 'Σοφία Παπαδοπούλου', 'Юлія Ґалаґан', 'Łukasz Ønske'];
  const file = await written(
    [title],
    [...names, '会议 x', 'שלום', 'سلام'].map((name) => [name]),
  );
  const words = readWords(file).normalize('NFC');
  for (const name of names) expect(words).toContain(name);
  expect(words).toContain('[U+4F1A][U+8BAE] x');
  expect(words).toContain(
    "2 different characters cannot be set in this file's font: they are printed as their codes in brackets (U+4F1A, U+8BAE).",
  );
  expect(words).toContain('שלום');
  expect(readFonts(file)).toEqual(['ReportSansCondensed-Bold', 'ReportSansCondensed']);
});

it('keeps every word inside the page and its column, however long names and words are', async () => {
  const word = 'x'.repeat(400);
  const file = await written(
    [title, column('Person'), amount, column('Averyveryveryveryveryverylongheadwithoutanyblank')],
    [
      [
        word,
        'Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst '.repeat(9),
        '123456789012345.25',
        `short ${word}`,
      ],
    ],
    { head: { title: word.slice(0, 120), seal: word, notes: [word] } },
  );
  const pages = readPlaces(file);
  for (const { width, height, words } of pages) {
    for (const { text, left, right, top, bottom } of words) {
      expect([left >= 35, right <= width - 35, top >= 0, bottom <= height], text).toEqual([true, true, true, true]);
    }
  }
  const all = pages.flatMap(({ words }) => words);
  const figure = all.find(({ text }) => text === '123,456,789,012,345.25');
  const beside = all.find(({ text }) => text === 'short');
  expect(figure && beside && figure.right < beside.left).toBe(true);
});

it('splits a table that is wider than the page into blocks of columns, each with the keys of its lines', async () => {
  const weeks = Array.from({ length: 40 }, (_, at) =>
    column(`Hours, week ${at + 1}`, { kind: 'hours', digits: 2, adds: true }),
  );
  const cells = (from: number) => weeks.map((_, at) => String(from + at));
  const outline: OutlineRow[] = [
    { level: 'subtotal', depth: 0, cells: ['Elm', null, ...cells(5000)] },
    { level: 'line', depth: 1, cells: [null, 'Ann', ...cells(1000)] },
    { level: 'line', depth: 1, cells: [null, 'Bob', ...cells(4000)] },
    { level: 'difference', depth: 1, cells: [null, 'Rounding difference', '0.01', ...weeks.slice(1).map(() => null)] },
    { level: 'total', depth: 0, cells: ['Total', null, ...cells(9000)] },
  ];
  const file = await written([column('Client'), column('Person'), ...weeks], [], { outline, lineCount: 2 });
  const pages = readPages(file).filter((page) => page.includes('Ann'));
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) {
    for (const key of ['Client', 'Person', 'Elm', 'Bob', 'Total']) expect(page).toContain(key);
    expect(page).toMatch(/Columns \d+ to \d+ of 40/);
  }
  expect(pages.filter((page) => page.includes('Rounding'))).toHaveLength(1);
  const words = readWords(file);
  for (let at = 0; at < 40; at += 1)
    for (const from of [5000, 1000, 4000, 9000]) expect(words).toContain(`${(from + at).toLocaleString('en')}.00`);
});

it('numbers the lines of records where their columns stand in several blocks', async () => {
  const wide = Array.from({ length: 30 }, (_, at) => column(`Property ${at}`));
  const file = await written(
    wide,
    [0, 1].map((line) => wide.map((_, at) => `text-${line}-${at} and more of it`)),
  );
  const pages = readPages(file);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toMatch(/No\. [^]*\n +1 [^]*\n +2 /);
});

it('ends with lines to sign on for both sides where that was asked for', async () => {
  const signed = readWords(await written([title], [['a']], { options: options({ signature: true }) }));
  expect(signed).toContain('For the service provider');
  expect(signed).toContain('For the client');
  for (const line of ['Place', 'Date', 'Name', 'Signature']) expect(signed.split(line)).toHaveLength(3);
});

it('says so where it is empty, and is no archive’s file where its data are of no one moment', async () => {
  const file = await written([title], [], {
    facts: () => ({ asOf: null }),
    head: { seal: 'Partial', complete: false },
  });
  expect(readWords(file)).toContain('No line matches.');
  expect(Buffer.from(file).toString('latin1')).not.toContain('pdfaid');
});

describe('what is too long for it', () => {
  const refusal = async (columns: readonly ExportColumn[], lineCount: number) => {
    const unread = {
      lines: {
        [Symbol.asyncIterator]: () => {
          throw new Error('was read');
        },
      },
    };
    return write({ ...documentOf(columns, []), ...unread, lineCount }).then(
      () => undefined,
      (error: unknown) => error instanceof AppFailure && describeError(error.error).sentence,
    );
  };

  it('is refused before a line is read, with what to do', async () => {
    expect(await refusal([title], 5001)).toBe(
      'A PDF holds at most 5,000 lines, and these are 5,001: narrow the filter or the period, or choose another format.',
    );
    expect(
      await refusal(
        Array.from({ length: 58 }, (_, at) => column(`c${at}`)),
        1300,
      ),
    ).toBe(
      'A PDF holds at most 75,000 figures and texts, and these are 75,400: choose fewer columns or lines, or another format.',
    );
  });
});

it('refuses a signature block in any other format', () => {
  const settled = resolveOptions(exportOptionsSchema.parse({ format: 'csv', signature: true }));
  expect(settled).toEqual({
    ok: false,
    problem: 'Only a PDF has a signature block: choose PDF, or leave the block out',
  });
});

it('takes of a column only what it needs, whatever else the column carries', async () => {
  const carrying = { ...title, cell: () => 'a function crosses into no other process' };
  expect(readWords(await written([carrying], [['Entry']]))).toContain('Entry');
});

it('prints codes for what its compiler fails on, so that a rare text costs no file', async () => {
  const words = readWords(await writtenByProcess([title], [['\n\u05BF'], ['Größe']]));
  expect(words).toContain('[U+05BF] Größe');
  expect(words).toContain('Größe');
});

it('gives the reason by which a page of the same content takes its place where its compiler is not installed', async () => {
  const script = `import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@myriaddreamin/')) throw new Error('Cannot find native binding');
      return next(name, context);
    } });`;
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(script)}`);
  await expect(writtenByProcess([title], [['Entry']])).rejects.toMatchObject({
    error: { code: 'usage', detail: exportPdfTexts.refusals.absent, reason: 'no-pdf-compiler' },
  });
});

import { expect, it } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { toLetter } from '#domain/exports/letter.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptionsInput } from '#domain/exports/options.ts';
import { propertyNames } from '#domain/properties.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import { statementTexts } from '#texts/exports/statement.ts';
import { pdf } from '#electron/exports/formats/pdf.ts';
import { makeColumn, makeDocument, writeToBuffer, type DocumentParts } from '#tests/support/exports/documents.ts';
import { printHere } from '#tests/support/exports/print-here.ts';
import { readPages, readPlaces } from '#tests/support/exports/pdf-reader.ts';

const columns = [
  { ...makeColumn('Date', 'date'), name: propertyNames.firstStart },
  { ...makeColumn('Service', 'text'), name: propertyNames.service },
  makeColumn('Work', 'text'),
  makeColumn('Hours', 'hours', { digits: 2, adds: true }),
];
/** Of 20 minutes each: what is printed is less than the hours. */
const lines = Array.from({ length: 120 }, (_, at) => [
  `2026-10-${String((at % 30) + 1).padStart(2, '0')}`,
  at < 60 ? 'Advice' : 'Design',
  `Work ${at}`,
  '0.33333333',
]);

async function write(
  asked: ExportOptionsInput,
  own: Partial<Settings> = {},
  content: Pick<DocumentParts, 'columns' | 'lines'> = { columns, lines },
) {
  const settled = resolveOptions(exportOptionsSchema.parse({ format: 'pdf', audience: 'client', ...asked }));
  if (!settled.ok) throw new Error(settled.problem);
  const options = settled.value;
  const letter = toLetter({
    settings: { ...defaultSettings, zone: 'Europe/Berlin', ...own },
    client: 'Müller & Söhne',
    title: undefined,
    period: { text: 'October 2026', span: '2026-10' },
    asOf: null,
    locale: options.locale,
  });
  const document = { ...makeDocument({ ...content, head: { letter } }), options };
  printHere();
  return writeToBuffer((file) => pdf.write(document, file));
}

const toDecimal = (printed: string) => toUnits(printed.replace(',', '.'));
const readSum = (page: string, label: string) => new RegExp(`${label} +([\\d,]+)`).exec(page)?.[1];

it('carries over what is printed: each page adds up to the next one, and the last one to the total', async () => {
  const pages = readPages(await write({ locale: 'de-DE' }));
  expect(pages.length).toBeGreaterThan(2);
  let carried: string | undefined;
  for (const [at, page] of pages.entries()) {
    expect(readSum(page, 'Brought forward')).toBe(carried);
    const printed = [...page.matchAll(/^ *\d\d\.10\.2026.* (\d+,\d\d)$/gm)].map(([, figure = '']) => toDecimal(figure));
    const all = printed.reduce((sum, figure) => sum + figure, carried === undefined ? 0n : toDecimal(carried));
    const isLast = at === pages.length - 1;
    carried = readSum(page, 'Carried forward');
    if (isLast) {
      expect(carried).toBeUndefined();
      expect(formatUnits(all)).toBe('39.6');
      expect(page).toMatch(/Rounding of single lines +0,40\n.*Total +40,00/);
    } else expect(carried && formatUnits(toDecimal(carried))).toBe(formatUnits(all));
  }
  const first = pages[0] ?? '';
  expect(first).toContain('For Müller & Söhne');
  expect(first).toContain('Müller-Söhne-2026-10');
});

it('has days in the form of its reader, on the paper of that locale', async () => {
  const pdfOf = await write({ locale: 'en-US' });
  expect(readPages(pdfOf)[0]).toContain('Oct 1, 2026');
  expect(readPlaces(pdfOf)[0]).toMatchObject({ width: 612, height: 792 });
});

it('is not written with a logo that cannot be drawn, and says so', async () => {
  const data = Buffer.from('89504e470d0a1a0a00000000', 'hex').toString('base64');
  const written = write({}, { senderName: 'Firm', senderLogo: { kind: 'png', data } });
  await expect(written).rejects.toMatchObject({ error: { code: 'usage', detail: statementTexts.noLogo } });
});

it('draws a logo beside the address', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 3"><rect width="9" height="3" fill="#c00"/></svg>';
  const data = Buffer.from(drawing).toString('base64');
  const own = { senderName: 'Firm', senderAddress: 'Straße 1\nDublin', senderLogo: { kind: 'svg' as const, data } };
  const pages = readPages(await write({}, own));
  expect(pages[0]).toContain('Straße 1');
  expect(pages.join('\n')).not.toContain('could not be drawn');
});

it('heads the lines of a group in every block of columns', async () => {
  const further = Array.from({ length: 24 }, (_, at) => makeColumn(`Measured${at}`, 'text'));
  const wide = {
    columns: [...columns, ...further],
    lines: ['Advice', 'Design'].map((service) => [
      '2026-10-01',
      service,
      'Work',
      '1',
      ...further.map(() => 'overlong'.repeat(2)),
    ]),
  };
  const pages = readPages(await write({ groupedBy: 'service' }, {}, wide)).join('\n');
  const blocks = [...pages.matchAll(/Columns? \d/g)].length;
  expect(blocks).toBeGreaterThan(1);
  expect([...pages.matchAll(/^ *Advice\n2026-10-01/gm)]).toHaveLength(blocks);
});

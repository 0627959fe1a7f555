/** Files of names as spreadsheets and people write them: separators, marks, quotes, encodings; errors say where. */
import { describe, expect, it, test } from 'vitest';
import { namesFormats, namesWriters, readNamesFile } from '../../../electron/cli/names-file.ts';
import { AppFailure } from '../../../src/contract/errors.ts';
import { emptyDirectory } from '../../../src/domain/people/directory.ts';
import { toChange } from '../../../src/domain/people/names-table.ts';
import { directoryOf } from '../../support/worlds/directory.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');

function directoryIn(bytes: Uint8Array) {
  const read = toChange(readNamesFile('/tmp/names.csv', bytes), emptyDirectory);
  return read.ok ? read.value : read.problems;
}

function refusal(bytes: Uint8Array): string {
  try {
    readNamesFile('/somewhere/people.csv', bytes);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'usage') throw error;
    return error.error.detail;
  }
}

const ann = directoryOf({ owners: { '7': { name: 'Ann, of "Tax"', team: 'Tax' } } });

describe('a file of names', () => {
  test.each([
    ['commas', 'owner_id,name,team\n7,"Ann, of ""Tax""",Tax\n'],
    ['semicolons, a byte order mark and Windows line ends', '\uFEFFowner_id;name;team\r\n7;"Ann, of ""Tax""";Tax\r\n'],
    ['tabs', 'owner_id\tname\tteam\n7\t"Ann, of ""Tax"""\tTax'],
    ['every cell quoted', '"owner_id";"name";"team"\n"7";"Ann, of ""Tax""";"Tax"\n'],
    ['empty lines and cells below', '\n\nowner_id;name;team\n\n7;"Ann, of ""Tax""";Tax\n;;\n\n'],
    ['JSON', '{"owners":{"7":{"name":"Ann, of \\"Tax\\"","team":"Tax"}}}'],
  ])('may have %s', (_, text) => {
    expect(directoryIn(utf8(text))).toEqual(ann);
  });

  it('may be the Unicode text of a spreadsheet', () => {
    const text = '\uFEFFowner_id\tname\n7\tZoë\n';
    expect(directoryIn(Buffer.from(text, 'utf16le'))).toEqual(directoryOf({ owners: { '7': { name: 'Zoë' } } }));
  });

  it('keeps in JSON the digits as they were typed', () => {
    const text = '{"owners":{"7":{"name":"Ann","weeklyHours":38.50}},"objects":{"deal:9":{"name":"A"}}}';
    expect(directoryIn(utf8(text))).toEqual(
      directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '38.5' } }, objects: { 'deal:9': { name: 'A' } } }),
    );
  });

  it('changes in JSON only the fields that it gives, of people and of objects', () => {
    const known = directoryOf({
      owners: { '7': { name: 'Ann', team: 'Tax', weeklyHours: '38.5', activeFrom: '2026-01-05' } },
      objects: { 'deal:9': { name: 'Audit', client: 'Acme', currency: 'CHF' } },
    });
    const text = '{"owners":{"7":{"team":"Books"}},"objects":{"deal:9":{"client":null}}}';
    const patches = readNamesFile('/tmp/names.json', utf8(text));
    expect(patches).toMatchObject([{ owner: { team: 'Books' } }, { object: { client: null } }]);
    expect(toChange(patches, known)).toEqual({
      ok: true,
      value: {
        owners: { '7': { ...known.owners['7'], team: 'Books' } },
        objects: { 'deal:9': { ...known.objects['deal:9'], client: null } },
      },
    });
  });

  it('says of the second entry in JSON where it is wrong, and how many more are', () => {
    const text = '{"owners":{"7":{"name":"Ann"},"8":{"nmae":"Bo"}},"objects":{"deal:9":{"klient":"A"}}}';
    expect(refusal(utf8(text))).toMatch(/^In people\.csv, owners\.8: .*and 1 more/);
  });

  test.each([
    [
      'owner_id,name\n\n7,Ann\n8\n9,Bo,x\n',
      'In people.csv, line 4: it has 1 cell, and the header line has 2, and 1 more to correct',
    ],
    ['owner_id,name\n7,Ann\n\n8,\n', 'In people.csv, line 4: the name is missing'],
    ['owner_id,name\n7,"Ann\n', 'In people.csv, line 2: a quotation mark is not closed or is in the wrong place'],
    ['', 'In people.csv, line 1: it has no header line'],
    ['hello there', 'In people.csv, line 1: no column is called "hello there"; the columns are kind, id, name'],
    ['{"owners":', 'In people.csv, JSON: it is not readable as JSON'],
    ['{"people":{}}', 'In people.csv, top: Unrecognized key: "people"'],
    ['{"owners":{"7":{"nmae":"Ann"}}}', 'In people.csv, owners.7: Unrecognized key: "nmae"'],
    ['{"owners":{"7":{"weeklyHours":"x"}}}', 'In people.csv, owners.7.weeklyHours: hours a week from 0 to 168'],
    ['{"objects":{"9":{"name":"Audit"}}}', 'In people.csv, objects.9: '],
  ])('says of %j where it is wrong', (text, expected) => {
    expect(refusal(utf8(text))).toContain(expected);
  });

  it('says so when it is not UTF-8 text', () => {
    expect(refusal(Buffer.from('owner_id,name\n7,Zo\u00eb\n', 'latin1'))).toContain('it is not UTF-8 text');
  });

  it.each(namesFormats)(
    'read back after it was written as %s is the same directory, formulas and line breaks too',
    async (format) => {
      const directory = directoryOf({
        owners: {
          '7': { name: '=HYPERLINK("x")', team: '-', weeklyHours: '38.5', activeFrom: '2026-01-05' },
          '0042': { name: '1/2' },
        },
        objects: { 'deal:9': { name: 'Two\nlines; "quoted"', client: '@home', currency: 'CHF' } },
      });
      let text = '';
      await namesWriters[format](directory, { write: async (content) => void (text += String(content)) });
      if (format === 'csv') expect(text).toContain('"\'=HYPERLINK');
      expect(directoryIn(utf8(text))).toEqual(directory);
    },
  );
});

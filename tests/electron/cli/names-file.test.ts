/** Names as JSON, as programs write them; errors say where. */
import { describe, expect, it, test } from 'vitest';
import { namesWriters, readNamesJson } from '#electron/cli/names-file.ts';
import { AppFailure } from '#contract/errors.ts';
import { emptyDirectory } from '#domain/people/directory.ts';
import { mergePatches } from '#domain/people/names-table.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const directoryIn = (bytes: Uint8Array) =>
  mergePatches(readNamesJson('/tmp/names.json', bytes) ?? [], emptyDirectory).change;

function refusal(bytes: Uint8Array): string {
  try {
    readNamesJson('/somewhere/people.json', bytes);
    return 'nothing';
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'usage') throw error;
    return error.error.detail;
  }
}

describe('names as JSON', () => {
  it('may begin with a byte order mark; anything else is a list', () => {
    expect(directoryIn(utf8('\uFEFF {"owners":{"7":{"name":"Ann"}}}'))).toEqual(
      directoryOf({ owners: { '7': { name: 'Ann' } } }),
    );
    expect(readNamesJson('people.csv', utf8('owner_id,name\n7,{Ann}\n'))).toBeUndefined();
  });

  it('in UTF-16 is read where a mark says so, and any other bytes than UTF-8 are refused', () => {
    const text = '{"owners":{"7":{"name":"J\u00FCrgen"}}}';
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const jurgen = directoryOf({ owners: { '7': { name: 'J\u00FCrgen' } } });
    expect(directoryIn(wide)).toEqual(jurgen);
    expect(directoryIn(Buffer.from(wide).swap16())).toEqual(jurgen);
    expect(refusal(Buffer.from(text, 'latin1'))).toBe('In people.json, line 1: it is not UTF-8 text');
  });

  it('keeps the digits as they were typed', () => {
    const text = '{"owners":{"7":{"name":"Ann","weeklyHours":38.50}},"objects":{"deal:9":{"name":"A"}}}';
    expect(directoryIn(utf8(text))).toEqual(
      directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '38.5' } }, objects: { 'deal:9': { name: 'A' } } }),
    );
  });

  it('keeps an id that is the name of a prototype', () => {
    const text = '{"owners":{"__proto__":{"name":"Ann"},"constructor":{"name":"Bo"}}}';
    expect(Object.keys(directoryIn(utf8(text)).owners)).toEqual(['__proto__', 'constructor']);
  });

  it('changes in JSON only the fields that it gives, of people and of objects', () => {
    const ann = { name: 'Ann', team: 'Tax', weeklyHours: '38.5', activeFrom: '2026-01-05' };
    const audit = { name: 'Audit', client: 'Acme', currency: 'CHF' };
    const known = directoryOf({ owners: { '7': ann }, objects: { 'deal:9': audit } });
    const text = '{"owners":{"7":{"team":"Books"}},"objects":{"deal:9":{"client":null}}}';
    const patches = readNamesJson('/tmp/names.json', utf8(text)) ?? [];
    expect(patches).toMatchObject([{ owner: { team: 'Books' } }, { object: { client: null } }]);
    expect(mergePatches(patches, known).change).toEqual(
      directoryOf({
        owners: { '7': { ...ann, team: 'Books' } },
        objects: { 'deal:9': { ...audit, client: null } },
      }),
    );
  });

  it('says of the second entry in JSON where it is wrong, and how many more are', () => {
    const text = '{"owners":{"7":{"name":"Ann"},"8":{"nmae":"Bo"}},"objects":{"deal:9":{"klient":"A"}}}';
    expect(refusal(utf8(text))).toMatch(/^In people\.json, owners\.8: .*and 1 more/);
  });

  test.each([
    ['{"owners":', 'In people.json, JSON: it is not readable as JSON'],
    ['{"people":{}}', 'In people.json, top: Unrecognized key: "people"'],
    ['{"owners":{"7":{"nmae":"Ann"}}}', 'In people.json, owners.7: Unrecognized key: "nmae"'],
    ['{"owners":{"7":{"weeklyHours":"x"}}}', 'In people.json, owners.7.weeklyHours: hours a week from 0 to 168'],
    ['{"objects":{"9":{"name":"Audit"}}}', 'In people.json, objects.9: '],
  ])('says of %j where it is wrong', (text, expected) => {
    expect(refusal(utf8(text))).toContain(expected);
  });

  it('read back after it was written is the same directory', async () => {
    const directory = directoryOf({
      owners: { '7': { name: 'Ann', weeklyHours: '38.5' }, '0042': { name: '1/2' } },
      objects: { 'deal:9': { name: 'Two\nlines', client: '@home', currency: 'CHF' } },
    });
    let text = '';
    await namesWriters.json(directory, { write: async (content) => void (text += String(content)) });
    expect(directoryIn(utf8(text))).toEqual(directory);
  });
});

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as verbatim from '#service/upstream/http.ts';

const vocabulary = { system: 'hs_', owner: 'hubspot_' };
const readVerbatim = (text: string) => {
  const found = verbatim.readVerbatim(Buffer.from(text), vocabulary);
  return found && { ...found, recordsJson: found.recordsJson.toString() };
};
const times = '"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"';
const page = (record: string, rest = '') => `{ "results" : [${record}]${rest} }`;
const record = (properties: string, more = '') =>
  `{"id":"1","properties":{${properties}},${times},"archived":false${more}}`;

it('takes nothing that JSON does not read, and nothing that it reads otherwise', () => {
  const plain = page(record(String.raw`"a":"\u00e9\"]", "b":-0.5e+3,"c":null `));
  const parts = [...Array.from(String.raw`{}[]:,"\ 01-.eEaun`), '\n', 'true', '"a":1', ',"archived":true'];
  fc.assert(
    fc.property(fc.nat(plain.length), fc.nat(3), fc.constantFrom(...parts), (at, left, put) => {
      const text = plain.slice(0, at) + put + plain.slice(at + left);
      const found = readVerbatim(text);
      if (found) expect({ ...found.rest, results: JSON.parse(found.recordsJson) }).toEqual(JSON.parse(text));
    }),
    { numRuns: 5_000 },
  );
  expect(readVerbatim(plain)).toBeDefined();
});

it('passes a page on as it is written, but for the names of properties', () => {
  const properties = String.raw`"hs_a": 1.50, "hubspot_b" :"hs_c", "d":"say \"hs_e\": [no]", "hs_f":"\"hs_g","a_hs_h":12345678901234567890`;
  const renamed = String.raw`"sys_a": 1.50, "platform_b" :"hs_c", "d":"say \"hs_e\": [no]", "sys_f":"\"hs_g","a_hs_h":12345678901234567890`;
  const found = readVerbatim(page(record(properties), ',"paging":{"next":{"after":"7"}}'));
  expect(found).toEqual({
    rest: { results: [], paging: { next: { after: '7' } } },
    recordsJson: `[${record(renamed)}]`,
  });
});

it.each([
  ['what is no JSON', '<html>'],
  ['no list', '{"results":{}}'],
  ['a history', page(record('', ',"propertiesWithHistory":{}'))],
  ['associations', page(record('', ',"associations":{}'))],
  ['an unknown field', page(record('', ',"url":"https://crm.example"'))],
  ['no word on archiving', page(`{"id":"1","properties":{},${times}}`)],
  ['an empty time', page(record('', ',"archivedAt":null'))],
  ['a list as a value', page(record('"a":[1]'))],
  ['errors beside the records', page(record(''), ',"errors":[]')],
  ['two lists of records', `{"results":[1],"results":[${record('')}]}`],
  ['two lists under one name', page(record(''), ',"results":7')],
  ['fields in another order', page(`{"id":"1",${times},"archived":false,"properties":{}}`)],
  ['a field that is there twice', page(record('', ',"archived":true'))],
  ['a number that is none', page(record('"a":01'))],
  ['a text with a line end', page(record('"a":"\n"'))],
  ['an unknown escape', page(record(String.raw`"a":"\x"`))],
  ['a comma too many', page(record('"a":1,'))],
  ['what is no JSON beside the records', page(record(''), ',total:1')],
])('leaves %s to be read value by value', (_, text) => {
  expect(readVerbatim(text)).toBeUndefined();
});

it('looks at each character a few times at most, however a page is laid out', () => {
  const blank = `{"id":"1","properties":{ },${times},"archived":false}`;
  const many = Array.from({ length: 40 }, () => blank).join(',');
  for (const text of [
    `{"results":[${many}],"errors":[]}`,
    `{"results":[${many},${record('', ',"archivedAt":null')}]}`,
    `{"results":[${' '.repeat(500_000)}5]}`,
    page(record(`${' '.repeat(500_000)}x`)),
  ])
    expect(readVerbatim(text)).toBeUndefined();
  expect(readVerbatim(`{"results":[${many} ]}`)).toBeDefined();
});

it('leaves a name that is written with escapes to be read value by value', () => {
  expect(readVerbatim(page(record(String.raw`"\u0068s_a":1`)))).toBeUndefined();
});

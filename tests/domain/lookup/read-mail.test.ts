/** Each rule by which numbers are read out of pasted text, alone. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseIds } from '#domain/lookup/choose-ids.ts';
import { readMail } from '#domain/lookup/read-mail.ts';
import { chooseSize } from '#tests/support/tier.ts';

const known = { records: ['10008015770'], owners: [], objects: [], lengths: [11] };
const KEY = '28270412 -- 2026-03-20 04:22:15.536';

function read(text: string): string[] {
  const { objectIds, recordIds } = chooseIds(readMail(text).candidates, known);
  return [...objectIds, ...recordIds];
}

function reasons(text: string): string[] {
  return chooseIds(readMail(text).candidates, known).notAsked.map(({ text: number, reason }) => `${number}: ${reason}`);
}

describe('ids in a mail', () => {
  it.each([
    '- 10008123401',
    '* [x] 10008123401',
    'the one (#10008123401).',
    '“10008123401”',
    '«10008123401» !',
    'ID10008123401',
    'n°10008123401',
    'Entry 10008123401.Thanks',
    '1.10008123401',
    '="10008123401"',
    '10008123401.00',
    'Datensatznummer: 10008123401',
  ])('are read with what stands around them: %j', (text) => {
    expect(read(text)).toEqual(['10008123401']);
  });

  it.each([
    ['slashes', '10008123401/10008123402'],
    ['a span', '10008123401-10008123402'],
    ['bars', '10008123401|10008123402'],
    ['a query', 'id IN (10008123401,10008123402)'],
    ['list numbers', '1. 10008123401\n2. 10008123402'],
  ])('are told apart by %s', (_, text) => {
    expect(read(text)).toEqual(['10008123401', '10008123402']);
  });

  it.each([
    ['zero-width and soft hyphens', 'see 1000\u200B8123\u00AD401'],
    ['spaces at which no line ends', 'see 10\u00A0008\u00A0123\u00A0401'],
    ['narrow spaces', 'see 10\u202F008\u202F123\u202F401'],
    ['hyphens at which no line ends', 'see 10\u2011008\u2011123\u2011401'],
    ['a soft line end', 'see 10008=\n123401 there'],
    ['the encoding of a source', 'Content-Transfer-Encoding: quoted-printable\nid=3D10008123=\r\n401'],
    ['a long line', `${'word '.repeat(14)}10008\n> 123401`],
    ['a cut link', 'https://crm.example/record/2-123/10008\n> > 123401 done'],
  ])('are one number in spite of %s', (_, text) => {
    expect(read(text)).toEqual(['10008123401']);
  });

  it.each(['10008\n015770 it is', 'it is 10.008.015.770', 'it is 10008-015770', 'it is 10 008 015 770'])(
    'are put together from pieces only where the record is here: %j',
    (pieces) => {
      const text = `we mean ${pieces}`;
      expect(read(text)).toEqual(['10008015770']);
      expect(read(text.replace('015', '016').replace('.015.', '.016.').replace(' 015 ', ' 016 '))).toEqual([]);
    },
  );

  it.each([
    'https://app.crm.example/contacts/28270412/record/2-123/10008123401?utm_id=10000000042',
    'app.crm.example/contacts/28270412/record/2-123/10008123401/',
    'https://crm.example/list?id=10008123401&after=10008123499',
    'https://service.example/service/v1/timelogs/10008123401',
    'https://t.example/c/10009000111/?r=https%253A%252F%252Fcrm.example%252Frecord%252F2-123%252F10008123401&mid=10009000112',
    'https://defend.example/v2/url?u=https-3A__crm.example_record_2-2D123_10008123401&d=10009000111',
    '<https://crm.example/record/2-123/10008123401> and https://crm.example/record/0-2/10008123402',
  ])('are read out of links: %j', (link) => {
    expect(read(`see ${link} please`)).toEqual(['10008123401']);
  });

  it('are the ids of the service’s answer, and of no other field', () => {
    const properties = { a552213_record_id: KEY, a552213_assoc_record_id: '17999000111', sys_object_id: '10008123401' };
    const answer = {
      results: [{ id: '10008123401', properties }],
      errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['10008123402', '10008123403'] } }],
      paging: { next: { after: '10008123499' } },
    };
    const ids = ['10008123401', '10008123402', '10008123403'];
    expect(read(JSON.stringify(answer))).toEqual(ids);
    expect(read(JSON.stringify(answer, null, 2))).toEqual(ids);
    expect(reasons(JSON.stringify(answer))).toEqual([`${KEY}: sameRecord`, '17999000111: field', '10008123499: field']);
    expect(read(JSON.stringify({ properties: { a552213_record_id: KEY } }))).toEqual([KEY]);
  });

  it.each([
    ['tabs', 'ID\tCompany ID\n10008123401\t17999000111'],
    ['bars', '| ID | Invoice |\n|---|---|\n| 10008123401 | 10009000111 |'],
    ['semicolons', 'id;company;hours\n10008123401;17999000111;4,0'],
    ['commas', 'sys_object_id,deal_id,hours\n10008123401,17999000111,4.0'],
    ['blanks', 'ID             Deal           Hours\n10008123401    17999000111    4'],
    ['a page', '<tr><th>ID</th><th>Client</th></tr><tr><td>10008123401</td><td>17999000111</td></tr>'],
  ])('are those of the column whose head says so, between %s', (_, table) => {
    expect(read(table)).toEqual(['10008123401']);
  });
});

describe('record IDs', () => {
  it.each([
    `- ${KEY}`,
    `(“${KEY}”),`,
    'x 28270412 – 2026-03-20 04:22:15.536',
    '28270412--2026-03-20T04:22:15.536',
    '> 28270412 --\n> > 2026-03-20 04:22:15.536',
    '28270412 -- 2026-03-20\n04:22:15.536',
    'https://crm.example/find?record_id=28270412%20--%202026-03-20%2004%3A22%3A15.536&x=10008123499',
  ])('are read in one piece, and nothing in them is: %j', (text) => {
    expect(read(text)).toEqual([KEY]);
    expect(reasons(text).filter((reason) => !reason.startsWith('10008123499'))).toEqual([]);
  });

  it('stand beside other ids', () => {
    expect(read(`10008123401, ${KEY}; 10008123402`)).toEqual(['10008123401', '10008123402', KEY]);
  });
});

describe('numbers that are no ids', () => {
  it.each([
    ['Call +49 30 12345678', '+49 30 12345678: phone'],
    ['Tel: 49301234567', '49301234567: phone'],
    ['020 7946 0958', '020 7946 0958: phone'],
    ['0612345678', '0612345678: phone'],
    ['(217) 555-0142', '(217) 555-0142: phone'],
    ['dial 12345678901#', '12345678901: phone'],
    ['GB33 BUKB 2020 1555 5555 55', 'GB33 BUKB 2020 1555 5555 55: bank'],
    ['Kontonummer 12345678901', '12345678901: bank'],
    ['€ 1.234,56', '€ 1.234,56: amount'],
    ['1 234,56', '1 234,56: amount'],
    ['10008123401 EUR', '10008123401 EUR: amount'],
    ['2026-03-20 04:22', '2026-03-20 04:22: moment'],
    ['20.03.2026', '20.03.2026: moment'],
    ['Steuer-ID 12345678901', '12345678901: tax'],
    ['DE123456789', 'DE123456789: reference'],
    ['INV-2026-00417', 'INV-2026-00417: reference'],
    ['Rechnung Nr. 10008123401', '10008123401: reference'],
    ['Auftrags-Nr.: 10008123401', '10008123401: reference'],
    ['commande n° 10008123401', '10008123401: reference'],
    ['factuurnummer 10008123401', '10008123401: reference'],
    ['Invoices:\n10008123401', '10008123401: reference'],
    ['deal 17999000111', '17999000111: object'],
    ['report 12345678901234567890', '12345678901234567890: length'],
    ['PLZ 10119', '10119: length'],
    ['code 015770', '015770: zero'],
    ['345 678 901 23', '345 678 901 23: groups'],
  ])('%j is left out, with its reason', (text, reason) => {
    expect(read(text)).toEqual([]);
    expect(reasons(text)).toEqual([reason]);
  });

  it('are of the kind that the first of a list is, as far as the list goes', () => {
    expect(read('invoices 10008123401, 10008123402 and 10008123403; logs 10008123404')).toEqual(['10008123404']);
    expect(read('bel 0612345678 of 31612345678')).toEqual([]);
    // A sentence that ends says nothing of the next.
    expect(read('This is the client. 10008123401 is wrong')).toEqual(['10008123401']);
  });

  it('are told by the word above them, where words and numbers take turns', () => {
    expect(read('Log\n10008123401\nInvoice\n10009000111')).toEqual(['10008123401']);
    expect(read('10008123401\nwrong client\n10008123402')).toEqual(['10008123401', '10008123402']);
  });

  it('never stop the others', () => {
    expect(read('10008123401 015770')).toEqual(['10008123401']);
    expect(reasons('10008123401 015770')).toEqual(['015770: zero']);
  });
});

const pieces = [
  '12', '10008123401', '015770', ' ', '\n', '\t', '- ', '> ', '=', '"', ', ', '.', '/', '|', '+', 'see', 'ID: ', 'invoice ', '€', '%2F', '=3D', KEY,
  'https://a.example/record/2-1/', '\u00A0', '\u200B', '<td>', 'a@b.example',
]; // prettier-ignore

it('reads any text: each id stands in it, and each pasted digit of a long number is asked or told', () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 14 });
  fc.assert(
    fc.property(text, (some) => {
      const pasted = some.join('');
      const { candidates, words } = readMail(pasted);
      const { objectIds, recordIds, notAsked } = chooseIds(candidates, known);
      const digits = pasted.replaceAll(/\D/g, '');
      for (const id of [...objectIds, ...recordIds]) expect(digits).toContain(id.replaceAll(/\D/g, ''));
      for (const id of objectIds) expect(id).toMatch(/^[1-9]\d{0,17}$/);
      if (pasted.includes('10008123401'))
        expect([...objectIds, ...recordIds, ...notAsked.map((each) => each.text), ...words].join(' ')).toMatch(/\d/);
    }),
  );
});

const repeated = [
  '1', '1 ', 'a.', '1\n', '1\t', '> ', '+1 ', '(0', 'a@', 'A1', '€1 ', '%25', '1 -- ', '"', 'x 12345\n', 'www.', 'invoice 1234567 ', '<td ', "1'",
]; // prettier-ignore

const LETTERS = chooseSize(16_000, 64_000);
/** With steps that grow by the square of the length it would be 25 and more. */
const MAX_MICROSECONDS_A_LETTER = 8;

const longTexts = [
  ...repeated.map((piece) => piece.repeat(LETTERS / piece.length)),
  `10008123401${' '.repeat(LETTERS)}x 10008123402`,
  `10008123401 ${'- '.repeat(LETTERS / 2)}x 10008123402`,
  `${'a_'.repeat(LETTERS / 2)}:\n10008123401`,
].map((text) => [text.slice(0, 20), text] as const);

it.each(longTexts)('takes as many steps for a letter of a long text as of a short one: %j and so on', (_, text) => {
  const runs = [1, 2, 3].map(() => {
    // Of this thread alone: other work of the machine is not in it.
    const before = process.threadCpuUsage();
    chooseIds(readMail(text).candidates, known);
    return process.threadCpuUsage(before).user / LETTERS;
  });
  expect(Math.min(...runs)).toBeLessThan(MAX_MICROSECONDS_A_LETTER);
});

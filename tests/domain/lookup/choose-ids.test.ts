/** What this computer knows decides before what a text says. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseIds, listNumbers, type KnownNumbers } from '#domain/lookup/choose-ids.ts';
import { readMail } from '#domain/lookup/read-mail.ts';

const nothing: KnownNumbers = { records: [], owners: [], objects: [], lengths: [] };
const choose = (text: string, known: Partial<KnownNumbers> = {}, wished: readonly string[] = []) =>
  chooseIds(readMail(text).candidates, { ...nothing, ...known }, new Set(wished));

describe('what is known here', () => {
  it.each(['Invoice 10008123401', '10008123401 EUR', 'Tel. 10008123401', 'REF-10008123401', '17 10008123401', '4711'])(
    'makes a number an id, whatever it looks like: %j',
    (text) => {
      const records = ['10008123401', '4711'];
      expect(choose(text, { records, lengths: [11] }).objectIds).toHaveLength(1);
      expect(choose(text, { lengths: [8] }).objectIds).toEqual([]);
    },
  );

  it('leaves out people and what records are about', () => {
    const known = { owners: ['48213377'], objects: ['17304423983'], lengths: [8, 11] };
    const { objectIds, notAsked } = choose('10008123401 17304423983 48213377', known);
    expect(objectIds).toEqual(['10008123401']);
    expect(notAsked.map(({ reason }) => reason)).toEqual(['objectHere', 'ownerHere']);
    expect(choose('17304423983', { ...known, records: ['17304423983'] }).objectIds).toEqual(['17304423983']);
  });

  it('says how long ids are: in a list the next one may have a digit more', () => {
    const lengths = [10, 11];
    expect(choose('see 9999812500 and 999981250 and 100081234012', { lengths }).objectIds).toEqual(['9999812500']);
    expect(choose('- 100081234012\n- 1000812340123', { lengths }).objectIds).toEqual(['100081234012']);
  });

  it('is nothing in an empty store: then lists and long numbers are asked', () => {
    expect(choose('7001\n7002').objectIds).toEqual(['7001', '7002']);
    expect(choose('the 7001 of 2026, and 123456789').objectIds).toEqual(['123456789']);
    expect(choose('{"id": "7001"}').objectIds).toEqual(['7001']);
  });
});

it('asks each once and counts the repeated', () => {
  const { objectIds, repeated } = choose('10008123401, 10008123402\n> 10008123401');
  expect([objectIds, repeated]).toEqual([['10008123401', '10008123402'], 1]);
});

describe('groups of digits', () => {
  it('of which one is asked tell of each other one, and ask it on wish', () => {
    const text = 'please check 12345678 7654321 0123456 42';
    const { objectIds, notAsked } = choose(text, { lengths: [8] });
    expect(objectIds).toEqual(['12345678']);
    expect(notAsked).toEqual([
      { text: '7654321', id: '7654321', reason: 'length' },
      { text: '0123456', id: '123456', reason: 'zero' },
    ]);
    const onWish = choose(text, { lengths: [8] }, ['7654321', '0123456']);
    expect([onWish.objectIds, onWish.notAsked]).toEqual([['12345678', '7654321', '123456'], []]);
  });

  it('are asked or told to the last number of five digits and more', () => {
    const digits = fc.integer({ min: 5, max: 12 }).chain((length) => fc.stringMatching(new RegExp(`^\\d{${length}}$`)));
    fc.assert(
      fc.property(fc.array(digits, { minLength: 1, maxLength: 6 }), fc.boolean(), (numbers, isSentence) => {
        const text = `${isSentence ? 'see ' : ''}${numbers.join(' ')}`;
        const { objectIds, notAsked } = choose(text, { lengths: [8] });
        const said = [...objectIds, ...notAsked.map((left) => left.text)].join(' ');
        for (const number of numbers) expect(said).toContain(number);
      }),
    );
  });

  it.each(['1,234', '48,213,377,001', '10.11.12.13', "1'234", '1\u00A0234'])(
    'are a list in an empty store only between blanks: %j is told as a whole',
    (text) => {
      const { objectIds, notAsked } = choose(`7001 7002\n${text}`);
      expect(objectIds).toEqual(['7001', '7002']);
      expect(notAsked.map((left) => [left.text, left.reason])).toEqual([[text, 'groups']]);
    },
  );
});

it('takes thousands set apart for one value, though a field called id has them', () => {
  for (const text of ['{"id":"1,234"}', '{"objectId": "48.213.377"}', "id='1'234'"]) {
    const { objectIds, notAsked } = choose(text);
    expect(objectIds).toEqual([]);
    expect(notAsked.map(({ reason }) => reason)).toEqual(['groups']);
  }
  expect(choose('{"ids":[10008,10009]}').objectIds).toEqual(['10008', '10009']);
});

it('asks what is left out on wish, and then no longer lists it', () => {
  const text = 'Invoice 10008123401, code 015770, GB33 BUKB 2020 1555 5555 55, hash 99999999999999999999';
  expect(choose(text).notAsked.map(({ id }) => id)).toEqual(['10008123401', '15770', '3320201555555555', undefined]);
  const { objectIds, notAsked } = choose(text, {}, ['10008123401', '015770']);
  expect(objectIds).toEqual(['10008123401', '15770']);
  expect(notAsked).toHaveLength(2);
});

it('asks this computer about every number once, in groups and in pieces', () => {
  const { candidates } = readMail('10 008 and 10 008, 015, 10008123401');
  expect(listNumbers(candidates)).toEqual(['10008', '10', '10008123401']);
});

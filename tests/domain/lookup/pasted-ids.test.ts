import { describe, expect, it } from 'vitest';
import { findIdColumn, readListedIds, readRecordIds as keys, countRequests } from '#domain/lookup/pasted-ids.ts';

const KEY = '28270412 -- 2026-03-20 04:22:15.536';

describe('given ids', () => {
  it('are asked exactly as they are, without the marks of a list around them; words are told', () => {
    expect(readListedIds(['#7001,', '"7002";7003', '007', '7', '7001'])).toEqual({
      ids: ['7001', '7002', '7003', '007', '7'],
      ignored: [],
    });
    expect(readListedIds(['please', '7001', '+1', '9'.repeat(19), '- '])).toEqual({
      ids: ['7001'],
      ignored: ['please', '+1', '9'.repeat(19)],
    });
  });

  it('are one id an argument, or several between commas: blanks part none', () => {
    expect(readListedIds(['7001, 7002', '- 7003\n', KEY, 'room 7004', '7005 7006'])).toEqual({
      ids: ['7001', '7002', '7003'],
      ignored: [KEY, 'room 7004', '7005 7006'],
    });
  });

  it('cost a request for each hundred', () => {
    expect([0, 1, 100, 101, 143].map(countRequests)).toEqual([0, 1, 1, 2, 2]);
  });
});

describe('pasted record IDs', () => {
  it.each([KEY, `- ${KEY}`, `#${KEY}`, `"${KEY}",`, `[${KEY}]`, `ID: ${KEY}`, `Record ID: "${KEY}";`, `  ${KEY}\r\n`])(
    'keep the blanks that belong to them and lose what stands around: %j',
    (pasted) => {
      expect(keys(pasted)).toEqual({ ids: [KEY], repeated: 0, ignored: [] });
    },
  );

  it('stand one a line; several of the known form may share one, as may quoted ones and cells of a table', () => {
    const other = KEY.replace('536', '537');
    expect(keys(`${KEY}, ${other}`).ids).toEqual([KEY, other]);
    expect(keys(`["a 1", "b, 2"]`).ids).toEqual(['a 1', 'b, 2']);
    expect(keys(`${KEY}\tAnna\n${other}\tBen`)).toEqual({ ids: [KEY, other], repeated: 0, ignored: ['Anna', 'Ben'] });
    expect(keys('north (17)').ids).toEqual(['north (17)']);
    // Of another form nothing is known: it is one key, whatever stands in it.
    expect(keys('north, 17; b').ids).toEqual(['north, 17; b']);
  });

  it('lose the numbers of a list', () => {
    const other = KEY.replace('536', '537');
    expect(keys(`1. ${KEY}\n2. ${other}`)).toEqual({ ids: [KEY, other], repeated: 0, ignored: [] });
    expect(keys(`1. north 17\n2. south 18`).ids).toEqual(['north 17', 'south 18']);
    expect(keys(`12. ${KEY}`)).toEqual({ ids: [KEY], repeated: 0, ignored: [] });
    expect(keys('12. north 17').ids).toEqual(['north 17']);
  });

  it('are told apart from words', () => {
    expect(keys(`please check these 2:\n- ${KEY}\nthanks`)).toEqual({
      ids: [KEY],
      repeated: 0,
      ignored: ['please check these 2:', 'thanks'],
    });
  });
});

describe('files', () => {
  it('finds the column of ids among counts and words', () => {
    const lines = [
      ['Title', 'Id', 'Hours'],
      ['Audit', '17305073133', '4'],
      ['Tax', '"17305073134"', '5'],
    ];
    expect(findIdColumn(lines.map((cells) => ({ cells })))).toBe(1);
    expect(findIdColumn([])).toBe(0);
  });
});

it('reads a line of a million dashes as quickly as any other', () => {
  const dashes = '-'.repeat(1_000_000);
  const line = `1${dashes}2`;
  expect(readListedIds([line, `${dashes}17305073133${dashes}`])).toEqual({ ids: ['17305073133'], ignored: [line] });
  expect(keys(line).ids).toEqual([line]);
  expect(findIdColumn([{ cells: [line, '17305073133'] }])).toBe(1);
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIdColumn, guessIdProperty, readIds, requestsFor } from '../../src/domain/pasted-ids.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../../src/domain/properties.ts';

const numbers = (pasted: string) => readIds(pasted, ID_PROPERTY);
const keys = (pasted: string) => readIds(pasted, RECORD_ID_PROPERTY);
const KEY = '28270412 -- 2026-03-20 04:22:15.536';

describe('pasted ids', () => {
  it.each([
    '10007522193',
    '- 10007522193',
    '* 10007522193',
    '• 10007522193',
    '–10007522193',
    '#10007522193',
    '10007522193,',
    '10007522193;',
    '10007522193.',
    '"10007522193"',
    '“10007522193”,',
    '[10007522193]',
    '(10007522193)',
    '<10007522193>',
    'ID: 10007522193',
    'id=10007522193',
    'Record ID 10007522193',
    'sys_object_id: "10007522193"',
    '\uFEFF10007522193\u200B',
    '\u00A010007522193\t',
  ])('are found in %j, and nothing else is', (pasted) => {
    expect(numbers(`${pasted}\r\n`)).toEqual({ ids: ['10007522193'], repeated: 0, ignored: [] });
  });

  it.each([
    ['1. 345\n2. 678\n3. 901', ['345', '678', '901']],
    ['11) 345\r\n\r\n12) 678', ['345', '678']],
    ['12. 345', ['12', '345']],
    ['12. 345\n15. 678', ['12', '345', '15', '678']],
    ['7) 345\nand\n8) 678', ['7', '345', '8', '678']],
    ['1. 345\n2. 678\n9. 901', ['345', '678', '9', '901']],
  ])('lose the numbers of a list that counts on, and of none else: %j', (pasted, ids) => {
    expect(numbers(pasted).ids).toEqual(ids);
  });

  it('are separated by lines, blanks, commas, semicolons, tabs and bars', () => {
    expect(numbers('1,2;3\t4 5|6\r\n\n  7  \r8').ids).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it.each([
    ['please check these:\n- 123\nthanks, Anna', ['please check these:', 'thanks Anna']],
    ['123 was wrong', ['was wrong']],
    [`123\n${KEY}`, [KEY]],
    ['123\n2026-03-20 04:22', ['2026-03-20 04:22']],
    ['123 1.5 $100 +7', ['1.5 $100 +7']],
    ['123\n1234567890123456789', ['1234567890123456789']],
    ['ID\n123', ['ID']],
    ['https://crm.example/logs/123 123', ['https://crm.example/logs/123']],
  ])('are told apart from what is none: %j', (pasted, ignored) => {
    expect(numbers(pasted)).toEqual({ ids: ['123'], repeated: 0, ignored });
  });

  it('are asked once each and the repeated ones counted, however a number is written', () => {
    expect(numbers('7\n8\n- 7\n007')).toEqual({ ids: ['7', '8'], repeated: 2, ignored: [] });
  });

  it('are never invented: each stands in what was pasted, and where a digit was pasted something is told', () => {
    const piece = fc.oneof(
      fc.constantFrom('12', '- ', '"', ', ', '\n', '\t', ' ', 'see', 'ID: ', '#', KEY, '1. ', ':', '9'.repeat(19)),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (pasted) => {
        for (const { ids, ignored } of [numbers(pasted), keys(pasted)]) {
          for (const id of ids) expect(pasted).toContain(id);
          if (ids.length === 0 && ignored.length === 0) expect(pasted).not.toMatch(/\d/);
        }
        for (const id of numbers(pasted).ids) expect(id).toMatch(/^\d{1,18}$/);
      }),
    );
  });

  it('cost a request for each hundred', () => {
    expect([0, 1, 100, 101, 143].map(requestsFor)).toEqual([0, 1, 1, 2, 2]);
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
    // Of another form nothing is known: it is one key, whatever stands in it.
    expect(keys('north, 17; b').ids).toEqual(['north, 17; b']);
  });

  it('lose the numbers of a list that counts on; any other number is told', () => {
    const other = KEY.replace('536', '537');
    expect(keys(`1. ${KEY}\n2. ${other}`)).toEqual({ ids: [KEY, other], repeated: 0, ignored: [] });
    expect(keys(`1. north 17\n2. south 18`).ids).toEqual(['north 17', 'south 18']);
    expect(keys(`12. ${KEY}`)).toEqual({ ids: [KEY], repeated: 0, ignored: ['12.'] });
    expect(keys('12. north 17').ids).toEqual(['12. north 17']);
  });

  it('are told apart from words', () => {
    expect(keys(`please check these 2:\n- ${KEY}\nthanks`)).toEqual({
      ids: [KEY],
      repeated: 0,
      ignored: ['please check these 2:', 'thanks'],
    });
  });
});

describe('files and kinds of ids', () => {
  it('finds the column of ids among counts and words', () => {
    const lines = [
      ['Title', 'Id', 'Hours'],
      ['Audit', '17305073133', '4'],
      ['Tax', '"17305073134"', '5'],
    ];
    expect(findIdColumn(lines.map((cells) => ({ cells })))).toBe(1);
    expect(findIdColumn([])).toBe(0);
  });

  it('knows keys by their form', () => {
    expect(guessIdProperty('- 7 -- 2026-10-01 08:00:00.000\nplease check')).toBe('a552213_record_id');
    expect(guessIdProperty('17305073133, 17305073134')).toBe('sys_object_id');
  });
});

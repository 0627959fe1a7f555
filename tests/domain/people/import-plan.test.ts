/** A pasted list of names: columns are recognised, and every line is either in the plan or refused with its reason. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { guessColumns, planImport } from '../../../src/domain/people/import-plan.ts';
import { directoryOf } from '../../support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '7': { name: 'Ann', team: 'Tax' } },
  objects: { 'deal:70': { name: 'Audit' } },
});
const kinds = new Map([
  ['7', 'person'],
  ['8', 'person'],
  ['70', 'deal'],
]);
const table = (...rows: string[]) => rows.map((row, at) => ({ line: at + 1, cells: row.split('|') }));
const context = { directory, kind: undefined, kindOf: (id: string) => kinds.get(id) };
const guess = (lines: ReturnType<typeof table>) => guessColumns(lines, (id) => kinds.has(id));

it('knows heads in the words of files, of the screen and of other programs', () => {
  expect(guess(table('Owner ID|Full name|Hours a week|E-mail', '7|Ann|40|a@b.c'))).toEqual({
    columns: ['id', 'name', 'weekly_hours', undefined],
    hasHead: true,
  });
});

it('finds ids and names in a list without heads', () => {
  expect(guess(table('Ann|7', 'Bo|8'))).toEqual({ columns: ['name', 'id'], hasHead: false });
  expect(guess(table('1|7|Ann', '2|8|Bo'))).toEqual({ columns: [undefined, 'id', 'name'], hasHead: false });
  expect(guess(table('Wer|Nummer', 'Ann|7'))).toEqual({ columns: ['name', 'id'], hasHead: true });
});

it('reads a column that two heads name once: the first of them', () => {
  expect(guess(table('owner_id|id|name|full name', '7|8|Ann|Bo')).columns).toEqual([
    'id',
    undefined,
    'name',
    undefined,
  ]);
});

it('takes a first line for heads only where an id stands below it and none in it', () => {
  const hasHead = (...rows: string[]) => guess(table(...rows)).hasHead;
  expect(hasHead('Ann|7')).toBe(false);
  expect(hasHead('Wer|Nummer')).toBe(false);
  expect(hasHead('Wer|Nummer', 'Ann|?', 'Bo|8')).toBe(true);
  expect(hasHead('Ann|x-7', 'Bo|x-8')).toBe(false);
  expect(hasHead('Ann|123456789012345678', 'Bo|8')).toBe(false);
});

it('reads the first line as one of people where it is no head', () => {
  const lines = table('Ann|7', 'Bo|8');
  expect(planImport(lines, { columns: ['name', 'id'], hasHead: false }, context).entries.map(({ id }) => id)).toEqual([
    '7',
    '8',
  ]);
  expect(planImport(lines, { columns: ['name', 'id'], hasHead: true }, context).entries.map(({ id }) => id)).toEqual([
    '8',
  ]);
});

it('finds the ids that are known among other numbers, and keeps the heads that are', () => {
  expect(guess(table('Wer|Nr|Konto|Team', 'Ann|1|7|Tax', 'Bo|2|8|Tax'))).toEqual({
    columns: ['name', undefined, 'id', 'team'],
    hasHead: true,
  });
  // Half of the cells with letters are no names.
  expect(guess(table('1|7', 'x|8')).columns).toEqual([undefined, 'id']);
});

it('tells each line’s kind by its own id, whatever stands around it', () => {
  const lines = table('id|name', ' 7 |Ann', '70|Audit II', ' 9 |New');
  const { entries, refused } = planImport(lines, guess(lines), context);
  expect(entries.map(({ kind, id }) => [kind, id])).toEqual([
    ['person', '7'],
    ['deal', '70'],
  ]);
  expect(refused.map(({ where }) => where)).toEqual(['line 4']);
});

it('says of each line what it changes, or why it is refused', () => {
  const lines = table('id|name|weekly_hours', '7|Ann|38,5', '70|Audit|', '8||', '9|New|', '7|Twice|1', '|Nobody|');
  const { entries, refused } = planImport(lines, guess(lines), context);
  expect(entries.map(({ kind, id, effect }) => [kind, id, effect])).toEqual([
    ['person', '7', 'changed'],
    ['deal', '70', 'unchanged'],
  ]);
  expect(refused.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'line 4: the name is missing',
    'line 5: no record has the id "9", so say above what the lines are of',
    'line 6: person 7 is already on line 2',
    'line 7: the id is missing',
  ]);
});

it('takes all lines as of one kind where it is told', () => {
  const lines = table('id|name', '9|New');
  expect(planImport(lines, guess(lines), { ...context, kind: 'person' })).toMatchObject({
    change: { owners: { 9: { name: 'New' } } },
    refused: [],
  });
});

test('every line is in the plan or refused, whatever it holds', () => {
  const cell = fc.oneof(fc.constantFrom('', '7', '8', '70', 'Ann', '40', '2026-01-01'), fc.string({ maxLength: 5 }));
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, (cells) => {
      const lines = cells.map((each, at) => ({ line: at + 1, cells: each }));
      const reading = guess(lines);
      const { entries, refused } = planImport(lines, reading, context);
      expect(entries.length + refused.length).toBe(lines.length - (reading.hasHead ? 1 : 0));
    }),
  );
});

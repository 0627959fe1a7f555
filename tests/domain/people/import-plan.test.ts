/** A pasted list of names: columns are recognised, and every line is either in the plan or refused with its reason. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { listEntryChanges } from '#domain/people/directory.ts';
import { chooseByHand, mapByHand, planImport } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { guessColumns } from '#domain/people/list-columns.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const directory = directoryOf({
  owners: { '7': { name: 'Ann', team: 'Tax' } },
  objects: { 'deal:70': { name: 'Audit' } },
});
const known = collectKnownIds(
  [
    { kind: 'person', id: '7' },
    { kind: 'person', id: '8' },
    { kind: 'deal', id: '70' },
  ],
  directory,
);
const table = (...rows: string[]) => rows.map((row, at) => ({ line: at + 1, cells: row.split('|') }));
const context = { directory, kind: undefined, known };
const guess = (lines: ReturnType<typeof table>) => guessColumns(lines, known);

it('knows heads in the words of files, of the screen and of other programs', () => {
  expect(guess(table('Owner ID|Full name|Hours a week|E-mail', '7|Ann|40|a@b.c'))).toEqual({
    columns: ['id', 'name', 'weekly_hours', undefined],
    headerIndex: 0,
    doubts: [],
  });
});

it('finds ids and names in a list without heads', () => {
  expect(guess(table('Ann|7', 'Bo|8'))).toEqual({ columns: ['name', 'id'], headerIndex: -1, doubts: [] });
  expect(guess(table('1|7|Ann', '2|8|Bo'))).toMatchObject({ columns: [undefined, 'id', 'name'], headerIndex: -1 });
  expect(guess(table('Wer|Nummer', 'Ann|7'))).toMatchObject({ columns: ['name', 'id'], headerIndex: 0 });
});

it('asks whether people of whom some are unknown, or who stand on several lines, are what is named', () => {
  for (const rows of [
    ['Audit|9', 'Tax return|7', 'Move|8'],
    ['Audit|7', 'Tax return|7'],
  ])
    expect(guess(table(...rows)).doubts).not.toEqual([]);
  expect(guessColumns(table('Ann|7', 'Cy|9', 'Bo|8'), known, { kind: 'person' }).doubts).toEqual([]);
});

it('reads a column that two heads name once: the first of them', () => {
  expect(guess(table('owner_id|id|name', '7|8|Ann')).columns).toEqual(['id', undefined, 'name']);
});

it('takes a first line for heads only where an id stands below it and none in it', () => {
  const headerIndex = (...rows: string[]) => guess(table(...rows)).headerIndex;
  expect(headerIndex('Ann|7')).toBe(-1);
  expect(headerIndex('Wer|Nummer')).toBe(-1);
  expect(headerIndex('Wer|Nummer', 'Ann|?', 'Bo|8')).toBe(0);
  expect(headerIndex('Ann|x-7', 'Bo|x-8')).toBe(-1);
});

it('reads the first line as one of people where it is no head', () => {
  const ids = (headerIndex: number) => {
    const { change } = planImport(
      table('Ann|7', 'Bo|8'),
      { columns: ['name', 'id'], headerIndex, doubts: [] },
      context,
    );
    return Object.keys(change.owners);
  };
  expect(ids(-1)).toEqual(['7', '8']);
  expect(ids(0)).toEqual(['8']);
});

it('finds the ids that are known among other numbers, and keeps the heads that are', () => {
  expect(guess(table('Wer|Nr|Konto|Team', 'Ann|1|7|Tax', 'Bo|2|8|Tax'))).toMatchObject({
    columns: ['name', undefined, 'id', 'team'],
    headerIndex: 0,
  });
  // Half of the cells with letters are no names.
  expect(guess(table('1|7', 'x|8')).columns).toEqual([undefined, 'id']);
});

it('tells each line’s kind by its own id, whatever stands around it', () => {
  const lines = table('id|name', ' 7 |Ann', '70|Audit II', ' 9 |New');
  const { change, refused } = planImport(lines, guess(lines), context);
  expect(listEntryChanges(directory, change).map(({ kind, id }) => [kind, id])).toEqual([
    ['person', '7'],
    ['deal', '70'],
  ]);
  expect(refused.map(({ where }) => where)).toEqual(['line 4']);
});

it('says of each line what it changes, or why it is refused', () => {
  const lines = table('id|name|weekly_hours', '7|Ann|38,5', '70|Audit|', '8||', '9|New|', '7|Twice|1', '|Nobody|');
  const { change, refused } = planImport(lines, guess(lines), context);
  expect(listEntryChanges(directory, change).map(({ kind, id, effect }) => [kind, id, effect])).toEqual([
    ['person', '7', 'changed'],
    ['deal', '70', 'unchanged'],
  ]);
  expect(refused.map(({ where, what }) => `${where}: ${what}`)).toEqual([
    'line 4: the name is missing',
    'line 5: no record has the id "9", so say what the lines are of',
    'line 6: person 7 is already on line 2',
    'line 7: the id is missing',
  ]);
});

it('reads several lines of a person where their hours hold from different days, and adds them to those that are known', () => {
  const before = directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '40; 30 from 2027-01-01' } } });
  const hours = (head: string, ...rows: string[]) => {
    const lines = table(head, ...rows);
    const { change, refused } = planImport(lines, guess(lines), { ...context, directory: before });
    return [Object.values(change.owners).map((each) => each?.weeklyHours), refused.map(({ where }) => where)];
  };
  expect(hours('Owner ID|Hours a week|Valid from', '7|20|2026-10-01')).toEqual([
    ['40; 20 from 2026-10-01; 30 from 2027-01-01'],
    [],
  ]);
  expect(
    hours(
      'Benutzer-ID|Name|Wochenstunden|gültig ab',
      '7|Ann|38,5|',
      '8|Bo|40|',
      '7||20|1.10.2026',
      '7|Ann|10|1.12.2026',
    ),
  ).toEqual([['38.5; 20 from 2026-10-01; 10 from 2026-12-01', '40'], []]);
  // A line that says something else of the person, or the same day twice, is refused.
  expect(hours('Owner ID|Team|Weekly hours|Valid from', '7|Tax|40|', '7|Audit|20|2026-10-01')).toEqual([
    ['40'],
    ['line 3'],
  ]);
  expect(hours('Owner ID|Weekly hours|Valid from', '7|40|2026-10-01', '7|20|2026-10-01')).toEqual([[], ['line 2']]);
});

it('takes a lonely “from” beside weekly hours for the day from which they hold', () => {
  const columns = (...heads: string[]) => guess(table(heads.join('|'), '7|40|2026-10-01|2026-12-31')).columns;
  expect(columns('Owner ID', 'Weekly hours', 'From', 'Note')).toEqual(['id', 'weekly_hours', 'hours_from', undefined]);
  expect(columns('Owner ID', 'Weekly hours', 'From', 'To')).toEqual(['id', 'weekly_hours', 'active_from', 'active_to']);
  expect(columns('Owner ID', 'Team', 'From', 'Valid from')).toEqual(['id', 'team', 'active_from', undefined]);
});

it('takes all lines as of one kind where it is told', () => {
  const lines = table('id|name', '9|New');
  expect(planImport(lines, guess(lines), { ...context, kind: 'person' })).toMatchObject({
    change: { owners: { 9: { name: 'New' } } },
    refused: [],
  });
});

it('asks which columns they are where heads do not say it', () => {
  const doubts = (...rows: string[]) => guess(table(...rows)).doubts;
  expect(doubts('Deal owner ID|Summary', '7|Audit', '8|Tax')).toEqual([
    'the ids may be "Deal owner ID"',
    'the names may be "Summary"',
  ]);
  expect(doubts('Owner ID|Project', '7|Audit', '8|Tax')).toEqual(['the names may be "Project"']);
  expect(doubts('Owner ID|Name|Name', '7|Ann|Anna')).toEqual(['"Name" and "Name" may both be name']);
  expect(doubts('Record ID|Deal name', '900|Audit')).toEqual(['no record here has an id from "Record ID"']);
  expect(doubts('7|Ann|Tax', '8|Bo|Audit')).toEqual(['the names may be column 2 or column 3']);
  expect(doubts('Staff no|Name', '1001|Ann')).toEqual(['no column holds ids that records here have']);
});

it('asks which of several ids a list is of, unless its names and the records tell', () => {
  const people = collectKnownIds(
    ['55501', '55502'].map((id) => ({ kind: 'person', id })),
    directory,
  );
  const both = collectKnownIds(
    [...['55501', '55502'].map((id) => ({ kind: 'person', id })), { kind: 'deal', id: '900001' }],
    directory,
  );
  const read = (ids: typeof known, head: string, kind?: string) => {
    const lines = table(head, '900001|Website relaunch|55501', '900002|Audit 2026|55502');
    return guessColumns(lines, ids, { kind });
  };
  const asked = ['the ids may be "Record ID" or "Owner ID"'];
  expect(read(people, 'Record ID|Name|Owner ID').doubts).toEqual(asked);
  expect(read(people, 'Record ID|Name|Owner ID', 'deal').doubts).toEqual(asked);
  expect(read(people, 'Record ID|Deal name|Owner ID').doubts).toContain(asked[0]);
  // Of both kinds there are records, and a name may be of either.
  expect(read(both, 'Record ID|Name|Owner ID').doubts).toEqual(asked);
  const clear = { columns: ['id', 'name', undefined], doubts: [] };
  expect(read(both, 'Record ID|Deal name|Owner ID')).toMatchObject(clear);
  expect(read(both, 'Record ID|Name|Owner ID', 'deal')).toMatchObject(clear);
  expect(read(both, 'Deal ID|Full name|Owner ID')).toMatchObject({ columns: [undefined, 'name', 'id'], doubts: [] });
});

it('keeps a doubt that no mapping by hand is about', () => {
  const lines = table('Key|Name|Name|Where', '7|Ann|Anna|Tax', '8|Bo|Bob|Audit');
  const map = (words: string) => {
    const mapped = mapByHand(lines, guess(lines), words);
    return mapped.ok ? guessColumns(lines, known, mapped.said).doubts : mapped.problem;
  };
  const [ids, twice] = ['the ids may be "Key"', '"Name" and "Name" may both be name'];
  expect(map('Where=team')).toEqual([ids, twice]);
  expect(map('Key=id')).toEqual([twice]);
  expect(map('2=name')).toEqual([ids]);
  expect(map('Key=id,3=none')).toEqual([]);
  expect(map('Key=id,2=name')).toEqual([]);
  expect(map('Key=id,Where=id')).toBe('"id" is said of two columns: say it of one');
});

it('reads a field from the column last chosen for it, and keeps the doubts about the others', () => {
  const lines = table('Key|Name|Name|Where', '7|Ann|Anna|Tax', '8|Bo|Bob|Audit');
  const read = (byHand: ReturnType<typeof chooseByHand>) => guessColumns(lines, known, { byHand });
  const first = chooseByHand(undefined, 1, 'name');
  expect(read(first)).toMatchObject({
    columns: ['id', 'name', undefined, undefined],
    doubts: ['the ids may be "Key"'],
  });
  const second = chooseByHand(chooseByHand(first, 2, 'name'), 0, 'id');
  expect(read(second)).toMatchObject({ columns: ['id', undefined, 'name', undefined], doubts: [] });
});

it('takes an owner’s id for a person’s without a record of it', () => {
  const lines = table('owner_id|name', '901|New');
  expect(planImport(lines, guess(lines), context)).toMatchObject({
    change: { owners: { 901: { name: 'New' } } },
    unknown: ['901'],
    refused: [],
  });
});

it('takes no ids of people for those of deals', () => {
  const { doubts } = guessColumns(table('Owner ID|Name', '7|Audit', '8|Tax'), known, { kind: 'deal' });
  expect(doubts).toEqual(['no record here has an id from "Owner ID"']);
});

it('refuses a line whose cells have moved, a failed formula and a day that may be two', () => {
  const lines = table('Owner ID|Name|Start date', '7|Ann|x|01/02/2026', '8|#N/A|', '7|Ann|01/02/2026', 'Total');
  expect(planImport(lines, guess(lines), context).refused).toEqual([
    { where: 'line 2', what: 'it has 4 cells, and the list has 3 columns' },
    { where: 'line 3', what: 'name is #N/A, a formula that failed' },
    { where: 'line 4', what: expect.stringContaining('can be read as two dates') as string },
    { where: 'line 5', what: 'it has 1 cell, and the list has 3 columns', isLeftOut: true },
  ]);
});

it('reads a damaged id only where it holds every digit of one that is known', () => {
  const many = collectKnownIds(
    ['17304436966', '17304436971', '9034412201'].map((id) => ({ kind: 'deal', id })),
    directory,
  );
  const lines = table(
    'Record ID|Deal name',
    '1.73044E+10|A',
    '9.034E+09|B',
    "'17304436966|C",
    '17,304,436,000|D',
    '1.7304436971E10|E',
    '9.0344122E9|F',
    '9,034,412,201|G',
  );
  const { change, refused, restored } = planImport(lines, guessColumns(lines, many), {
    ...context,
    known: many,
    kind: 'deal',
  });
  expect(Object.keys(change.objects)).toEqual(['deal:17304436966', 'deal:17304436971', 'deal:9034412201']);
  expect(refused.map(({ where, isLeftOut }) => [where, isLeftOut])).toEqual([
    ['line 2', true],
    // Only one id here fits, but the records here are a part of all.
    ['line 3', true],
    ['line 5', true],
    ['line 7', true],
  ]);
  expect(restored.map(({ what }) => what)).toContain('"1.7304436971E10" is read as the id 17304436971');
});

test('every line is in the plan or refused, whatever it holds', () => {
  const cell = fc.oneof(fc.constantFrom('', '7', '8', '70', 'Ann', '40', '2026-01-01'), fc.string({ maxLength: 5 }));
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(rows, (cells) => {
      const lines = cells.map((each, at) => ({ line: at + 1, cells: each }));
      const reading = guess(lines);
      const { change, refused } = planImport(lines, reading, context);
      expect(listEntryChanges(directory, change).length + refused.length).toBe(
        reading.columns.includes('id') ? lines.length - reading.headerIndex - 1 : 1,
      );
    }),
  );
});

/** A table of names becomes a change of the directory line by line; what cannot be used is named with its line. */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { emptyDirectory, type Directory } from '#domain/people/directory.ts';
import { planImport } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { guessColumns } from '#domain/people/list-columns.ts';
import { buildNamesTable, nameColumns } from '#domain/people/names-table.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** The header on line 1, every row one line; as of people where the header says so. */
function plan(before: Directory, ...rows: (readonly string[])[]) {
  const lines = rows.map((cells, index) => ({ line: index + 1, cells }));
  const known = collectKnownIds([], before);
  const kind = rows[0]?.[0] === 'owner_id' ? 'person' : undefined;
  const { change, refused } = planImport(lines, guessColumns(lines, known), { directory: before, known, kind });
  return { change, problems: refused.map(({ where, what }) => `${where}: ${what}`) };
}

const split = (rows: readonly string[]) => rows.map((text) => text.split('|'));
const change = (before: Directory, ...rows: string[]) => plan(before, ...split(rows)).change;
const problems = (...rows: string[]) => plan(emptyDirectory, ...split(rows)).problems;

describe('a table of names', () => {
  it('takes people by owner_id, objects by type and id, and both by kind', () => {
    expect(change(emptyDirectory, 'owner_id|name|weekly_hours', '7|Ann|38.5')).toEqual(
      directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '38.5' } } }),
    );
    expect(change(emptyDirectory, 'Type|ID|Name|Client|Currency', 'deal|9|Audit|ACME|CHF')).toEqual(
      directoryOf({ objects: { 'deal:9': { name: 'Audit', client: 'ACME', currency: 'CHF' } } }),
    );
    expect(change(emptyDirectory, 'Kind|Id|Name|Active From', 'Person|7|Ann|2026-01-05', 'company|7|ACME|')).toEqual(
      directoryOf({
        owners: { '7': { name: 'Ann', activeFrom: '2026-01-05' } },
        objects: { 'company:7': { name: 'ACME' } },
      }),
    );
  });

  it('leaves what it has no column for, and takes out what its cell is empty for', () => {
    const before = directoryOf({ owners: { '7': { name: 'Ann', team: 'Tax', weeklyHours: '40' } } });
    expect(change(before, 'owner_id|team', '7|')).toEqual(
      directoryOf({ owners: { '7': { name: 'Ann', weeklyHours: '40' } } }),
    );
  });

  it('reads a decimal comma as spreadsheets of some countries write it', () => {
    expect(change(emptyDirectory, 'owner_id|name|weekly_hours', '7|Ann|38,5')).toMatchObject({
      owners: { '7': { weeklyHours: '38.5' } },
    });
    expect(change(emptyDirectory, 'owner_id|name|weekly_hours', '7|Ann|168,0')).toMatchObject({
      owners: { '7': { weeklyHours: '168' } },
    });
    // Behind more digits, or twice, it is a mark between thousands or nothing that could be meant.
    expect(problems('owner_id|name|weekly_hours', '7|Ann|0038,5', '8|Bo|1234,5', '9|Cy|1,2,3')).toHaveLength(3);
  });

  it('takes a person who was there for one day, and nobody whose last day is before the first', () => {
    const header = 'owner_id|name|active_from|active_to';
    expect(change(emptyDirectory, header, '7|Ann|2026-02-01|2026-02-01')).toMatchObject({
      owners: { '7': { activeFrom: '2026-02-01', activeTo: '2026-02-01' } },
    });
    expect(problems(header, '7|Ann|2026-02-02|2026-02-01')).toHaveLength(1);
  });

  it('says of the third line of the same person where the first one is, and goes on with the next', () => {
    expect(problems('owner_id|name', '7|Ann', '7|Ann', '7|Ann', '8|', '9|Cy', '9|Cy')).toEqual([
      'line 3: person 7 is already on line 2',
      'line 4: person 7 is already on line 2',
      'line 5: the name is missing',
      'line 7: person 9 is already on line 6',
    ]);
  });

  it('changes and names every line beside one that cannot be merged', () => {
    const before = directoryOf({
      owners: { '7': { name: 'Ann', team: 'Tax' } },
      objects: { 'deal:9': { name: 'Audit', client: 'Acme' } },
    });
    const lines = ['kind|id|team|currency', 'person|8|Tax|', 'person|7||', 'deal|9||CHF', 'deal|10||EUR'];
    const { change: merged, problems: refused } = plan(before, ...split(lines));
    expect(merged).toEqual(
      directoryOf({
        owners: { '7': { name: 'Ann' } },
        objects: { 'deal:9': { name: 'Audit', client: 'Acme', currency: 'CHF' } },
      }),
    );
    expect(refused.map((problem) => problem.split(':')[0])).toEqual(['line 2', 'line 5']);
  });

  it('names every line that cannot be used', () => {
    const found = problems(
      'kind|id|name|weekly_hours|active_from|active_to|client|currency',
      'dael|9|Audit|||||',
      'person||Ann|||||',
      'person|4.82134E+07|Ann|||||',
      'person|7||||||',
      'person|8|Bo|forty||||',
      'person|9|Cy|169||||',
      'person|10|Di||31.12.26|||',
      'person|11|Ed|||2026-02-30||',
      'person|12|Flo||2026-02-02|2026-02-01||',
      'person|13|Gil||||ACME|',
      'deal|9|Audit|40||||',
      'deal|10|Audit|||||a currency too long',
      'person|14|Good|40||||',
      'person|14|Again|40||||',
    );
    expect(found.map((each) => each.slice(0, 60))).toEqual([
      'line 2: kind "dael" is not one of person, contact, company, ',
      'line 3: the id is missing',
      'line 4: "4.82134E+07" is an id that a spreadsheet has change',
      'line 5: the name is missing',
      'line 6: weekly_hours "forty" is not a number of hours from 0',
      'line 7: weekly_hours "169" is not a number of hours from 0 t',
      'line 8: active_from "31.12.26" is not a date, such as 2026-1',
      'line 9: active_to "2026-02-30" is not a date, such as 2026-1',
      'line 10: active_to is before active_from',
      'line 11: client does not belong to a person',
      'line 12: weekly_hours does not belong to a deal',
      'line 13: currency is longer than 12 characters',
      'line 15: person 14 is already on line 14',
    ]);
  });

  it('refuses what only beside the directory turns out wrong: no name yet, dates that cross', () => {
    const before = directoryOf({ owners: { '7': { name: 'Ann', activeFrom: '2026-06-01' } } });
    expect(plan(before, ...split(['owner_id|active_to', '7|2026-05-31', '8|2026-05-31'])).problems).toEqual([
      'line 2: active_to is before active_from',
      'line 3: person 8 is not in the directory yet, so it needs a name',
    ]);
  });

  const text = fc.string({ minLength: 1, maxLength: 12 }).filter((each) => each.trim() === each && each !== '');
  const id = fc.integer({ min: 1, max: 1e9 }).map(String);
  const owner = fc.record({
    name: text,
    team: fc.option(text),
    weeklyHours: fc.option(fc.integer({ min: 0, max: 16_800 }).map((hundredths) => String(hundredths / 100))),
    activeFrom: fc.option(fc.constantFrom('2024-02-29', '2025-01-01')),
    activeTo: fc.option(fc.constantFrom('2026-01-31', '2026-12-31')),
  });
  const object = fc.record({ name: text, client: fc.option(text), currency: fc.option(fc.constantFrom('EUR', 'kr.')) });
  const directories = fc
    .record({
      owners: fc.dictionary(id, owner, { noNullPrototype: true }),
      objects: fc.dictionary(
        fc.tuple(fc.constantFrom('deal', 'company', 'other'), id).map((parts) => parts.join(':')),
        object,
        { noNullPrototype: true },
      ),
    })
    .map(directoryOf);

  test('written from a directory gives that directory again', () => {
    fc.assert(
      fc.property(directories, (directory) => {
        const rows = buildNamesTable(directory);
        fc.pre(rows.length > 0);
        expect(plan(emptyDirectory, nameColumns, ...rows)).toEqual({ change: directory, problems: [] });
        expect(plan(directory, nameColumns, ...rows)).toEqual({ change: directory, problems: [] });
      }),
      { numRuns: chooseSize(30, 100) },
    );
  });
});

/** The store finds by SQL exactly what the plain statement of the rule finds in memory. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { createMatcher, type Selection } from '#domain/filter/match.ts';
import type { Filter, FilterGroups } from '#domain/filter/model.ts';
import { listSearchWords, toSearchPart, toSearchText } from '#domain/filter/search.ts';
import type { Directory } from '#domain/people/directory.ts';
import { OWNER_PROPERTY, RECORD_ID_PROPERTY, propertyNames } from '#domain/properties.ts';
import type { Sort } from '#domain/records/sort-order.ts';
import { checkReport } from '#domain/reports/definition/check.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import { clear, publish, scratchSnapshot } from '#tests/support/stores/scratch-snapshot.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { chooseSize } from '#tests/support/tier.ts';

const scratch = scratchSnapshot();
let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await scratch.open();
});
afterAll(() => scratch.dispose());

const pieces = [
  'Review',
  'rév',
  'ŁÓDŹ',
  'Straße',
  'x',
  '12',
  '4711',
  'İz',
  '%',
  '_',
  "'",
  '*',
  '-',
  '.',
  '会',
  'e\u0301',
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', ' ', '-', ', ')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(''));
const some = (arbitrary: fc.Arbitrary<string>) => fc.option(arbitrary, { nil: undefined });
const [ids, types] = [fc.constantFrom('4711', '12', '47'), fc.constantFrom('deal', 'project')];
const fields = fc.record({
  title: some(text),
  description: some(text),
  category_text: some(text),
  service_name: some(text),
  record_id: some(text),
  assoc_obj_type: some(types),
  assoc_record_id: some(ids),
  platform_owner_id: some(ids),
});
const directories = fc
  .record({
    owners: fc.dictionary(ids, fc.record({ name: text }), { noNullPrototype: true }),
    objects: fc.dictionary(
      fc.tuple(types, ids).map((parts) => parts.join(':')),
      fc.record({ name: text, client: fc.option(text) }),
      { noNullPrototype: true },
    ),
  })
  .map(directoryOf);

const known = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Reports look through everything; pages first find out where the words can be at all. */
async function countReported(filterGroups: FilterGroups): Promise<string | undefined> {
  const report = checkReport(reportSchema.parse({ measures: ['records'], filterGroups }));
  if (!report.ok) throw new RangeError(report.problem.detail);
  const { totals } = await snapshot.report(report.value, { zone: 'UTC' });
  return totals['records'] ?? undefined;
}

const orders = [
  [propertyNames.id, 'DESCENDING'],
  [propertyNames.title, 'DESCENDING'],
  [RECORD_ID_PROPERTY, 'ASCENDING'],
  [OWNER_PROPERTY, 'DESCENDING'],
  [propertyNames.title, 'ASCENDING'],
] as const;

type Fields = typeof fields extends fc.Arbitrary<infer Values> ? Values : never;
const empty: Fields = {
  title: undefined,
  description: undefined,
  category_text: undefined,
  service_name: undefined,
  record_id: undefined,
  assoc_obj_type: undefined,
  assoc_record_id: undefined,
  platform_owner_id: undefined,
};
/** A name that is one letter away, which few random worlds hold. */
const nearName: [Fields[], Directory, string[]] = [
  [{ ...empty, platform_owner_id: '12' }, empty],
  directoryOf({ owners: { 12: { name: 'Review' } }, objects: {} }),
  ['Reveiw'],
];

/** The first rows are those with which the page begins. */
async function expectFirst(selection: Selection, sort: Sort): Promise<void> {
  const page = await snapshot.page({ ...selection, columns: [], sort, offset: 0, limit: 20 });
  const first = await snapshot.firstFound({ ...selection, columns: [], sort, limit: 20 });
  expect(first).toEqual(page.rows.slice(0, first.length));
}

test('random searches find the same records in the store and in memory, counted and in order', async () => {
  let [hits, misses, nears, turn] = [0, 0, 0, 0];
  const misspelt = fc.constantFrom('Reveiw', 'revie 12', 'STRASE', 'viewx', 'rasse', 'trasze', 'lodzz review');
  const searches = fc.array(fc.oneof({ weight: 3, arbitrary: text }, misspelt), { minLength: 12, maxLength: 12 });
  const agree = fc.asyncProperty(
    fc.array(fields, { minLength: 8, maxLength: 8 }),
    directories,
    searches,
    async (rows, directory, asked) => {
      const records = rows.map((values, at) => recordOf(String(4710 + at * 37), known(values)));
      await publish(snapshot, records);
      await snapshot.setDirectory(directory);
      for (const value of asked.filter((each) => listSearchWords(each).length > 0)) {
        const filters: Filter[] = [{ propertyName: 'search', operator: 'FINDS', value }];
        const selection = { filterGroups: [{ filters }], query: '', zone: 'UTC' };
        const isInTexts = (word: string) => records.some((each) => toSearchText(each).includes(toSearchPart(word)));
        const expected = records.filter(createMatcher(selection, directory, isInTexts)).map(({ id }) => id);
        const sort = { propertyName: propertyNames.id, direction: 'ASCENDING' as const };
        const page = await snapshot.page({ ...selection, columns: [], sort, offset: 0, limit: 20 });
        expect(
          page.rows.map(({ id }) => id),
          value,
        ).toEqual(expected);
        expect(page.total).toBe(expected.length);
        const [propertyName, direction] = orders[turn++ % orders.length] ?? orders[0];
        await expectFirst(selection, [{ propertyName, direction }, sort]);
        expect(await snapshot.countSelected(selection)).toBe(expected.length);
        expect(await countReported(selection.filterGroups)).toBe(String(expected.length));
        hits += expected.length > 0 ? 1 : 0;
        misses += expected.length < records.length ? 1 : 0;
        const exactly = records.filter(createMatcher(selection, directory, () => true));
        nears += expected.length > exactly.length ? 1 : 0;
      }
      await clear(snapshot, records);
    },
  );
  await fc.assert(agree, { seed: 20_261_123, numRuns: chooseSize(2, 25), examples: [nearName] });
  expect(hits).toBeGreaterThan(chooseSize(4, 50));
  expect(misses).toBeGreaterThan(chooseSize(4, 50));
  // Names that are one letter away were found, too.
  expect(nears).toBeGreaterThan(chooseSize(0, 8));
});

test('a page of what was found is a part of it, sorted as asked', async () => {
  const records = ['c', 'a', 'b', 'd'].map((last, at) => recordOf(String(at + 1), { title: `Review ${last}` }));
  await publish(snapshot, records);
  const filters: Filter[] = [{ propertyName: 'search', operator: 'FINDS', value: 'rev' }];
  const page = async (offset: number) => {
    const { rows, total } = await snapshot.page({
      filterGroups: [{ filters }],
      query: '',
      zone: 'UTC',
      columns: [propertyNames.title],
      sort: { propertyName: propertyNames.title, direction: 'DESCENDING' },
      offset,
      limit: 2,
    });
    return { titles: rows.map(({ values }) => values[propertyNames.title]), total };
  };
  expect(await page(0)).toEqual({ titles: ['Review d', 'Review c'], total: 4 });
  expect(await page(2)).toEqual({ titles: ['Review b', 'Review a'], total: 4 });
  expect(await page(4)).toEqual({ titles: [], total: 4 });
  await clear(snapshot, records);
});

test('the first rows found are those of the page, as far as they come early in its order', async () => {
  const [many, late] = [6_000, 5_600];
  const records = Array.from({ length: many }, (_, at) =>
    recordOf(String(at + 1), {
      title: at >= late ? 'late' : at % 50 === 0 ? 'seldom' : 'often',
      total_minutes: String(at % 7),
    }),
  );
  await publish(snapshot, records);
  const first = async (value: string, sort: Sort) => {
    const selection: Selection = {
      filterGroups: [{ filters: [{ propertyName: 'search', operator: 'FINDS', value }] }],
      query: '',
      zone: 'UTC',
    };
    await expectFirst(selection, sort);
    const rows = await snapshot.firstFound({ ...selection, columns: [], sort, limit: 200 });
    return rows.map(({ id }) => Number(id));
  };
  const byId = { propertyName: propertyNames.id, direction: 'ASCENDING' } as const;
  expect(await first('often', byId)).toHaveLength(200);
  // Every fiftieth of the first 5,000, and none of those after them.
  expect(await first('seldom', byId)).toEqual(Array.from({ length: 100 }, (_, at) => at * 50 + 1));
  expect(await first('late', byId)).toEqual([]);
  expect(await first('late', { ...byId, direction: 'DESCENDING' })).toHaveLength(200);
  // Records with as many minutes as the last of 5,000 are all looked through.
  const byMinutes = { propertyName: propertyNames.totalMinutes, direction: 'ASCENDING' } as const;
  expect((await first('late', byMinutes)).length).toBe(200);
  await clear(snapshot, records);
});

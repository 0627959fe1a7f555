/** The search of the Records screen, key by key, and changes of its filter, put to the app alone as the screen does: first rows, then the page and its count. */
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import type { Filter } from '#domain/filter/model.ts';
import { isSearch, SEARCH_PROPERTY } from '#domain/filter/search.ts';
import { OWNER_PROPERTY, propertyNames as names } from '#domain/properties.ts';
import { jobGiven, sendResult } from '../child.ts';
import { snapshotPath } from './data.ts';
import { directoryFor, type PresetsJob } from './presets.ts';

export interface SearchTimes {
  readonly text: string;
  readonly found: number;
  /** Until the first rows are there: those found near the beginning of the order, or the page. */
  readonly first: readonly number[];
  /** Until the page and its count are there, which is asked for after the first rows of a search. */
  readonly page: readonly number[];
  /** Processor time of all threads: what a busy machine does not change much. */
  readonly cpu: readonly number[];
}

/** What is typed: texts of the records, names of the directory, ids, several of them, and what nothing has. */
const typed = [
  'r',
  'rev',
  'review',
  'review client',
  'person 12',
  'client 7 review',
  'object 31 person',
  '1000',
  'deal 40',
  'object 31 person 12 review',
  'zzqx',
];
const columns = [
  names.title,
  OWNER_PROPERTY,
  names.objectId,
  names.service,
  names.month,
  names.totalMinutes,
  names.description,
];

interface Change {
  readonly text: string;
  readonly filters: readonly Filter[];
}

const finds = (text: string): Change => ({
  text,
  filters: [{ propertyName: SEARCH_PROPERTY, operator: 'FINDS', value: text }],
});

/** One filter or two of each kind, on values that the records have. */
async function filterChanges(snapshot: Snapshot): Promise<Change[]> {
  const some = async (name: string, most: number) =>
    (await snapshot.distinctValues(name, '', most)).values.map(({ value }) => value);
  const { rows } = await snapshot.page({ ...everything, columns: [], offset: 500_000, limit: 30 });
  const [owners, objects, services] = [
    await some(OWNER_PROPERTY, 40),
    await some(names.objectId, 30),
    await some(names.service, 3),
  ];
  return [
    { text: '30 record ids', filters: [{ propertyName: names.id, operator: 'IN', values: rows.map(({ id }) => id) }] },
    { text: 'an object', filters: [{ propertyName: names.objectId, operator: 'EQ', value: objects[0] ?? '' }] },
    { text: '30 objects', filters: [{ propertyName: names.objectId, operator: 'IN', values: objects }] },
    { text: 'a person', filters: [{ propertyName: OWNER_PROPERTY, operator: 'EQ', value: owners[0] ?? '' }] },
    { text: '40 people', filters: [{ propertyName: OWNER_PROPERTY, operator: 'IN', values: owners }] },
    { text: 'not 3 services', filters: [{ propertyName: names.service, operator: 'NOT_IN', values: services }] },
    { text: 'a client', filters: [{ propertyName: CLIENT_PROPERTY, operator: 'EQ', value: 'Client 7' }] },
    {
      text: 'a year',
      filters: [{ propertyName: names.month, operator: 'BETWEEN', value: '2026-01-01', highValue: '2026-12-31' }],
    },
    {
      text: 'since an instant',
      filters: [{ propertyName: names.firstStart, operator: 'GTE', value: '2025-06-01T00:00:00Z' }],
    },
    { text: 'minutes ≥ 60', filters: [{ propertyName: names.totalMinutes, operator: 'GTE', value: '60' }] },
    {
      text: 'minutes 30 to 45, 3 services',
      filters: [
        { propertyName: names.totalMinutes, operator: 'BETWEEN', value: '30', highValue: '45' },
        { propertyName: names.service, operator: 'IN', values: services },
      ],
    },
  ];
}

const everything = { filterGroups: [], query: '', zone: 'UTC' };

/** @returns how many are found, and when the first rows were there, as the clock says. */
async function ask(snapshot: Snapshot, filters: readonly Filter[]): Promise<{ found: number; first: number }> {
  const sort = { propertyName: names.firstStart, direction: 'DESCENDING' as const };
  const question = { ...everything, filterGroups: [{ filters }], columns, sort, limit: 100 };
  const early = filters.some(isSearch) ? await snapshot.firstFound(question) : [];
  const first = performance.now();
  const found = (await snapshot.page({ ...question, offset: 0 })).total;
  return { found, first: early.length > 0 ? first : performance.now() };
}

async function measure({ folder, rounds }: PresetsJob): Promise<SearchTimes[]> {
  const snapshot = await openSnapshot(snapshotPath(folder));
  await snapshot.setDirectory(await directoryFor(snapshot));
  const all: SearchTimes[] = [];
  for (const { text, filters } of [...typed.map(finds), ...(await filterChanges(snapshot))]) {
    const first: number[] = [];
    const page: number[] = [];
    const cpu: number[] = [];
    let found = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      const answer = await ask(snapshot, filters);
      found = answer.found;
      // The first round is not counted: files are read, code is compiled.
      if (round === 0) continue;
      first.push(answer.first - started);
      page.push(performance.now() - started);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / 1000);
    }
    all.push({ text, found, first, page, cpu });
  }
  await snapshot.close();
  return all;
}

if (process.argv[1] === import.meta.filename) sendResult(await measure(jobGiven() as PresetsJob));

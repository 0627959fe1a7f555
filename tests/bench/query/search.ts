/** The search of the Records screen, key by key, put to the app alone: the page and its count, which the screen waits for. */
import { openSnapshot, type Snapshot } from '../../../electron/snapshot/snapshot.ts';
import { SEARCH_PROPERTY } from '../../../src/domain/filter/search.ts';
import { OWNER_PROPERTY } from '../../../src/domain/properties.ts';
import { propertyNames as names } from '../../../src/domain/property-names.ts';
import { jobGiven, sendResult } from '../child.ts';
import { snapshotPath } from './data.ts';
import { directoryFor, type PresetsJob } from './presets.ts';

export interface SearchTimes {
  readonly text: string;
  readonly found: number;
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

async function ask(snapshot: Snapshot, text: string): Promise<number> {
  const filters = [{ propertyName: SEARCH_PROPERTY, operator: 'FINDS' as const, value: text }];
  const sort = { propertyName: names.firstStart, direction: 'DESCENDING' as const };
  const question = { filterGroups: [{ filters }], query: '', zone: 'UTC', columns, sort, offset: 0, limit: 100 };
  return (await snapshot.page(question)).total;
}

async function measure({ folder, rounds }: PresetsJob): Promise<SearchTimes[]> {
  const snapshot = await openSnapshot(snapshotPath(folder));
  await snapshot.setDirectory(await directoryFor(snapshot));
  const all: SearchTimes[] = [];
  for (const text of typed) {
    const page: number[] = [];
    const cpu: number[] = [];
    let found = 0;
    for (let round = 0; round <= rounds; round += 1) {
      const [started, before] = [performance.now(), process.cpuUsage()];
      found = await ask(snapshot, text);
      // The first round is not counted: files are read, code is compiled.
      if (round === 0) continue;
      page.push(performance.now() - started);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / 1000);
    }
    all.push({ text, found, page, cpu });
  }
  await snapshot.close();
  return all;
}

if (process.argv[1] === import.meta.filename) sendResult(await measure(jobGiven() as PresetsJob));

/** Whatever a workspace holds is the same after it was saved and loaded: records to the last character, and everything beside them. */
import { namedDefinitionSchema } from '#domain/exports/definition.ts';
import { MANIFEST_TABLE } from '#electron/journal/manifest.ts';
import { WRITTEN_EXPORTS } from '#electron/journal/exports.ts';
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeMarked } from '#domain/locale-forms.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { settingsOfThisComputer } from '#domain/settings.ts';
import { limits, packLines, unpackPart } from '#electron/features/workspace-file/parts.ts';
import { unpackWorkspace } from '#electron/features/workspace-file/load.ts';
import { type ProgressOptions, saveWorkspace } from '#electron/features/workspace-file/save.ts';
import {
  createPrivateText,
  readPrivateText,
  signMessage,
  toFingerprint,
  toPublicBytes,
} from '#electron/exports/signature.ts';
import { openMemory, type Memory } from '#electron/workspace/memory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { markLoaded } from '#electron/sync/from-file.ts';
import { createState, serializeState, readState } from '#electron/sync/state.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { failure } from '#tests/support/failure.ts';
import { recordOf } from '#tests/support/worlds/records.ts';
import { openWorkspaceFile, rewriteWorkspaceFile } from '#tests/support/stores/workspace-files.ts';
import { secondTier } from '#tests/support/tier.ts';

const BASE_URL = 'https://records.example';
const how = { appVersion: 'test', now: Date.UTC(2026, 10, 20) };
const state = serializeState(createState(Date.UTC(2026, 10, 20)));

let folder: string;
let path: string;
let snapshot: Snapshot;
let journal: Journal;
let memory: Memory;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'round-trip-'));
  path = join(folder, 'saved.timelog');
  snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  journal = openJournal(join(folder, 'journal.sqlite'));
  journal.saveSetting('baseUrl', BASE_URL);
  const settings = () => ({ ...defaultSettings, zone: 'UTC' });
  memory = openMemory({ onSent: () => {}, directory: folder, journal, settings, now: () => how.now });
});
afterEach(async () => {
  try {
    await snapshot.close();
    memory.close();
    journal.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const save = (own: Partial<Parameters<typeof saveWorkspace>[2]> = {}) => {
  const workspace = { journal, snapshot, memory, state: async () => ({ kind: 'service', baseUrl: BASE_URL }) };
  return saveWorkspace(workspace as unknown as Workspace, path, { ...how, ...own });
};

/** @returns what `look` sees in the loaded stores. */
async function loaded<T>(look: (snapshot: Snapshot, journal: Journal) => Promise<T> | T): Promise<T> {
  const { folder: found } = await unpackWorkspace(path, folder);
  const store = await openSnapshot(join(found, 'snapshot.duckdb'));
  const kept = openJournal(join(found, 'journal.sqlite'));
  try {
    return await look(store, kept);
  } finally {
    await store.close();
    kept.close();
  }
}

const linesOf = (store: Snapshot) =>
  store.readEverything(async ({ lines, removed, state: held }) => {
    const all = { records: [] as string[], waiting: [] as string[], removed, state: held };
    for (const table of ['records', 'waiting'] as const)
      for await (const batch of lines(table)) all[table].push(...batch);
    return { ...all, records: all.records.toSorted(), waiting: all.waiting.toSorted() };
  });

/** What a loaded state says besides: where it came from. */
const marked = (text: string | undefined) => serializeState(markLoaded(readState(text ?? ''), how.now, how.now));

const odd: readonly TimeLogRecord[] = [
  recordOf('1', { title: '\uFEFFbegins with a mark', total_minutes: '-0.00000001', month_year: '2024-02-29' }),
  recordOf('2', { title: 'lines\nand\u0000 nulls\u2028"\\ 🕰', billable_amount: '9999999999.99999999', toggle: false }),
  recordOf('999999999999999999', { first_start_date: '1969-12-31T23:59:59.999Z' }, { archived: true }),
  recordOf(
    '4',
    {},
    {
      anomalies: new Map([
        ['a552213_total_hours', '{"a":[1.10,1e400,"\\ud800"]}'],
        ['sys_createdate', '"soon"'],
      ]),
      extra: new Map([
        ['__proto__', '{"x":1}'],
        ['later', `${'['.repeat(90)}${']'.repeat(90)}`],
        ['', '-0'],
      ]),
      rounded: new Map([['a552213_total_minutes', '1.123456789012345678901234567890']]),
      createdAt: 0,
      updatedAt: 8_000_000_000_000,
    },
  ),
];

describe('records', () => {
  test('of every odd kind come back as they were', secondTier, async () => {
    await snapshot.commit({ upsert: odd, remove: [], state, publish: true });
    const before = await linesOf(snapshot);
    expect(await save()).toMatchObject({ records: 3, complete: false });
    expect(await loaded(linesOf)).toEqual({ ...before, state: marked(before.state) });
  });

  test('of an unfinished refresh too: newer ones, taken out ones, and one that came back older', async () => {
    await snapshot.commit({ upsert: [...odd, recordOf('7', { title: 'newer' })], remove: [], state, publish: true });
    await snapshot.commit({ upsert: [recordOf('1', { title: 'again' })], remove: ['2', '7'], state, publish: false });
    const older = recordOf('7', { title: 'older' }, { updatedAt: Date.UTC(2020, 0, 1) });
    await snapshot.commit({ upsert: [older, recordOf('8')], remove: [], state, publish: false });
    const before = await linesOf(snapshot);
    expect(before.waiting).toHaveLength(3);
    expect(before.removed).toEqual(['2']);
    await save();
    expect(await loaded(linesOf)).toEqual({ ...before, state: marked(before.state) });
  });

  test('that were found before any download are marked, though nothing is said to be here', async () => {
    await snapshot.saveFound([recordOf('5', { title: 'looked up' })]);
    await save();
    expect(await loaded(linesOf)).toMatchObject({
      state: marked(state),
      records: [],
      waiting: [expect.stringContaining('looked up')],
    });
  });

  test('of a file from before a property was known are kept, and a download has to complete them', async () => {
    await snapshot.commit({ upsert: odd, remove: [], state, publish: true });
    await save();
    rewriteWorkspaceFile(path, ({ manifest, texts }) => {
      const columns = manifest['columns'] as string[];
      manifest['columns'] = columns.slice(0, -1);
      const lines = texts.get('records-00001.ndjson.gz')!.trimEnd().split('\n');
      const shorter = lines.map((line) => JSON.stringify((JSON.parse(line) as unknown[]).slice(0, -1)));
      texts.set('records-00001.ndjson.gz', `${shorter.join('\n')}\n`);
    });
    expect(await loaded(linesOf)).toMatchObject({ state: marked(state), records: { length: 4 } });
  });

  test('with a value kept as received that fills the longest answer come back', secondTier, async () => {
    // In an answer each quote is two characters, in the store four.
    const received = JSON.stringify('"'.repeat(2 * 2 ** 20 - 100));
    const record = { ...recordOf('1'), extra: new Map([['beside', received]]) };
    await snapshot.commit({ upsert: [record], remove: [], state, publish: true });
    const before = await linesOf(snapshot);
    await save();
    expect((await loaded(linesOf)).records).toEqual(before.records);
  });

  test('with a text longer than any file takes are not saved, and the sentence says how long one may be', async () => {
    await snapshot.commit({
      upsert: [recordOf('1', { title: 'x'.repeat(limits.textCharacters + 1) })],
      remove: [],
      state,
      publish: true,
    });
    expect(await failure(save())).toMatchObject({
      code: 'usage',
      detail: expect.toSatisfy(
        (text: string) =>
          writeMarked(text) === 'The workspace is too large for one file: a text longer than 8,388,608 characters',
      ) as string,
    });
  });
});

describe('beside the records', () => {
  beforeEach(() => snapshot.commit({ upsert: odd, remove: [], state, publish: true }));

  test('names, reports, marks, settings and the latest visit come with them', async () => {
    const names = directoryOf({
      owners: { 7: { name: 'Ada', weeklyHours: '32; 16 from 2026-10-01' }, ['__proto__']: { name: 'Bo' } },
      objects: { 'company:1': { name: 'ACME', client: 'ACME', currency: 'CHF' } },
    });
    journal.saveNames(names);
    const file = reportFileSchema.parse({
      format: 'timelog-report',
      version: 1,
      name: 'W',
      report: { measures: ['records'] },
    });
    journal.saveReport(file, '2026-11-20T08:00:00.000Z', 'one');
    const mark = {
      id: '1',
      recordChangedAt: '2026-10-01T09:00:00.000Z',
      digest: 'd',
      reviewedAt: '2026-11-20T08:00:00.000Z',
      note: 'agreed with the client',
    };
    journal.saveReviewMarks('overlap', [mark]);
    const monthly = namedDefinitionSchema.parse({
      format: 'timelog-export',
      name: 'Monthly',
      records: { period: 'last-month' },
      rhythm: { every: 'month', day: 1 },
    });
    journal.saveExport(monthly, '2026-11-20T08:00:00.000Z', {
      since: '2026-10-01',
      doneFor: '2026-11-01',
      lastRun: {
        at: '2026-11-01T06:00:00.000Z',
        file: 'Monthly-2026-10.csv',
        sha256: 'a'.repeat(64),
        complete: true,
        records: 7,
      },
    });
    journal.saveSetting('currency', 'CHF');
    journal.saveSetting('zone', 'Europe/Zurich');
    journal.saveSetting('visit.seenAsOf', '2026-11-19T08:00:00.000Z');
    await save();
    await loaded((_, kept) => {
      expect(kept.names()).toEqual(journal.names());
      expect(kept.reports()).toEqual(journal.reports());
      expect(kept.exports()).toEqual(journal.exports());
      expect(kept.exports()).toHaveLength(1);
      expect([...kept.reviewMarks('overlap').values()]).toEqual([mark]);
      const setting = (name: string) =>
        kept.setting(name, { safeParse: (data: unknown) => ({ success: true, data }) } as never);
      expect(['currency', 'zone', 'visit.seenAsOf', 'baseUrl'].map(setting)).toEqual([
        'CHF',
        'Europe/Zurich',
        '2026-11-19T08:00:00.000Z',
        BASE_URL,
      ]);
    });
  });

  test('the template of links, the quota limit and for how long changes are remembered are in no file', async () => {
    journal.saveSetting('recordAddress', 'https://crm.example/{id}');
    journal.saveSetting('quotaLimit', 77_777);
    journal.saveSetting('historyMonths', 1_111);
    await save();
    const { texts } = openWorkspaceFile(readFileSync(path));
    for (const text of texts.values())
      for (const name of [...settingsOfThisComputer, 'crm.example', '77777']) expect(text).not.toContain(name);
  });

  test('every table of the journal is carried: a new one needs a line of its own in the file', () => {
    const database = new DatabaseSync(join(folder, 'journal.sqlite'));
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    database.close();
    // What the file says of itself is reckoned anew where it is loaded; what another computer exported is not what this one knows.
    const left = new Set([MANIFEST_TABLE.name, WRITTEN_EXPORTS.name]);
    expect(tables.map(({ name }) => String(name)).filter((name) => !left.has(name))).toEqual([
      'object_name',
      'owner_name',
      'review_mark',
      'saved_export',
      'saved_report',
      'setting',
    ]);
  });
});

test('a file that is saved of what came from a file says so, and is from a file anew', async () => {
  const [then, later] = [how.now, how.now + 86_400_000];
  const held = serializeState(markLoaded(readState(state), then, then));
  await snapshot.commit({ upsert: odd, remove: [], state: held, publish: true });
  const toText = (time: number) => new Date(time).toISOString();
  expect(await save({ now: later })).toMatchObject({ fromFile: toText(then) });
  const { folder: found, fromFile, signedBy } = await unpackWorkspace(path, folder, { now: later });
  rmSync(found, { recursive: true });
  expect([fromFile, signedBy]).toEqual([toText(later), null]);
});

test('a signed file is loaded with the key that signed it, and one that is not with none', async () => {
  await snapshot.commit({ upsert: odd, remove: [], state, publish: true });
  const key = readPrivateText(createPrivateText())!;
  for (const sign of [(message: Uint8Array) => signMessage(message, key), undefined]) {
    await save(sign && { sign });
    const { folder: found, signedBy } = await unpackWorkspace(path, folder);
    rmSync(found, { recursive: true });
    expect(signedBy).toBe(sign ? toFingerprint(toPublicBytes(key)) : null);
  }
});

describe('parts', () => {
  test('hold as many lines as fit, and give them back', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `{"at":${at},"text":"${String(at % 10).repeat(5000)}"}`);
    const names: string[] = [];
    const found: string[] = [];
    for await (const { part, bytes } of packLines([lines])) {
      names.push('part');
      found.push(...(await unpackPart('part', part, bytes)));
    }
    expect(names.length).toBeGreaterThan(3);
    expect(found).toEqual(lines);
  });

  test('that repeat themselves without end are stored so that they may be read again', async () => {
    const lines = ['x'.repeat(3_000_000)];
    for await (const { part, bytes } of packLines([lines]))
      expect(await unpackPart('part', part, bytes)).toEqual(lines);
  });
});

test('a file that cannot be opened is no file to load', async () => {
  writeFileSync(join(folder, 'empty'), '');
  for (const [given, said] of [
    ['nowhere', 'cannot be read'],
    ['', 'cannot be read'],
    ['empty', 'it ends too early'],
  ])
    expect(await failure(unpackWorkspace(join(folder, given!), folder))).toMatchObject({
      code: 'usage',
      detail: expect.stringContaining(said!),
    });
});

describe('while a large workspace is saved or loaded', secondTier, () => {
  /** Of several parts, for texts that do not pack. */
  const RECORDS = 1200;
  beforeEach(async () => {
    const upsert = Array.from({ length: RECORDS }, (_, at) =>
      recordOf(String(at + 1), { description: crypto.randomUUID().repeat(300) }),
    );
    await snapshot.commit({ upsert, remove: [], state, publish: true });
  });

  /** Ends at the first record that is done. */
  const endingSoon = (): ProgressOptions => {
    const abort = new AbortController();
    return { signal: abort.signal, onProgress: (done) => void (done > 0 && abort.abort()) };
  };

  test('it is told how many records are done, up to the last', async () => {
    const told = { saving: [] as number[], loading: [] as number[] };
    const telling = (into: number[]): ProgressOptions => ({
      onProgress(done, total) {
        expect(total).toBe(RECORDS);
        into.push(done);
      },
    });
    await save(telling(told.saving));
    const { folder: found } = await unpackWorkspace(path, folder, telling(told.loading));
    rmSync(found, { recursive: true });
    for (const steps of Object.values(told)) {
      expect(steps.length).toBeGreaterThan(2);
      expect([steps[0], steps.at(-1)]).toEqual([0, RECORDS]);
      expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    }
  });

  test('cancelling leaves everything as it was, the file that was there before too', async () => {
    writeFileSync(path, 'an earlier file');
    const before = readdirSync(folder);
    expect(await failure(save(endingSoon()))).toEqual({ code: 'cancelled' });
    expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([before, 'an earlier file']);
    await save();
    expect(await failure(unpackWorkspace(path, folder, endingSoon()))).toEqual({ code: 'cancelled' });
    expect(readdirSync(folder)).toEqual(before);
    expect(await loaded((store) => store.count({}))).toBe(RECORDS);
  });
});

/** Damaged names and settings: the app opens, no figure is called complete meanwhile, every command says so, and each way out ends it. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { run } from '#electron/cli/main.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';
import { openJournal } from '#electron/journal/journal.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import type { Input, Method } from '#contract/api.ts';
import type { AppError } from '#contract/errors.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'some-key';
const RECORDS = 450;

let folder: string;
let service: Service;
let pristine: string;
let apps: App[] = [];

const journalIn = (data: string) => join(data, 'workspaces/default/journal.sqlite');
const ask = <M extends Method>(app: App, method: M, input: Input<M>) => createAppClient(app).call(method, input);

async function opened(data: string, given: { key?: string; baseUrl?: string } = {}): Promise<App> {
  const host = quietHost({ chooseDestination: async (name) => ({ path: join(folder, name) }) });
  const app = await createApp({
    host,
    version: 'test',
    dataDirectory: data,
    workspace: 'default',
    rate: 0,
    now: () => NOW,
    ...given,
  });
  apps.push(app);
  return app;
}

async function closeAll(): Promise<void> {
  for (const app of apps) await app.close();
  apps = [];
}

/** Two people; the bit is in the name of one. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'journal-damage-'));
  pristine = join(folder, 'pristine');
  service = await openService({
    records: RECORDS,
    seed: 3,
    asOf: '2026-11-20',
    sampleMonths: 4,
    now: () => NOW,
    key: KEY,
  });
  const app = await opened(pristine, { key: KEY, baseUrl: service.url });
  expect(await ask(app, 'sync.run', {})).toMatchObject({ status: 'complete', records: RECORDS });
  const entry = (name: string) => ({ name, team: null, weeklyHours: null, activeFrom: null, activeTo: null });
  await ask(app, 'names.keep', { owners: { '11': entry('Anna Keller'), '12': entry('Bo Larsen') } });
  await closeAll();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(folder, 'data-'));
  cpSync(pristine, data, { recursive: true });
});
afterEach(closeAll);

function flip(path: string, text: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
const damage = () => flip(journalIn(data), 'Bo Larsen');

async function refusal(app: App, method: Method, input: unknown): Promise<AppError | undefined> {
  const result = await app.call(method, input);
  return result.ok ? undefined : result.error;
}

async function terminal(...argv: string[]) {
  const found = { code: 0, out: '', said: [] as string[] };
  found.code = await run([...argv, '--data-dir', data], {
    input: createStandardInput(Readable.from([]), new Writable({ write: (_chunk, _encoding, done) => done() })),
    out: async (text) => {
      found.out += text;
    },
    say: (sentence) => {
      found.said.push(sentence);
    },
    columns: undefined,
    progress: () => undefined,
    interrupted: new AbortController().signal,
  });
  return found;
}

const report = { measures: ['logged_hours'], groupBy: ['client'] };

describe('the app over a damaged journal', () => {
  test('opens with every record, and calls no figure complete', async () => {
    damage();
    const app = await opened(data);
    const status = await ask(app, 'data.status', {});
    expect(status).toMatchObject({ records: RECORDS, complete: true });
    expect(status.journal).toMatchObject({
      what: 'damaged',
      lost: { people: 1 },
      names: ['Bo Larsen'],
      copy: { day: '2026-11-20' },
    });
    const answer = await ask(app, 'report.run', report);
    expect(answer).toMatchObject({ complete: false, records: RECORDS });
    // No record is missing for that, and no figure is so far.
    expect(answer.allRecordsHere).toBe(true);
    expect(answer.notes).toContainEqual({ kind: 'journal-damaged', records: null, minutes: null });
    expect(await ask(app, 'checks.run', {})).toMatchObject({ complete: false, allRecordsHere: true });
    const manifest = await ask(app, 'export.run', { columns: ['title'] });
    expect(manifest).toMatchObject({ complete: false, namesDamaged: true });
    expect(manifest?.file).toContain('partial');
  });

  test(
    'calls no column of a pivot complete while the report is not, and each says that every record is here',
    secondTier,
    async () => {
      damage();
      const app = await opened(data);
      const byMonth = { ...report, columns: 'month', period: '2026-08-01..2026-10-31' };
      const answer = await ask(app, 'report.run', byMonth);
      const seals = answer.columns.map(({ complete, allRecordsHere }) => ({ complete, allRecordsHere }));
      expect(seals.length).toBeGreaterThan(1);
      for (const seal of [answer, ...seals]) expect(seal).toMatchObject({ complete: false, allRecordsHere: true });
      await closeAll();
      const command = [
        'report',
        '--measures',
        'logged_hours',
        '--group-by',
        'client',
        '--columns-by',
        'month',
        '--json',
      ];
      const printed: unknown = JSON.parse((await terminal(...command)).out);
      expect(printed).toMatchObject({ complete: false, allRecordsHere: true, columns: { 0: { complete: false } } });
    },
  );

  test('calls figures complete where only a review mark is lost, and tells of it', async () => {
    const journal = openJournal(journalIn(data), { copyClock: () => NOW });
    const at = '2026-11-20T00:00:00Z';
    journal.saveReviewMarks('overlap', [{ id: '7', recordChangedAt: at, digest: 'digest-of-7', reviewedAt: at }]);
    journal.close();
    flip(journalIn(data), 'digest-of-7');
    const app = await opened(data);
    expect((await ask(app, 'journal.state', {})).damage).toMatchObject({
      lost: { reviewMarks: 1 },
      hitsFigures: false,
    });
    const answer = await ask(app, 'report.run', report);
    expect(answer).toMatchObject({ complete: true, records: RECORDS });
    expect(answer.notes.map(({ kind }) => kind)).not.toContain('journal-damaged');
    expect(await ask(app, 'checks.run', {})).toMatchObject({ complete: true });
    const manifest = await ask(app, 'export.run', { columns: ['title'] });
    expect(manifest?.complete).toBe(true);
    expect(manifest).not.toHaveProperty('namesDamaged');
    const ended = await closeAll().then(() => terminal('report', 'people'));
    expect(ended.code).toBe(0);
    expect(ended.said[0]).toMatch(/^The file of names and settings is damaged \(.*\)\. 1 review mark is lost; /);
  });

  test('refuses what would change names and settings, and a file for another computer, by name', async () => {
    damage();
    const app = await opened(data);
    const refused: [Method, unknown][] = [
      ['names.keep', { owners: { '12': null } }],
      ['settings.set', { weekStart: 'sunday' }],
      ['workspace.connect', { baseUrl: service.url, key: KEY }],
      ['workspace.save', {}],
    ];
    for (const [method, input] of refused)
      expect(await refusal(app, method, input), method).toEqual({ code: 'journal-damaged' });
  });

  test('is whole again with the good copy, at once and after a restart', async () => {
    damage();
    const app = await opened(data);
    const { setAside } = await ask(app, 'journal.mend', { from: 'copy' });
    expect(readdirSync(join(data, 'workspaces/default'))).toContain(setAside);
    const isWhole = async (each: App) => {
      expect(await ask(each, 'journal.state', {})).toEqual({ damage: null, preferencesSetAside: null });
      expect((await ask(each, 'report.run', report)).complete).toBe(true);
      expect(Object.keys((await ask(each, 'names.list', {})).owners)).toEqual(['11', '12']);
      await ask(each, 'settings.set', { weekStart: 'sunday' });
    };
    await isWhole(app);
    await closeAll();
    await isWhole(await opened(data));
  });

  test('goes on with the rest when that is chosen', secondTier, async () => {
    damage();
    const app = await opened(data);
    await ask(app, 'journal.mend', { from: 'rest' });
    expect((await ask(app, 'report.run', report)).complete).toBe(true);
    expect(Object.keys((await ask(app, 'names.list', {})).owners)).toEqual(['11']);
  });

  test('of which the file is gone keeps its address, and is not taken for an empty one', async () => {
    rmSync(journalIn(data));
    const app = await opened(data);
    expect(await ask(app, 'workspace.state', {})).toMatchObject({ kind: 'service', baseUrl: service.url });
    expect((await ask(app, 'journal.state', {})).damage).toMatchObject({ what: 'gone', lost: { people: 2 } });
    expect(existsSync(journalIn(data))).toBe(false);
  });
});

test('preferences that are damaged are set aside by themselves, and that is told once', async () => {
  const app = await opened(data);
  await ask(app, 'preferences.set', { columns: ['title'], colorScheme: 'dark' });
  await closeAll();
  flip(join(data, 'app.sqlite'), '"dark"');
  const after = await opened(data);
  const { damage, preferencesSetAside } = await ask(after, 'journal.state', {});
  expect(damage).toBeNull();
  expect(readdirSync(data)).toContain(preferencesSetAside);
  expect(await ask(after, 'preferences.get', {})).toMatchObject({ colorScheme: 'auto' });
  await closeAll();
  expect((await ask(await opened(data), 'journal.state', {})).preferencesSetAside).toBeNull();
});

describe('the terminal over a damaged journal', () => {
  const commands = [
    [['report', 'people'], 6],
    [['names', 'list'], 0],
    [['status'], 0],
    [['checks'], 6],
    [['export', '--format', 'csv', '--out', 'OUT'], 6],
  ] as const;
  test.each(chooseCases(1, commands))('%s says what is lost and ends with %i', async (argv, code) => {
    damage();
    const out = join(mkdtempSync(join(folder, 'out-')), 'records.csv');
    const ended = await terminal(...argv.map((word) => (word === 'OUT' ? out : word)));
    expect(ended.code).toBe(code);
    expect(ended.said[0]).toMatch(
      /^Names and settings are damaged \(.*journal\.sqlite\)\. 1 person \(Bo Larsen\) is lost; .*"workspace restore"/,
    );
  });

  test('status --json has it for scripts, and a change ends with 7', async () => {
    expect(JSON.parse((await terminal('status', '--json')).out)).not.toHaveProperty('journal');
    damage();
    expect(JSON.parse((await terminal('status', '--json')).out)).toMatchObject({
      journal: { lost: { people: 1 }, names: ['Bo Larsen'] },
    });
    const file = join(folder, 'people.csv');
    writeFileSync(file, 'owner_id,name\n12,Bo Larsen\n');
    const ended = await terminal('names', 'import', file, '--json');
    expect(ended.code).toBe(7);
    expect(JSON.parse(ended.out)).toMatchObject({ error: { code: 'journal-damaged' } });
  });

  test('report --list says that saved reports may be lost', async () => {
    damage();
    const ended = await terminal('report', '--list');
    expect(ended.code).toBe(0);
    expect(ended.said.join(' ')).toContain('damaged');
  });

  test('workspace restore puts the good copy in place; then nothing is left to restore', async () => {
    damage();
    const ended = await terminal('workspace', 'restore', '--json');
    expect([ended.code, ended.said]).toEqual([0, []]);
    expect(JSON.parse(ended.out)).toMatchObject({ from: 'copy', copyOf: '2026-11-20', contents: { people: 2 } });
    expect((await terminal('report', 'people')).said).toEqual([]);
    expect((await terminal('workspace', 'restore')).code).toBe(2);
  });

  test('workspace restore --rest continues with what can be read', secondTier, async () => {
    damage();
    const ended = await terminal('workspace', 'restore', '--rest');
    expect(ended.code).toBe(0);
    expect(JSON.parse((await terminal('names', 'list', '--json')).out)).toMatchObject({
      owners: { '11': { name: 'Anna Keller' } },
    });
    expect((await terminal('workspace', 'save', '--rest', '--out', 'x')).code).toBe(2);
  });
});

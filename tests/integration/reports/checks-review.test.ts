/** What a person has reviewed stays reviewed, through restart, rebuild and another computer, until its record changes; and what is listed is written as it is. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { openJournal } from '#electron/journal/journal.ts';
import type { Input, Method } from '#contract/api.ts';
import { startProvingService, type NearService } from '#tests/support/hosts/proving-service.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';
import { prepareFolder, type PreparedFolder } from '#tests/support/stores/prepared-folder.ts';

const CHECK = 'timer-on';
const OBJECT_TYPE = 'a552213_assoc_obj_type';
const OBJECT = 'a552213_assoc_record_id';
/** Both clocks begin here: which week was the last complete one must not depend on when this runs. */
const NOW = Date.parse('2026-11-21T12:00:00Z');
const began = Date.now();

let folder: string;
let service: NearService;
let prepared: PreparedFolder;
let apps: App[] = [];
let opened: string[];

beforeAll(async () => {
  service = await startProvingService({ records: 2_000, seed: 7, asOf: '2026-11-21', sampleMonths: 6, startAt: NOW });
  prepared = await prepareFolder(service, async (made) => {
    folder = made;
    const app = await computer('one');
    await ask(app, 'sync.run', {});
    await app.close();
  });
});
afterAll(async () => {
  await service.stop();
  prepared.remove();
});
beforeEach(() => {
  folder = prepared.copy();
  apps = [];
  opened = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function computer(name: string): Promise<App> {
  const host = quietHost({
    chooseDestination: async (suggested) => ({ path: join(folder, suggested.endsWith('.csv') ? 'list.csv' : 'saved') }),
    chooseSource: async () => ({ path: join(folder, 'saved') }),
    openExternal: async (url) => void opened.push(url),
  });
  const app = await createApp({
    host,
    version: 'test',
    dataDirectory: join(folder, name),
    workspace: 'default',
    rate: 0,
    now: () => NOW + Date.now() - began,
    key: service.key,
    ...(name === 'one' && { baseUrl: service.url }),
  });
  apps.push(app);
  return app;
}

const ask = <M extends Method>(app: App, method: M, input: Input<M>) => createAppClient(app).call(method, input);

async function counts(app: App): Promise<readonly [open: number, reviewed: number]> {
  const { checks } = await ask(app, 'checks.run', {});
  const found = checks.find(({ id }) => id === CHECK);
  return [found?.open ?? -1, found?.reviewed ?? -1];
}

async function listed(app: App, reviewed: boolean): Promise<string[]> {
  const { findings } = await ask(app, 'checks.findings', { check: CHECK, reviewed, columns: ['title'] });
  return findings.map(({ id }) => id);
}

test(
  'a mark stays through restart, rebuild and another computer, and goes with the record’s next change',
  { timeout: 120_000, ...secondTier },
  async () => {
    let app = await computer('one');
    const [first = '', second = '', ...others] = await listed(app, false);
    expect([first, second].every(Boolean)).toBe(true);
    const all = others.length + 2;
    expect(await ask(app, 'checks.review', { check: CHECK, ids: [first, second, '1', 'x'], reviewed: true })).toEqual({
      changed: 2,
    });
    expect(await counts(app)).toEqual([all - 2, 2]);
    expect(await listed(app, true)).toEqual([first, second]);

    await app.close();
    apps = [];
    app = await computer('one');
    expect(await counts(app)).toEqual([all - 2, 2]);

    await ask(app, 'data.rebuild', {});
    expect(await counts(app)).toEqual([0, 0]);
    await ask(app, 'sync.run', {});
    expect(await counts(app)).toEqual([all - 2, 2]);

    await ask(app, 'workspace.save', {});
    const other = await computer('two');
    await ask(other, 'workspace.load', {});
    expect(await counts(other)).toEqual([all - 2, 2]);

    await service.control.move({ kind: 'edit', ids: [first] });
    await service.control.advance(120_000);
    await ask(app, 'sync.run', {});
    expect(await counts(app)).toEqual([all - 1, 1]);
    expect(await listed(app, true)).toEqual([second]);

    expect(await ask(app, 'checks.review', { check: CHECK, ids: [second], reviewed: false })).toEqual({ changed: 1 });
    expect(await counts(app)).toEqual([all, 0]);
  },
);

test('a list is written whole: figures as figures, text no spreadsheet would run, and where to mend each', async () => {
  const app = await computer('one');
  await ask(app, 'settings.set', { recordAddress: 'https://crm.example/log/{id}' });
  await ask(app, 'names.keep', {});
  const { findings } = await ask(app, 'checks.findings', { check: 'negative', columns: ['title'] });
  expect(await ask(app, 'checks.export', { check: 'negative' })).toMatchObject({
    file: 'list.csv',
    of: 'findings',
    audience: 'internal',
    records: findings.length,
  });
  const [head = '', line = ''] = readFileSync(join(folder, 'list.csv'), 'utf8').trim().split('\r\n');
  expect(head).toContain('What differs');
  expect(line).toContain(`https://crm.example/log/${findings[0]?.id}`);
  expect(line).toContain(',-3.5,-');
  expect(line).not.toContain("'-3.5");
  // Amounts say their currency as soon as one is known; until then there is nothing to say.
  expect(head).not.toContain('Currency');
  await ask(app, 'settings.set', { currency: 'EUR' });
  await ask(app, 'checks.export', { check: 'negative' });
  const [heads = '', ...lines] = readFileSync(join(folder, 'list.csv'), 'utf8').trim().split('\r\n');
  expect(heads).toContain('Hours,Value at stake,Currency,What differs');
  for (const each of lines) expect(each).toMatch(/,EUR,/);
}, 120_000);

test('a record is opened in the CRM by the address that was set, once the person agreed to its host', async () => {
  const app = await computer('one');
  expect(await app.call('checks.open', { id: '17' })).toMatchObject({ ok: false, error: { code: 'usage' } });
  await ask(app, 'settings.set', { recordAddress: 'https://crm.example/log/{id}' });
  expect(await app.call('checks.open', { id: '17' })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: 'Nobody has agreed yet to open records at crm.example' },
  });
  expect(opened).toEqual([]);
  await ask(app, 'preferences.set', { openedHosts: ['crm.example'] });
  await ask(app, 'checks.open', { id: '17' });
  expect(opened).toEqual(['https://crm.example/log/17']);
  await ask(app, 'settings.set', { recordAddress: 'https://crm.example.evil.example/log/{id}' });
  expect(await app.call('checks.open', { id: '17' })).toMatchObject({ ok: false, error: { code: 'usage' } });
});

test('an address of records that is not accepted any more is told where it would be used, and stays to be mended', async () => {
  const old = 'https://{id}.crm.example/';
  const data = join(folder, 'one');
  const journal = openJournal(join(data, 'workspaces/default/journal.sqlite'));
  journal.saveSetting('recordAddress', old);
  journal.close();
  const app = await computer('one');
  expect(await ask(app, 'settings.refused', {})).toEqual({ refused: [{ name: 'recordAddress', text: old }] });
  const said = `Address of a record: “${old}” was set earlier, is not accepted any more and counts as not set`;
  expect(await app.call('checks.open', { id: '17' })).toMatchObject({
    ok: false,
    error: { code: 'usage', detail: `${said}. Correct it on the Settings screen` },
  });
  await apps.pop()?.close();
  const told = async (...argv: string[]) => (await runInProcess([...argv, '--data-dir', data])).stderr;
  for (const argv of chooseCases(1, [['checks', 'negative'], ['checks']]))
    expect(await told(...argv)).toContain(`${said}; correct it on the Settings screen.\n`);
  // Other commands lead to no record.
  for (const command of chooseCases(0, ['status'])) expect(await told(command)).not.toContain(old);
});

test('people who logged too little, nothing or without known hours are told apart, by gap', async () => {
  const app = await computer('one');
  const { people: before } = await ask(app, 'checks.people', {});
  // No weekly hours are known: no person is short, and people who stopped are listed without a gap.
  expect(new Set(before.map(({ why }) => why))).toEqual(new Set(['unknown', 'stopped']));
  expect(before.every(({ gap }) => gap === null)).toBe(true);
  const [busy] = before.filter(({ logged }) => logged !== '0').map(({ ownerId }) => ownerId);
  const person = (name: string, weeklyHours: string) => ({
    name,
    team: null,
    weeklyHours,
    activeFrom: null,
    activeTo: null,
  });
  await ask(app, 'names.keep', {
    owners: { [busy ?? '']: person('Busy', '168'), 'never-seen': person('New', '20') },
  });
  const { people, from, to } = await ask(app, 'checks.people', {});
  expect([new Date(from).getUTCDay(), new Date(to).getUTCDay()]).toEqual([1, 0]);
  expect(people.find(({ ownerId }) => ownerId === busy)).toMatchObject({ why: 'short', expected: '168' });
  expect(people.find(({ ownerId }) => ownerId === 'never-seen')).toEqual({
    ownerId: 'never-seen',
    expected: '20',
    logged: '0',
    gap: '20',
    why: 'never',
    lastEntry: null,
  });
  // No gap reaches a whole week of hours; who logged nothing at all is always told, and what is left out is summed.
  const gap = people.find(({ ownerId }) => ownerId === busy)?.gap;
  const all = await ask(app, 'checks.people', {});
  expect(all).toMatchObject({ least: '4', smaller: { people: 0, hours: '0' }, known: 2, complete: true });
  await ask(app, 'settings.set', { thresholds: { short_hours: '168' } });
  const { people: fewer, ...left } = await ask(app, 'checks.people', {});
  expect(left).toMatchObject({ least: '168', smaller: { people: 1, hours: gap }, known: 2 });
  expect(fewer.map(({ why }) => why)).not.toContain('short');
  expect(fewer.map(({ why }) => why)).toContain('never');
  const known = people.filter(({ gap }) => gap !== null).map(({ gap }) => Number(gap));
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(people.slice(0, known.length).every(({ gap }) => gap !== null)).toBe(true);
}, 120_000);

test('one rule says who is expected: a report, To check and the terminal list the same people with the same gaps', async () => {
  const app = await computer('one');
  const groupBy = ['platform_owner_id'];
  const everybody = await ask(app, 'report.run', { measures: ['records'], groupBy });
  const [unnamed, ...ids] = everybody.rows.flatMap(({ key }) => key['platform_owner_id'] ?? []);
  const person = (id: string) => ({ name: `P ${id}`, team: null, weeklyHours: '40', activeFrom: null, activeTo: null });
  const owners = Object.fromEntries([...ids, 'never-seen'].map((id) => [id, person(id)]));
  await ask(app, 'names.keep', { owners: { ...owners, unknown: { ...person('?'), weeklyHours: null } } });
  const bothLists = async (period: string) => {
    const report = await ask(app, 'report.run', { measures: ['logged_hours', 'gap_hours'], groupBy, period });
    const { people, from } = await ask(app, 'checks.people', { period });
    const known = people.filter(({ gap }) => gap !== null);
    const listed = report.rows
      .map(({ key, values }) => [key['platform_owner_id'], values['gap_hours'], values['logged_hours'] ?? '0'] as const)
      .filter(([, gap, logged]) => gap != null && (Number(gap) >= 4 || (logged === '0' && Number(gap) > 0)));
    const bySize = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.join(' ')).toSorted();
    expect(bySize(known.map(({ ownerId, gap, logged }) => [ownerId, gap, logged]))).toEqual(bySize(listed));
    expect(report.notes.find(({ kind }) => kind === 'no-expected-hours')?.records).toBe(people.length - known.length);
    return { people, from };
  };
  // Of several calendars, and a week that goes on.
  const periods = ['2026-10-07..2026-11-10', 'this-week', '2026-10', '2026-10-05..2026-11-01', '2026-Q4'];
  for (const period of chooseCases(1, periods)) await bothLists(period);
  const { people, from } = await bothLists('last-week');
  expect(people.map(({ ownerId }) => ownerId)).toContain(unnamed);
  // Who left long ago, and of whom the directory does not know it, is short of all hours.
  const gone = people.find(({ why, lastEntry }) => why === 'stopped' && (lastEntry ?? from) < from);
  expect(gone).toMatchObject({ expected: '40', logged: '0', gap: '40' });
  const { ownerId = '', lastEntry = '' } = gone ?? {};
  await apps.pop()?.close();
  const { stdout, code } = await runInProcess(['checks', 'people', '--data-dir', join(folder, 'one')]);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^P ${ownerId} +40\\.00 +0\\.00 +40\\.00 +last entry ${lastEntry}$`, 'm'));
  expect(stdout).toMatch(/^P never-seen +40\.00 +0\.00 +40\.00 +in the directory, no record at all$/m);
  const again = await computer('one');
  await ask(again, 'names.keep', { owners: { [ownerId]: { ...person(ownerId), activeTo: lastEntry } } });
  const { people: left } = await ask(again, 'checks.people', {});
  expect(left.map((each) => each.ownerId)).not.toContain(ownerId);
}, 120_000);

test('amounts of two currencies are not added up: hours say what is at stake', async () => {
  const app = await computer('one');
  await ask(app, 'settings.set', { currency: 'EUR' });
  const stakes = async () => {
    const { checks } = await ask(app, 'checks.run', {});
    return checks.filter(({ open }) => open > 0);
  };
  const before = await stakes();
  expect(before.some(({ value }) => value !== null && value !== '0')).toBe(true);
  const { rows } = await ask(app, 'records.page', { columns: [OBJECT_TYPE, OBJECT], limit: 1 });
  const [type, id] = [OBJECT_TYPE, OBJECT].map((name) => rows[0]?.values[name] ?? '');
  await ask(app, 'names.keep', {
    owners: {},
    objects: { [`${type}:${id}`]: { name: 'One', client: null, currency: 'CHF' } },
  });
  const after = await stakes();
  expect(after.map(({ value }) => value)).toEqual(after.map(() => null));
  expect(after.map(({ id: check, open, minutes }) => [check, open, minutes])).toEqual(
    before.map(({ id: check, open, minutes }) => [check, open, minutes]),
  );
});

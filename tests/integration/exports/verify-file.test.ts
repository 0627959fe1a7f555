/** `verify-file` over real files of a real workspace: untouched, tampered with, and overtaken by newer records. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../electron/app/app.ts';
import type { FileAnswer } from '../../../src/contract/file-answer.ts';
import { manifestSchema } from '../../../src/contract/exports.ts';
import type { Service } from '../../../service/server.ts';
import { openService } from '../../support/hosts/hops.ts';
import { signBySsh, verifyBySsh } from '../../support/exports/ssh-keygen.ts';
import { tamperWithCell } from '../../support/exports/tampering.ts';
import { memorySecrets, quietHost } from '../../support/hosts/quiet-host.ts';
import { runInProcess } from '../../support/hosts/terminal-in-process.ts';
import { seeded } from '../../support/worlds/seeded.ts';
import { chooseSize } from '../../support/tier.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const tampered = Number(process.env['TAMPERED'] ?? chooseSize(5, 20));
let clock = NOW;
let folder: string;
let service: Service;
let app: App;
let [out, source] = ['', ''];
const secrets = memorySecrets();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
  mkdirSync(join(folder, 'data'));
  service = await openService({ records: 600, seed: 5, asOf: '2026-11-20', now: () => NOW });
  app = await createApp({
    host: quietHost({
      secrets,
      chooseDestination: async () => ({ path: out }),
      chooseSource: async () => ({ path: source }),
    }),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => clock,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  expect(await app.call('sync.run', {})).toMatchObject({ value: { status: 'complete' } });
});
afterAll(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function exportTo(name: string, input: object): Promise<string> {
  out = join(folder, name);
  expect(await app.call('export.run', input)).toMatchObject({ ok: true });
  return out;
}

async function verify(path: string): Promise<FileAnswer> {
  source = path;
  const answer = await app.call('export.verify', {});
  if (!answer.ok || answer.value === null) throw new Error(JSON.stringify(answer));
  return answer.value as FileAnswer;
}

const holds = ({ untouched, addsUp, today }: FileAnswer) => [untouched.holds, addsUp.holds, today.holds];

it.each([
  ['excel.csv', { format: 'csv' }],
  ['comma.csv', { format: 'csv', decimalMark: 'comma' }],
  ['machine.csv', { format: 'csv', preset: 'machine' }],
  ['page.html', { format: 'capsule' }],
])('answers yes three times for %s as it was written', async (name, options) => {
  const path = await exportTo(name, { ...options, period: '2026-10' });
  const answer = await verify(path);
  expect(holds(answer)).toEqual([true, true, true]);
  expect(answer.differences).toMatchObject({ cellCount: 0, missingCount: 0, extraCount: 0 });
});

it('answers yes for a report, asked for the days it was of', async () => {
  out = join(folder, 'report.csv');
  const report = {
    measures: ['logged_hours', 'billable_value'],
    groupBy: ['month', 'platform_owner_id'],
    period: 'last-quarter',
  };
  expect(await app.call('export.report', { report, format: 'csv' })).toMatchObject({ ok: true });
  expect(holds(await verify(out))).toEqual([true, true, true]);
});

it(`names the cell and by how much in each of ${tampered} files tampered with by a cent`, async () => {
  const path = await exportTo('tampered.csv', { format: 'csv', period: '2026-10' });
  const whole = readFileSync(path, 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')));
  const random = seeded(Number(process.env['SEED'] ?? 7));
  for (let run = 0; run < tampered; run += 1) {
    const { text, line, column, difference } = tamperWithCell(whole, manifest, random);
    writeFileSync(path, text);
    const answer = await verify(path);
    expect(holds(answer).slice(0, 2)).toEqual([false, false]);
    expect(answer.today.holds).toBe(true);
    expect(answer.differences).toMatchObject({ against: 'original', cellCount: 1, missingCount: 0, extraCount: 0 });
    expect(answer.differences.cells).toMatchObject([{ line, column, difference }]);
    expect(answer.addsUp.sums).toMatchObject([{ column, difference }]);
  }
});

it('names a line that was taken out, and one that was put in', async () => {
  const path = await exportTo('lines.csv', { format: 'csv', period: '2026-10' });
  const rows = readFileSync(path, 'utf8').split('\r\n');
  const [head = '', first = '', second = '', ...rest] = rows;
  writeFileSync(path, [head, second, ...rest].join('\r\n'));
  const without = await verify(path);
  expect(without.differences).toMatchObject({ cellCount: 0, missingCount: 1, extraCount: 0 });
  writeFileSync(path, [head, first, first.replace(/^[^,]*/, 'added'), second, ...rest].join('\r\n'));
  const added = await verify(path);
  expect(added.differences).toMatchObject({ cellCount: 0, missingCount: 0, extraCount: 1, extra: [{ line: 3 }] });
  expect(holds(added)).toEqual([false, false, true]);
});

it('knows a capsule by its own seal, without a manifest, and every byte of it', async () => {
  const path = await exportTo('own.html', { format: 'capsule', period: '2026-10' });
  const alone = join(folder, 'alone.html');
  copyFileSync(path, alone);
  expect((await verify(alone)).untouched).toMatchObject({ holds: true, seal: true, manifestSha256: null });
  // A letter that browsers read alike in either case.
  writeFileSync(alone, readFileSync(path, 'latin1').replace('<meta', '<META'), 'latin1');
  expect((await verify(alone)).untouched).toMatchObject({ holds: false, seal: false });
});

it('says what differs today where names changed since', async () => {
  const path = await exportTo('names.csv', {
    format: 'csv',
    period: '2026-10',
    columns: ['record_id', 'platform_owner_id', 'total_minutes'],
  });
  const [, row = ''] = readFileSync(path, 'utf8').split('\r\n');
  const [, owner = ''] = row.split(',');
  expect(
    await app.call('names.keep', { owners: { [owner]: { name: 'Renamed Person', weeklyHours: null, team: null } } }),
  ).toMatchObject({ ok: true });
  const answer = await verify(path);
  expect(holds(answer)).toEqual([true, true, false]);
  expect(answer.today).toMatchObject({ sameNames: false, sameSettings: true, sums: [] });
  expect(answer.differences.against).toBe('today');
  expect(answer.differences.cells[0]).toMatchObject({ column: 'owner_name', today: 'Renamed Person' });
});

it('cannot ask again by conditions that a client was not told', async () => {
  const filterGroups = [{ filters: [{ propertyName: 'a552213_description', operator: 'HAS_PROPERTY' }] }];
  const path = await exportTo('client.csv', { format: 'csv', audience: 'client', filterGroups, period: '2026-10' });
  expect((await verify(path)).today).toMatchObject({ holds: null, why: 'internal-filter' });
});

it('refuses a file without a manifest in a sentence, with exit 2', async () => {
  const path = join(folder, 'stray.csv');
  writeFileSync(path, 'a,b\r\n1,2\r\n');
  const ended = await runInProcess(['verify-file', path, '--data-dir', join(folder, 'other')]);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('There is no manifest beside stray.csv');
});

/** Changes settings for the length of one check. */
async function withSettings<Answer>(change: object, work: () => Promise<Answer>): Promise<Answer> {
  const before = await app.call('settings.get', {});
  if (!before.ok) throw new Error('no settings');
  expect(await app.call('settings.set', change)).toMatchObject({ ok: true });
  try {
    return await work();
  } finally {
    const all = before.value as Record<string, unknown>;
    const back = Object.fromEntries(Object.keys(change).map((name) => [name, all[name]]));
    expect(await app.call('settings.set', back)).toMatchObject({ ok: true });
  }
}

const report = {
  measures: ['logged_hours', 'billable_value', 'working_days'],
  groupBy: ['week', 'platform_owner_id'],
  period: '2026-09-01..2026-10-31',
};

it('asks under the settings of the file, names those that changed, and says yes where only they did', async () => {
  const records = await exportTo('settings.csv', { format: 'csv', period: '2026-10' });
  out = join(folder, 'settings-report.csv');
  expect(await app.call('export.report', { report, format: 'csv' })).toMatchObject({ ok: true });
  const change = {
    zone: 'Asia/Kathmandu',
    weekStart: 'sunday',
    hoursDigits: 4,
    moneyDigits: 0,
    hoursStyle: 'clock',
    hoursPerDay: '7',
    footing: 'largest-remainder',
    amounts: 'auto',
  };
  await withSettings(change, async () => {
    for (const path of [records, out]) {
      const answer = await verify(path);
      expect(holds(answer), path).toEqual([true, true, true]);
      expect(answer.today.sameSettings).toBe(false);
      const named = answer.today.settings.map(({ name }) => name as string);
      expect(named.toSorted()).toEqual(Object.keys(change).toSorted());
      expect(answer.today.settings).toContainEqual({ name: 'hoursDigits', written: '2', now: '4' });
    }
  });
});

it('says that settings changed which a manifest does not tell', async () => {
  const path = await exportTo('untold.csv', { format: 'csv', period: '2026-10' });
  const { settings: _, ...older } = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')) as Record<
    string,
    unknown
  >;
  writeFileSync(`${path}.manifest.json`, JSON.stringify(older));
  await withSettings({ hoursPerDay: '7' }, async () => {
    expect((await verify(path)).today).toMatchObject({ holds: true, sameSettings: false, settings: [] });
  });
  expect((await verify(path)).today).toMatchObject({ holds: true, sameSettings: true });
});

it.each([
  ['this-month', 'previous'],
  ['2026-11', 'last-year'],
  ['last-month', 'previous'],
  ['2026-Q4', 'previous'],
] as const)('answers yes for a report of %s compared with %s, also on a later day', async (period, compare) => {
  const compared = { measures: ['logged_hours', 'utilisation'], groupBy: ['platform_owner_id'], period, compare };
  out = join(folder, `compared-${period}-${compare}.csv`);
  expect(await app.call('export.report', { report: compared, format: 'csv' })).toMatchObject({ ok: true });
  expect(holds(await verify(out))).toEqual([true, true, true]);
  clock += 9 * 86_400_000;
  try {
    expect(holds(await verify(out))).toEqual([true, true, true]);
  } finally {
    clock = NOW;
  }
});

describe('a signed file', () => {
  const signed = (name: string) => exportTo(name, { format: 'csv', period: '2026-10', sign: true });
  const sign = (path: string) => `${path}.manifest.json.sig`;
  const forge = (path: string, change: (manifest: Record<string, unknown>) => object) => {
    const manifest = JSON.parse(readFileSync(`${path}.manifest.json`, 'utf8')) as Record<string, unknown>;
    writeFileSync(`${path}.manifest.json`, JSON.stringify(change(manifest), null, 2));
  };

  it('is not written without a key', async () => {
    out = join(folder, 'unsigned.csv');
    const asked = { format: 'csv', period: '2026-10', sign: true };
    expect(await app.call('export.run', asked)).toMatchObject({ error: { code: 'signing-key-missing' } });
    expect(await app.call('export.report', { format: 'csv', sign: true, report })).toMatchObject({
      error: { code: 'signing-key-missing' },
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('unsigned'))).toEqual([]);
  });

  it('has a manifest that names the key and that ssh-keygen takes for signed by it', async () => {
    const { key } = await createKey();
    const path = await signed('signed.csv');
    const content = readFileSync(`${path}.manifest.json`);
    expect(manifestSchema.parse(JSON.parse(content.toString())).signedBy).toBe(key.fingerprint);
    const told = verifyBySsh(content, readFileSync(sign(path), 'utf8'), key.allowedSigner);
    expect(told, told.said).toMatchObject({ holds: true });
    const answer = await verify(path);
    expect(holds(answer)).toEqual([true, true, true]);
    expect(answer.signature).toEqual({
      state: 'valid',
      fingerprint: key.fingerprint,
      told: key.fingerprint,
      own: true,
    });
  });

  it('a key that is there is not replaced, and a forgotten one is a stranger', async () => {
    const path = await signed('stranger.csv');
    expect(await app.call('signing.create', {})).toMatchObject({ error: { code: 'usage' } });
    expect(await app.call('signing.forget', {})).toMatchObject({ value: { key: null } });
    expect((await verify(path)).signature).toMatchObject({ state: 'valid', own: null });
    await createKey();
    expect((await verify(path)).signature).toMatchObject({ state: 'valid', own: false });
  });

  it('is not signed as it should be where manifest or signature was changed, taken away or another’s', async () => {
    const path = await signed('wrong.csv');
    const signature = readFileSync(sign(path), 'utf8');
    const manifest = readFileSync(`${path}.manifest.json`, 'utf8');
    const stateOf = async () => (await verify(path)).signature.state;
    forge(path, (read) => ({ ...read, title: 'Another' }));
    expect(await stateOf()).toBe('wrong');
    writeFileSync(`${path}.manifest.json`, manifest);
    rmSync(sign(path));
    expect(await stateOf()).toBe('missing');
    writeFileSync(sign(path), 'no signature');
    expect(await stateOf()).toBe('unreadable');
    writeFileSync(sign(path), signBySsh(Buffer.from(manifest)).signature);
    // Valid, but by another key than the manifest names.
    expect(await stateOf()).toBe('wrong');
    writeFileSync(sign(path), signature);
    expect(await stateOf()).toBe('valid');
  });

  it('replaced by one that is not signed leaves no signature beside it', async () => {
    const path = await signed('replaced.csv');
    await exportTo('replaced.csv', { format: 'csv', period: '2026-09' });
    expect(existsSync(sign(path))).toBe(false);
    expect((await verify(path)).signature.state).toBe('none');
  });

  it('is the same file as without a signature', async () => {
    const [one, other] = ['with.json', 'without.json'];
    const path = await exportTo(one, { format: 'json', period: '2026-10', sign: true });
    expect(readFileSync(path)).toEqual(readFileSync(await exportTo(other, { format: 'json', period: '2026-10' })));
  });
});

async function createKey() {
  const made = await app.call('signing.create', {});
  if (!made.ok) throw new Error(JSON.stringify(made));
  return made.value as { key: { fingerprint: string; allowedSigner: string } };
}

it('says of a file over months that were not all here that today’s records say more, once they are', async () => {
  const own = mkdtempSync(join(tmpdir(), 'verify-partial-'));
  const path = join(own, 'partial.csv');
  const partial = await createApp({
    host: quietHost({ chooseDestination: async () => ({ path }), chooseSource: async () => ({ path }) }),
    version: 'test',
    dataDirectory: own,
    workspace: 'default',
    rate: 0,
    now: () => NOW,
    baseUrl: service.url,
    ...(service.key !== null && { key: service.key }),
  });
  const ask = async () => {
    const answer = await partial.call('export.verify', {});
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.value as FileAnswer;
  };
  try {
    expect(await partial.call('sync.run', { maxRequests: 2 })).toMatchObject({ value: { status: 'partial' } });
    const written = await partial.call('export.run', { format: 'csv', columns: ['record_id', 'total_minutes'] });
    expect(written).toMatchObject({ value: { complete: false } });
    const before = await ask();
    expect(holds(before)).toEqual([true, true, true]);
    expect(before.today.complete).toBe(false);
    expect(await partial.call('sync.run', {})).toMatchObject({ value: { status: 'complete' } });
    const after = await ask();
    expect(holds(after)).toEqual([true, true, false]);
    expect(after.today.complete).toBe(true);
    const { written: then, found } = after.today.records;
    expect(found).toBeGreaterThan(then);
    expect(after.differences).toMatchObject({ against: 'today', missingCount: (found ?? 0) - then, extraCount: 0 });
  } finally {
    await partial.close();
    rmSync(own, { recursive: true, force: true });
  }
});

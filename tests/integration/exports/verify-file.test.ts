/** `verify-file` over real files of a real workspace: untouched, tampered with, and overtaken by newer records. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp, type App } from '../../../electron/app/app.ts';
import type { FileAnswer } from '../../../src/contract/file-answer.ts';
import { manifestSchema } from '../../../src/contract/exports.ts';
import { createService, type Service } from '../../../service/server.ts';
import { tamperWithCell } from '../../support/exports/tampering.ts';
import { quietHost } from '../../support/hosts/quiet-host.ts';
import { runInProcess } from '../../support/hosts/terminal-in-process.ts';
import { seeded } from '../../support/worlds/seeded.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const tampered = Number(process.env['TAMPERED'] ?? 20);
let folder: string;
let service: Service;
let app: App;
let [out, source] = ['', ''];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
  mkdirSync(join(folder, 'data'));
  service = await createService({ records: 600, seed: 5, asOf: '2026-11-20', now: () => NOW });
  app = await createApp({
    host: quietHost({ chooseDestination: async () => ({ path: out }), chooseSource: async () => ({ path: source }) }),
    version: 'test',
    dataDirectory: join(folder, 'data'),
    workspace: 'default',
    rate: 0,
    now: () => NOW,
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

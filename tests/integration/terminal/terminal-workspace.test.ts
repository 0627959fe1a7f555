/** The terminal carries a workspace to another data directory, and begins a damaged store anew when it is told to. */
import { cpSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { startProvingService, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { document, expectFailure, TerminalSession, type Place } from '#tests/support/hosts/terminal-session.ts';
import { secondTier } from '#tests/support/tier.ts';

const RECORDS = 300;
const session = new TerminalSession(runInProcess);
let service: ProvingService;
let place: Place;

beforeAll(async () => {
  service = await startProvingService({ records: RECORDS, sampleMonths: 4, asOf: '2026-11-21', dailyQuota: 1_000 });
  session.watch(service.key);
  place = { data: session.folder(), url: service.url, key: service.key };
  expect((await session.json(place, 'sync')).code).toBe(0);
});
afterAll(async () => {
  await service.stop();
  session.remove();
});

test('what was saved in one place is complete in another, for no request', secondTier, async () => {
  const out = join(session.folder(), 'firm.timelog');
  const save = await session.run(['workspace', 'save', '--out', out, '--data-dir', place.data, '--json']);
  expect(save.code, save.stderr).toBe(0);
  expect(document(save)).toMatchObject({ file: 'firm.timelog', records: RECORDS, complete: true });

  const data = session.folder();
  const load = await session.run(['workspace', 'load', out, '--data-dir', data, '--workspace', 'firm', '--json']);
  expect(load.code, load.stderr).toBe(0);
  const status = await session.run(['status', '--data-dir', data, '--workspace', 'firm', '--json']);
  expect(document(status)).toMatchObject({ records: RECORDS, complete: true, quota: { used: 0 } });

  const twice = await session.run(['workspace', 'load', out, '--data-dir', data, '--workspace', 'firm', '--json']);
  expectFailure(twice, 2, 'usage');
  session.expectNothingLeaked();
});

test('a loaded workspace is called as it was asked for', async () => {
  const kept = new KeptTerminal();
  const ask = async (args: readonly string[]) => session.keep(await kept.run(args));
  const out = join(session.folder(), 'titled.timelog');
  expect((await ask(['workspace', 'save', '--out', out, '--data-dir', place.data, '--json'])).code).toBe(0);
  const there = ['--data-dir', session.folder(), '--workspace', 'Müller & Söhne', '--json'];
  const load = await ask(['workspace', 'load', out, ...there]);
  expect(load.code, load.stderr).toBe(0);
  expect(document(load)).toMatchObject({ workspace: { name: 'muller-sohne', label: 'Müller & Söhne' } });
  expect(document(await ask(['status', ...there]))).toMatchObject({ records: RECORDS });

  const rename = await ask(['workspace', 'rename', 'Brightwater', ...there]);
  expect(document(rename)).toEqual({ name: 'muller-sohne', before: 'Müller & Söhne', label: 'Brightwater' });
  const renamed = there.map((word) => (word === 'Müller & Söhne' ? 'brightwater' : word));
  expect(document(await ask(['status', ...renamed]))).toMatchObject({ records: RECORDS });
  expectFailure(await ask(['workspace', 'rename', ...renamed]), 2, 'usage');
  await kept.close();
});

test('settings that are not accepted any more are not saved, which is said of each', async () => {
  const data = join(session.folder(), 'data');
  cpSync(place.data, data, { recursive: true });
  const journal = openJournal(join(data, 'workspaces/default/journal.sqlite'));
  journal.saveSetting('zone', 'Mars/Olympus');
  journal.saveSetting('weekStart', 'wednesday');
  journal.saveSetting('recordAddress', 'http://crm.example/{id}');
  journal.saveSetting('hoursStyle', 'clock');
  journal.close();
  const out = join(session.folder(), 'refused.timelog');
  const save = await session.run(['workspace', 'save', '--out', out, '--data-dir', data, '--json']);
  expect(save.code, save.stderr).toBe(0);
  expect(document(save)).toMatchObject({
    refused: [
      { name: 'zone', text: 'Mars/Olympus' },
      { name: 'weekStart', text: 'wednesday' },
    ],
  });
  expect(save.stderr).toContain(
    'Not in the file, because they are not accepted any more: Time zone “Mars/Olympus”, Week starts on “wednesday”.',
  );
});

test.each([[[]], [['save']], [['load']], [['load', '/no/such/file']], [['fold', 'x']], [['load', 'a', 'b']]])(
  'workspace %j is wrong use',
  async (words) => {
    expectFailure(await session.run(['workspace', ...words, '--data-dir', session.folder(), '--json']), 2, 'usage');
  },
);

test('a damaged store ends with 7 until sync is told to begin anew', async () => {
  const folder = join(place.data, 'workspaces/default');
  truncateSync(join(folder, 'snapshot.duckdb'), 2000);
  expectFailure(await session.json(place, 'sync'), 7, 'store-damaged');
  expectFailure(await session.run(['status', '--data-dir', place.data, '--json']), 7, 'store-damaged');
  const again = await session.json(place, 'sync --rebuild');
  expect(again.code, again.stderr).toBe(0);
  expect(document(again)).toMatchObject({ status: 'complete', records: RECORDS });
  expect(readdirSync(folder).filter((name) => name.includes('set-aside'))).not.toEqual([]);
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { syncResultSchema } from '#contract/api.ts';
import { relay } from '#tests/support/hosts/relay.ts';
import { end, run, start, type Ended } from '#tests/support/hosts/terminal.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { startProvingService, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import {
  document,
  documentOf,
  expectFailure,
  expectNowhere,
  expectOneSentence,
  TerminalSession,
  type Place,
} from '#tests/support/hosts/terminal-session.ts';
import { chooseSize, secondTier } from '#tests/support/tier.ts';

const RECORDS = chooseSize(900, 1_200);
const kept = new KeptTerminal();
const session = new TerminalSession(kept.run);
let service: ProvingService;

beforeAll(async () => {
  service = await startProvingService({ records: RECORDS, sampleMonths: 4, asOf: '2026-11-21', dailyQuota: 1_000 });
  session.watch(service.key);
});

afterAll(async () => {
  await kept.close();
  await service.stop();
  session.remove();
});

const fresh = (): Place => ({ data: session.folder(), url: service.url, key: service.key });

/** The normal document of a sync that stopped before it was whole. */
function expectStopped(ended: Ended, code: number) {
  expect(ended.code, ended.stderr).toBe(code);
  expectOneSentence(ended);
  const found = documentOf(z.strictObject(syncResultSchema.omit({ stopped: true }).shape), ended);
  expect(found.status).toBe('partial');
  return found;
}

function expectWhole(ended: Ended): void {
  expect(ended.code, ended.stderr).toBe(0);
  expect(document(ended)).toMatchObject({ status: 'complete', records: RECORDS, total: RECORDS });
}

test('a wrong key ends with 3', async () => {
  expectFailure(await session.json({ ...fresh(), key: 'not-the-key' }, 'sync'), 3, 'key-rejected');
  expectFailure(await session.json({ ...fresh(), key: 'not-the-key' }, 'key test'), 3, 'key-rejected');
});

test('no key ends with 3', async () => {
  const { data, url } = fresh();
  const args = ['sync', '--json', '--data-dir', data, '--base-url', url];
  expectFailure(await session.run(args), 3, 'key-missing');
});

test('without a keychain a key cannot be stored: 3, and it is in no file', async () => {
  const { data, url, key } = fresh();
  const args = ['key', 'set', '--json', '--data-dir', data, '--base-url', url];
  const ended = session.keep(await run(args, { input: `${key}\n`, env: withoutKeychain() }));
  expectFailure(ended, 3, 'keychain-unavailable');
  expectNowhere(key, data);
});

test('a used-up quota ends with 4, keeps what was fetched, and a later sync with more goes on', async () => {
  const place = fresh();
  const stopped = expectStopped(await session.json(place, 'sync --quota-limit 4'), 4);
  expect(stopped.resumeAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00/);
  expect(stopped.records).toBeGreaterThan(0);
  expect(stopped.requestsUsed).toBeLessThanOrEqual(4);
  const report = await session.json(place, 'report --measures records');
  expect(report.code).toBe(6);
  expect(document(report)).toMatchObject({ complete: false, records: stopped.records });
  expectOneSentence(report);
  expectWhole(await session.json(place, 'sync --quota-limit 1000'));
});

test('the service’s own refusal for the day ends with 4, and another key goes on', secondTier, async () => {
  const kept = session.folder();
  const small = await session.serve(`--records ${RECORDS} --daily-quota 5 --data-dir ${kept}`);
  const place = { data: session.folder(), url: small.url, key: small.key };
  expect(expectStopped(await session.json(place, 'sync'), 4).records).toBeGreaterThan(0);
  await small.stop();
  const { port } = new URL(small.url);
  const larger = await session.serve(`--records ${RECORDS} --port ${port} --data-dir ${kept} --new-key`);
  expect(larger.key).not.toBe(small.key);
  expectWhole(await session.json({ ...place, key: larger.key }, 'sync'));
  await larger.stop();
});

test('--max-requests ends with 6 and the next sync goes on', async () => {
  const place = fresh();
  expect(expectStopped(await session.json(place, 'sync --max-requests 3'), 6).requestsUsed).toBe(3);
  expectWhole(await session.json(place, 'sync'));
});

test('months whose last page was read are partial for a report, 6, until the closing count', secondTier, async () => {
  const place = fresh();
  let read: z.output<typeof syncResultSchema>['partitions'] | undefined;
  // One request at a time, until all that is left to do is to count.
  for (let each = 0; read?.open !== 0 && each < 40; each += 1) {
    const run = await session.json(place, each === 0 ? 'sync --max-requests 6' : 'sync --max-requests 1');
    read = expectStopped(run, 6).partitions;
  }
  expect(read?.open).toBe(0);
  const report = async (more: string) => {
    const ended = await session.json(place, `report --measures records${more}`);
    return { code: ended.code, ...(document(ended) as { records: number; complete: boolean; missing: string[] }) };
  };
  expect(await report('')).toMatchObject({ code: 6, complete: false, records: RECORDS });
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  const before = await report(' --period this-month --calendar recorded');
  expect(before).toMatchObject({ code: 6, complete: false, missing: [month] });
  const counted = await session.json(place, 'sync --max-requests 1');
  expectWhole(counted);
  expect(document(counted)).toMatchObject({ requestsUsed: 1 });
  expect(await report('')).toMatchObject({ code: 0, complete: true, records: RECORDS });
  const after = await report(' --period this-month --calendar recorded');
  expect(after).toMatchObject({ code: 0, complete: true });
  expect(after).not.toHaveProperty('missing');
});

test('a service that is down ends with 5', async () => {
  const gone = await startProvingService({ records: 10, sampleMonths: 1, asOf: '2026-11-21' });
  await gone.stop();
  const place = { data: session.folder(), url: gone.url, key: gone.key };
  expect(expectStopped(await session.json(place, 'sync'), 5).records).toBe(0);
});

test('a service that is down ends a search and a lookup with 5, too', secondTier, async () => {
  const gone = await startProvingService({ records: 10, sampleMonths: 1, asOf: '2026-11-21' });
  await gone.stop();
  const place = { data: session.folder(), url: gone.url, key: gone.key };
  expectFailure(await session.json(place, 'search'), 5, 'offline');
  const asked = await session.json(place, 'lookup 1');
  expect(asked.code).toBe(5);
  const why = { ids: ['1'], category: 'offline', message: 'Nothing listens at this address.' };
  expect(document(asked)).toMatchObject({ failed: [why] });
});

test('wrong use ends with 2 before the store, the key and the network are looked at', async () => {
  const nothing = { data: join(session.folder(), 'never'), url: 'http://127.0.0.1:1', key: '' };
  const filter = '[{"filters":[{"propertyName":"total_hours","operator":"LIKE","value":"1"}]}]';
  expectFailure(await session.json(nothing, `search --filter=${filter}`), 2, 'filter-invalid');
  expectFailure(await session.json(nothing, 'report --measures total_hours --filter=['), 2, 'filter-invalid');
  expectFailure(await session.json(nothing, 'report --measures billable_rate'), 2, 'usage');
  expectFailure(await session.json(nothing, 'report --measures records --period 2026-13'), 2, 'usage');
  expectFailure(await session.json(nothing, 'search --limit 201'), 2, 'usage');
  expectFailure(await session.json(nothing, 'lookup 1 --id-property title'), 2, 'usage');
  expectFailure(await session.json(nothing, 'export --format csv --out /nowhere/at/all.csv'), 2, 'usage');
  expectFailure(await session.json({ ...nothing, url: 'http://example.com' }, 'sync'), 2, 'address-refused');
  expect(() => statSync(nothing.data)).toThrow(/ENOENT/);
  const file = join(session.folder(), 'file');
  writeFileSync(file, '');
  expectFailure(await session.json({ ...nothing, data: file }, 'status'), 2, 'usage');
});

test('a workspace keeps to its first service', secondTier, async () => {
  const place = fresh();
  expectWhole(await session.json(place, 'sync'));
  expectFailure(await session.json({ ...place, url: 'https://other.example' }, 'sync'), 2, 'workspace-bound');
});

test('Ctrl-C ends a sync with 130, keeps what was fetched, and the next one goes on', secondTier, async () => {
  const between = await relay(service.url);
  const place = { ...fresh(), url: between.url };
  const { data, url, key } = place;
  const child = start(['sync', '--json', '--key-stdin', '--rate', '2', '--data-dir', data, '--base-url', url]);
  const ended = end(child);
  child.stdin.end(`${key}\n`);
  await between.answered(3);
  expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).not.toContain(key);
  child.kill('SIGINT');
  const stopped = expectStopped(session.keep(await ended), 130);
  expect(stopped.records).toBeGreaterThan(0);
  expectWhole(await session.json(place, 'sync'));
  await between.close();
});

test('Ctrl-C while a command waits for its key ends with 130', async () => {
  const child = start(['status', '--key-stdin', '--json', '--data-dir', session.folder()]);
  const ended = end(child);
  // More than a pipe holds, of a line that does not end: the reader that waits for its end takes it in.
  await new Promise((resolve) => child.stdin.write(' '.repeat(1_000_000), resolve));
  child.kill('SIGINT');
  expectFailure(session.keep(await ended), 130, 'cancelled');
});

test('no key in any file or output, no stack, no "Error:"', () => {
  session.expectNothingLeaked();
});

/** No session bus, no keyring of the person who runs the tests. */
function withoutKeychain(): NodeJS.ProcessEnv {
  const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' };
  return { ...process.env, ...nowhere, DISPLAY: undefined, HOME: session.folder() };
}

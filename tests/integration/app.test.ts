import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp, type App } from '#electron/app/app.ts';
import type { Host } from '#electron/host/host.ts';
import type { Service } from '#service/server.ts';
import { openService } from '../support/hosts/hops.ts';
import type { AppEvent } from '#contract/events.ts';
import { methods } from '../support/hosts/contract-calls.ts';
import { memorySecrets, quietHost } from '../support/hosts/quiet-host.ts';
import { secondTier } from '#tests/support/tier.ts';

let folder: string;
let service: Service;
let app: App | undefined;
let events: AppEvent[];

const NOW = Date.parse('2026-11-20T12:00:00Z');

async function open(workspace: string, secrets = memorySecrets(), wire: Host['fetch'] = fetch): Promise<App> {
  app = await createApp({
    host: quietHost({ secrets, fetch: wire }),
    version: 'test',
    dataDirectory: folder,
    workspace,
    rate: 0,
    now: () => NOW,
  });
  app.subscribe((event) => events.push(event));
  return app;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'app-'));
  events = [];
  service = await openService({ records: 300, seed: 3, asOf: '2026-11-20', sampleMonths: 4, now: () => NOW });
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

it('tells every listener what is left after each request', async () => {
  const { call } = await open('default');
  await call('workspace.connect', { baseUrl: service.url, key: service.key });
  await call('service.list', { limit: 1 });
  const used = events.flatMap((each) => (each.event === 'quota.changed' ? [each.payload.used] : []));
  expect(used).toEqual([1, 2]);
});

it('keeps nothing of an address or a key that the service did not accept', async () => {
  const { call } = await open('default');
  const refused = await call('workspace.connect', { baseUrl: service.url, key: 'wrong' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'key-rejected' } });
  expect(await call('workspace.state', {})).toMatchObject({
    ok: true,
    value: { kind: 'new', key: 'none', baseUrl: null },
  });
});

it('refuses a second address for a workspace, naming the first', async () => {
  const { call } = await open('default');
  await call('workspace.connect', { baseUrl: service.url, key: service.key });
  const other = await call('workspace.connect', { baseUrl: 'https://other.example', key: 'k' });
  expect(other).toEqual({ ok: false, error: { code: 'workspace-bound', detail: service.url } });
});

it('remembers the workspace that was open last, with its address and key', async () => {
  const secrets = memorySecrets();
  const first = await open('sample', secrets);
  await first.call('workspace.connect', { name: 'mine', baseUrl: service.url, key: service.key });
  await first.close();
  app = await createApp({ host: quietHost({ secrets }), version: 'test', dataDirectory: folder, now: () => NOW });
  const state = await app.call('workspace.state', {});
  expect(state).toMatchObject({
    ok: true,
    value: { name: 'mine', kind: 'service', key: 'keychain', baseUrl: service.url },
  });
});

it('counts a live filter against the held records with one request', async () => {
  const { call } = await open('default');
  await call('workspace.connect', { baseUrl: service.url, key: service.key });
  await call('sync.run', {});
  const before = events.length;
  const verified = await call('data.verify', { filterGroups: [] });
  expect(verified).toEqual({ ok: true, value: { held: 300, total: 300, equal: true } });
  expect(events.slice(before).filter(({ event }) => event === 'quota.changed')).toHaveLength(1);
});

it('does not take a count that was not told, or may be cut short, for what the service has', async () => {
  let total: (told: number) => number | undefined = () => undefined;
  const { call } = await open('default', memorySecrets(), async (...asked) => {
    const answer = await fetch(...asked);
    const { total: told, ...body } = z.looseObject({ total: z.number().optional() }).parse(await answer.json());
    return Response.json(told === undefined ? body : { ...body, total: total(told) });
  });
  await call('workspace.connect', { baseUrl: service.url, key: service.key });
  expect(await call('data.verify', {})).toMatchObject({ ok: false, error: { code: 'service-changed' } });
  total = () => 10_000;
  expect(await call('data.verify', {})).toEqual({ ok: true, value: { held: 0, total: 10_000, equal: false } });
  total = (told) => told;
  expect(await call('data.verify', {})).toEqual({ ok: true, value: { held: 0, total: 300, equal: false } });
});

it('goes on by itself after the reset when the quota stopped a download', secondTier, async () => {
  // Two seconds before midnight UTC, on a clock that runs once the first day's work is done, however long that took.
  let runsFrom = Infinity;
  const now = () => Date.parse('2026-11-20T23:59:58Z') + Math.max(0, Date.now() - runsFrom);
  const limited = await openService({
    records: 1000,
    seed: 3,
    asOf: '2026-11-20',
    sampleMonths: 4,
    dailyQuota: 3,
    now,
  });
  app = await createApp({
    host: quietHost({ kind: 'browser', secrets: memorySecrets() }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now,
  });
  await app.call('workspace.connect', { baseUrl: limited.url, key: limited.key });
  const first = await app.call('sync.run', {});
  expect(first).toMatchObject({
    ok: true,
    value: { status: 'partial', resumeAt: '2026-11-21T00:00:00.000Z', stopped: { code: 'quota-exhausted' } },
  });
  runsFrom = Date.now();
  // Two pages came on the first day, three on the second; then its quota is used up too.
  const { call } = app;
  await expect
    .poll(() => call('data.status', {}), { interval: 250 })
    .toMatchObject({ ok: true, value: { records: 1000, quota: { used: 4 } } });
  await limited.close();
});

it('answers an unknown method and a wrong shape as usage, never by throwing', async () => {
  const { call } = await open('default');
  for (const method of ['nothing.here', '__proto__', 'constructor', 'app.info']) {
    expect(await call(method, { surplus: 1 })).toMatchObject({ ok: false, error: { code: 'usage' } });
  }
});

it('takes of every method nothing that its schema does not have', async () => {
  const { call } = await open('default');
  for (const method of methods) {
    for (const wrong of [null, 'text', 7, [], { [method]: { deep: [] }, columns: 1, limit: -1 }]) {
      // Preferences are all optional: an object without any of them asks for no change.
      if (method === 'preferences.set' && typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong))
        continue;
      const answer = await call(method, wrong);
      expect(answer, `${method} of ${JSON.stringify(wrong)}`).toMatchObject({ ok: false, error: { code: 'usage' } });
    }
  }
});

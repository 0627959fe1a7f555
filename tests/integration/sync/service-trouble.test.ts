/** What the last attempt at the service came to is what is told: not what an earlier one met. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp, type App } from '#electron/app/app.ts';
import type { Service } from '#service/server.ts';
import { openService } from '#tests/support/hosts/hops.ts';
import type { AppEvent } from '#contract/events.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';

const KEY = 'key-of-the-trouble-test';

let folder: string;
let service: Service;
let app: App;
let keys: Map<string, string>;
let events: AppEvent[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-trouble-'));
  service = await openService({ seed: 7, asOf: '2026-11-21', sampleMonths: 1, records: 10, key: KEY });
  keys = new Map([[service.url, KEY]]);
  events = [];
  app = await createApp({
    host: quietHost({ secrets: memorySecrets(keys) }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    baseUrl: service.url,
    rate: 0,
  });
  app.subscribe((event) => events.push(event));
});
afterEach(async () => {
  await app.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, input: unknown = {}) => app.call(method, input);
const told = async () => {
  const state = await call('sync.state');
  return state.ok ? state.value : state.error;
};
const troubles = () => events.flatMap((each) => (each.event === 'service.trouble' ? [each.payload.trouble] : []));

test('a key that is not accepted is told as that, though the run before it met no service at all', async () => {
  const { url } = service;
  expect(await call('sync.run')).toMatchObject({ ok: true, value: { status: 'complete' } });
  expect(await told()).toMatchObject({ trouble: null });

  await service.close();
  expect(await call('sync.run')).toMatchObject({ ok: true, value: { stopped: { code: 'offline' } } });
  expect(await told()).toMatchObject({ trouble: { code: 'offline' }, last: { stopped: { code: 'offline' } } });

  service = await openService({
    seed: 7,
    asOf: '2026-11-21',
    sampleMonths: 1,
    records: 10,
    key: KEY,
    port: Number(new URL(url).port),
  });
  keys.set(url, 'another-key');
  expect(await call('sync.run')).toEqual({ ok: false, error: { code: 'key-rejected' } });
  expect(await told()).toMatchObject({ trouble: { code: 'key-rejected' } });

  // Trying a third key, mistyped, says nothing about the kept one.
  keys.set(url, KEY);
  expect(await call('key.test')).toMatchObject({ ok: true });
  expect(await call('workspace.connect', { name: 'default', baseUrl: url, key: 'mistyped' })).toMatchObject({
    ok: false,
  });
  expect(await told()).toMatchObject({ trouble: null });

  await service.keys.deactivate(service.keys.find(KEY)!.id);
  expect(await call('lookup.run', { ids: ['1'] })).toEqual({ ok: false, error: { code: 'key-deactivated' } });
  expect(await told()).toMatchObject({ trouble: { code: 'key-deactivated' } });

  // A new key that opens it mends it.
  const { key } = await service.keys.issue();
  expect(await call('workspace.connect', { name: 'default', baseUrl: url, key })).toMatchObject({ ok: true });
  expect(await told()).toMatchObject({ trouble: null });
  expect(troubles()).toEqual([
    { code: 'offline', reason: 'refused' },
    { code: 'key-rejected' },
    null,
    { code: 'key-deactivated' },
    null,
  ]);
});

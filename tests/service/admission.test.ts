/** What callers are told while the store of the keys is away, and once it is back. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createService } from '#service/server.ts';
import { openSqliteStore } from '#service/store/sqlite/store.ts';
import { StoreAway, type Store } from '#service/store.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import { LIST, records } from './talk.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('refuses an unknown key while the keys were read lately, then tells all callers to come back, and serves on after it', async () => {
  const memory = await openSqliteStore(':memory:', Date.now);
  let away = false;
  const store: Store = {
    ...memory,
    shared: true,
    readKeys: (known) => (away ? Promise.reject(new StoreAway(new Error('gone'))) : memory.readKeys(known)),
  };
  const service = await createService({ upstream: createEmbeddedUpstream({ records: records(1) }), store });
  onTestFinished(() => service.close());
  const ask = async (presented: string | null, path = LIST) =>
    (await fetch(service.url + path, { headers: { authorization: `Bearer ${presented}` } })).status;
  expect([await ask(service.key), await ask('wrong')]).toEqual([200, 401]);
  away = true;
  vi.advanceTimersByTime(1_001);
  expect([await ask(service.key), await ask('wrong')]).toEqual([503, 401]);
  vi.advanceTimersByTime(9_000);
  expect([await ask(service.key), await ask('wrong')]).toEqual([503, 503]);
  expect([await ask(service.key, '/%ff'), await ask('wrong', '/%ff')]).toEqual([400, 503]);
  away = false;
  expect([await ask(service.key), await ask('wrong')]).toEqual([200, 401]);
});

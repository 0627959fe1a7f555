/** The desktop's way to the service: what Electron makes of a redirect is an answer, not a connection to try again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createExchange } from '#electron/client/http.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { createFetch } from '#electron/desktop/outside-page.ts';
import { net } from '#tests/support/electron-stand-in/net.ts';
import { failure } from '#tests/support/failure.ts';
import { page } from '#tests/support/faults.ts';
import { sendJson, startLoopbackServer, type LoopbackServer } from '#tests/support/hosts/loopback-server.ts';

const request = { method: 'POST', path: '/service/v1/timelogs/search', body: '{"limit":1}', accept: [200] } as const;
const desktopFetch = createFetch((input, init) => net.fetch(input, init));

let ledger: Ledger;
let foreign: LoopbackServer;
let server: LoopbackServer;
let status: number;

beforeEach(async () => {
  ledger = openLedger({ path: ':memory:' });
  foreign = await startLoopbackServer((response) => sendJson(response, page));
  server = await startLoopbackServer((response) =>
    status === 200
      ? sendJson(response, page)
      : void response.writeHead(status, { location: `${foreign.origin}/elsewhere` }).end(),
  );
});
afterEach(async () => {
  await Promise.all([server.close(), foreign.close()]);
  ledger.close();
});

const ask = () => {
  const account = { origin: server.origin, key: 'key-under-test' };
  const options = { origin: server.origin, account, fetch: desktopFetch, ledger, limit: 1000, sleep: async () => {} };
  return createExchange(options)(request);
};

it.each([301, 302, 303, 307, 308])('a redirect (%d) is tried once, and followed nowhere', async (redirected) => {
  status = redirected;
  const detail = 'POST /service/v1/timelogs/search: redirect';
  expect(await failure(ask())).toEqual({ code: 'service-changed', detail });
  expect([server.requests.length, foreign.requests.length]).toEqual([1, 0]);
});

it('a redirect that is refused outright is one too, and every other failure stays what it is', async () => {
  status = 302;
  expect((await desktopFetch(new URL(server.origin), { redirect: 'error' })).status).toBe(0);
  const { origin } = server;
  await server.close();
  await expect(desktopFetch(origin, { redirect: 'manual' })).rejects.toThrow('fetch failed');
});

it('an answer is passed on', async () => {
  status = 200;
  expect((await ask()).status).toBe(200);
});

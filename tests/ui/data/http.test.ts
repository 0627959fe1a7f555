/** The page's way to the browser host, over a real connection: what ends on the way is told by name. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHttpTransport } from '#ui/data/http.ts';
import { HostGone } from '#ui/data/client.ts';
import { startLoopbackServer, type LoopbackServer } from '#tests/support/hosts/loopback-server.ts';

let server: LoopbackServer;
let closed: string[];

/** Takes whatever is sent, and never answers. */
beforeEach(async () => {
  closed = [];
  server = await startLoopbackServer((response, { url }) => void response.once('close', () => closed.push(url)));
  const { fetch } = globalThis;
  // A page's paths are of its own origin; here there is no page.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`${server.origin}${path}`, init));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const offer = (signal: AbortSignal) =>
  createHttpTransport('secret').offerFile?.(new File(['lines'], 'saved.timelog'), signal);

test('a file that is given up on its way ends as cancelled, and its connection is closed', async () => {
  const leaving = new AbortController();
  const sending = offer(leaving.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  leaving.abort();
  await expect(sending).rejects.toMatchObject({ error: { code: 'cancelled' } });
  await expect.poll(() => closed).toEqual(['/api/source']);
});

test('a stream of events that is opened again is told as a change of the data, for events in between are lost', async () => {
  await server.close();
  const streams: ServerResponse[] = [];
  server = await startLoopbackServer((response) => {
    // A session that is refused is not followed any more.
    if (streams.length === 2) return void response.writeHead(401).end();
    streams.push(response);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
  });
  let changes = 0;
  createHttpTransport('secret').subscribe('data.changed', () => void (changes += 1));
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.write('data: {"event":"data.changed","payload":{}}\n\n');
  await expect.poll(() => changes).toBe(1);
  streams[0]?.end();
  await expect.poll(() => changes).toBe(2);
  streams[1]?.end();
  await expect.poll(() => server.requests.length).toBe(3);
});

test('a file that cannot be sent because the host is gone is not called cancelled', async () => {
  const sending = offer(new AbortController().signal);
  await expect.poll(() => server.requests.length).toBe(1);
  await server.close();
  await expect(sending).rejects.toBeInstanceOf(HostGone);
});

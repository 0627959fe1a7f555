import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createService, type ServiceOptions } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Upstream } from '#service/upstream/upstream.ts';
import { chooseCases } from '#tests/support/tier.ts';
import { LIST, records, SEARCH } from './talk.ts';

const quick = {
  headMilliseconds: 150,
  requestMilliseconds: 300,
  idleMilliseconds: 150,
  responseMilliseconds: 300,
};

/** For a caller who is not to be cut: a machine that does much else may be slow to hear it. */
const patient = { headMilliseconds: 60_000, requestMilliseconds: 60_000 };

async function start(options: ServiceOptions = {}) {
  const upstream = options.upstream ?? createEmbeddedUpstream({ records: records(3) });
  const service = await createService({ ...options, upstream, limits: { ...quick, ...options.limits } });
  onTestFinished(() => service.close());
  return service;
}

/** A caller that never closes the connection itself, whatever it is told. */
async function open(url: string, text: string, allowHalfOpen = true): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen });
  onTestFinished(() => void socket.destroy());
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString())).on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, heard: () => heard };
}

/** Waits for the service's end of the connection, then writes until it answers that nothing is there any more. */
async function untilGone(socket: Socket): Promise<void> {
  if (!socket.readableEnded && !socket.destroyed) await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  while (!socket.destroyed) {
    socket.write('x');
    await wait(20);
  }
}

const head = (key: string | null, more = '') =>
  `GET ${LIST} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${more}`;
const search = (key: string | null) =>
  `POST ${SEARCH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"li`;

const lasting: [string, (key: string | null) => string, RegExp, NonNullable<ServiceOptions['limits']>][] = [
  ['that never ends its body', search, /^HTTP\/1\.1 408 /, {}],
  ['that is idle after an answer', (key) => head(key, '\r\n'), /^HTTP\/1\.1 200 /, patient],
  ['that never ends its head', (key) => head(key), /^HTTP\/1\.1 408 /, {}],
  ['that says nothing', () => '', /^HTTP\/1\.1 408 /, {}],
];

it.each(chooseCases(2, lasting))(
  'destroys a connection %s, though the caller keeps it',
  async (_, text, answer, limits) => {
    const service = await start({ limits });
    const { socket, heard } = await open(service.url, text(service.key));
    await untilGone(socket);
    expect(heard()).toMatch(answer);
  },
);

it('destroys a connection whose caller closed half of it in the middle of a request', async () => {
  const service = await start();
  const { socket } = await open(service.url, search(service.key));
  socket.end();
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

it('destroys the connection of a caller that does not take its answer', async () => {
  const upstream = createEmbeddedUpstream({ records: records(100, () => ({ title: 'x'.repeat(200_000) })) });
  const lines: string[] = [];
  const service = await start({ upstream, log: (line) => void lines.push(line), limits: patient });
  const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined).pause();
  socket.write(
    `GET ${LIST}?limit=100&properties=a552213_title HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.key}\r\n\r\n`,
  );
  // Until it reads again, a caller does not learn of its end: the service's log does.
  await expect.poll(() => lines).toContainEqual(expect.stringContaining('"cut":true'));
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(20_000_000);
});

it('takes no more connections than its limit', async () => {
  const service = await start({ limits: { ...patient, connections: 2 } });
  await open(service.url, '');
  await open(service.url, '');
  const third = await open(service.url, head(service.key, '\r\n'), false);
  await once(third.socket, 'close');
  expect(third.heard()).toBe('');
});

it('answers too large a head with 431', async () => {
  const service = await start({ limits: patient });
  const { socket, heard } = await open(service.url, `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(70_000)}`);
  await untilGone(socket);
  expect(heard()).toMatch(/^HTTP\/1\.1 431 [^]*"error":"Request Header Fields Too Large"/);
});

/** An upstream that answers when told. */
function heldUpstream(): { upstream: Upstream; arrived: () => number; release: () => void } {
  const inner = createEmbeddedUpstream({ records: records(3) });
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  const list: Upstream['list'] = async (request) => {
    arrived += 1;
    await gate.promise;
    return inner.list(request);
  };
  return { upstream: { ...inner, list }, arrived: () => arrived, release: () => gate.resolve() };
}

it('ends after it has answered what it had accepted, and takes nothing new', async () => {
  const { upstream, arrived, release } = heldUpstream();
  const limits = { ...patient, responseMilliseconds: 60_000, drainMilliseconds: 60_000 };
  const service = await start({ upstream, limits });
  const ask = () => fetch(service.url + LIST, { headers: { authorization: `Bearer ${service.key}` } });
  const asked = Array.from({ length: 50 }, async () => (await ask()).json());
  await expect.poll(arrived, { interval: 5 }).toBe(50);
  const closed = service.close();
  await expect(ask()).rejects.toThrow();
  // An end that waits for nobody cuts them with a timer of no length: this one, set later, ends later.
  await wait(0);
  release();
  for (const page of await Promise.all(asked)) expect(page).toHaveProperty('results');
  await closed;
});

it('cuts what takes longer than the end may', async () => {
  const { upstream, arrived } = heldUpstream();
  const service = await start({ upstream, limits: { ...patient, drainMilliseconds: 50 } });
  const asked = fetch(service.url + LIST, { headers: { authorization: `Bearer ${service.key}` } });
  const outcome = expect(asked).rejects.toThrow();
  await expect.poll(arrived, { interval: 5 }).toBe(1);
  await service.close();
  await outcome;
});

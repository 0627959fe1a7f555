/** What the service bears at its edges, each part with the promise it holds. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { judge, type Result } from './result.ts';
import { EMPTY, LIST, SEARCH, startBefore, startPlatform, startService, type EdgeService } from './service.ts';

const MEBIBYTE = 1_048_576;

const percentile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

const GONE_MS = 35_000;

/** Slow sockets, half of them half-open, are gone in time, and others are served meanwhile. */
export async function trySlowSockets(count: number): Promise<Result> {
  const service = await startService(['--records', '500', '--as-of', '2026-11-20']);
  const before = service.openSockets();
  const sockets = await Promise.all(Array.from({ length: count }, (_, n) => openSlow(service, n)));
  let most = 0;
  for (const until = performance.now() + 5_000; most < count / 2 && performance.now() < until; await wait(10))
    most = Math.max(most, service.openSockets() - before);
  const drip = setInterval(() => sockets.forEach((socket, n) => n % 8 === 0 && socket.write('x')), 1_000);
  const began = performance.now();
  const times: number[] = [];
  let left = most;
  let goneMs = Number.POSITIVE_INFINITY;
  while (performance.now() - began < GONE_MS + 5_000 && goneMs === Number.POSITIVE_INFINITY) {
    const asked = performance.now();
    const answer = await fetch(service.url + LIST, { headers: { ...service.headers, connection: 'close' } });
    await answer.text();
    times.push(performance.now() - asked);
    left = service.openSockets() - before;
    // The request itself may still have its own.
    if (left <= 1) goneMs = performance.now() - began;
    await wait(50);
  }
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
  await service.terminate();
  const p99 = percentile(times, 0.99);
  return judge(
    `${count} slow sockets, ${most} seen, gone after ${(goneMs / 1_000).toFixed(1)} s; ${times.length} healthy requests meanwhile, p99 ${p99.toFixed(0)} ms`,
    [most >= count / 2, `only ${most} sockets were open at first`],
    [goneMs <= GONE_MS, `${left} sockets were open after ${GONE_MS / 1_000} s`],
    [p99 < 100, `healthy requests took ${p99.toFixed(0)} ms at p99`],
  );
}

/** Four kinds: a head that drips, a body that never comes, silence, and an answered request; every second four close their own half. */
async function openSlow(service: EdgeService, n: number): Promise<Socket> {
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  const authorized = `Authorization: ${service.headers['authorization']}\r\n`;
  const texts = [
    `GET ${LIST} HTTP/1.1\r\nHost: a\r\nX-Slow: `,
    `POST ${SEARCH} HTTP/1.1\r\nHost: a\r\n${authorized}Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    '',
    `GET ${LIST}?limit=1 HTTP/1.1\r\nHost: a\r\n${authorized}\r\n`,
  ];
  const text = texts[n % 4] ?? '';
  if (text !== '') socket.write(text);
  if (n % 8 >= 4) socket.end();
  return socket;
}

const GROWTH = 64 * MEBIBYTE;

/** Answers without measure, packed or not, end as 502 and cost little. */
export async function tryBombs(megabytes: { readonly packed: number; readonly plain: number }): Promise<Result> {
  let packed = true;
  const platform = await startPlatform((_, response) =>
    packed ? pourPacked(response, megabytes.packed) : pour(response, megabytes.plain),
  );
  const service = await startBefore(platform);
  const ask = () => fetch(service.url + SEARCH, { method: 'POST', headers: service.headers, body: '{}' });
  await (await fetch(`${service.url}/nowhere`, { headers: service.headers })).text();
  const before = service.memory();
  const statuses: number[] = [];
  for (packed of [true, false]) statuses.push((await ask()).status);
  const growth = service.peakMemory() - before;
  await service.terminate();
  platform.close();
  return judge(
    `${megabytes.packed} MB packed and ${megabytes.plain} MB plain: ${statuses.join(' and ')}, ${(growth / MEBIBYTE).toFixed(0)} MiB more memory`,
    [statuses.every((status) => status === 502), `answered ${statuses.join(' and ')}`],
    [growth < GROWTH, `memory grew by ${(growth / MEBIBYTE).toFixed(0)} MiB`],
  );
}

function pourPacked(response: ServerResponse, megabytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  const zip = createGzip({ level: 9 });
  zip.pipe(response);
  pourInto(zip, response, megabytes);
}

function pour(response: ServerResponse, megabytes: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  pourInto(response, response, megabytes);
}

function pourInto(to: NodeJS.WritableStream, response: ServerResponse, megabytes: number): void {
  const block = Buffer.alloc(MEBIBYTE, ' ');
  let sent = 0;
  const more = () => {
    while (sent < megabytes && !response.destroyed) {
      sent += 1;
      if (!to.write(block)) return void to.once('drain', more);
    }
    to.end();
  };
  more();
}

/** A caller who hangs up is not worked for any longer. */
export async function tryHangUps(count: number): Promise<Result> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const [arrived, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const platform = await startPlatform((_, response) => {
      response.once('close', () => left.resolve());
      arrived.resolve();
    });
    const service = await startBefore(platform);
    const gone = new AbortController();
    const asked = fetch(service.url + LIST, { headers: service.headers, signal: gone.signal }).catch(() => undefined);
    await arrived.promise;
    const began = performance.now();
    gone.abort();
    await Promise.all([left.promise, asked]);
    times.push(performance.now() - began);
    await service.terminate();
    platform.close();
  }
  const longest = Math.max(...times);
  return judge(`${count} callers hung up: the CRM was left after ${longest.toFixed(0)} ms at most`, [
    longest < 1_000,
    `the CRM was left after ${longest.toFixed(0)} ms`,
  ]);
}

/** SIGTERM cuts nothing that was accepted. */
export async function tryEnd(count: number): Promise<Result> {
  const arrived = Promise.withResolvers<void>();
  let seen = 0;
  const platform = await startPlatform((_, response) => {
    seen += 1;
    if (seen === Math.min(count, 8)) arrived.resolve();
    setTimeout(() => response.end(EMPTY), 500);
  });
  const service = await startBefore(platform);
  const asked = Array.from({ length: count }, async () => {
    try {
      const answer = await fetch(service.url + LIST, { headers: service.headers });
      await answer.text();
      return answer.status;
    } catch {
      return 0;
    }
  });
  await arrived.promise;
  // All have arrived at the service by then: they were sent before the CRM was asked.
  await wait(300);
  const ended = await service.terminate();
  const statuses = await Promise.all(asked);
  platform.close();
  const cut = statuses.filter((status) => status !== 200).length;
  return judge(
    `SIGTERM with ${count} requests in flight: ${cut} cut, exit code ${ended.code}`,
    [cut === 0, `${cut} were cut`],
    [ended.code === 0, `exit code ${ended.code}: ${ended.stderr}`],
  );
}

/** What Node's own fetch throws at real sockets, and the names that Electron's gives. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findUnreachableReason } from '#electron/client/http.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

const reasonAt = async (address: string) =>
  findUnreachableReason(
    await fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
      () => expect.fail('It was reached'),
      (error: unknown) => error,
    ),
  );

test('a name that no computer has', async () => {
  expect(await reasonAt('https://nothing-has-this-name.invalid/')).toBe('name-unknown');
});

test('a port at which nothing listens', async () => {
  const server = createSocketServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await reasonAt(`http://127.0.0.1:${port}/`)).toBe('refused');
});

test('a program that speaks no TLS', async () => {
  const port = await listen(createPlainServer((_, response) => response.end('hello')));
  expect(await reasonAt(`https://127.0.0.1:${port}/`)).toBe('no-tls');
});

test('a certificate that is not trusted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unreachable-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => response.end());
  const port = await listen(server);
  expect(await reasonAt(`https://127.0.0.1:${port}/`)).toBe('certificate');
});

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', 'name-unknown'],
  ['net::ERR_CERT_DATE_INVALID', 'certificate'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
  ['net::ERR_SSL_PROTOCOL_ERROR', 'no-tls'],
  ['net::ERR_CONNECTION_REFUSED', 'refused'],
  ['net::ERR_CONNECTION_TIMED_OUT', 'timed-out'],
  ['net::ERR_INTERNET_DISCONNECTED', 'no-network'],
  ['net::ERR_FAILED', undefined],
  // Words of a text that merely looks like one: only names count.
  ['ECONNREFUSED was not said by a socket', undefined],
])('%s', (message, reason) => {
  expect(findUnreachableReason(new Error(message))).toBe(reason);
});

test('a cause that is its own cause ends', () => {
  const error = new Error('fetch failed');
  error.cause = error;
  expect(findUnreachableReason(error)).toBeUndefined();
});

test('of several addresses the one that said something counts', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const all = new AggregateError([new Error('nothing'), refused]);
  expect(findUnreachableReason(new TypeError('fetch failed', { cause: all }))).toBe('refused');
});

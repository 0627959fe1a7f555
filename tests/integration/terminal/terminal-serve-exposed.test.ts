/** `serve` beyond this computer, as a program of its own: over TLS, behind a proxy that has it, or not at all. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainly } from 'node:http';
import { createServer, request } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CertificateFiles } from '../../../service/operation/certificate.ts';
import { makeCertificate, readServedName, replaceFile } from '../../support/hosts/certificates.ts';
import { run, serve, type Served } from '../../support/hosts/terminal.ts';
import { expectFailure } from '../../support/hosts/terminal-session.ts';

const LIST = '/service/v1/timelogs?limit=1';
const PUBLIC = 'https://timelogs.example.com';

let folder: string;
let first: CertificateFiles;
let second: CertificateFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exposed-'));
  first = makeCertificate(folder, 'first');
  second = makeCertificate(folder, 'second');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** How others reach this computer; its loopback address where it is alone. */
const address =
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

function writeConfig(name: string, options: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(options));
  return path;
}

async function start(...args: string[]): Promise<Served & { readonly port: number }> {
  const service = await serve(['--records', '10', ...args]);
  onTestFinished(async () => void (await service.stop()));
  return { ...service, port: Number(new URL(service.url).port) };
}

interface Page {
  readonly results: readonly unknown[];
  readonly paging: { readonly next: { readonly link: string } };
}

/** @param ca the file of the certificate to trust; without it, plain HTTP */
function list(port: number, key: string, ca?: string, host = address): Promise<Page> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  return new Promise((resolve, reject) => {
    // A connection of its own: those that are open keep their certificate.
    const where = { host, port, path: LIST, headers, agent: false };
    const asked =
      ca === undefined ? plainly(where) : request({ ...where, ca: readFileSync(ca), servername: 'localhost' });
    asked
      .on('response', (response) => void text(response).then((body) => resolve(JSON.parse(body) as Page), reject))
      .on('error', reject)
      .end();
  });
}

test.each<[string, string[], RegExp]>([
  ['without TLS or a proxy', ['--host', '0.0.0.0', '--public-url', PUBLIC], /in the clear from 0\.0\.0\.0/],
  ['at one address of it, without either', ['--host', address, '--public-url', PUBLIC], /in the clear/],
  ['without the address of its links', ['--host', '0.0.0.0', '--behind-proxy'], /--public-url/],
  ['with links in the clear', ['--host', '0.0.0.0', '--behind-proxy', '--public-url', 'http://a.example'], /HTTPS/],
  ['with half a pair', ['--host', '0.0.0.0', '--public-url', PUBLIC, '--tls-cert', 'first.crt'], /go together/],
  ['with both', ['--behind-proxy', '--tls-cert', 'first.crt', '--tls-key', 'first.key'], /leaves TLS to the proxy/],
])('refuses to listen to others %s, by options and by a file of them', async (_, args, sentence) => {
  if (address === '127.0.0.1' && args.includes(address)) return;
  const given = await run(['serve', '--records', '10', '--json', ...args]);
  expectFailure(given, 2, 'usage');
  expect(given.stdout + given.stderr).toMatch(sentence);
  const options: Record<string, string | boolean> = {};
  args.forEach((each, n) => {
    const next = args[n + 1];
    if (each.startsWith('--')) options[each.slice(2)] = next === undefined || next.startsWith('--') ? true : next;
  });
  const written = await run(['serve', '--records', '10', '--json', '--config', writeConfig('refused', options)]);
  expectFailure(written, 2, 'usage');
  expect(written.stdout + written.stderr).toMatch(sentence);
});

test('serves over TLS what a file says, and a new certificate while it runs', async () => {
  const files = { certificate: join(folder, 'served.crt'), key: join(folder, 'served.key') };
  copyFileSync(first.certificate, files.certificate);
  copyFileSync(first.key, files.key);
  const log = join(folder, 'tls.log');
  const config = writeConfig('tls', {
    host: '0.0.0.0',
    port: 1,
    'public-url': PUBLIC,
    'tls-cert': files.certificate,
    'tls-key': files.key,
    log,
  });
  const { url, port, key } = await start('--config', config, '--port', '0');
  // An option that is given goes before the file's.
  expect([url, port > 1]).toEqual([`https://0.0.0.0:${port}`, true]);
  const page = await list(port, key, first.certificate);
  expect(page.results).toHaveLength(1);
  expect(page.paging.next.link.startsWith(`${PUBLIC}/service/v1/timelogs?`)).toBe(true);
  await expect(list(port, key)).rejects.toThrow();
  await expect(list(port, key, second.certificate)).rejects.toThrow();

  replaceFile(files.key, second.key);
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('"renewed":false');
  expect(await readServedName(port, address)).toBe('first');
  replaceFile(files.certificate, second.certificate);
  await expect.poll(() => readServedName(port, address), { timeout: 20_000 }).toBe('second');
  expect((await list(port, key, second.certificate)).results).toHaveLength(1);
  await expect(list(port, key, first.certificate)).rejects.toThrow();
  expect(readFileSync(log, 'utf8')).not.toMatch(/PRIVATE|tlr_/);
});

test('serves behind a proxy that has the TLS, and names the address that callers know', async () => {
  const { port, key } = await start('--host', '0.0.0.0', '--behind-proxy', '--public-url', `${PUBLIC}/`);
  const proxy = createServer(
    { cert: readFileSync(first.certificate), key: readFileSync(first.key) },
    (asked, answer) => {
      const { url: path, method, headers } = asked;
      const passed = plainly({ host: address, port, path, method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      asked.pipe(passed);
    },
  );
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port: proxied } = proxy.address() as { port: number };
  const page = await list(proxied, key, first.certificate, '127.0.0.1');
  expect(page.paging.next.link.startsWith(`${PUBLIC}/service/v1/timelogs?`)).toBe(true);
});

test('without any of them it is on this computer alone', async () => {
  const { port, key } = await start();
  expect((await list(port, key, undefined, '127.0.0.1')).results).toHaveLength(1);
  if (address !== '127.0.0.1') await expect(list(port, key)).rejects.toThrow(/ECONNREFUSED/);
});

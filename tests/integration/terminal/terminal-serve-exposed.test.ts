/** `serve` beyond this computer, as a program of its own: behind a proxy that has the TLS, or not at all. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainly } from 'node:http';
import { createServer, request } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeCertificate, type CertificateFiles } from '#tests/support/hosts/certificates.ts';
import { serve, type Served } from '#tests/support/hosts/terminal.ts';
import { writeRecordsFile } from '#tests/support/hosts/records-file.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { expectFailure } from '#tests/support/hosts/terminal-session.ts';
import { secondTier } from '#tests/support/tier.ts';

const LIST = '/service/v1/timelogs?limit=1';
const PUBLIC = 'https://timelogs.example.com';

let folder: string;
let first: CertificateFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'exposed-'));
  first = makeCertificate(folder, 'first');
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
  const service = await serve(['--records-file', writeRecordsFile(folder), ...args]);
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
  ['without a proxy', ['--host', '0.0.0.0', '--public-url', PUBLIC], /in the clear from 0\.0\.0\.0/],
  ['at one address of it, without one', ['--host', address, '--public-url', PUBLIC], /in the clear/],
  ['without the address of its links', ['--host', '0.0.0.0', '--behind-proxy'], /--public-url/],
  ['with links in the clear', ['--host', '0.0.0.0', '--behind-proxy', '--public-url', 'http://a.example'], /HTTPS/],
  ['with an operators’ address without a port', ['--admin-host', '0.0.0.0'], /--admin-port/],
  ['with proxies by name', ['--trusted-proxies', 'proxy.example'], /10\.0\.0\.0\/8/],
])('refuses to listen to others %s, by options and by a file of them', async (_, args, sentence) => {
  if (address === '127.0.0.1' && args.includes(address)) return;
  const given = await runInProcess(['serve', '--records', '10', '--json', ...args]);
  expectFailure(given, 2, 'usage');
  expect(given.stdout + given.stderr).toMatch(sentence);
  const options: Record<string, string | boolean> = {};
  args.forEach((each, n) => {
    const next = args[n + 1];
    if (each.startsWith('--')) options[each.slice(2)] = next === undefined || next.startsWith('--') ? true : next;
  });
  const written = await runInProcess([
    'serve',
    '--records',
    '10',
    '--json',
    '--config',
    writeConfig('refused', options),
  ]);
  expectFailure(written, 2, 'usage');
  expect(written.stdout + written.stderr).toMatch(sentence);
});

test('serves what a file says, and an option that is given goes before the file’s', async () => {
  const config = writeConfig('served', { port: 1, 'public-url': `${PUBLIC}/team/`, 'behind-proxy': true });
  const { port, key } = await start('--config', config, '--port', '0');
  const page = await list(port, key, undefined, '127.0.0.1');
  expect(port).toBeGreaterThan(1);
  expect(page.paging.next.link.startsWith(`${PUBLIC}/team/service/v1/timelogs?`)).toBe(true);
});

test('serves behind a proxy that has the TLS, and names the address that callers know', secondTier, async () => {
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

test('without any of them it is on this computer alone', secondTier, async () => {
  const { port, key } = await start();
  expect((await list(port, key, undefined, '127.0.0.1')).results).toHaveLength(1);
  if (address !== '127.0.0.1') await expect(list(port, key)).rejects.toThrow(/ECONNREFUSED/);
});

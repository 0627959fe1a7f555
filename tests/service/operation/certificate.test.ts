/** Real certificates, made by openssl, and real TLS. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls, { createServer } from 'node:tls';
import { text } from 'node:stream/consumers';
import { beforeAll, afterAll, expect, it, onTestFinished } from 'vitest';
import { completeLimits } from '../../../service/front/connections.ts';
import { createService } from '../../../service/server.ts';
import { listenAt, openTransport, renewCertificate } from '../../../service/transport.ts';
import { createEmbeddedUpstream } from '../../../service/upstream/embedded.ts';
import {
  readCertificate,
  watchCertificate,
  type Certificate,
  type CertificateFiles,
} from '../../../service/operation/certificate.ts';
import { createLog } from '../../../service/log/log.ts';
import { makeCertificate, readServedName, replaceFile } from '../../support/hosts/certificates.ts';
import { LIST, records } from '../talk.ts';

let folder: string;
let first: CertificateFiles;
let second: CertificateFiles;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  first = makeCertificate(folder, 'first');
  second = makeCertificate(folder, 'second');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A pair of files that tests may replace. */
function place(name: string): CertificateFiles {
  const files = { certificate: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  copyFileSync(first.certificate, files.certificate);
  copyFileSync(first.key, files.key);
  return files;
}

it('serves over TLS, and links lead to https', async () => {
  const upstream = createEmbeddedUpstream({ records: records(3) });
  const service = await createService({ upstream, tls: first });
  onTestFinished(() => service.close());
  expect(service.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const body = await new Promise<string>((resolve, reject) => {
    const asked = request(`${service.url}${LIST}?limit=1`, {
      ca: readFileSync(first.certificate),
      headers: { authorization: `Bearer ${service.key}` },
    });
    asked.on('response', (response) => resolve(text(response))).on('error', reject);
    asked.end();
  });
  expect((JSON.parse(body) as { paging: { next: { link: string } } }).paging.next.link).toMatch(/^https:/);
  await expect(fetch(service.url.replace('https', 'http') + LIST)).rejects.toThrow();
});

it('serves a new pair as soon as both files are there, the old one until then, and says both', async () => {
  const files = place('renewed');
  const lines: string[] = [];
  const served = await readCertificate(files);
  const server = createServer({ ...served }, (socket) => socket.end());
  const renewed: Certificate[] = [];
  const stop = watchCertificate(
    {
      files,
      log: createLog((line) => lines.push(line), Date.now),
      renew(certificate) {
        renewed.push(certificate);
        server.setSecureContext(certificate);
      },
      lookMilliseconds: 10,
    },
    served,
  );
  onTestFinished(stop);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await readServedName(port)).toBe('first');
  replaceFile(files.key, second.key);
  await expect.poll(() => lines.join('\n')).toContain('does not belong to the certificate');
  expect(await readServedName(port)).toBe('first');
  replaceFile(files.certificate, second.certificate);
  await expect.poll(() => readServedName(port)).toBe('second');
  expect(lines.join('\n')).toContain('"renewed":true');
  expect(lines.join('\n')).not.toContain('PRIVATE');
  expect(renewed.at(-1)?.cert).toBe(readFileSync(second.certificate, 'utf8'));
});

it('takes nothing before TLS 1.2, whatever Node was started with, and nothing after a renewal either', async () => {
  const { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION } = tls;
  onTestFinished(() => void Object.assign(tls, { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION }));
  Object.assign(tls, { DEFAULT_CIPHERS: 'DEFAULT@SECLEVEL=0', DEFAULT_MIN_VERSION: 'TLSv1' });
  const server = openTransport({
    now: Date.now,
    watch: { begin: () => undefined, refuseUnread: () => undefined },
    methods: {},
    limits: completeLimits(),
    refuseCaller: () => undefined,
    certificate: await readCertificate(first),
  });
  onTestFinished(() => server.close());
  const port = Number(new URL(await listenAt(server, '127.0.0.1', 0)).port);
  const greet = (maxVersion: tls.SecureVersion) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = tls.connect({ port, rejectUnauthorized: false, maxVersion }, () => {
      resolve(`${socket.getProtocol()} ${String(socket.getPeerCertificate().subject.CN)}`);
      socket.destroy();
    });
    socket.on('error', ({ message }) => resolve(message));
    return promise;
  };
  expect(await greet('TLSv1.1')).toContain('alert protocol version');
  expect(await greet('TLSv1.2')).toBe('TLSv1.2 first');
  renewCertificate(server, await readCertificate(second));
  expect(await greet('TLSv1.1')).toContain('alert protocol version');
  expect(await greet('TLSv1.2')).toBe('TLSv1.2 second');
});

it.each([
  [
    'a file that is not there',
    () => ({ ...first, key: '/nowhere/key.pem' }),
    /^The file \/nowhere\/key\.pem cannot be/,
  ],
  ['a key of another certificate', () => ({ ...first, key: second.key }), /does not belong to the certificate/],
  ['what is no certificate', () => ({ certificate: first.key, key: first.key }), /are not a certificate and/],
])('does not start with %s, and says so without quoting it', async (_, files, message) => {
  const failure = await createService({ records: 0, tls: files() }).catch((fault: Error) => fault);
  expect(failure).toMatchObject({ name: 'CertificateUnfit', message: expect.stringMatching(message) });
});

it('needs no more than a pair of files in PEM', async () => {
  const both = { certificate: join(folder, 'both.pem'), key: join(folder, 'both.pem') };
  writeFileSync(both.key, readFileSync(first.certificate, 'utf8') + readFileSync(first.key, 'utf8'));
  expect((await readCertificate(both)).key).toContain('PRIVATE');
});

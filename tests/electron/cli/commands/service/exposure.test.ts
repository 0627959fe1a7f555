import { expect, it } from 'vitest';
import { readExposure } from '../../../../../electron/cli/commands/service/exposure.ts';

type Given = Readonly<Record<string, string | true>>;

const read = (given: Given) => readExposure({ positionals: [], options: new Map(Object.entries(given)) });
const PUBLIC = { 'public-url': 'https://timelogs.example.com' };
const TLS = { 'tls-cert': '/etc/tls/cert.pem', 'tls-key': '/etc/tls/key.pem' };

it('is this computer alone where nothing is said', () => {
  expect(read({})).toEqual({});
  expect(read({ host: 'localhost' })).toEqual({ host: 'localhost' });
  expect(read({ host: '::1', 'public-url': 'http://localhost:8080' })).toMatchObject({
    baseUrl: 'http://localhost:8080',
  });
});

it('is reachable from elsewhere over TLS or behind a proxy, under the address that callers use', () => {
  expect(read({ host: '0.0.0.0', ...PUBLIC, ...TLS })).toEqual({
    host: '0.0.0.0',
    baseUrl: 'https://timelogs.example.com',
    tls: { certificate: '/etc/tls/cert.pem', key: '/etc/tls/key.pem' },
  });
  expect(read({ host: '10.0.0.5', 'public-url': 'https://timelogs.example.com/', 'behind-proxy': true })).toEqual({
    host: '10.0.0.5',
    baseUrl: 'https://timelogs.example.com',
  });
});

it.each<[given: Given, sentence: RegExp]>([
  [{ host: '0.0.0.0' }, /in the clear from 0\.0\.0\.0/],
  [{ host: '::', ...PUBLIC }, /in the clear from ::/],
  [{ host: 'timelogs.example.com', ...PUBLIC }, /in the clear/],
  [{ host: '127.0.0.1.example.com', ...PUBLIC }, /in the clear/],
  [{ host: '0.0.0.0', 'behind-proxy': true }, /--public-url/],
  [{ 'behind-proxy': true }, /--public-url/],
  [{ host: '0.0.0.0', ...TLS }, /--public-url/],
  [{ 'tls-cert': 'cert.pem' }, /go together/],
  [{ ...PUBLIC, ...TLS, 'behind-proxy': true }, /leaves TLS to the proxy/],
  [{ 'public-url': 'http://timelogs.example.com' }, /HTTPS address without a path/],
  [{ 'public-url': 'https://timelogs.example.com/service' }, /HTTPS address without a path/],
  [{ 'public-url': 'https://user@timelogs.example.com' }, /HTTPS address without a path/],
  [{ 'public-url': 'https://timelogs.example.com/?a' }, /HTTPS address without a path/],
  [{ 'public-url': 'timelogs' }, /HTTPS address without a path/],
])('%j is refused with a sentence', (given, sentence) => {
  expect(() => read(given)).toThrow(
    expect.objectContaining({ error: { code: 'usage', detail: expect.stringMatching(sentence) } }),
  );
});

import { expect, it } from 'vitest';
import { readExposure } from '#electron/cli/commands/serve.ts';

type Given = Readonly<Record<string, string | true>>;

const read = (given: Given) => readExposure({ positionals: [], options: new Map(Object.entries(given)) });
const PUBLIC = { 'public-url': 'https://timelogs.example.com' };

it('is this computer alone where nothing is said', () => {
  expect(read({})).toEqual({ trustedProxies: [] });
  expect(read({ host: 'localhost' })).toMatchObject({ host: 'localhost' });
  expect(read({ host: '::1', 'public-url': 'http://localhost:8080' })).toMatchObject({
    baseUrl: 'http://localhost:8080',
  });
});

it('is reachable from elsewhere behind a proxy, under the address that callers use', () => {
  expect(read({ host: '10.0.0.5', 'public-url': 'https://timelogs.example.com/', 'behind-proxy': true })).toMatchObject(
    {
      host: '10.0.0.5',
      baseUrl: 'https://timelogs.example.com',
    },
  );
  expect(read({ 'public-url': 'https://example.com/team/timelogs/' })).toMatchObject({
    baseUrl: 'https://example.com/team/timelogs',
  });
});

it('takes the operators’ port, the proxies that are trusted and the time of an end', () => {
  expect(
    read({ 'admin-port': '9090', 'admin-host': '0.0.0.0', 'trusted-proxies': '10.0.0.0/8,::1', 'drain-delay': '5' }),
  ).toEqual({
    adminPort: 9090,
    adminHost: '0.0.0.0',
    trustedProxies: ['10.0.0.0/8', '::1'],
    drainDelayMilliseconds: 5_000,
  });
});

it.each<[given: Given, sentence: RegExp]>([
  [{ host: '0.0.0.0' }, /in the clear from 0\.0\.0\.0/],
  [{ host: '::', ...PUBLIC }, /in the clear from ::/],
  [{ host: 'timelogs.example.com', ...PUBLIC }, /in the clear/],
  [{ host: '127.0.0.1.example.com', ...PUBLIC }, /in the clear/],
  [{ host: '0.0.0.0', 'behind-proxy': true }, /--public-url/],
  [{ 'behind-proxy': true }, /--public-url/],
  [{ 'admin-host': '0.0.0.0' }, /--admin-port/],
  [{ 'trusted-proxies': '10.0.0.0/33' }, /networks/],
  [{ 'trusted-proxies': 'proxy.example' }, /networks/],
  [{ 'public-url': 'http://timelogs.example.com' }, /is an HTTPS address/],
  [{ 'public-url': 'https://user@timelogs.example.com' }, /is an HTTPS address/],
  [{ 'public-url': 'https://timelogs.example.com/?a' }, /is an HTTPS address/],
  [{ 'public-url': 'timelogs' }, /is an HTTPS address/],
])('%j is refused with a sentence', (given, sentence) => {
  expect(() => read(given)).toThrow(
    expect.objectContaining({ error: { code: 'usage', detail: expect.stringMatching(sentence) } }),
  );
});

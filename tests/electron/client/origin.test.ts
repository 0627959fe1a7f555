import { expect, it } from 'vitest';
import { AppFailure } from '#contract/errors.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';

it.each([
  ['https://timelogs.example.com', 'https://timelogs.example.com'],
  ['https://Timelogs.Example.com/', 'https://timelogs.example.com'],
  ['  https://timelogs.example.com:8443 ', 'https://timelogs.example.com:8443'],
  ['https://timelogs.example.com:443', 'https://timelogs.example.com'],
  ['https://10.0.0.7', 'https://10.0.0.7'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://localhost:4010/', 'http://localhost:4010'],
  ['HTTP://LOCALHOST', 'http://localhost'],
  ['http://[::1]:4010', 'http://[::1]:4010'],
])('takes %s', (text, origin) => {
  expect(parseBaseUrl(text)).toBe(origin);
});

const hosts = ['example.com', '192.168.0.2', '127.0.0.2', '127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0'];
const disguises = ['127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'];
const tails = [
  '/service',
  '/?x=1',
  '?x=1',
  '#x',
  '//',
  '/%2e%2e',
  '\\',
  '/\u0000',
  ':0',
  ':99999',
  ':x',
  '@evil.example',
];
const heads = ['user@', 'user:secret@', '@', 'localhost@', '127.0.0.1:80@', 'secret%40', '\t', ' ', '\\', '/'];
const schemes = ['ftp', 'file', 'javascript', 'data', 'ws', 'wss', 'blob', 'httpss', 'http+unix', 'h\tttps'];

const refused = [
  ...hosts.map((host) => `http://${host}`),
  ...hosts.map((host) => `http://${host}:4010`),
  ...[...disguises, 'localhost.', 'lоcalhost', 'ⓛocalhost', '127。0。0。1'].flatMap((host) => [
    `http://${host}`,
    `https://${host}/x`,
  ]),
  ...disguises.map((host) => `https://${host}`.replace('https://[::ffff', 'https://[0::ffff')),
  ...tails.flatMap((tail) =>
    ['https://a.example', 'http://127.0.0.1', 'http://localhost:4010', 'http://[::1]'].map((base) => base + tail),
  ),
  ...heads.flatMap((head) =>
    ['a.example', '127.0.0.1', 'localhost:4010'].flatMap((host) => [`https://${head}${host}`, `http://${head}${host}`]),
  ),
  ...schemes.flatMap((scheme) => ['127.0.0.1', 'localhost:4010', 'a.example'].map((host) => `${scheme}://${host}`)),
  '',
  ' ',
  'https://',
  'https:///',
  'https:',
  'a.example',
  '//a.example',
  'localhost:4010',
  '127.0.0.1',
  'https:/a.example',
  'https:a.example',
  'https://a b.example',
  'https://a.example\nhttps://b.example',
  'https://a.example\r\nx: y',
  'https://exam%70le.com',
  'https://ⓔxample.com',
  'https://a_b.example',
  'https://-a.example',
  'https://a.example-',
  'https://.',
  'https://..',
  'http://[::1',
  'http://::1',
  'https://[::1]x',
  'http://[::1%25lo]',
  'https://a.example:80:80',
  'https://a.example,b.example',
  'https://*.example',
  'https://a.example;x',
  'view-source:https://a.example',
  'https://a.example\u202e',
  '\ufeffhttps://a.example/x',
  'https://a.example/service/v1/timelogs',
  'null',
  'undefined',
];

it(`refuses ${refused.length} addresses a key must not be sent to, without repeating them`, () => {
  for (const text of refused) {
    const error = caught(() => parseBaseUrl(text));
    expect(error, JSON.stringify(text)).toBeInstanceOf(AppFailure);
    const { error: failure } = error as AppFailure;
    expect(failure.code, JSON.stringify(text)).toBe('address-refused');
    expect(JSON.stringify(failure)).not.toContain('secret');
  }
  expect(refused.length).toBeGreaterThanOrEqual(200);
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

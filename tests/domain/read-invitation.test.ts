import { array, assert, property, stringMatching } from 'fast-check';
import { expect, test } from 'vitest';
import { readInvitation } from '#domain/read-invitation.ts';

const KEY = 'tlr_0PzvQ5c3y8Gm-1aXb2_Kq7LdW9sTfHjN4uRoEiVxYk0';

test.each([
  [
    'a mail',
    `Hello Anna,\n\nyour access to the time logs is ready (ticket 20261123-000417-ABCDEFGH, questions to it-support@example-consulting-2026.com).\n\nAddress: https://timelogs.example.com/service/v1/timelogs\nAPI key: ${KEY}\n\nManual: https://wiki.example.com/x/AbCdEfGhIj1234567890?page=2\nRegards`,
    { address: 'https://timelogs.example.com', key: KEY },
  ],
  [
    'the key in the line below its name, in quotes',
    `Use https://logs.example.org:8443/. The key is:\n  "${KEY}"\n`,
    { address: 'https://logs.example.org:8443', key: KEY },
  ],
  [
    'a short key with its name',
    'Base URL https://a.example/ token=ab12cd34',
    { address: 'https://a.example', key: 'ab12cd34' },
  ],
  [
    'a header',
    `curl -H "Authorization: Bearer ${KEY}" https://a.example/service/v1/timelogs`,
    { address: 'https://a.example', key: KEY },
  ],
  ['the key alone', KEY, { key: KEY }],
  ['a key that ends as base64url may', `API key: ${KEY.slice(0, -2)}-_`, { key: `${KEY.slice(0, -2)}-_` }],
  ['a key before a full stop', `The key is ${KEY}.`, { key: KEY }],
  ['the address alone', 'https://Logs.Example.com/', { address: 'https://logs.example.com' }],
  ['the one of this computer', 'http://127.0.0.1:4711', { address: 'http://127.0.0.1:4711' }],
  ['plain HTTP, where there is no other', 'http://logs.example.com', { address: 'http://logs.example.com' }],
  ['HTTPS before plain HTTP', 'http://a.example and https://b.example', { address: 'https://b.example' }],
  ['JSON', `{"url":"http://127.0.0.1:39217","key":"${KEY}"}`, { address: 'http://127.0.0.1:39217', key: KEY }],
  ['words', 'The key will come by post, please wait for internationalization2 of it', {}],
  ['nothing', '', {}],
])('%s', (_, text, expected) => {
  expect(readInvitation(text)).toEqual(expected);
});

test('both are found among any words that are neither', () => {
  const words = array(stringMatching(/^[a-z]{1,12}[.,!?]?$/), { maxLength: 12 }).map((all) => all.join(' '));
  assert(
    property(words, words, words, stringMatching(/^[A-Za-z][A-Za-z0-9_-]{18,60}[0-9]{2}$/), (a, b, c, key) => {
      const text = `${a}\nhttps://logs.example.com/\n${b}\n${key}\n${c}`;
      expect(readInvitation(text)).toEqual({ address: 'https://logs.example.com', key });
    }),
  );
});

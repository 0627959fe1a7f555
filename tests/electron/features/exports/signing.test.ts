/** The key that signs files: made once, forgotten when asked, and then another one. */
import { expect, test } from 'vitest';
import { requireSigner, signingHandlers } from '#electron/features/exports/signing.ts';
import type { Secrets } from '#electron/host/host.ts';
import { SIGNING_ACCOUNT } from '#electron/host/keychain.ts';
import { failure } from '#tests/support/failure.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';

test('a key that is there is not replaced, and after it was forgotten the next one is another', async () => {
  const host = quietHost({ secrets: memorySecrets() });
  const ask = signingHandlers({ host });
  const { key } = await ask['signing.create']({});
  expect(await failure(ask['signing.create']({}))).toMatchObject({ code: 'usage' });
  expect(await ask['signing.state']({})).toMatchObject({ key });
  expect((await requireSigner(host.secrets)).fingerprint).toBe(key?.fingerprint);
  expect(await ask['signing.forget']({})).toMatchObject({ key: null });
  expect(await failure(requireSigner(host.secrets))).toEqual({ code: 'signing-key-missing' });
  expect((await ask['signing.create']({})).key?.fingerprint).not.toBe(key?.fingerprint);
});

/** A keychain that seems to be there until it was asked so many times, as one that is locked. */
function secretsThatFail(method: 'get' | 'set', times: number) {
  const keys = new Map<string, string>();
  const memory = memorySecrets(keys);
  const written: string[] = [];
  let asked = 0;
  const noteAsked = (by: typeof method) => void (by === method && (asked += 1));
  const secrets: Secrets = {
    ...memory,
    get durable() {
      return asked < times;
    },
    async get(account) {
      noteAsked('get');
      return memory.get(account);
    },
    async set(account, text) {
      noteAsked('set');
      written.push(account);
      await memory.set(account, text);
    },
  };
  return { secrets, keys, written };
}

test.each([
  ['tried', 1],
  ['written', 2],
])('a keychain that fails when it is %s keeps no key, and nothing is signed', async (_, times) => {
  const { secrets, keys, written } = secretsThatFail('set', times);
  const created = signingHandlers({ host: quietHost({ secrets }) })['signing.create']({});
  expect(await failure(created)).toEqual({ code: 'signing-unavailable' });
  expect([written.length, keys.has(SIGNING_ACCOUNT)]).toEqual([times, false]);
  expect(await failure(requireSigner(secrets))).toEqual({ code: 'signing-unavailable' });
});

test('a keychain that fails when it is read is not taken for one without a key', async () => {
  const { secrets } = secretsThatFail('get', 1);
  expect(await failure(requireSigner(secrets))).toEqual({ code: 'signing-unavailable' });
});

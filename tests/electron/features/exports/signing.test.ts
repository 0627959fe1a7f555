/** The key that signs files: made once, forgotten when asked, and then another one. */
import { expect, test } from 'vitest';
import { requireSigner, signingHandlers } from '#electron/features/exports/signing.ts';
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

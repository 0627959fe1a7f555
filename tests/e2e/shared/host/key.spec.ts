import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyringHome } from '#tests/support/hosts/keyring.ts';
import { serve } from '#tests/support/hosts/terminal.ts';
import { openKeyringSession } from '#tests/e2e/support/keyring-session.ts';
import { SAMPLE_AS_OF } from '#tests/e2e/support/places.ts';
import { long } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** Files that hold the text, in any of the ways a store may hold it. */
function filesWith(folder: string, secret: string): string[] {
  const forms = [
    Buffer.from(secret, 'utf8'),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('base64')),
  ];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter((path) => forms.some((form) => readFileSync(path).includes(form)));
}

test(
  'a key is kept in the keychain alone, and a restart finds it there',
  long,
  async ({ start, emptyDirectory: dataDirectory }) => {
    const home = makeKeyringHome();
    const service = await serve(['--port', '0', '--records', '120', '--seed', '7', '--as-of', SAMPLE_AS_OF]);
    try {
      const login = await openKeyringSession(home);
      const first = await start({ dataDirectory, env: login.env });
      const wrong = await first.call('workspace.connect', { name: 'default', baseUrl: service.url, key: 'wrong-key' });
      expect(wrong).toEqual({ ok: false, error: { code: 'key-rejected' } });
      const connected = await first.call('workspace.connect', {
        name: 'default',
        baseUrl: service.url,
        key: service.key,
      });
      expect(connected).toMatchObject({
        ok: true,
        value: { kind: 'service', key: 'keychain', keychainAvailable: true },
      });
      expect(JSON.stringify(connected)).not.toContain(service.key);
      expect(await first.call('sync.run', {})).toMatchObject({ ok: true, value: { status: 'complete', records: 120 } });
      await first.stop();
      await login.end();

      // A new login of the same person: only what the keyring wrote down is left.
      const next = await openKeyringSession(home);
      const second = await start({ dataDirectory, env: next.env });
      expect(await second.call('workspace.state', {})).toMatchObject({
        ok: true,
        value: { name: 'default', kind: 'service', key: 'keychain', baseUrl: service.url },
      });
      expect(await second.call('key.test', {})).toMatchObject({ ok: true });
      expect(await second.call('key.forget', {})).toMatchObject({ ok: true });
      expect(await second.call('key.test', {})).toEqual({ ok: false, error: { code: 'key-missing' } });
      await second.stop();
      await next.end();
      expect(filesWith(dataDirectory, service.key)).toEqual([]);
    } finally {
      await service.stop();
      home.remove();
    }
  },
);

import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { toPublicBytes, toPublicLine } from '#electron/exports/signature.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeKeyringHome,
  requireKeyring,
  runInKeyring,
  runWithoutKeyring,
  type Finished,
  type KeyringHome,
} from '#tests/support/hosts/keyring.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { verifyBySsh } from '#tests/support/exports/ssh-keygen.ts';
import { program, serve, type Served } from '#tests/support/hosts/terminal.ts';

let home: KeyringHome;
let service: Served;

beforeAll(async () => {
  requireKeyring();
  home = makeKeyringHome();
  service = await serve(['--records', '300', '--as-of', '2026-11-21']);
});

afterAll(async () => {
  await service.stop();
  home.remove();
});

/** Each call is a new session: what it finds was kept by the keyring, not by a process. */
function ask(args: readonly string[], input = ''): Promise<Finished> {
  return runInKeyring(home, [process.execPath, program, ...args, '--json', '--rate', '0'], { input });
}

test('key set keeps the key in the keyring, later commands find it, key forget takes it away', async () => {
  const set = await ask(['key', 'set', '--base-url', service.url], `${service.key}\n`);
  expect(set, set.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(set.stdout)).toMatchObject({ ok: true, quota: { used: 0, limit: 1000 } });

  const tested = await ask(['key', 'test']);
  expect(tested, tested.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(tested.stdout)).toMatchObject({ ok: true, quota: { used: 1 } });

  const sync = await ask(['sync']);
  expect(sync, sync.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(sync.stdout)).toMatchObject({ status: 'complete', records: 300 });

  expect(await ask(['key', 'forget'])).toMatchObject({ code: 0 });
  const gone = await ask(['key', 'test']);
  expect(gone.code).toBe(3);
  expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: 'key-missing' } });
  for (const { stdout, stderr } of [set, tested, sync, gone]) expect(stdout + stderr).not.toContain(service.key);
});

test('nothing on standard input is no key', async () => {
  const set = await ask(['key', 'set', '--base-url', service.url]);
  expect(set.code).toBe(3);
  expect(JSON.parse(set.stdout)).toMatchObject({ error: { code: 'key-missing' } });
});

test('signing create keeps a key in the keyring, which signs files until it is forgotten', async () => {
  const out = join(home.path, 'october.csv');
  const place = ['--workspace', 'signed', '--data-dir', join(home.path, 'signed')];
  const made = await ask(['signing', 'create', ...place]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const { key } = JSON.parse(made.stdout) as { key: { fingerprint: string; allowedSigner: string } };
  const shown = await ask(['signing', 'show', ...place]);
  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(made.stdout));
  expect((await ask(['signing', 'create', ...place])).code).toBe(2);

  const copy = join(home.path, 'copy.pem');
  expect(await runInProcess(['signing', 'export', ...place])).toMatchObject({ code: 2 });
  expect(await ask(['signing', 'export', '--out', copy, ...place])).toMatchObject({ code: 0 });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const half = createPublicKey(readFileSync(copy)).export({ format: 'jwk' });
  expect(key.allowedSigner).toContain(toPublicLine(toPublicBytes(createPublicKey({ format: 'jwk', key: half }))));
  expect((await ask(['signing', 'export', '--out', copy, ...place])).code).toBe(2);

  const written = await ask(['export', '--out', out, '--sign', '--allow-empty', ...place]);
  expect(written.code, written.stderr).toBe(6);
  const manifest = readFileSync(`${out}.manifest.json`);
  const told = verifyBySsh(manifest, readFileSync(`${out}.manifest.json.sig`, 'utf8'), key.allowedSigner);
  expect(told, told.said).toMatchObject({ holds: true });

  const verified = await ask(['verify-file', out, ...place]);
  expect(verified.code, verified.stderr).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ signature: { state: 'valid', own: true } });

  expect(await ask(['signing', 'forget', ...place])).toMatchObject({ code: 0 });
  const stranger = await ask(['verify-file', out, ...place]);
  expect(stranger.code).toBe(6);
  expect(stranger.stderr).toContain("signed by a key that is not this app's");
  // Whose key it is follows from the file and from what is asked: no keyring is needed for that.
  const verifyBy = (fingerprint: string) => runInProcess(['verify-file', out, '--signed-by', fingerprint, ...place]);
  expect((await verifyBy(key.fingerprint)).code).toBe(0);
  expect((await verifyBy(`SHA256:${'A'.repeat(43)}`)).code).toBe(7);
});

test('without a keychain no key is made and nothing is signed, in one sentence', async () => {
  const out = join(home.path, 'none.csv');
  for (const args of [
    ['signing', 'create'],
    ['export', '--out', out, '--sign', '--allow-empty'],
  ]) {
    const ended = await runWithoutKeyring(home, [process.execPath, program, ...args]);
    expect(ended.code).toBe(3);
    expect(ended.stderr.trim()).toBe(
      'This system has no keychain that can keep a signing key, so files cannot be signed here; unlock or install a keychain, or export without --sign.',
    );
  }
  expect(existsSync(out)).toBe(false);
});

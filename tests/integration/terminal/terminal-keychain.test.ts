import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { toPublicBytes, toPublicLine } from '#electron/exports/signature.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeKeyringHome,
  requireKeyring,
  runInKeyring,
  type Finished,
  type KeyringHome,
} from '#tests/support/hosts/keyring.ts';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { startProvingService, type ProvingService } from '#tests/support/hosts/proving-service.ts';
import { memorySecrets } from '#tests/support/hosts/quiet-host.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { verifyBySsh } from '#tests/support/exports/ssh-keygen.ts';
import { program } from '#tests/support/hosts/terminal.ts';
import { secondTier } from '#tests/support/tier.ts';

let home: KeyringHome;
let service: ProvingService;

beforeAll(async () => {
  requireKeyring();
  home = makeKeyringHome();
  service = await startProvingService({ records: 10, sampleMonths: 1, asOf: '2026-11-21', dailyQuota: 1_000 });
});

afterAll(async () => {
  await service.stop();
  home.remove();
});

/** Each call is a new session: what it finds was kept by the keyring, not by a process. */
function ask(args: readonly string[], input = ''): Promise<Finished> {
  return runInKeyring(home, [process.execPath, program, ...args, '--json', '--rate', '0'], { input });
}

type Ask = (args: readonly string[], input?: string) => Promise<Finished>;

/** Keeps the key, finds it and forgets it. */
async function keepUntilForgotten(ask: Ask): Promise<void> {
  const set = await ask(['key', 'set', '--base-url', service.url], `${service.key}\n`);
  expect(set, set.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(set.stdout)).toMatchObject({ ok: true, quota: { used: 0, limit: 1000 } });

  const tested = await ask(['key', 'test']);
  expect(tested, tested.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(tested.stdout)).toMatchObject({ ok: true, quota: { used: 1 } });

  expect(await ask(['key', 'forget'])).toMatchObject({ code: 0 });
  const gone = await ask(['key', 'test']);
  expect(gone.code).toBe(3);
  expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: 'key-missing' } });
  for (const { stdout, stderr } of [set, tested, gone]) expect(stdout + stderr).not.toContain(service.key);
}

test('key set keeps a key, which later commands find until key forget takes it away', async () => {
  const secrets = memorySecrets();
  const data = join(home.path, 'kept');
  // Each command opens the workspace anew: what it finds was kept by the keychain.
  await keepUntilForgotten(async (args, input = '') => {
    const kept = new KeptTerminal({ secrets });
    const ended = await kept.run([...args, '--json', '--rate', '0', '--data-dir', data], { input });
    await kept.close();
    return ended;
  });
});

test('key set keeps the key in the keyring, later commands find it, key forget takes it away', secondTier, () =>
  keepUntilForgotten(ask),
);

test('nothing on standard input is no key', async () => {
  const set = await runInProcess(['key', 'set', '--json', '--base-url', service.url, '--data-dir', home.path]);
  expect(set.code).toBe(3);
  expect(JSON.parse(set.stdout)).toMatchObject({ error: { code: 'key-missing' } });
});

/** Makes a signing key, signs a file with it and forgets it. @param name of the files it writes */
async function signUntilForgotten(name: string, askHere: Ask, askElsewhere: Ask): Promise<void> {
  const out = join(home.path, `${name}.csv`);
  const place = ['--workspace', 'signed', '--data-dir', join(home.path, name)];
  const made = await askHere(['signing', 'create', ...place]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const { key } = JSON.parse(made.stdout) as { key: { fingerprint: string; allowedSigner: string } };
  const shown = await askHere(['signing', 'show', ...place]);
  expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(made.stdout));
  expect((await askHere(['signing', 'create', ...place])).code).toBe(2);

  const copy = join(home.path, `${name}.pem`);
  expect(await askElsewhere(['signing', 'export', ...place])).toMatchObject({ code: 2 });
  expect(await askHere(['signing', 'export', '--out', copy, ...place])).toMatchObject({ code: 0 });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const half = createPublicKey(readFileSync(copy)).export({ format: 'jwk' });
  expect(key.allowedSigner).toContain(toPublicLine(toPublicBytes(createPublicKey({ format: 'jwk', key: half }))));
  expect((await askHere(['signing', 'export', '--out', copy, ...place])).code).toBe(2);

  const written = await askHere(['export', '--out', out, '--sign', '--allow-empty', ...place]);
  expect(written.code, written.stderr).toBe(6);
  const manifest = readFileSync(`${out}.manifest.json`);
  const told = verifyBySsh(manifest, readFileSync(`${out}.manifest.json.sig`, 'utf8'), key.allowedSigner);
  expect(told, told.said).toMatchObject({ holds: true });

  const verified = await askHere(['verify-file', out, ...place]);
  expect(verified.code, verified.stderr).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ signature: { state: 'valid', own: true } });

  expect(await askHere(['signing', 'forget', ...place])).toMatchObject({ code: 0 });
  const stranger = await askHere(['verify-file', out, ...place]);
  expect(stranger.code).toBe(6);
  expect(stranger.stderr).toContain("signed by a key that is not this app's");
  // Whose key it is follows from the file and from what is asked: no keyring is needed for that.
  const verifyBy = (fingerprint: string) => askElsewhere(['verify-file', out, '--signed-by', fingerprint, ...place]);
  expect((await verifyBy(key.fingerprint)).code).toBe(0);
  expect((await verifyBy(`SHA256:${'A'.repeat(43)}`)).code).toBe(7);
}

test('signing create makes a key that signs files until it is forgotten', async () => {
  const kept = new KeptTerminal({ secrets: memorySecrets() });
  const askKept = async (args: readonly string[]) => {
    const ended = await kept.run([...args, '--json']);
    // What signs afterwards is what the keychain kept, not what the program remembers.
    if (args[1] === 'create') await kept.close();
    return ended;
  };
  await signUntilForgotten('in-process', askKept, askKept);
  await kept.close();
});

test('signing create keeps a key in the keyring, which signs files until it is forgotten', secondTier, () =>
  signUntilForgotten('october', ask, (args) => runInProcess(args)),
);

test('without a keychain no key is made and nothing is signed, in one sentence', async () => {
  const out = join(home.path, 'none.csv');
  const kept = new KeptTerminal();
  for (const args of [
    ['signing', 'create'],
    ['export', '--out', out, '--sign', '--allow-empty'],
  ]) {
    const ended = await kept.run([...args, '--data-dir', join(home.path, 'none')]);
    expect(ended.code).toBe(3);
    expect(ended.stderr.trim()).toBe(
      'This system has no keychain that can keep a signing key, so files cannot be signed here; unlock or install a keychain, or export without --sign.',
    );
  }
  await kept.close();
  expect(existsSync(out)).toBe(false);
});

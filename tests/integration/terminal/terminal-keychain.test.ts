import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeKeyringHome,
  requireKeyring,
  runInKeyring,
  type Finished,
  type KeyringHome,
} from '../../support/hosts/keyring.ts';
import { program, serve, type Served } from '../../support/hosts/terminal.ts';

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

import { existsSync, readdirSync, readFileSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeKeyringHome,
  requireKeyring,
  runInKeyring,
  runInLockedKeyring,
  runWithoutKeyring,
  type Finished,
  type KeyringHome,
} from '#tests/support/hosts/keyring.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

const keychain = join(import.meta.dirname, '../../../electron/host/keychain.ts');
const ORIGIN = 'https://timelogs.example';
const KEY = 'canary-5e1f-keychain';

let home: KeyringHome;

beforeAll(() => {
  requireKeyring();
  if (!existsSync(join(import.meta.dirname, '../../../node_modules/keytar/build/Release/keytar.node'))) {
    throw new Error(
      'The keychain cannot be tested here: keytar is not built; install libsecret-1-dev, make and g++ and run npm test again.',
    );
  }
});
beforeEach(() => {
  home = makeKeyringHome();
});
afterEach(() => home.remove());

/** A program of its own that opens the secrets and prints what `steps` returns. */
function program(steps: string): string[] {
  const source = `
    import { openSecrets } from ${JSON.stringify(keychain)};
    const secrets = await openSecrets();
    const origin = ${JSON.stringify(ORIGIN)};
    const key = process.env.TEST_KEY;
    console.log(JSON.stringify(await (async () => { ${steps} })()));`;
  return [process.execPath, '--input-type=module-typescript', '-e', source];
}

function printed({ code, stdout, stderr }: Finished): unknown {
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const env = { TEST_KEY: KEY };
const keep = program('await secrets.set(origin, key); return { durable: secrets.durable };');
const read = program('return { key: await secrets.get(origin) ?? null, durable: secrets.durable };');

it('a restart finds the key, in the same session and in a later one', async () => {
  const twice = ['sh', '-c', '"$0" "$1" "$2" "$3" >/dev/null && "$4" "$5" "$6" "$7"', ...keep, ...read];
  expect(printed(await runInKeyring(home, twice, { env }))).toEqual({ key: KEY, durable: true });
  expect(printed(await runInKeyring(home, read))).toEqual({ key: KEY, durable: true });
});

it('a key belongs to one origin, is replaced by a newer one and can be forgotten', async () => {
  const steps = `
    await secrets.set(origin, 'first');
    await secrets.set(origin, 'second');
    const held = [await secrets.get(origin), await secrets.get('https://other.example') ?? null];
    await secrets.forget(origin);
    await secrets.forget('https://never.example');
    return [...held, await secrets.get(origin) ?? null, secrets.durable];`;
  expect(printed(await runInKeyring(home, program(steps)))).toEqual(['second', null, null, true]);
  expect(printed(await runInKeyring(home, read))).toEqual({ key: null, durable: true });
});

it('a locked keyring reads as no key and gives none away', async () => {
  printed(await runInKeyring(home, keep, { env }));
  expect(printed(await runInLockedKeyring(home, read))).toMatchObject({ key: null });
  expect(printed(await runInKeyring(home, read))).toEqual({ key: KEY, durable: true });
});

it('without a keychain the key lasts for the run, says so, and touches no file', async () => {
  const steps = 'await secrets.set(origin, key); return [secrets.durable, await secrets.get(origin)];';
  const [runner = '', ...rest] = program(steps);
  const finished = await runWithoutKeyring(home, ['env', `TEST_KEY=${KEY}`, runner, ...rest]);
  expect(printed(finished)).toEqual([false, KEY]);
  expect(printed(await runWithoutKeyring(home, read))).toEqual({ key: null, durable: false });
  expect(filesHolding(KEY, home.path)).toEqual([]);
});

describe('through two programs that do not see each other’s items', () => {
  const both: readonly string[] = [];
  const keytarAlone = ['@napi-rs/keyring'];
  const keyringAlone = ['keytar'];

  /** Where some of the two do not load. @param before runs first */
  function where(missing: readonly string[], command: readonly string[], before = ''): string[] {
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (${JSON.stringify(missing)}.includes(name)) throw new Error('not built');
        return next(name, context);
      } });${before}`;
    const [runner = '', ...rest] = command;
    return [runner, '--import', `data:text/javascript,${encodeURIComponent(hook)}`, ...rest];
  }

  const run = async (missing: readonly string[], steps: string, key = KEY) =>
    printed(await runInKeyring(home, where(missing, program(steps)), { env: { TEST_KEY: key } }));
  const set = (missing: readonly string[], key: string) =>
    run(missing, 'await secrets.set(origin, key); return secrets.durable;', key);
  const READ = 'return await secrets.get(origin) ?? null;';
  const readBy = (missing: readonly string[]) => run(missing, READ);
  const writing = (key: string) => `await secrets.set(origin, '${key}'); return secrets.durable;`;

  /** Each turn opens the secrets by a module of its own, as a later program does, but in one process. @returns what the turns return */
  async function runInTurn(...turns: readonly (readonly [missing: readonly string[], steps: string])[]) {
    const works = turns.map(([missing, steps]) => {
      const module = `${pathToFileURL(keychain).href}?missing=${missing.join(',')}`;
      return `returned.push(await (async (secrets) => { ${steps} })(await (await import(${JSON.stringify(module)})).openSecrets()));`;
    });
    const source = `
      import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        const [, missing = ''] = (context.parentURL ?? '').split('?missing=');
        if (missing.split(',').includes(name)) throw new Error('not built');
        return next(name, context);
      } });
      const origin = ${JSON.stringify(ORIGIN)};
      const returned = [];
      ${works.join('\n')}
      console.log(JSON.stringify(returned));`;
    return printed(await runInKeyring(home, [process.execPath, '--input-type=module-typescript', '-e', source]));
  }

  /** The program is killed when it writes a text to keyring. */
  const killedAtKeyring = (text: string) => `
    import { createRequire } from 'node:module';
    const { AsyncEntry } = createRequire(${JSON.stringify(keychain)})('@napi-rs/keyring');
    const { setPassword } = AsyncEntry.prototype;
    AsyncEntry.prototype.setPassword = function (given) {
      if (given === ${JSON.stringify(text)}) process.kill(process.pid, 'SIGKILL');
      return setPassword.call(this, given);
    };`;

  it('a key that both wrote is read by either alone', secondTier, async () => {
    const turns = [
      [both, writing('one')],
      [keytarAlone, READ],
      [keyringAlone, READ],
    ] as const;
    expect(await runInTurn(...turns)).toEqual([true, 'one', 'one']);
  });

  const alone = [
    ['keytar', keytarAlone, keyringAlone],
    ['keyring, without a compiler', keyringAlone, keytarAlone],
  ] as const;
  it.each(chooseCases(1, alone))(
    'a key that %s alone wrote is found by both together, and then by the other alone',
    async (_, writer, other) => {
      const turns = [
        [writer, writing('one')],
        [other, READ],
        [both, READ],
        [other, READ],
      ] as const;
      expect(await runInTurn(...turns)).toEqual([true, null, 'one', 'one']);
    },
  );

  it('what was written or forgotten while keytar did not load holds when it loads again', secondTier, async () => {
    await set(both, 'one');
    await set(keyringAlone, 'two');
    expect([await readBy(both), await readBy(keytarAlone)]).toEqual(['two', 'two']);
    expect(await run(keyringAlone, 'await secrets.forget(origin); return await secrets.get(origin) ?? null;')).toBe(
      null,
    );
    expect([await readBy(keytarAlone), await readBy(both), await readBy(keytarAlone)]).toEqual(['two', null, null]);
  });

  it('a kill -9 between the two writes leaves one key, the new one', async () => {
    const command = where(
      both,
      program(`await secrets.set(origin, 'one'); await secrets.set(origin, 'two');`),
      killedAtKeyring('two'),
    );
    expect((await runInKeyring(home, command)).code).not.toBe(0);
    const turns = [
      [keyringAlone, READ],
      [both, READ],
      [keyringAlone, READ],
    ] as const;
    expect(await runInTurn(...turns)).toEqual(['one', 'two', 'two']);
  });

  it('a kill -9 between the two deletions leaves no key', secondTier, async () => {
    const steps = `
      await secrets.set(origin, 'one');
      const { createRequire } = await import('node:module');
      const { AsyncEntry } = createRequire(${JSON.stringify(keychain)})('@napi-rs/keyring');
      AsyncEntry.prototype.deletePassword = () => process.kill(process.pid, 'SIGKILL');
      await secrets.forget(origin);`;
    expect((await runInKeyring(home, program(steps))).code).not.toBe(0);
    const turns = [
      [keyringAlone, READ],
      [both, READ],
      [keyringAlone, READ],
      [both, writing('two')],
      [both, READ],
    ] as const;
    expect(await runInTurn(...turns)).toEqual(['one', null, null, true, 'two']);
  });

  it('a kill -9 before the only write takes no key away', secondTier, async () => {
    await set(keytarAlone, 'one');
    const command = where(keyringAlone, program(`await secrets.set(origin, 'two');`), killedAtKeyring('two'));
    expect((await runInKeyring(home, command)).code).not.toBe(0);
    expect([await readBy(both), await readBy(keyringAlone)]).toEqual(['one', 'one']);
  });

  it(
    'of two signing keys neither is overwritten, and only the one that was shown is forgotten',
    secondTier,
    async () => {
      const account = `'signing-key'`;
      const read = `return await secrets.get(${account}) ?? null;`;
      await run(keytarAlone, `await secrets.set(${account}, 'first');`.concat('return 0;'));
      await run(keyringAlone, `await secrets.set(${account}, 'second');`.concat('return 0;'));
      expect([await run(both, read), await run(keytarAlone, read), await run(keyringAlone, read)]).toEqual([
        'first',
        'first',
        'second',
      ]);
      await run(both, `await secrets.forget(${account}); return 0;`);
      expect([await run(keytarAlone, read), await run(keyringAlone, read)]).toEqual([null, 'second']);
      expect(await run(both, read)).toBe('second');
    },
  );

  it('without either, the key lasts for the run and says so', async () => {
    const steps = 'await secrets.set(origin, key); return [secrets.durable, await secrets.get(origin)];';
    expect(await run([...keytarAlone, ...keyringAlone], steps)).toEqual([false, KEY]);
  });

  it('a locked keyring gives keyring nothing, and gives it back when it is unlocked', secondTier, async () => {
    await set(both, 'one');
    const read = where(keyringAlone, program('return { key: await secrets.get(origin) ?? null };'));
    expect(printed(await runInLockedKeyring(home, read))).toEqual({ key: null });
    expect(await readBy(keyringAlone)).toBe('one');
  });
});

it('a keychain that goes away while the app runs keeps the key for the run', async () => {
  const steps = `
    const { readFileSync } = await import('node:fs');
    await secrets.set(origin, 'kept before');
    const durableBefore = secrets.durable;
    const session = process.ppid;
    const children = readFileSync('/proc/' + session + '/task/' + session + '/children', 'utf8').trim().split(' ');
    const bus = children.find((pid) => readFileSync('/proc/' + pid + '/comm', 'utf8').trim() === 'dbus-daemon');
    process.kill(Number(bus), 'SIGKILL');
    const isThere = () => { try { return !/\\) [ZX] /.test(readFileSync('/proc/' + bus + '/stat', 'utf8')); } catch { return false; } };
    while (isThere()) await new Promise((resolve) => setImmediate(resolve));
    await secrets.set(origin, key);
    return [durableBefore, secrets.durable, await secrets.get(origin)];`;
  const { stdout } = await runInKeyring(home, program(steps), { env });
  expect(JSON.parse(stdout)).toEqual([true, false, KEY]);
});

it('leaves the key in no file in plain', async () => {
  expect(existsSync(home.path)).toBe(true);
  printed(await runInKeyring(home, keep, { env }));
  expect(filesHolding(KEY, home.path)).toEqual([]);
});

/** The keyring replaces its files and removes its folders as it ends, so one that was listed may be gone. */
function filesHolding(text: string, path: string): string[] {
  try {
    if (lstatSync(path).isDirectory()) return readdirSync(path).flatMap((name) => filesHolding(text, join(path, name)));
    return lstatSync(path).isFile() && readFileSync(path).includes(text) ? [path] : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

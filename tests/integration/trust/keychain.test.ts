import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  makeKeyringHome,
  requireKeyring,
  runInKeyring,
  runInLockedKeyring,
  runWithoutKeyring,
  type Finished,
  type KeyringHome,
} from '../../support/hosts/keyring.ts';

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

it('without keytar, which is compiled only where a compiler is, the key lasts for the run and says so', async () => {
  const refuse = `export async function resolve(name, context, next) {
    if (name === 'keytar') throw new Error('not built');
    return next(name, context);
  }`;
  const hook = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(refuse))});`;
  const [runner = '', ...rest] = program(
    'await secrets.set(origin, key); return [secrets.durable, await secrets.get(origin)];',
  );
  const command = [runner, '--import', `data:text/javascript,${encodeURIComponent(hook)}`, ...rest];
  expect(printed(await runInKeyring(home, command, { env }))).toEqual([false, KEY]);
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
  printed(await runInKeyring(home, keep, { env }));
  expect(filesHolding(KEY, home.path)).toEqual([]);
});

function filesHolding(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && readFileSync(path).includes(text));
}

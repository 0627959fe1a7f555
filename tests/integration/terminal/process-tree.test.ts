/** What npm starts ends with npm: the shell between them passes no signal on. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';
import { writeRecordsFile } from '#tests/support/hosts/records-file.ts';
import { chooseCases, secondTier } from '#tests/support/tier.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'process-tree-'));
const SERVE = ['out/cli.js', 'serve', '--port', '0', '--records-file', writeRecordsFile(folder)];
let started: ChildProcess | undefined;
let url = '';

afterEach(() => {
  started?.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Resolves when the service listens. */
async function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ChildProcess> {
  const { npm_command: _, ...own } = process.env;
  const child = spawn(command, args, { cwd: root, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  started = child;
  url = (JSON.parse(await readFirstOutput(child)) as { url: string }).url;
  return child;
}

const listens = () =>
  fetch(url).then(
    () => true,
    () => false,
  );

const fallsSilent = () => expect.poll(listens).toBe(false);

test.each(chooseCases(1, ['SIGTERM', 'SIGHUP'] as const))('ending npx with %s ends what it started', async (signal) => {
  const child = await start('npx', ['node', ...SERVE]);
  expect(await listens()).toBe(true);
  child.kill(signal);
  await fallsSilent();
});

test.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '%s ends the program itself in order',
  secondTier,
  async (signal) => {
    const child = await start(process.execPath, SERVE);
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    expect(await listens()).toBe(false);
  },
);

test('started by hand it outlives its shell', async () => {
  const command = `"${process.execPath}" ${SERVE.join(' ')} & echo $! 1>&2; wait`;
  const { npm_command: _, ...env } = process.env;
  const shell = spawn('sh', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [[pid], [said]] = (await Promise.all([once(shell.stderr, 'data'), once(shell.stdout, 'data')])) as [
    [Buffer],
    [Buffer],
  ];
  const ownUrl = (JSON.parse(String(said)) as { url: string }).url;
  shell.kill('SIGKILL');
  try {
    // One that does end with its parent, started and left alone only now: by its end this one would have ended, too.
    const watched = await start('sh', ['-c', `"${process.execPath}" ${SERVE.join(' ')}; :`], { npm_command: 'exec' });
    watched.kill('SIGKILL');
    await fallsSilent();
    url = ownUrl;
    expect(await listens()).toBe(true);
  } finally {
    process.kill(Number(String(pid).trim()), 'SIGTERM');
  }
  await fallsSilent();
});

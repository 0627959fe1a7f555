import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { readFirstOutput } from '#tests/support/hosts/first-output.ts';

const run = (source: string) => spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'pipe'] });

it('gives what a program prints while it still runs', async () => {
  const child = run('console.log("ready"); setInterval(() => {}, 1000)');
  expect(await readFirstOutput(child)).toBe('ready\n');
  child.kill();
});

it('fails with what a program complained of when it ends before it was ready', async () => {
  const child = run('console.error("no port is free"); process.exitCode = 3');
  await expect(readFirstOutput(child)).rejects.toThrow(/ended with 3 before it was ready: no port is free/);
});

it('fails where a program cannot be started at all', async () => {
  await expect(readFirstOutput(spawn('/no/such/program'))).rejects.toThrow('ENOENT');
});

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLogFile } from '#service/log.ts';

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'service.log');
}

it('appends to what is there, for its owner alone, and continues after it was truncated', async () => {
  const path = scratch();
  for (const line of ['one', 'two']) {
    const file = await openLogFile(path);
    file.print(line);
    await file.close();
    expect(file.lost).toBe(0);
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const file = await openLogFile(path);
  truncateSync(path);
  file.print('three');
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('three\n');
});

it('counts the lines that a full disk did not take, and goes on', async () => {
  const file = await openLogFile('/dev/full');
  file.print('one');
  await expect.poll(() => file.lost).toBe(1);
  file.print('two');
  await expect.poll(() => file.lost).toBe(2);
  await file.close();
});

it('refuses a place that it cannot write to', async () => {
  await expect(openLogFile('/nowhere/service.log')).rejects.toThrow('ENOENT');
});

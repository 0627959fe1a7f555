/** What a killed program left of a loading is gone after the next start, and a workspace that was set aside for it is back. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '#electron/app/app.ts';
import { clearLeftovers } from '#electron/workspace/leftovers.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

let data: string;
/** Of a process that has ended. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;

beforeEach(() => void (data = mkdtempSync(join(tmpdir(), 'leftovers-'))));
afterEach(() => rmSync(data, { recursive: true }));

function put(...path: string[]): void {
  mkdirSync(join(data, ...path), { recursive: true });
  writeFileSync(join(data, ...path, 'file'), path.join('/'));
}
const workspaces = () => readdirSync(join(data, 'workspaces')).toSorted();

test('folders of processes that have ended, and of versions that named none, are removed by a start', async () => {
  for (const name of [`loading-${gone}-aB3dE6`, 'loading-aB3dE6', `loading-${process.pid}-aB3dE6`]) put(name);
  const app = await createApp({ host: quietHost(), version: 'test', dataDirectory: data, workspace: 'default' });
  await app.close();
  expect(readdirSync(data).filter((name) => name.startsWith('loading'))).toEqual([]);
});

test('folders of a program that runs are left alone, and so is whatever has another name', () => {
  for (const name of [`loading-${process.ppid}-aB3dE6`, 'loading-bay', 'loading-1-2-aB3dE6', 'unloading-aB3dE6'])
    put(name);
  clearLeftovers(data);
  expect(readdirSync(data)).toHaveLength(4);
});

test.each([`firm.replaced-${gone}`, 'firm.replaced'])('%s goes where its successor is in place', (name) => {
  put('workspaces', name);
  put('workspaces', 'firm');
  clearLeftovers(data);
  expect(workspaces()).toEqual(['firm']);
  expect(readFileSync(join(data, 'workspaces/firm/file'), 'utf8')).toBe('workspaces/firm');
});

test.each([`firm.replaced-${gone}`, 'firm.replaced'])('%s is put back where its successor never came', (name) => {
  put('workspaces', name);
  clearLeftovers(data);
  expect(workspaces()).toEqual(['firm']);
  expect(readFileSync(join(data, 'workspaces/firm/file'), 'utf8')).toBe(`workspaces/${name}`);
});

test('a data directory that is not there yet has none', () => {
  clearLeftovers(join(data, 'none'));
  expect(existsSync(join(data, 'none'))).toBe(false);
});

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeRuntime } from '#build/release/runtime.ts';

const root = join(import.meta.dirname, '../../..');
const target = { platform: 'linux', arch: 'x64' } as const;
const NAME = 'electron-v45.4.1-linux-x64.zip';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runtime-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A zip that its list names, as Electron's package names its own. */
function plant(): { readonly official: string; readonly checksums: string } {
  const [official, checksums] = [join(folder, 'given.zip'), join(folder, 'checksums.json')];
  writeFileSync(official, 'a runtime');
  const digest = createHash('sha256').update('a runtime').digest('hex');
  writeFileSync(checksums, JSON.stringify({ [NAME]: digest }));
  return { official, checksums };
}

const take = (given: { official?: string; stub?: string }, checksums: string) =>
  takeRuntime(
    { official: given.official, stub: given.stub },
    { target, electronVersion: '45.4.1', checksums },
    join(folder, 'taken'),
  );

it('takes the zip whose digest is listed, under the name that it has at Electron’s', () => {
  const { official, checksums } = plant();
  take({ official }, checksums);
  expect(readFileSync(join(folder, 'taken', NAME), 'utf8')).toBe('a runtime');
});

it('refuses a zip with one byte changed, and takes nothing', () => {
  const { official, checksums } = plant();
  writeFileSync(official, 'b runtime');
  expect(() => take({ official }, checksums)).toThrow(
    /is not Electron's electron-v45\.4\.1-linux-x64\.zip: its SHA-256 is/,
  );
  expect(existsSync(join(folder, 'taken'))).toBe(false);
});

it('knows the digests of the Electron that is installed here', () => {
  const { official } = plant();
  expect(() => take({ official }, join(root, 'node_modules/electron/checksums.json'))).toThrow(
    /and [0-9a-f]{64} was expected/,
  );
});

it('says what to name where nothing was, or what is not there', () => {
  const { checksums } = plant();
  expect(() => take({}, checksums)).toThrow(`set ELECTRON_ZIP to the file ${NAME}`);
  expect(() => take({ official: join(folder, 'none.zip') }, checksums)).toThrow('There is no file');
});

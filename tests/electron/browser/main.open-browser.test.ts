import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasDisplay, openBrowser } from '#electron/browser/main.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-browser-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** An `xdg-open` first in the path, which writes down what it was given. */
function watchOpener(): string {
  const seen = join(folder, 'seen');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > ${seen}.part && mv ${seen}.part ${seen}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  return seen;
}

describe.runIf(process.platform === 'linux')('opening a browser', () => {
  it('shows the token in no argument list, only in a file of the person alone', async () => {
    const seen = watchOpener();
    const opened = await openBrowser(folder, 'http://127.0.0.1:1/?token=secret-token');
    await expect.poll(() => existsSync(seen)).toBe(true);
    const file = readFileSync(seen, 'utf8');
    expect(file).not.toContain('secret-token');
    expect(readFileSync(file, 'utf8')).toContain('url=http://127.0.0.1:1/?token=secret-token"');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await opened.removeFile();
    expect(existsSync(file)).toBe(false);
  });

  it('is no reason to fail where there is none', async () => {
    vi.stubEnv('PATH', folder);
    await expect(openBrowser(folder, 'http://127.0.0.1:1/?token=t')).resolves.toBeDefined();
    await expect.poll(() => existsSync(join(folder, 'open.html'))).toBe(false);
  });
});

describe('a display', () => {
  it('is X or Wayland on Linux and taken for granted elsewhere', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
  });
});

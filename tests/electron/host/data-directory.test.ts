import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resolveDataDirectory, findDefaultDataDirectory } from '#electron/host/data-directory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-directory-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const mode = (path: string) => statSync(path).mode & 0o777;

describe.runIf(process.platform !== 'win32')('the data directory', () => {
  it('is the one that was given, made for the person alone', () => {
    const path = resolveDataDirectory(join(folder, 'a', 'b'));
    expect(path).toBe(join(folder, 'a', 'b'));
    expect(mode(path)).toBe(0o700);
  });

  it('may be given relative to the working directory', () => {
    expect(resolveDataDirectory(relative(process.cwd(), join(folder, 'c')))).toBe(join(folder, 'c'));
  });

  it('that is given and there already keeps its mode: it may be shared with other things', () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o755);
    expect(mode(resolveDataDirectory(shared))).toBe(0o755);
  });

  it.runIf(process.platform === 'linux')('in the usual place is narrowed to the person alone', () => {
    vi.stubEnv('XDG_DATA_HOME', folder);
    const usual = join(folder, 'timelog-reports');
    mkdirSync(usual);
    chmodSync(usual, 0o755);
    expect(resolveDataDirectory()).toBe(usual);
    expect(mode(usual)).toBe(0o700);
  });
});

describe('the usual place', () => {
  it.each([
    ['linux', {}, '/home/ada/.local/share/timelog-reports'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/timelog-reports'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/timelog-reports'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/ada/.local/share/timelog-reports'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/timelog-reports'],
  ] as const)('on %s with %o', (platform, env, expected) => {
    expect(findDefaultDataDirectory({ platform, env, home: '/home/ada' })).toBe(expected);
  });

  it('on Windows is the local, not the roaming one', () => {
    const env = { LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' };
    expect(findDefaultDataDirectory({ platform: 'win32', env, home: 'C:\\Users\\ada' })).toContain('AppData\\Local');
  });
});

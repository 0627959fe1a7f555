/** Finds the data directory in one place for all hosts, so that window, browser page and terminal see the same workspaces. */
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const NAME = 'timelog-reports';

export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Finds the platform's directory for a program's data. @returns an absolute path; nothing is created. */
export function findDefaultDataDirectory({ platform, env, home }: Environment): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', NAME);
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), NAME);
  // The XDG rules say that a relative path must be ignored.
  const data = env['XDG_DATA_HOME'];
  return join(data?.startsWith('/') ? data : join(home, '.local', 'share'), NAME);
}

/** @returns the path that `resolveDataDirectory` would use; nothing is created. */
export function getDataDirectoryPath(path?: string): string {
  return path
    ? resolve(path)
    : findDefaultDataDirectory({ platform: process.platform, env: process.env, home: homedir() });
}

/**
 * Resolves the data directory and creates it for the user alone (0700) if it does not exist.
 * @param folder `--data-dir`, absolute or relative to the working directory; takes precedence over the default.
 */
export function resolveDataDirectory(folder?: string): string {
  const path = getDataDirectoryPath(folder);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // A chosen directory that exists keeps its permissions, because it may be shared with other programs.
  if (!folder && process.platform !== 'win32') chmodSync(path, 0o700);
  return path;
}

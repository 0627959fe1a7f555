/** Opens the user's browser without showing the token to other users of the computer: process arguments can be listed. */
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'open.html';

/** Whether this machine has a display on which a browser can be seen. */
export function hasDisplay(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY']);
}

/** The page the browser is pointed at; it sends it on to the address. The address is ours: nothing in it needs escaping. */
export function redirectPage(address: string): string {
  return `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">\n`;
}

export interface OpenedBrowser {
  /** Removes the file that holds the token. */
  forget(): Promise<void>;
}

/** Tries to open one; without a browser the printed address is the way in. */
export async function openBrowser(dataDirectory: string, address: string): Promise<OpenedBrowser> {
  const path = join(dataDirectory, FILE);
  const forget = () => rm(path, { force: true });
  await forget();
  await writeFile(path, redirectPage(address), { mode: 0o600, flag: 'wx' });
  const [command, ...args] = chooseOpener(process.platform, path);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => void forget());
  child.unref();
  return { forget };
}

function chooseOpener(platform: NodeJS.Platform, path: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', path];
  if (platform === 'win32') return ['explorer.exe', path];
  return ['xdg-open', path];
}

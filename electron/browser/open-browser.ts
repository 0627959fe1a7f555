/** Opens the person's browser without showing the token to other people of this computer: arguments of processes can be listed. */
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'open.html';

/** Whether somebody could see a browser. */
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

/** Tries to; where there is no browser, the printed address is the way in. */
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

/**
 * The desktop host under Playwright: the stand-in's executable here, where `ELECTRON_BIN` names one a real Electron, or a packed program that
 * can be driven (`npm run release -- --twin`).
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright/test';
import { CHROMIUM_ENDED, chromiumArgs, root } from './places.ts';
import { boundWaits } from './waits.ts';

export const executable = process.env['ELECTRON_BIN'] ?? join(root, 'tests/support/electron-stand-in/electron');

const isPacked = ['resources', '../Resources'].some((folder) =>
  existsSync(join(dirname(executable), folder, 'app.asar')),
);

/** What is packed brings its own program: no folder is named to it. */
export const programArguments = [...(isPacked ? [] : [root]), ...chromiumArgs];

export const PAGE_URL = 'app://timelog/';

export interface DesktopApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
}

export async function launchElectron(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ElectronApplication> {
  const { ELECTRON_BIN: _, ...rest } = process.env;
  const defined = Object.entries({ ...rest, ...env }).filter((each): each is [string, string] => each[1] !== undefined);
  const electron = await _electron.launch({
    executablePath: executable,
    args: [...programArguments, ...args],
    cwd: root,
    env: Object.fromEntries(defined),
  });
  boundWaits(electron.context());
  return electron;
}

/** Runs in the page before its own scripts: an address that names no screen names this one. */
function openAt(hash: string): void {
  const isOwn = location.protocol === 'app:' || location.host === 'timelog.app.localhost';
  if (isOwn && window === window.top && location.hash === '') history.replaceState(null, '', hash);
}

/** @param opensAt the screen at which the window opens; absent: the program's own choice */
export async function startDesktopHost(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  opensAt?: string,
): Promise<DesktopApp> {
  const electron = await launchElectron(args, env);
  if (opensAt !== undefined) await electron.context().addInitScript(openAt, opensAt);
  const page = await electron.firstWindow().catch((error: unknown) => {
    if (electron.process().exitCode !== CHROMIUM_ENDED) throw error;
  });
  // On a busy machine Debian's Chromium sometimes ends as it starts.
  if (!page) return startDesktopHost(args, env, opensAt);
  await page.waitForURL((url) => url.protocol !== 'about:');
  return { electron, page };
}

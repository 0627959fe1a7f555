/** Starts Debian's Chromium without a window and says where its DevTools listen, as Electron's executable does. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { shellPath } from '#tests/e2e/support/places.ts';
import { DevTools } from './devtools.ts';

const SWITCHES = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-gpu',
  // What Chromium has beyond Electron's engine, and would start with each window.
  '--disable-breakpad',
  '--disable-field-trial-config',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--disable-features=MediaRouter,OptimizationHints,PaintHolding,Translate',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
  // Figures and days read alike whatever the machine's locale is.
  '--lang=en-GB',
  '--accept-lang=en-GB',
  '--password-store=basic',
  // Pages are served by the app's own protocol handler: nothing may reach a network, not even by mistake.
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

export interface Chromium {
  readonly devTools: DevTools;
  readonly process: ChildProcess;
}

/** @param profile a folder of its own, within the app's userData. */
export async function startChromium(profile: string): Promise<Chromium> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(shellPath, [...SWITCHES, ...sandbox, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.on('exit', () => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Chromium ended with ${code} before its DevTools listened`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on (ws:\/\/.*)$/.exec(line)?.[1];
      if (!found) return;
      // Playwright looks for this line on the stderr of what it started.
      process.stderr.write(`${line}\n`);
      resolve(found);
    });
  });
  return { devTools: await DevTools.connect(url), process: child };
}

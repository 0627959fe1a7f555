/** The browser host as people start it: a process that prints one address. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from './places.ts';

export interface BrowserProcess {
  readonly process: ChildProcess;
  /** With the one-time token. */
  readonly address: string;
  readonly origin: string;
  /** Everything printed so far. */
  printed(): { readonly stdout: string; readonly stderr: string };
  /** Ends it as Ctrl-C does; gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** @param out the folder that was built into */
export function startBrowserHost(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  out = join(root, 'out'),
): Promise<BrowserProcess> {
  return startServing([join(out, 'browser.js'), ...args], env);
}

/** @param command a script that prints its address, and its arguments */
export async function startServing(command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<BrowserProcess> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    // No display: no browser of the person is opened by a test.
    // Node would warn on stderr where a runner asks for colours and the surroundings for none.
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (printed.stderr += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      printed.stdout += chunk.toString();
      const found = /^(http:\S+)\n/m.exec(printed.stdout)?.[1];
      if (found) resolve(found);
    });
    void ended.then((code) =>
      reject(new Error(`It ended with ${code} before it printed its address: ${printed.stderr}`)),
    );
  });
  return {
    process: child,
    address,
    origin: new URL(address).origin,
    printed: () => ({ ...printed }),
    stop(signal = 'SIGINT') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Speaks to the browser host as its page does. */
export async function exchangeToken(address: string): Promise<Record<string, string>> {
  const { origin, searchParams } = new URL(address);
  const response = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: searchParams.get('token') }),
  });
  if (!response.ok) throw new Error(`The token was refused with ${response.status}`);
  const { secret } = (await response.json()) as { secret: string };
  return { origin, 'content-type': 'application/json', 'x-timelog-session': secret };
}

/** Runs a command inside a private keyring: its own D-Bus session, a real gnome-keyring daemon, a home of its own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyringHome {
  /** HOME of the sessions: a key stored in one is found in the next. */
  readonly path: string;
  remove(): void;
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface KeyringOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Given to the command on its standard input. */
  readonly input?: string;
}

const PASSWORD = 'test';

export function makeKeyringHome(): KeyringHome {
  const path = mkdtempSync(join(tmpdir(), 'keyring-home-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A suite that cannot run counts as failed, with one sentence. @throws Error naming what is missing. */
export function requireKeyring(): void {
  const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((command) => !isInstalled(command));
  if (missing.length > 0) {
    throw new Error(
      `The keychain cannot be tested here: ${missing.join(' and ')} not found; install the packages dbus and gnome-keyring.`,
    );
  }
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a command in a session of its own; the session ends with the command. The keyring is unlocked, unless `locked`.
 * @param command program and arguments.
 * @public
 */
export function spawnInKeyring(
  home: KeyringHome,
  command: readonly string[],
  { env = {}, locked = false }: { env?: Readonly<Record<string, string>>; locked?: boolean } = {},
): ChildProcess {
  // The daemon reads the password from its own standard input; the command gets this one's.
  const daemon = locked
    ? 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1'
    : `printf ${PASSWORD} | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1`;
  return spawn('dbus-run-session', ['--', 'sh', '-c', `${daemon} && exec "$@"`, 'sh', ...command], {
    env: sessionEnvironment(home, env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** Runs a command in an unlocked keyring to its end. */
export async function runInKeyring(
  home: KeyringHome,
  command: readonly string[],
  options: KeyringOptions = {},
): Promise<Finished> {
  return finished(spawnInKeyring(home, command, options.env ? { env: options.env } : {}), options.input);
}

/** Runs a command where keys are stored in a locked keyring. */
export async function runInLockedKeyring(home: KeyringHome, command: readonly string[]): Promise<Finished> {
  return finished(spawnInKeyring(home, command, { locked: true }));
}

/** Runs a command without a keychain: no D-Bus session can be found. */
export async function runWithoutKeyring(home: KeyringHome, command: readonly string[]): Promise<Finished> {
  const [program = '', ...rest] = command;
  return finished(spawn(program, rest, { env: sessionEnvironment(home, {}), stdio: ['pipe', 'pipe', 'pipe'] }));
}

/** Without the developer's own session: neither its bus, nor its keyring, nor a display to start one on. */
function sessionEnvironment(home: KeyringHome, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(DBUS_|XDG_|GNOME_KEYRING|DISPLAY|WAYLAND)/.test(name),
  );
  return { ...Object.fromEntries(inherited), HOME: home.path, XDG_RUNTIME_DIR: home.path, ...env };
}

async function finished(child: ChildProcess, input = ''): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.end(input);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject).on('close', resolve);
  return { code: await promise, stdout, stderr };
}

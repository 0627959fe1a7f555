/** Runs the terminal as people do: a real process, its streams and its exit code. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');
const built = join(root, 'out/cli.js');

/** The built program; the sources where nothing was built. `TIMELOG_CLI` names another. */
export const program = process.env['TIMELOG_CLI'] ?? (existsSync(built) ? built : join(root, 'electron/cli.ts'));

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Standard input; nothing without it. */
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function start(args: readonly string[], { env }: RunOptions = {}): ChildProcessWithoutNullStreams {
  // Node warns on stderr where a runner asks for colours and the environment for none; here stderr is the program's own.
  const plain = { ...(env ?? process.env), FORCE_COLOR: undefined, NO_COLOR: undefined };
  return spawn(process.execPath, [program, ...args], { cwd: root, env: plain });
}

export function end(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const found = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (found.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (found.stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...found }));
  });
}

export function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = start(args, options);
  // A command may end without reading its input, which closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return end(child);
}

export interface Served {
  readonly url: string;
  readonly key: string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<Ended>;
}

/** Starts `serve` and waits for its line. */
export async function serve(args: readonly string[], { input = '' }: RunOptions = {}): Promise<Served> {
  const child = start(['serve', ...args]);
  child.stdin.end(input);
  const ended = end(child);
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, 'line'), ended]);
  if (!Array.isArray(first)) throw new Error(`serve ended with ${first.code}: ${first.stderr}`);
  const { url, key } = JSON.parse(String(first[0])) as { url: string; key: string };
  return {
    url,
    key,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** Runs a program where a crash may leave every trace, and watches it from outside: argument lists, environments, output. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';

export interface Watched {
  readonly pid: number;
  /** What /proc tells of it and its children right now, for as long as it runs. */
  look(): void;
  /** So that a dump, if one is written, may hold everything. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the first line of standard output that matches. */
  line(pattern: RegExp): Promise<string>;
  readonly ended: Promise<WatchedEnd>;
}

export interface WatchedEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output, standard error, and every argument list and environment that was seen. */
  readonly texts: Readonly<Record<string, string>>;
  /** The largest core dump in bytes, as last seen. */
  readonly dumpLimit: string;
}

interface WatchOptions {
  /** Where cores and reports are written. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Core dumps are allowed as far as the system allows them. */
const WITH_CORES = 'ulimit -c "$(ulimit -H -c)" && exec "$@"';
const LOOK_MS = 40;

export function watch(command: readonly string[], { folder, env = {}, input }: WatchOptions): Watched {
  const surroundings = {
    ...process.env,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    NO_COLOR: undefined,
    FORCE_COLOR: undefined,
    ...env,
  };
  const child = spawn('bash', ['-c', WITH_CORES, 'bash', ...command], {
    cwd: folder,
    env: surroundings,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const texts: Record<string, string> = { 'standard output': '', 'standard error': '' };
  let dumpLimit = '';
  child.stdout.on('data', (chunk: Buffer) => (texts['standard output'] += chunk.toString('latin1')));
  child.stderr.on('data', (chunk: Buffer) => (texts['standard error'] += chunk.toString('latin1')));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  const pid = child.pid ?? 0;
  const look = () => {
    for (const each of [pid, ...childrenOf(pid)]) {
      for (const part of ['cmdline', 'environ'])
        texts[`${part} of ${each}`] = (texts[`${part} of ${each}`] ?? '') + readProc(each, part);
    }
    dumpLimit = /^Max core file size +\S+ +(\S+)/m.exec(readProc(pid, 'limits'))?.[1] ?? dumpLimit;
  };
  const looking = setInterval(look, LOOK_MS);
  look();
  const ended = once(child, 'close').then(([code, signal]): WatchedEnd => {
    clearInterval(looking);
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, texts, dumpLimit };
  });
  return {
    pid,
    look,
    kill: (signal) => void child.kill(signal),
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const read = () => {
          const found = pattern.exec(texts['standard output'] ?? '')?.[0];
          if (found !== undefined) resolve(found);
        };
        child.stdout.on('data', read);
        read();
        void ended.then((end) => reject(new Error(`ended with ${end.code}: ${texts['standard error']}`)));
      }),
    ended,
  };
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readProc(pid, `task/${task}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function readProc(pid: number, part: string): string {
  try {
    return readFileSync(`/proc/${pid}/${part}`, 'latin1');
  } catch {
    return '';
  }
}

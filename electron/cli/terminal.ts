/** The parts of the terminal that a command may use: its streams and Ctrl-C. Tests supply fakes. */
import { readFileSync } from 'node:fs';
import { toPrintable } from '#electron/host/printable.ts';
import { createStandardInput, type StandardInput } from './standard-input.ts';

export interface Terminal {
  /** Standard input, read once, line by line. */
  readonly input: StandardInput;
  /** Prints results. Resolves when the text has left the process. */
  out(text: string): Promise<void>;
  /** Prints everything else, one sentence per line. */
  say(sentence: string): void;
  /** Width of a line of results in characters; undefined if a program or a file receives them. */
  readonly columns: number | undefined;
  /** Replaces the progress line; does nothing when the output is not a terminal. An empty text clears it. */
  progress(text: string): void;
  /** Aborted by Ctrl-C, by SIGTERM, or when the parent process ends; a second signal ends the process at once. */
  readonly interrupted: AbortSignal;
}

export function createProcessTerminal(): Terminal {
  const { stdout, stderr } = process;
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) stderr.write('\r\u001B[K');
    hasProgress = false;
  };
  // A reader that stops early (`| head`) is not an error.
  stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE') process.exit(0);
    throw fault;
  });
  // If standard error is closed, the work continues.
  stderr.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
  });
  return {
    columns: stdout.isTTY ? stdout.columns : undefined,
    input: createStandardInput(process.stdin, stderr),
    out: (text) =>
      new Promise((resolve, reject) => {
        clear();
        stdout.write(text, (fault) => (fault ? reject(fault) : resolve()));
      }),
    say: (sentence) => {
      clear();
      stderr.write(`${toPrintable(sentence)}\n`);
    },
    progress: (text) => {
      if (!stderr.isTTY) return;
      clear();
      if (text === '') return;
      stderr.write(toPrintable(text));
      hasProgress = true;
    },
    interrupted: watchInterruption(),
  };
}

function watchInterruption(): AbortSignal {
  const controller = new AbortController();
  watchParent(() => controller.abort());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}

const POLL_MS = 250;

/** Returns the parent and, on Linux, the grandparent: the shell's parent is npm, which some signals kill while the shell survives. */
function findAncestors(): string {
  const parent = process.ppid;
  try {
    // `pid (name) state ppid …`; a name may contain brackets.
    const [, grandparent = ''] =
      readFileSync(`/proc/${parent}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}

/**
 * Ends a program when its parent ends. npm signals its shell, and the shell does not forward signals: without this, ending `npx` or
 * `npm run` would leave the program running. Started by hand, it outlives its shell, as `nohup` and `&` promise.
 * @param end called once, when npm or the shell it started this with has ended.
 */
export function watchParent(end: () => void): void {
  if (process.env['npm_command'] === undefined) return;
  const started = findAncestors();
  const timer = setInterval(() => {
    if (findAncestors() === started) return;
    clearInterval(timer);
    end();
  }, POLL_MS);
  timer.unref();
}

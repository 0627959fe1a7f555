/** The parts of the terminal a command may use: its streams and Ctrl-C. Tests supply their own. */
import { readFileSync } from 'node:fs';
import { toPrintable } from '#electron/host/printable.ts';
import { readInput, type Input } from './standard-input.ts';

export interface Terminal {
  /** Standard input, read once, line by line. */
  readonly input: Input;
  /** Prints results. Resolves when the text has left the process. */
  out(text: string): Promise<void>;
  /** Prints everything else, one sentence a line. */
  say(sentence: string): void;
  /** Width of a line of results in characters; undefined if a program or a file receives them. */
  readonly columns: number | undefined;
  /** Replaces the progress line; does nothing when the output is not a terminal. An empty text clears it. */
  progress(text: string): void;
  /** Aborted by Ctrl-C, by SIGTERM, or when the parent process ends; a second request ends at once. */
  readonly interrupted: AbortSignal;
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  let hasProgress = false;
  const clear = () => {
    if (hasProgress) stderr.write('\r\u001B[K');
    hasProgress = false;
  };
  // A reader that has seen enough (`| head`) is no fault of the program.
  stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE') process.exit(0);
    throw fault;
  });
  // The output is closed; the work continues.
  stderr.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE') throw fault;
  });
  return {
    columns: stdout.isTTY ? stdout.columns : undefined,
    input: readInput(process.stdin, stderr),
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
    interrupted: interruption(),
  };
}

function interruption(): AbortSignal {
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

const LOOK_MS = 250;

/** The shell's parent is npm: where the system tells it (Linux), its end counts too, because npm itself dies of some signals. */
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
 * Ends a program when its parent ends. npm signals its shell, and the shell passes nothing on: without this, ending `npx` or `npm run`
 * would leave the program behind. Started by hand it outlives its shell, as `nohup` and `&` promise.
 * @param end called once, when npm or the shell it started this with has ended.
 */
export function watchParent(end: () => void): void {
  if (process.env['npm_command'] === undefined) return;
  const started = findAncestors();
  const looking = setInterval(() => {
    if (findAncestors() === started) return;
    clearInterval(looking);
    end();
  }, LOOK_MS);
  looking.unref();
}

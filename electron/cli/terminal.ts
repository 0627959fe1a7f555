/** What a command may touch of the terminal it runs in: its streams and Ctrl-C. Tests give their own. */
import { whenParentGone } from '../host/parent-exit.ts';
import { toPrintable } from '../host/printable.ts';
import { readInput, type Input } from './standard-input.ts';

export interface Terminal {
  /** Standard input, read once, line by line. */
  readonly input: Input;
  /** Results only. Resolves when the text has left the process. */
  out(text: string): Promise<void>;
  /** Everything else: one sentence a line. */
  say(sentence: string): void;
  /** Characters a line of results has; undefined where they are read by a program or kept as a file. */
  readonly columns: number | undefined;
  /** Replaces the line of progress; does nothing where nobody watches. An empty text clears it. */
  progress(text: string): void;
  /** Aborted by Ctrl-C, a polite request to end, or the end of who started it; a second request ends at once. */
  readonly interrupted: AbortSignal;
}

export function processTerminal(): Terminal {
  const { stdout, stderr } = process;
  let shown = false;
  const clear = () => {
    if (shown) stderr.write('\r\u001B[K');
    shown = false;
  };
  // A reader that has seen enough (`| head`) is no fault of ours.
  stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE') process.exit(0);
    throw fault;
  });
  // Nobody listens any more; the work goes on.
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
      shown = true;
    },
    interrupted: interruption(),
  };
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  whenParentGone(() => controller.abort());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}

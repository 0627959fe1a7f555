/** The terminal without a process of its own: the same code from the command line to the output, many times faster. */
import { Readable, Writable } from 'node:stream';
import { run } from '#electron/cli/main.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';
import type { Terminal } from '#electron/cli/terminal.ts';
import type { Ended, RunOptions } from './terminal.ts';

export interface Heard {
  readonly terminal: Terminal;
  readonly found: { stdout: string; stderr: string };
}

export function quietTerminal(input: string): Heard {
  const found = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    input: createStandardInput(Readable.from([input]), new Writable({ write: (_chunk, _encoding, done) => done() })),
    out: async (text) => void (found.stdout += text),
    say: (sentence) => void (found.stderr += `${sentence}\n`),
    columns: undefined,
    progress: () => undefined,
    interrupted: new AbortController().signal,
  };
  return { terminal, found };
}

/** One command as a process runs it: opens the workspace and closes it. */
export async function runInProcess(
  argv: readonly string[],
  { input = '' }: Pick<RunOptions, 'input'> = {},
): Promise<Ended> {
  const { terminal, found } = quietTerminal(input);
  const code = await run(argv, terminal);
  return { code, ...found };
}

/** The terminal without a process of its own: the same code from the command line to the output, many times faster. */
import { Readable, Writable } from 'node:stream';
import { createApp } from '#electron/app/app.ts';
import { readCommandLine, globalOptions, readGlobalOptions } from '#electron/cli/arguments/arguments.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import { commands } from '#electron/cli/commands.ts';
import { toExitCode } from '#electron/cli/output/failure.ts';
import { run } from '#electron/cli/main.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';
import type { Terminal } from '#electron/cli/terminal.ts';
import { AppFailure } from '#contract/errors.ts';
import { quietHost } from './quiet-host.ts';
import type { Ended, RunOptions } from './terminal.ts';
import type { Place } from './terminal-session.ts';

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

export interface OpenTerminal extends Pick<AppClient, 'call'> {
  run(argv: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

/** Many commands on one workspace that stays open: opening it is the slow part of a command. */
export async function openTerminal({ data, url, key }: Place, now: () => number): Promise<OpenTerminal> {
  let out: string | undefined;
  const app = await createApp({
    host: quietHost({ chooseDestination: async () => (out === undefined ? undefined : { path: out }) }),
    version: 'test',
    dataDirectory: data,
    workspace: 'default',
    baseUrl: url,
    key,
    rate: 0,
    now,
  });
  const caller = createAppClient(app);
  return {
    call: (method, input) => caller.call(method, input),
    run: async (argv) => {
      const { terminal, found } = quietTerminal('');
      try {
        const line = readCommandLine(argv, globalOptions, commands);
        const options = readGlobalOptions(line);
        const work = await commands.find(({ name }) => name === line.command)?.prepare(line);
        if (!work) throw new Error(`There is no command ${line.command}`);
        const code = await work({
          terminal,
          options,
          openApp: async (needs) => {
            out = needs?.out;
            return caller;
          },
          readSavedReports: async () => [],
          openSharedNames: () => Promise.reject(new Error('The workspace is open here')),
          print: (document, lines) =>
            terminal.out(
              options.json
                ? `${JSON.stringify(document)}\n`
                : lines()
                    .map((each) => `${each}\n`)
                    .join(''),
            ),
        });
        return { code, ...found };
      } catch (fault) {
        const code = fault instanceof AppFailure ? fault.error.code : 'unexpected';
        return {
          code: toExitCode(code),
          stdout: found.stdout,
          stderr: fault instanceof Error ? String(fault.stack) : '',
        };
      }
    },
    close: () => app.close(),
  };
}

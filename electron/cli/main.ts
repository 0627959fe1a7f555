/** Runs one command: parses the command line, runs the action, and turns every outcome into an exit code and one sentence. */
import { debuglog } from 'node:util';
import { AppFailure, type AppError } from '#contract/errors.ts';
import { usage } from '#texts/terminal/cli.ts';
import { toPrintableJson } from '#electron/host/printable.ts';
import { appVersion } from '#electron/host/version.ts';
import {
  globalOptions,
  pastOptions,
  readCommandLine,
  readGlobalOptions,
  type CommandLine,
} from './arguments/arguments.ts';
import type { Command, Context } from './arguments/command.ts';
import { readOptions, refuse } from './arguments/option-values.ts';
import { commands } from './commands.ts';
import { formatCommandHelp, formatProgramHelp } from './help.ts';
import { DONE, toFailureJson, formatFailure, toExitCode } from './output/failure.ts';
import { openSession } from './session.ts';
import { createProcessTerminal, type Terminal } from './terminal.ts';

/** Details of an unexpected fault are shown only with NODE_DEBUG=timelog. */
const trace = debuglog('timelog');

/** @param argv the command and its arguments */
export async function main(argv: readonly string[]): Promise<never> {
  const terminal = createProcessTerminal();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (fault: unknown) => {
      terminal.say(formatFailure(toError(fault)));
      process.exit(toExitCode('unexpected'));
    });
  }
  const code = await run(argv, terminal);
  // Stores and sockets of a finished command must not keep a scheduler waiting.
  process.exit(code);
}

/** @param open opens the session of the command. @returns the exit code; never throws. */
export async function run(argv: readonly string[], terminal: Terminal, open = openSession): Promise<number> {
  try {
    const line = readCommandLine(argv, globalOptions, commands);
    return (await printHelp(line, terminal)) ?? (await execute(line, terminal, open));
  } catch (fault) {
    return reportError(toError(fault), argv.includes('--json'), terminal);
  }
}

/** Help and version need no workspace. */
async function printHelp({ command, options }: CommandLine, terminal: Terminal): Promise<number | undefined> {
  if (options.has('help')) {
    const named = commands.find(({ name }) => name === command);
    await terminal.out(named ? formatCommandHelp(named) : formatProgramHelp());
    return DONE;
  }
  if (!options.has('version')) return undefined;
  await terminal.out(options.has('json') ? `${JSON.stringify({ version: appVersion })}\n` : `${appVersion}\n`);
  return DONE;
}

async function execute(line: CommandLine, terminal: Terminal, open: typeof openSession): Promise<number> {
  const command = commands.find(({ name }) => name === line.command);
  if (!command) return refuse(usage.noCommand(commands.map(({ name }) => name)));
  const options = readGlobalOptions(line);
  const action = await command.prepare(line);
  const { asKnown } = readOptions(line, pastOptions);
  const session = open(terminal, options, asKnown);
  try {
    return await endOnInterruption(command, action(session.context), session.context);
  } finally {
    await session.close();
  }
}

function endOnInterruption(command: Command, running: Promise<number>, { terminal }: Context): Promise<number> {
  if (command.handlesInterruption) return running;
  const { interrupted } = terminal;
  const interruption = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(new AppFailure({ code: 'cancelled' })), { once: true });
  });
  return Promise.race([running, interruption]);
}

function toError(fault: unknown): AppError {
  trace('%o', fault);
  if (fault instanceof AppFailure) return fault.error;
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC') return { code: 'disk-full' };
  return { code: 'unexpected' };
}

async function reportError(error: AppError, json: boolean, terminal: Terminal): Promise<number> {
  terminal.progress('');
  if (json) await terminal.out(`${toPrintableJson(toFailureJson(error))}\n`);
  terminal.say(formatFailure(error));
  return toExitCode(error.code);
}

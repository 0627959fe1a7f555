/** Runs one command: reads the line, checks it, does the work, and turns every end into an exit code and one sentence. */
import { debuglog } from 'node:util';
import { AppFailure, fail, type AppError } from '../../src/contract/errors.ts';
import { groupThousands } from '../../src/domain/thousands.ts';
import { exportFormatLabels, exportFormats } from '../../src/domain/export-formats.ts';
import { usage } from '#texts/terminal/cli.ts';
import { findCommandHelp, programHelp } from '#texts/terminal/help.ts';
import { toPrintableJson } from '../host/printable.ts';
import { appVersion } from '../host/version.ts';
import { readCommandLine, type CommandLine } from './arguments/arguments.ts';
import type { Command, Context } from './arguments/command.ts';
import { commands } from './commands.ts';
import { DONE, toExitCode } from './output/exit-codes.ts';
import { namesFormats } from './names-file.ts';
import { failureDocument, failureSentence } from './output/failure.ts';
import { globalOptions, readGlobalOptions } from './arguments/global-options.ts';
import { openSession } from './session.ts';
import { processTerminal, type Terminal } from './terminal.ts';

/** Details of an unexpected fault are shown only with NODE_DEBUG=timelog. */
const trace = debuglog('timelog');

export async function main(): Promise<never> {
  const terminal = processTerminal();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (fault: unknown) => {
      terminal.say(failureSentence(toError(fault)));
      process.exit(toExitCode('unexpected'));
    });
  }
  const code = await run(process.argv.slice(2), terminal);
  // Stores and sockets of a finished command must not keep a scheduler waiting.
  process.exit(code);
}

/** @returns the exit code; never throws. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const line = readCommandLine(argv, globalOptions, commands);
    return (await answered(line, terminal)) ?? (await execute(line, terminal));
  } catch (fault) {
    return tell(toError(fault), argv.includes('--json'), terminal);
  }
}

/** Help and version need nothing else. */
async function answered({ command, options }: CommandLine, terminal: Terminal): Promise<number | undefined> {
  if (options.has('help')) {
    await terminal.out(findCommandHelp(command ?? '', helpLists) ?? programHelp);
    return DONE;
  }
  if (!options.has('version')) return undefined;
  await terminal.out(options.has('json') ? `${JSON.stringify({ version: appVersion })}\n` : `${appVersion}\n`);
  return DONE;
}

const helpLists = {
  formats: exportFormats.map((name) => ({ name, limits: exportFormatLabels[name].limits?.(groupThousands) ?? null })),
  namesFormats,
};

async function execute(line: CommandLine, terminal: Terminal): Promise<number> {
  const command = commands.find((each) => each.name === line.command);
  if (!command) return fail({ code: 'usage', detail: usage.noCommand(commands.map((each) => each.name)) });
  const options = readGlobalOptions(line);
  const work = await command.prepare(line);
  const session = openSession(terminal, options);
  try {
    return await untilInterrupted(command, work(session.context), session.context);
  } finally {
    await session.close();
  }
}

function untilInterrupted(command: Command, working: Promise<number>, { terminal }: Context): Promise<number> {
  if (command.handlesInterruption) return working;
  const { interrupted } = terminal;
  const interruption = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(new AppFailure({ code: 'cancelled' })), { once: true });
  });
  return Promise.race([working, interruption]);
}

function toError(fault: unknown): AppError {
  trace('%o', fault);
  if (fault instanceof AppFailure) return fault.error;
  if (fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC') return { code: 'disk-full' };
  return { code: 'unexpected' };
}

async function tell(error: AppError, json: boolean, terminal: Terminal): Promise<number> {
  terminal.progress('');
  if (json) await terminal.out(`${toPrintableJson(failureDocument(error))}\n`);
  terminal.say(failureSentence(error));
  return toExitCode(error.code);
}

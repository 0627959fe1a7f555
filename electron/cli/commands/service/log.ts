/** Where the service's log goes: a file, or standard error. */
import { fail } from '../../../../src/contract/errors.ts';
import { said, usage } from '#texts/terminal/cli.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import type { Context } from '../../arguments/command.ts';
import { destination, text } from '../../arguments/option-values.ts';

/** @returns the absolute path, or undefined for standard error. */
export function readLogPath(args: Arguments): string | undefined {
  const given = text(args, 'log');
  return given === undefined ? undefined : destination(given);
}

export async function withLog(
  { terminal }: Context,
  path: string | undefined,
  work: (print: (line: string) => void) => Promise<number>,
): Promise<number> {
  if (path === undefined) return work((line) => terminal.say(line));
  const { openLogFile } = await import('../../../../service/log/log-file.ts');
  const file = await openLogFile(path).catch((fault: unknown) =>
    fail({ code: 'usage', detail: usage.logRefused(path) }, fault),
  );
  try {
    return await work((line) => file.print(line));
  } finally {
    await file.close();
    if (file.lost > 0) terminal.say(said.logLinesLost(file.lost));
  }
}

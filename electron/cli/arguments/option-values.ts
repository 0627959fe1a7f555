/** Turns the text of an option into what it means; anything else is wrong use and says which option it was. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Arguments } from './arguments.ts';

/** @throws AppFailure `usage` always. */
export function refuse(detail: string): never {
  return fail({ code: 'usage', detail });
}

export function flag(args: Arguments, option: string): boolean {
  return args.options.has(option);
}

export function text(args: Arguments, option: string): string | undefined {
  const given = args.options.get(option);
  return typeof given === 'string' ? given : undefined;
}

export function requiredText(args: Arguments, option: string, command: string): string {
  return text(args, option) ?? refuse(usage.required(`--${option}`, command));
}

/** A whole number within bounds, both inclusive. */
export function wholeNumber(
  args: Arguments,
  option: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const given = text(args, option);
  if (given === undefined) return undefined;
  const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  return refuse(usage.wholeNumber(`--${option}`, minimum, maximum));
}

/** A plain decimal of 0 or more. */
export function notNegative(args: Arguments, option: string): number | undefined {
  const given = text(args, option);
  if (given === undefined) return undefined;
  return /^\d+(\.\d+)?$/.test(given) ? Number(given) : refuse(usage.notNegative(`--${option}`));
}

export function readChoice<T extends string>(args: Arguments, option: string, choices: readonly T[]): T | undefined {
  const given = text(args, option);
  if (given === undefined) return undefined;
  return choices.find((each) => each === given) ?? refuse(usage.oneOf(`--${option}`, choices));
}

/** A calendar day that exists, `YYYY-MM-DD`. */
export function day(args: Arguments, option: string): string | undefined {
  const given = text(args, option);
  if (given === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN;
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(given);
  return real ? given : refuse(usage.date(`--${option}`));
}

/** `a,b, c` → its parts, each once, in the order given. */
export function list(args: Arguments, option: string): string[] | undefined {
  const given = text(args, option);
  if (given === undefined) return undefined;
  const parts = [...new Set(given.split(',').map((part) => part.trim()))].filter((part) => part !== '');
  return parts.length === 0 ? refuse(usage.emptyList(`--${option}`)) : parts;
}

export function noPositionals(args: Arguments, command: string): void {
  const [first] = args.positionals;
  if (first !== undefined) refuse(usage.tooManyArguments(command, first));
}

/** A place to write to. A wrong one is wrong use, and is said before anything is opened. @returns the absolute path */
export function destination(given: string): string {
  const path = resolve(given);
  const folder = dirname(path);
  if (!isFolder(folder)) refuse(usage.outFolder(folder));
  if (isFolder(path)) refuse(usage.outIsFolder(path));
  return path;
}

/** The same for a pack, which may be a folder, and take the place of one. */
export function packDestination(given: string): string {
  const path = resolve(given);
  const folder = dirname(path);
  return isFolder(folder) ? path : refuse(usage.outFolder(folder));
}

/** A folder to write into. @returns the absolute path */
export function destinationFolder(given: string): string {
  const path = resolve(given);
  return isFolder(path) ? path : refuse(usage.noFolder(path));
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

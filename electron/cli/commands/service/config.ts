/** `--config FILE`: the options of `serve` as JSON, by their names; an option that is given as well goes before it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { configTexts as texts } from '#texts/terminal/serve.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { option, readOptions, refuse, type Arguments, type Options } from '#electron/cli/arguments/option-values.ts';

const MOST_BYTES = 65_536;

/** @param known the options that the file may name. @throws AppFailure `usage` at the first that does not fit. */
export function withConfig(args: Arguments, known: Options): Arguments {
  const { config: path } = readOptions(args, { config: option.text });
  return path === undefined ? args : { ...args, options: new Map([...readConfig(path, known), ...args.options]) };
}

function readConfig(path: string, known: Options): [string, string | true][] {
  const parsed = createSchema(known).safeParse(readJson(path));
  if (!parsed.success) return refuse(describeProblem(path, parsed.error.issues[0], Object.keys(known)));
  return Object.entries(parsed.data).flatMap(([name, value]): [string, string | true][] => {
    if (value === undefined || value === false) return [];
    return [[name, value === true ? true : String(value)]];
  });
}

function createSchema(known: Options) {
  const written = z.union([z.string().min(1), z.number()]);
  const fields = Object.entries(known).map(
    ([name, read]) => [name, (read === option.flag ? z.boolean() : written).optional()] as const,
  );
  return z.strictObject(Object.fromEntries(fields));
}

function readJson(path: string): unknown {
  let read: string;
  try {
    read = readFileSync(path, 'utf8');
  } catch {
    return refuse(texts.noFile(path));
  }
  if (read.length > MOST_BYTES) refuse(texts.tooLarge(path));
  try {
    return JSON.parse(read);
  } catch {
    return refuse(texts.noJson(path));
  }
}

function describeProblem(path: string, issue: z.core.$ZodIssue | undefined, names: readonly string[]): string {
  if (issue?.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? '';
    return texts.unknown(path, name, findNearestName(name, names));
  }
  const name = issue?.path.join('.') ?? '';
  if (name === '') return texts.noObject(path);
  return issue?.code === 'invalid_type' && issue.expected === 'boolean'
    ? texts.noSwitch(path, name)
    : texts.noText(path, name);
}

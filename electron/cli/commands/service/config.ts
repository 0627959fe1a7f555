/** `--config FILE`: the options of `serve` as JSON, by their names; an option that is given as well goes before it. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { configTexts as texts } from '#texts/terminal/serve.ts';
import { nearestName } from '../../../../src/domain/people/nearest-name.ts';
import type { Arguments, OptionKinds } from '../../arguments/arguments.ts';
import { refuse, text } from '../../arguments/option-values.ts';

const MOST_BYTES = 65_536;

/** @param kinds the options that the file may name. @throws AppFailure `usage` at the first that does not fit. */
export function withConfig(args: Arguments, kinds: OptionKinds): Arguments {
  const path = text(args, 'config');
  if (path === undefined) return args;
  const given = readConfig(path, kinds);
  return { ...args, options: new Map([...given, ...args.options]) };
}

function readConfig(path: string, kinds: OptionKinds): [string, string | true][] {
  const parsed = createSchema(kinds).safeParse(readJson(path));
  if (!parsed.success) return refuse(describeIssue(path, parsed.error.issues[0], Object.keys(kinds)));
  return Object.entries(parsed.data).flatMap(([name, value]): [string, string | true][] => {
    if (value === undefined || value === false) return [];
    return [[name, value === true ? true : String(value)]];
  });
}

function createSchema(kinds: OptionKinds) {
  const written = z.union([z.string().min(1), z.number()]);
  const shape: Record<string, z.ZodType<string | number | boolean | undefined>> = {};
  for (const [name, kind] of Object.entries(kinds)) shape[name] = (kind === 'flag' ? z.boolean() : written).optional();
  return z.strictObject(shape);
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

function describeIssue(path: string, issue: z.core.$ZodIssue | undefined, names: readonly string[]): string {
  if (issue?.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? '';
    return texts.unknown(path, name, nearestName(name, names));
  }
  const name = issue?.path.join('.') ?? '';
  if (name === '') return texts.noObject(path);
  return issue?.code === 'invalid_type' && issue.expected === 'boolean'
    ? texts.noSwitch(path, name)
    : texts.noText(path, name);
}

/** Reads the command line: one command, its options and the global ones in any order. Strict, so that a typo is never ignored. */
import { parseArgs } from 'node:util';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { defaultSettings, settingsSchema } from '#domain/settings.ts';
import { readWorkspaceTitle } from '#domain/name-schema.ts';
import { usage } from '#texts/terminal/cli.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import { DEFAULT_RATE } from '#electron/workspace/options.ts';
import {
  option,
  readOptions,
  refuse,
  toOption,
  withForm,
  type Arguments,
  type Option,
  type Options,
  type OptionValues,
} from './option-values.ts';

export interface CommandLine extends Arguments {
  readonly command: string | undefined;
}

interface Spec {
  readonly name: string;
  readonly options: Options;
}

/**
 * @param globals options every command takes
 * @throws AppFailure `usage` at the first argument that does not fit. `--help` works even with an invalid argument of the command.
 */
export function readCommandLine(argv: readonly string[], globals: Options, commands: readonly Spec[]): CommandLine {
  const knownOptions: Options = Object.assign({}, ...commands.map(({ options }) => options), globals);
  const tokens = tokenize(argv, knownOptions);
  const [name, ...positionals] = tokens.filter((token) => token.kind === 'positional').map(({ value }) => value);
  const command = commands.find((spec) => spec.name === name);
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help'))
    return { command: command?.name, positionals: [], options: new Map([['help', true]]) };
  const options = collectOptions(tokens, knownOptions);
  if (name === undefined) return { command: undefined, positionals, options };
  if (!command) {
    const names = commands.map((spec) => spec.name);
    return refuse(usage.unknownCommand(name, findNearestName(name, names), names));
  }
  const foreign = [...options.keys()].find(
    (optionName) => !(optionName in globals) && !(optionName in command.options),
  );
  if (foreign !== undefined) refuse(usage.foreignOption(`--${foreign}`, command.name));
  return { command: command.name, positionals, options };
}

type Token = ReturnType<typeof tokenize>[number];

function tokenize(argv: readonly string[], knownOptions: Options) {
  const options = Object.fromEntries(
    Object.entries(knownOptions).map(([name, read]) => [
      name,
      {
        type: read === option.flag ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  );
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function collectOptions(tokens: readonly Token[], knownOptions: Options): Map<string, string | true> {
  const options = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(knownOptions, name))
      refuse(usage.unknownOption(rawName, findNearestName(name, Object.keys(knownOptions))));
    if (options.has(name)) refuse(usage.repeated(rawName));
    if (knownOptions[name] === option.flag) {
      if (value !== undefined) refuse(usage.valueRefused(rawName));
      options.set(name, true);
      continue;
    }
    // `--limit --json` would otherwise swallow the next option as a value.
    if (value === undefined || (!inlineValue && /^-./.test(value))) refuse(usage.valueMissing(rawName));
    options.set(name, value);
  }
  return options;
}

const workspaceName: Option<string> = (text) => readWorkspaceTitle(text) ?? refuse(usage.workspace);

const SAMPLE = 'sample';
const DEFAULT_WORKSPACE = 'default';

export const globalOptions = {
  workspace: withForm(workspaceName, { standard: DEFAULT_WORKSPACE }),
  'data-dir': option.text,
  'base-url': parseBaseUrl,
  'key-stdin': option.flag,
  'quota-limit': withForm(toOption(settingsSchema.shape.quotaLimit), { standard: defaultSettings.quotaLimit }),
  rate: withForm(option.notNegative, { standard: DEFAULT_RATE }),
  json: option.flag,
  help: option.flag,
  version: option.flag,
};

/** Options of commands that can answer as of a past moment. */
export const pastOptions = { 'as-known': option.text };

export type GlobalOptions = OptionValues<typeof globalOptions> & { readonly workspace: string };

/** @throws AppFailure `usage`, `address-refused` */
export function readGlobalOptions(args: Arguments): GlobalOptions {
  const options = { workspace: DEFAULT_WORKSPACE, ...readOptions(args, globalOptions) };
  if (options.workspace === SAMPLE && options.baseUrl !== undefined) refuse(usage.sampleAddress);
  return options;
}

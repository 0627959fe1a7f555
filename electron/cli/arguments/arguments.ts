/** Reads the command line: one command, its options and the global ones in any order. Strict, so that a typo is never ignored. */
import { parseArgs } from 'node:util';
import { fail } from '../../../src/contract/errors.ts';
import { nearestName } from '../../../src/domain/people/nearest-name.ts';
import { usage } from '#texts/terminal/cli.ts';

/** The options of a command, each with what its value means. */
export type OptionKinds = Readonly<Record<string, 'text' | 'flag'>>;

export interface Arguments {
  /** The options given, without dashes; a flag is `true`. */
  readonly options: ReadonlyMap<string, string | true>;
  /** What follows the command. */
  readonly positionals: readonly string[];
}

export interface CommandLine extends Arguments {
  readonly command: string | undefined;
}

interface Spec {
  readonly name: string;
  readonly options: OptionKinds;
}

/**
 * @param globals options every command takes
 * @throws AppFailure `usage` at the first argument that does not fit. `--help` is answered even beside a wrong argument of the command.
 */
export function readCommandLine(argv: readonly string[], globals: OptionKinds, commands: readonly Spec[]): CommandLine {
  const known: OptionKinds = Object.assign({}, ...commands.map(({ options }) => options), globals);
  const tokens = tokenize(argv, known);
  const given = tokens.filter((token) => token.kind === 'positional').map(({ value }) => value);
  const [name, ...positionals] = given;
  if (asksForHelp(tokens)) {
    const asked = commands.find((each) => each.name === name);
    return { command: asked?.name, positionals: [], options: new Map([['help', true]]) };
  }
  const options = readOptions(tokens, known);
  if (name === undefined) return { command: undefined, positionals, options };
  const command = commands.find((each) => each.name === name);
  if (!command) {
    const names = commands.map((each) => each.name);
    return fail({ code: 'usage', detail: usage.unknownCommand(name, nearestName(name, names), names) });
  }
  for (const option of options.keys()) {
    if (!(option in globals) && !(option in command.options)) {
      fail({ code: 'usage', detail: usage.foreignOption(`--${option}`, command.name) });
    }
  }
  return { command: command.name, positionals, options };
}

type Token = ReturnType<typeof tokenize>[number];

function tokenize(argv: readonly string[], known: OptionKinds) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), ...(name === 'help' && { short: 'h' }) },
    ]),
  );
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function asksForHelp(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'option' && token.name === 'help');
}

function readOptions(tokens: readonly Token[], known: OptionKinds): Map<string, string | true> {
  const found = new Map<string, string | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined)
      fail({ code: 'usage', detail: usage.unknownOption(rawName, nearestName(name, Object.keys(known))) });
    if (found.has(name)) fail({ code: 'usage', detail: usage.repeated(rawName) });
    if (kind === 'flag') {
      if (value !== undefined) fail({ code: 'usage', detail: usage.valueRefused(rawName) });
      found.set(name, true);
      continue;
    }
    // `--limit --json` would otherwise swallow the next option as a value.
    if (value === undefined || (!inlineValue && /^-./.test(value))) {
      fail({ code: 'usage', detail: usage.valueMissing(rawName) });
    }
    found.set(name, value);
  }
  return found;
}

/**
 * The options of commands: each has a function that parses its text. Text that it cannot parse is a usage error, which names the
 * option.
 */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { foldName } from '#domain/people/nearest-name.ts';
import { findPeriodProblem } from '#domain/time/period.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { resolveDataDirectory } from '#electron/host/data-directory.ts';

/** What the help page says of the text after an option. */
export interface OptionForm {
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** What holds without the option. */
  readonly standard?: string | number;
  /** Further lines. */
  readonly notes?: readonly string[];
}

/** Parses the text after an option. @param name the option with its dashes. @throws AppFailure `usage` */
export interface Option<Value> {
  (text: string, name: string): Value;
  readonly form?: OptionForm;
}

/** Adds to the form of an option what no schema says, such as its default. */
export function withForm<Value>(read: Option<Value>, form?: OptionForm): Option<Value> {
  return Object.assign((text: string, name: string) => read(text, name), { form: { ...read.form, ...form } });
}

export type Options = Readonly<Record<string, Option<unknown>>>;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Reads a text as another option does, and means something else by it. */
export function mapOption<Read, Value>(read: Option<Read>, convert: (value: Read) => Value): Option<Value> {
  return withForm((text, name) => convert(read(text, name)), read.form);
}

/** The values of the options on the command line: the value of `--max-requests` is `maxRequests`. */
export type OptionValues<Known extends Options> = {
  readonly [Name in keyof Known & string as CamelCase<Name>]?: Exclude<ReturnType<Known[Name]>, undefined>;
};

export interface Arguments {
  /** The options on the command line, without dashes; a flag is `true`. */
  readonly options: ReadonlyMap<string, string | true>;
  readonly positionals: readonly string[];
}

/** @throws AppFailure `usage` for the first option, in the order of `known`, that cannot be read. */
export function readOptions<Known extends Options>({ options }: Arguments, known: Known): OptionValues<Known> {
  const values = Object.entries(known).flatMap(([name, read]) => {
    const text = options.get(name);
    const value = text === undefined ? undefined : read(String(text), `--${name}`);
    return value === undefined ? [] : [[toCamelCase(name), value]];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what its option has just read
  return Object.fromEntries(values) as OptionValues<Known>;
}

/** Finds the items with exactly this name or, if there are none, those that match it regardless of case and spaces. */
export function matchNames<Item>(name: string, items: readonly Item[], readName: (item: Item) => string): Item[] {
  const exact = items.filter((item) => readName(item) === name);
  return exact.length > 0 ? exact : items.filter((item) => foldName(readName(item)) === foldName(name));
}

/** @throws AppFailure `usage` always. */
export function refuse(detail: string): never {
  return fail({ code: 'usage', detail });
}

/** Describes the first problem that a schema found, with its path in front. */
export function describeFirstIssue({ issues: [issue] }: Pick<z.ZodError, 'issues'>): string {
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
}

/** Parses JSON and keeps numbers as the digits that were typed: an id of 20 digits does not fit a double. @throws SyntaxError */
export function parseKeepingDigits(json: string): unknown {
  return JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? value) : value,
  );
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Resolves `--data-dir` as every host does; a folder that cannot hold data is a usage error.
 * @returns an absolute path that exists
 * @throws AppFailure `usage`, `disk-full`
 */
export function resolveDataFolder(text: string | undefined): string {
  try {
    return resolveDataDirectory(text);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    if (code === 'ENOSPC') return fail({ code: 'disk-full' }, fault);
    return fail({ code: 'usage', detail: usage.dataFolder(text ?? '', code) }, fault);
  }
}

export const option = {
  flag: (): true => true,

  text: (text: string): string => text,

  /** A currency's name, or `none`. */
  currency: (text: string): string | null => (text === 'none' ? null : text),

  /** Both bounds are included. */
  wholeNumber: (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Option<number> =>
    withForm(
      (text, name) => {
        const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
        return value >= minimum && value <= maximum ? value : refuse(usage.wholeNumber(name, minimum, maximum));
      },
      { minimum, maximum },
    ),

  /** A plain decimal of 0 or more. */
  notNegative: (text: string, name: string): number =>
    /^\d+(\.\d+)?$/.test(text) ? Number(text) : refuse(usage.notNegative(name)),

  oneOf: <Choice extends string>(choices: readonly Choice[]): Option<Choice> =>
    withForm((text, name) => choices.find((choice) => choice === text) ?? refuse(usage.oneOf(name, choices)), {
      choices,
    }),

  /** The number of a closing or of a sent file, as lists show it. */
  entryNumber: (text: string, name: string): number => option.wholeNumber(1)(text.replace('#', ''), name),

  /** A calendar day that exists, `YYYY-MM-DD`. */
  day: (text: string, name: string): string => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
    return exists ? text : refuse(usage.date(name));
  },

  /** A list of values that another option reads. */
  listOf: <Value>(read: Option<Value>): Option<Value[]> =>
    withForm((text, name) => option.list(text, name).map((part) => read(part, name)), read.form ?? {}),

  /** `a,b, c` → its parts, each once, in the order given. */
  list: (text: string, name: string): string[] => {
    const parts = [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
    return parts.length === 0 ? refuse(usage.emptyList(name)) : parts;
  },

  /** Checks only that a period can be read: the app resolves it in the zone of the workspace. */
  period: (text: string): string => {
    const problem = findPeriodProblem(text);
    return problem === undefined ? text : refuse(problem);
  },

  /** The absolute path of a file to write. An invalid path is rejected before anything is opened. */
  destination: (text: string): string => {
    const path = option.packDestination(text);
    return isFolder(path) ? refuse(usage.outIsFolder(path)) : path;
  },

  /** The absolute path of a pack to write, which may be a folder and may replace one. */
  packDestination: (text: string): string => {
    const path = resolve(text);
    const folder = dirname(path);
    return isFolder(folder) ? path : refuse(usage.outFolder(folder));
  },

  /** The absolute path of a folder to write into. */
  destinationFolder: (text: string): string => {
    const path = resolve(text);
    return isFolder(path) ? path : refuse(usage.noFolder(path));
  },
};

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${Rest extends Uncapitalize<Rest> ? '' : '-'}${KebabCase<Rest>}`
  : Name;

type SchemaOptions<Shape extends z.core.$ZodShape, Name extends string> = {
  readonly [Key in Name]: Option<NonNullable<z.output<Shape[CamelCase<Key>]>>>;
};

/** Options that a schema of the contract describes: `--max-requests` is its field `maxRequests`, with its type, choices and bounds. */
export function deriveOptions<Shape extends z.core.$ZodShape, Name extends KebabCase<keyof Shape & string>>(
  { shape }: { readonly shape: Shape },
  ...names: readonly Name[]
): SchemaOptions<Shape, Name> {
  const options = names.map((name) => [name, toOption(shape[toCamelCase(name)] ?? fail({ code: 'unexpected' }))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each option reads the values of its own schema
  return Object.fromEntries(options) as SchemaOptions<Shape, Name>;
}

/** @param field of a schema of the contract, for an option of another name. Its form, checks and default become those of the option. */
export function toOption<Field extends z.core.$ZodType>(field: Field): Option<NonNullable<z.output<Field>>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the option reads the values of its own schema
  return toUntypedOption(field) as Option<NonNullable<z.output<Field>>>;
}

function toUntypedOption(field: z.core.$ZodType): Option<unknown> {
  const { type, items, enum: choices, default: standard, ...bounds } = z.toJSONSchema(field, { io: 'input' });
  if (type === 'boolean') return option.flag;
  if (type === 'array') {
    const { enum: itemChoices } = typeof items === 'object' && !Array.isArray(items) ? items : {};
    return itemChoices ? option.listOf(option.oneOf(itemChoices.map(String))) : option.list;
  }
  const { minimum, exclusiveMinimum = -1, maximum } = bounds;
  const read = choices
    ? option.oneOf(choices.map(String))
    : type === 'integer'
      ? option.wholeNumber(minimum ?? Number(exclusiveMinimum) + 1, maximum)
      : checkText(field);
  return typeof standard === 'string' || typeof standard === 'number' ? withForm<unknown>(read, { standard }) : read;
}

/** Reads a period, with the default that the schema gives it. */
export function toPeriodOption(field: z.core.$ZodType): Option<string> {
  return withForm(option.period, toOption(field).form);
}

/** Reads a text as it is if the schema accepts it. */
function checkText(field: z.core.$ZodType): Option<string> {
  return (text, name) => {
    const { error } = z.safeParse(field, text, { error: describeIssue });
    return error ? refuse(usage.optionValue(name, error.issues[0]?.message ?? '')) : text;
  };
}

function toCamelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Reads names as JSON, and writes a whole directory as a file that reads back the same. */
import { basename } from 'node:path';
import { z } from 'zod';
import {
  objectEntrySchema,
  objectKeySchema,
  objectOfKey,
  ownerEntrySchema,
  ownerIdSchema,
  type Directory,
} from '../../src/domain/people/directory.ts';
import { entriesById } from '../../src/domain/entries-by-id.ts';
import type { NamePatch } from '../../src/domain/people/names-line.ts';
import type { TableProblem } from '../../src/domain/people/names-table.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { AtomicFile } from '../exports/atomic-file.ts';
import { writeNames } from '../exports/names-table.ts';
import { refuse } from './arguments/option-values.ts';
import { describeIssue } from '../../src/domain/schema-problem.ts';

/** A file in JSON, which names each id's kind and fields itself; undefined: it is a list. @throws AppFailure `usage` that says what is wrong where. */
export function readNamesJson(path: string, bytes: Uint8Array): NamePatch[] | undefined {
  const encoding = findEncoding(bytes);
  // A mark may stand before it.
  if (!/^\s*[{[]/.test(new TextDecoder(encoding).decode(bytes.subarray(0, 200)))) return undefined;
  return readJson(path, decode(path, bytes, encoding));
}

/** UTF-8, or UTF-16 where a byte order mark says so. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decode(path: string, bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuseProblems(path, [{ where: texts.lineAt(1), what: texts.notUtf8 }]);
  }
}

/** One sentence for all errors: the first one, and how many more there are. @throws AppFailure `usage` always. */
export function refuseProblems(path: string, problems: readonly TableProblem[]): never {
  const [first, ...more] = problems;
  return refuse(texts.problem(basename(path), first?.where ?? texts.lineAt(1), first?.what ?? '', more.length));
}

const someFields = z.record(z.string(), z.unknown());
const directoryFileSchema = z.strictObject({
  owners: entriesById(ownerIdSchema, someFields).default({}),
  objects: entriesById(objectKeySchema, someFields).default({}),
});

function readJson(path: string, text: string): NamePatch[] {
  const file = directoryFileSchema.safeParse(parseJson(path, text), { error: describeIssue });
  if (!file.success) return refuseProblems(path, toProblems(file.error, []));
  const problems: TableProblem[] = [];
  const patches = [
    ...Object.entries(file.data.owners).map(([id, given]): NamePatch => {
      const owner = readEntry(ownerEntrySchema, given, ['owners', id], problems);
      return { where: `owners.${id}`, kind: 'person', id, owner };
    }),
    ...Object.entries(file.data.objects).map(([key, given]): NamePatch => {
      const { type, id } = objectOfKey(key);
      const object = readEntry(objectEntrySchema, given, ['objects', key], problems);
      return { where: `objects.${key}`, kind: type, id, object };
    }),
  ];
  return problems.length > 0 ? refuseProblems(path, problems) : patches;
}

/** Only the given fields: the others, a name too, stay as they are in the directory. */
function readEntry<Schema extends z.ZodObject>(
  schema: Schema,
  given: Readonly<Record<string, unknown>>,
  place: readonly string[],
  problems: TableProblem[],
): Partial<z.output<Schema>> {
  const read = schema.safeParse({ name: '-', ...given }, { error: describeIssue });
  if (!read.success) problems.push(...toProblems(read.error, place));
  const fields = Object.entries(read.data ?? {}).filter(([name]) => Object.hasOwn(given, name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of what the schema has just read
  return Object.fromEntries(fields) as Partial<z.output<Schema>>;
}

function toProblems(error: z.ZodError, place: readonly string[]): TableProblem[] {
  return error.issues.map(({ path, message }) => ({ where: [...place, ...path].join('.') || 'top', what: message }));
}

/** Numbers stay the digits that were typed. */
function parseJson(path: string, text: string): unknown {
  const digits = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? value) : value;
  try {
    return JSON.parse(text, digits);
  } catch (fault) {
    const problem = fault instanceof Error ? fault.message : String(fault);
    return refuseProblems(path, [{ where: 'JSON', what: texts.notJson(problem) }]);
  }
}

/** How a whole directory is written, in each format that `readNamesFile` reads back the same. */
export const namesWriters = {
  csv: writeNames,
  json: ({ owners, objects }: Directory, file: AtomicFile) =>
    file.write(`${JSON.stringify({ owners, objects }, null, 2)}\n`),
} as const;

/** A list that spreadsheets open comes first: it counts where no format is named. */
export const namesFormats = ['csv', 'json'] as const satisfies readonly (keyof typeof namesWriters)[];

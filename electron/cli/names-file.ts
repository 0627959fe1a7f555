/** Reads names from JSON, or from a list in a text file or a workbook, and writes a complete directory to a file that can be read back. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  entriesById,
  objectEntrySchema,
  objectKeySchema,
  ownerEntrySchema,
  ownerIdSchema,
  parseObjectKey,
  type Directory,
} from '#domain/people/directory.ts';
import type { TableProblem, NamePatch } from '#domain/people/names-table.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import { readTextTable, type TableFile } from '#domain/csv.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import { tableTexts } from '#texts/screens/people-import.ts';
import type { AtomicFile } from '#electron/exports/atomic-file.ts';
import { writeNames } from '#electron/exports/small-table.ts';
import { parseKeepingDigits, refuse } from './arguments/option-values.ts';

/**
 * Reads JSON, which has each id's kind and fields; undefined if the file is a list.
 * @throws AppFailure `usage` with the problem and its position.
 */
export function readNamesJson(path: string, bytes: Uint8Array): NamePatch[] | undefined {
  const encoding = findEncoding(bytes);
  // A byte order mark may come first.
  if (!/^\s*[{[]/.test(new TextDecoder(encoding).decode(bytes.subarray(0, 200)))) return undefined;
  const json = decode(bytes, encoding);
  return json === undefined
    ? refuseProblems(path, [{ where: texts.lineAt(1), what: texts.notUtf8 }])
    : readPatches(path, json);
}

/** UTF-8, or UTF-16 if its byte order mark is present. */
function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reports the first problem, and the number of others. @throws AppFailure `usage` always. */
export function refuseProblems(path: string, problems: readonly TableProblem[]): never {
  const [first, ...more] = problems;
  return refuse(texts.problem(basename(path), first?.where ?? texts.lineAt(1), first?.what ?? '', more.length));
}

const anyFields = z.record(z.string(), z.unknown());
const directoryFileSchema = z.strictObject({
  owners: entriesById(ownerIdSchema, anyFields).default({}),
  objects: entriesById(objectKeySchema, anyFields).default({}),
});

function readPatches(path: string, json: string): NamePatch[] {
  const file = directoryFileSchema.safeParse(parseJson(path, json), { error: describeIssue });
  if (!file.success) return refuseProblems(path, toProblems(file.error, []));
  const problems: TableProblem[] = [];
  const patches = [
    ...Object.entries(file.data.owners).map(([id, fields]): NamePatch => {
      const owner = readEntry(ownerEntrySchema, fields, ['owners', id], problems);
      return { where: `owners.${id}`, kind: 'person', id, owner };
    }),
    ...Object.entries(file.data.objects).map(([key, fields]): NamePatch => {
      const { type, id } = parseObjectKey(key);
      const object = readEntry(objectEntrySchema, fields, ['objects', key], problems);
      return { where: `objects.${key}`, kind: type, id, object };
    }),
  ];
  return problems.length > 0 ? refuseProblems(path, problems) : patches;
}

/** Reads only the given fields: the others, including the name, stay as they are in the directory. */
function readEntry<Schema extends z.ZodObject>(
  schema: Schema,
  entry: Readonly<Record<string, unknown>>,
  parent: readonly string[],
  problems: TableProblem[],
): Partial<z.output<Schema>> {
  const parsed = schema.safeParse({ name: '-', ...entry }, { error: describeIssue });
  if (!parsed.success) problems.push(...toProblems(parsed.error, parent));
  const fields = Object.entries(parsed.data ?? {}).filter(([name]) => Object.hasOwn(entry, name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields of what the schema has just read
  return Object.fromEntries(fields) as Partial<z.output<Schema>>;
}

function toProblems(error: z.ZodError, parent: readonly string[]): TableProblem[] {
  return error.issues.map(({ path, message }) => ({ where: [...parent, ...path].join('.') || 'top', what: message }));
}

function parseJson(path: string, json: string): unknown {
  try {
    return parseKeepingDigits(json);
  } catch (fault) {
    const problem = fault instanceof Error ? fault.message : String(fault);
    return refuseProblems(path, [{ where: 'JSON', what: texts.notJson(problem) }]);
  }
}

/** Writes a complete directory, in each format that can be read back. */
export const namesWriters = {
  csv: writeNames,
  json: ({ owners, objects }: Directory, file: AtomicFile) =>
    file.write(`${JSON.stringify({ owners, objects }, null, 2)}\n`),
} as const;

/** The first is the default, because spreadsheets open it. */
export const namesFormats = ['csv', 'json'] as const satisfies readonly (keyof typeof namesWriters)[];

const DEADLINE_MS = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 } as const;

/** Paths of the thread's module: in the source, and in the build from a chunk or from an entry. */
const threadPaths = ['./workbook-thread.ts', '../workbook-thread.js', './workbook-thread.js'];

/** Reads a list from a text or a workbook; a workbook is read in a thread with a deadline and a memory limit. */
export function readTableFile(bytes: Uint8Array): Promise<TableFile> {
  // Every zip file begins with these bytes.
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isWorkbook ? readInThread(bytes) : Promise.resolve(readTextTable(bytes, { parse, decode }));
}

async function readInThread(bytes: Uint8Array): Promise<TableFile> {
  const paths = threadPaths.map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const threadPath = paths.find((path) => existsSync(path));
  if (threadPath === undefined) throw new Error(`The thread that reads workbooks is not beside ${import.meta.url}`);
  const thread = new Worker(threadPath, { workerData: bytes, execArgv: [], resourceLimits });
  const deadline = Promise.withResolvers<TableFile>();
  const timer = setTimeout(() => deadline.resolve({ ok: false, problem: tableTexts.tooLong }), DEADLINE_MS);
  const answer = new Promise<TableFile>((resolve) => {
    thread.once('message', resolve);
    // The thread is out of memory, or the file is malformed.
    thread.once('error', () => resolve({ ok: false, problem: tableTexts.tooLarge }));
  });
  try {
    return await Promise.race([answer, deadline.promise]);
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** Reads a file of names, CSV as spreadsheets of any country write it or JSON, and writes one that reads back the same. */
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  objectEntrySchema,
  objectKeySchema,
  objectOfKey,
  ownerEntrySchema,
  ownerIdSchema,
  type Directory,
} from '../../src/domain/people/directory.ts';
import { readHeader, type NamePatch } from '../../src/domain/people/names-line.ts';
import { readNamesTable, type TableProblem } from '../../src/domain/people/names-table.ts';
import { namesTableTexts as texts } from '#texts/names-table.ts';
import type { AtomicFile } from '../exports/atomic-file.ts';
import { isValueLike } from '../exports/formats/csv/value-like.ts';
import { writeNames } from '../exports/names-table.ts';
import { refuse } from './arguments/option-values.ts';
import { findSeparator, readCsvLines, type TableLine } from '../../src/domain/tables/csv.ts';
import { describeIssue } from '../../src/domain/schema-problem.ts';

/** @throws AppFailure `usage` that says which line is wrong and why. */
export function readNamesFile(path: string, bytes: Uint8Array): NamePatch[] {
  const text = decode(path, bytes);
  return /^\s*[{[]/.test(text) ? readJson(path, text) : readCsv(path, text);
}

/** One sentence for all errors: the first one, and how many more there are. @throws AppFailure `usage` always. */
export function refuseProblems(path: string, problems: readonly TableProblem[]): never {
  const [first, ...more] = problems;
  return refuse(texts.problem(basename(path), first?.where ?? texts.lineAt(1), first?.what ?? '', more.length));
}

/** UTF-8, or UTF-16 where a byte order mark says so. */
function decode(path: string, bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuseProblems(path, [{ where: texts.lineAt(1), what: texts.notUtf8 }]);
  }
}

/** As every zip file begins. */
export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The first filled sheet, as a CSV file with the same cells. @throws AppFailure `usage` as `readNamesFile` does */
export async function readNamesWorkbook(path: string, bytes: Uint8Array): Promise<NamePatch[]> {
  // Only a workbook loads what reads one.
  const { readWorkbookLines } = await import('./workbook.ts');
  const lines = await readWorkbookLines(bytes).catch(() =>
    refuseProblems(path, [{ where: texts.lineAt(1), what: texts.noWorkbook }]),
  );
  return toPatches(path, lines);
}

function readCsv(path: string, text: string): NamePatch[] {
  return toPatches(path, csvLines(path, text));
}

function toPatches(path: string, [header, ...lines]: readonly TableLine[]): NamePatch[] {
  if (!header) return refuseProblems(path, [{ where: texts.lineAt(1), what: texts.empty }]);
  const uneven = lines
    .filter(({ cells }) => cells.length !== header.cells.length)
    .map(({ line, cells }) => ({
      where: texts.lineAt(line),
      what: texts.cells(cells.length, header.cells.length),
    }));
  if (uneven.length > 0) return refuseProblems(path, uneven);
  const read = readNamesTable(header, lines);
  return read.ok ? read.value : refuseProblems(path, read.problems);
}

const countKnown = (heads: readonly string[]) => readHeader(heads).filter((each) => each !== undefined).length;

function csvLines(path: string, text: string): TableLine[] {
  const rows = readCsvLines(parse, text, findSeparator(parse, text, countKnown));
  if ('brokenAt' in rows) return refuseProblems(path, [{ where: texts.lineAt(rows.brokenAt), what: texts.quotes }]);
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(unguarded) }));
}

/** What keeps a spreadsheet from running a text as a formula, or from taking a code for a number, is not part of the text. */
function unguarded(cell: string): string {
  const literal = /^="([^"]*)"$/.exec(cell)?.[1];
  if (literal !== undefined) return literal;
  const isGuard =
    /^'\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) || (cell.startsWith("'") && isValueLike(cell.slice(1)));
  return isGuard ? cell.slice(1) : cell;
}

const someFields = z.record(z.string(), z.unknown());
const directoryFileSchema = z.strictObject({
  owners: z.record(ownerIdSchema, someFields).default({}),
  objects: z.record(objectKeySchema, someFields).default({}),
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

/** `names`: the directory that names ids, read from a file, listed and written. No key, no request. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppFailure } from '../../../src/contract/errors.ts';
import {
  findDifference,
  findNearCurrencies,
  entryChanges,
  type Directory,
  type DirectoryChange,
  type DirectoryDifference,
  type EntryChange,
} from '../../../src/domain/people/directory.ts';
import { nameColumns } from '../../../src/domain/people/names-line.ts';
import { toChange, namesTable } from '../../../src/domain/people/names-table.ts';
import { usage } from '#texts/terminal/cli.ts';
import { namesTableTexts } from '#texts/names-table.ts';
import { namesTexts as texts } from '#texts/terminal/names.ts';
import { writeAtomically } from '../../exports/atomic-file.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Context, Work } from '../arguments/command.ts';
import { DONE } from '../output/exit-codes.ts';
import {
  isWorkbook,
  namesFormats,
  namesWriters,
  readNamesFile,
  readNamesWorkbook,
  refuseProblems,
} from '../names-file.ts';
import { destination, flag, readChoice, refuse, requiredText } from '../arguments/option-values.ts';
import { table } from '../output/table.ts';

const NAME = 'names';
const MOST_BYTES = 50_000_000;

export const names: Command = {
  name: NAME,
  options: { 'dry-run': 'flag', out: 'text', format: 'text' },
  prepare: (args) => {
    const [action, file, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    if (action === 'import') return importFile(args, file);
    if (file !== undefined) refuse(usage.tooManyArguments(`${NAME} ${action}`, file));
    if (action === 'list') return list(args);
    return action === 'export' ? exportFile(args) : refuse(texts.action);
  },
};

/** The file is read and checked before a store is opened; what it changes is known only once it is compared with the directory. */
async function importFile(args: Arguments, file: string | undefined): Promise<Work> {
  if (file === undefined) return refuse(texts.fileMissing);
  allowOnly(args, 'import', ['dry-run']);
  const path = resolve(file);
  const bytes = await readBytes(path);
  const patches = isWorkbook(bytes) ? await readNamesWorkbook(path, bytes) : readNamesFile(path, bytes);
  const dryRun = flag(args, 'dry-run');
  return async (context) => {
    const { print } = context;
    const store = await openNames(context);
    const before = await store.list();
    const read = toChange(patches, before);
    if (!read.ok) return refuseProblems(path, read.problems);
    const changes = entryChanges(before, read.value);
    const nearCurrencies = findNearCurrencies(before, read.value);
    const done = dryRun ? findDifference(before, read.value) : await store.keep(read.value);
    const said = dryRun ? texts.wouldImport : texts.imported;
    await print(
      {
        ...done,
        dryRun,
        ...(dryRun && { changes: changes.filter(isChange) }),
        ...(nearCurrencies.length > 0 && { nearCurrencies }),
      },
      () => [
        ...(dryRun ? changes.filter(isChange).map(changeLine) : []),
        ...nearCurrencies.map(({ given, inUse }) => namesTableTexts.nearCurrency(given, inUse)),
        said(done.added, done.changed, done.unchanged),
      ],
    );
    return DONE;
  };
}

interface Names {
  list(): Promise<Directory>;
  keep(change: DirectoryChange): Promise<DirectoryDifference>;
}

/** While the app has the workspace open it stays its only owner: names are read beside it, and it makes the change itself. */
async function openNames({ openApp, namesBeside }: Context): Promise<Names> {
  try {
    const app = await openApp({ key: false });
    return { list: () => app.call('names.list', {}), keep: (change) => app.call('names.keep', change) };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.code !== 'store-in-use') throw failure;
    const beside = await namesBeside();
    return { list: async () => beside.list(), keep: (change) => beside.keep(change) };
  }
}

const isChange = ({ effect }: EntryChange) => effect !== 'unchanged';

function changeLine({ kind, id, name, effect, fields }: EntryChange): string {
  if (effect === 'added') return texts.added(kind, id, name);
  const shown = Object.entries(fields).map(([field, [before, after]]) =>
    texts.field(field, before ?? texts.none, after ?? texts.none),
  );
  return texts.changed(kind, id, name, shown);
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MOST_BYTES) return refuse(texts.tooBig(path));
    return await readFile(path);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    return refuse(fault.code === 'ENOENT' ? usage.noFile(path) : texts.unreadable(path, String(fault.code)));
  }
}

function list(args: Arguments): Work {
  allowOnly(args, 'list', []);
  return async (context) => {
    const directory = await (await openNames(context)).list();
    await context.print(directory, () => listLines(directory));
    return DONE;
  };
}

function listLines(directory: Directory): string[] {
  const rows = namesTable(directory);
  if (rows.length === 0) return [texts.nobody];
  const used = nameColumns.map((name, at) => ({ name, at })).filter(({ at }) => rows.some((row) => row[at] !== ''));
  const heads = used.map(({ name }) => ({ head: texts.heads[name], right: name === 'weekly_hours' }));
  const cells = rows.map((row) => used.map(({ at }) => row[at] ?? ''));
  return table(heads, cells);
}

function exportFile(args: Arguments): Work {
  allowOnly(args, 'export', ['out', 'format']);
  const format = readChoice(args, 'format', namesFormats) ?? namesFormats[0];
  const out = destination(requiredText(args, 'out', `${NAME} export`));
  return async (context) => {
    const directory = await (await openNames(context)).list();
    const entries = Object.keys(directory.owners).length + Object.keys(directory.objects).length;
    await writeAtomically(out, (file) => namesWriters[format](directory, file));
    await context.print({ file: out, format, entries }, () => [texts.written(entries, out)]);
    return DONE;
  };
}

/** Options of the other actions are wrong use, not ignored. */
function allowOnly(args: Arguments, action: string, options: readonly string[]): void {
  const foreign = Object.keys(names.options).find((name) => args.options.has(name) && !options.includes(name));
  if (foreign !== undefined) refuse(usage.foreignOption(`--${foreign}`, `${NAME} ${action}`));
}

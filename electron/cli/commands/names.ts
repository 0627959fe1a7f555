/** `names`: the directory that names ids, read from a file, listed and written. No key, no request. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
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
import { chooseSheet, listUnread, mapByHand, planImport } from '../../../src/domain/people/import-plan.ts';
import { collectKnownIds } from '../../../src/domain/people/known-ids.ts';
import { guessColumns } from '../../../src/domain/people/list-columns.ts';
import type { NamedId } from '../../../src/domain/people/names-cell.ts';
import { nameColumns, nameKinds } from '../../../src/domain/people/names-line.ts';
import { mergePatches, namesTable, type TableProblem } from '../../../src/domain/people/names-table.ts';
import type { TableSheet } from '../../../src/domain/tables/csv.ts';
import { usage } from '#texts/terminal/cli.ts';
import { namesTableTexts as lists } from '#texts/names-table.ts';
import { namesTexts as texts } from '#texts/terminal/names.ts';
import { writeAtomically } from '../../exports/atomic-file.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Command, Context, Work } from '../arguments/command.ts';
import { DONE, PARTIAL } from '../output/exit-codes.ts';
import { namesFormats, namesWriters, readNamesJson, refuseProblems } from '../names-file.ts';
import { readTableFile } from '../table-file.ts';
import { day, destination, flag, readChoice, refuse, requiredText, text } from '../arguments/option-values.ts';
import { table } from '../output/table.ts';

const NAME = 'names';
const MOST_BYTES = 50_000_000;

export const names: Command = {
  name: NAME,
  options: {
    'dry-run': 'flag',
    map: 'text',
    kind: 'text',
    sheet: 'text',
    'hours-from': 'text',
    out: 'text',
    format: 'text',
  },
  prepare: (args) => {
    const [action, file, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    if (action === 'import') return importFile(args, file);
    if (file !== undefined) refuse(usage.tooManyArguments(`${NAME} ${action}`, file));
    if (action === 'list') return list(args);
    return action === 'export' ? exportFile(args) : refuse(texts.action);
  },
};

/** The file is read before a store is opened; what its columns are, and what it changes, is known only beside records and directory. */
async function importFile(args: Arguments, file: string | undefined): Promise<Work> {
  if (file === undefined) return refuse(texts.fileMissing);
  allowOnly(args, 'import', ['dry-run', 'map', 'kind', 'sheet', 'hours-from']);
  const path = resolve(file);
  const bytes = await readBytes(path);
  const patches = readNamesJson(path, bytes);
  const table = patches ? undefined : await readTableFile(bytes);
  if (table?.ok === false) return refuse(texts.unreadableList(basename(path), table.problem));
  const [map, kind, sheet] = [text(args, 'map'), readChoice(args, 'kind', nameKinds), text(args, 'sheet')];
  const hoursFrom = day(args, 'hours-from');
  const dryRun = flag(args, 'dry-run');
  return async (context) => {
    const { print } = context;
    const store = await openNames(context);
    const before = await store.list();
    const list = table && planList(path, table.sheets, { map, kind, sheet, hoursFrom }, before, await store.recorded());
    const { change, problems } = list ?? mergePatches(patches ?? [], before, hoursFrom);
    if (problems.length > 0) refuseProblems(path, problems);
    const isEmpty = Object.keys(change.owners).length + Object.keys(change.objects).length === 0;
    if (isEmpty && list) refuseProblems(path, list.notes.leftOut ?? [{ where: lists.lineAt(1), what: lists.noRows }]);
    const nearCurrencies = findNearCurrencies(before, change);
    const changes = dryRun ? entryChanges(before, change).filter(isChange) : [];
    const done = dryRun ? findDifference(before, change) : await store.keep(change);
    const said = dryRun ? texts.wouldImport : texts.imported;
    await print(
      {
        ...done,
        dryRun,
        ...(dryRun && { changes }),
        ...list?.notes,
        ...(nearCurrencies.length > 0 && { nearCurrencies }),
      },
      () => [
        ...changes.map(changeLine),
        ...nearCurrencies.map(({ given, inUse }) => lists.nearCurrency(given, inUse)),
        ...noteLines(list?.notes ?? {}),
        said(done.added, done.changed, done.unchanged),
      ],
    );
    return list?.notes.leftOut ? PARTIAL : DONE;
  };
}

interface ListOptions {
  readonly map: string | undefined;
  readonly kind: string | undefined;
  readonly sheet: string | undefined;
  readonly hoursFrom: string | undefined;
}

/** What a preview would show; each only where there is any. */
interface ListNotes {
  readonly notRead?: readonly string[];
  readonly leftOut?: readonly TableProblem[];
  readonly restored?: readonly TableProblem[];
  readonly unknown?: readonly string[];
}

interface ListRead {
  readonly change: DirectoryChange;
  readonly problems: readonly TableProblem[];
  readonly notes: ListNotes;
}

/** @throws AppFailure `usage` where a person has to say what the columns are */
function planList(
  path: string,
  sheets: readonly TableSheet[],
  { map, kind, sheet, hoursFrom }: ListOptions,
  directory: Directory,
  recorded: readonly NamedId[],
): ListRead {
  const known = collectKnownIds(recorded, directory);
  const at = sheet === undefined ? chooseSheet(sheets, known) : sheets.findIndex(({ name }) => name === sheet);
  const names = sheets.flatMap(({ name }) => name ?? []);
  const lines = sheets[at]?.lines ?? refuse(texts.noSheet(sheet ?? '', names));
  const byHand = map === undefined ? undefined : mapByHand(lines, guessColumns(lines, known), map);
  if (byHand?.ok === false) return refuse(byHand.problem);
  const reading = guessColumns(lines, known, { ...byHand?.said, kind });
  const [doubt] = reading.doubts;
  if (doubt !== undefined) return refuse(texts.mapFirst(basename(path), doubt, reading.headAt >= 0));
  const { change, refused, restored, unknown } = planImport(lines, reading, { directory, known, kind, hoursFrom });
  const otherSheets = names.filter((_, index) => index !== at).map(texts.sheet);
  const notRead = [...listUnread(lines, reading), ...otherSheets];
  const leftOut = refused.filter(({ isLeftOut }) => isLeftOut);
  return {
    change,
    problems: refused.filter(({ isLeftOut }) => !isLeftOut),
    notes: {
      ...(notRead.length > 0 && { notRead }),
      ...(leftOut.length > 0 && { leftOut }),
      ...(restored.length > 0 && { restored }),
      // Before the first download no id is of any record.
      ...(unknown.length > 0 && recorded.length > 0 && { unknown }),
    },
  };
}

const MOST_NAMED = 5;

function noteLines({ notRead, leftOut, restored, unknown }: ListNotes): string[] {
  const note = (
    say: (some: readonly string[], more: number) => string,
    all: readonly (string | TableProblem)[] = [],
  ) => {
    const some = all
      .slice(0, MOST_NAMED)
      .map((each) => (typeof each === 'string' ? each : `${each.where}: ${each.what}`));
    return all.length === 0 ? [] : [say(some, all.length - some.length)];
  };
  return [
    ...note(texts.notRead, notRead),
    ...note(texts.restored, restored),
    ...note(texts.unknown, unknown),
    ...note(texts.leftOut, leftOut),
  ];
}

interface Names {
  list(): Promise<Directory>;
  /** Ids of records; none where another program has them open. */
  recorded(): Promise<readonly NamedId[]>;
  keep(change: DirectoryChange): Promise<DirectoryDifference>;
}

/** While the app has the workspace open it stays its only owner: names are read beside it, and it makes the change itself. */
async function openNames({ openApp, namesBeside }: Context): Promise<Names> {
  try {
    const app = await openApp({ key: false });
    return {
      list: () => app.call('names.list', {}),
      recorded: async () => (await app.call('names.recorded', {}).catch(ignoreDamage)).ids,
      keep: (change) => app.call('names.keep', change),
    };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.code !== 'store-in-use') throw failure;
    const beside = await namesBeside();
    return { list: async () => beside.list(), recorded: async () => [], keep: (change) => beside.keep(change) };
  }
}

/** Names are kept while the records are damaged, too. */
function ignoreDamage(failure: unknown): { readonly ids: readonly NamedId[] } {
  if (failure instanceof AppFailure && failure.error.code === 'store-damaged') return { ids: [] };
  throw failure;
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

/** `names`: imports, lists and exports the directory, which names ids. Needs no key and no requests. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppFailure, replaceableStore } from '#contract/errors.ts';
import {
  findDifference,
  findNearCurrencies,
  listEntryChanges,
  type Directory,
  type DirectoryChange,
  type DirectoryDifference,
  type EntryChange,
} from '#domain/people/directory.ts';
import { chooseSheet, listUnread, mapByHand, planImport } from '#domain/people/import-plan.ts';
import { collectKnownIds } from '#domain/people/list-columns.ts';
import { guessColumns } from '#domain/people/list-columns.ts';
import {
  mergePatches,
  buildNamesTable,
  type TableProblem,
  nameColumns,
  nameKinds,
  type NamedId,
} from '#domain/people/names-table.ts';
import type { TableSheet } from '#domain/csv.ts';
import { usage } from '#texts/terminal/cli.ts';
import { namesTableTexts as lists } from '#texts/names-table.ts';
import { namesTexts as texts } from '#texts/terminal/commands.ts';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { Context, CommandAction } from '../arguments/command.ts';
import { refuseExistingFile } from '../arguments/export-options.ts';
import { option, refuse, withForm, type OptionValues } from '../arguments/option-values.ts';
import { namesFormats, namesWriters, readNamesJson, readTableFile, refuseProblems } from '../names-file.ts';
import { DONE, PARTIAL } from '../output/failure.ts';
import { formatTable } from '../output/table.ts';

const MAX_BYTES = 50_000_000;

const listOptions = { map: option.text, kind: option.oneOf(nameKinds), sheet: option.text, 'hours-from': option.day };
const importOptions = { ...listOptions, 'dry-run': option.flag };
const [standard] = namesFormats;

export const names = createCommand(
  'names',
  {
    import: createAction(importOptions, (values, [file = refuse(texts.fileMissing)]) => importFile(values, file), {
      words: 1,
    }),
    list: createAction({}, () => listDirectory),
    export: createAction(
      { format: withForm(option.oneOf(namesFormats), { standard }), out: option.destination, replace: option.flag },
      ({ format = standard, out = refuse(usage.required('--out', 'names export')), replace }) => {
        refuseExistingFile(replace === true, out);
        return exportFile(format, out);
      },
    ),
  },
  { refusal: texts.action },
);

/** Reads the file before a store is opened; its columns and changes are known only with the records and the directory. */
async function importFile(
  { dryRun: isDry, ...listValues }: OptionValues<typeof importOptions>,
  file: string,
): Promise<CommandAction> {
  const dryRun = isDry === true;
  const path = resolve(file);
  const bytes = await readBytes(path);
  const patches = readNamesJson(path, bytes);
  const tableFile = patches ? undefined : await readTableFile(bytes);
  if (tableFile?.ok === false) return refuse(texts.unreadableList(basename(path), tableFile.problem));
  return async (context) => {
    const { print } = context;
    const store = await openNames(context);
    const before = await store.list();
    const plan = tableFile && planList(path, tableFile.sheets, listValues, before, await store.listRecorded());
    const { change, problems } = plan ?? mergePatches(patches ?? [], before, listValues.hoursFrom);
    if (problems.length > 0) refuseProblems(path, problems);
    const isEmpty = Object.keys(change.owners).length + Object.keys(change.objects).length === 0;
    if (isEmpty && plan) refuseProblems(path, plan.notes.leftOut ?? [{ where: lists.lineAt(1), what: lists.noRows }]);
    const nearCurrencies = findNearCurrencies(before, change);
    const changes = dryRun ? listEntryChanges(before, change).filter(({ effect }) => effect !== 'unchanged') : [];
    const difference = dryRun ? findDifference(before, change) : await store.keep(change);
    const describeCounts = dryRun ? texts.wouldImport : texts.imported;
    await print(
      {
        ...difference,
        dryRun,
        ...(dryRun && { changes }),
        ...plan?.notes,
        ...(nearCurrencies.length > 0 && {
          nearCurrencies: nearCurrencies.map(({ written, inUse }) => ({ given: written, inUse })),
        }),
      },
      () => [
        ...changes.map(formatEntryChange),
        ...nearCurrencies.map(({ written, inUse }) => lists.nearCurrency(written, inUse)),
        ...formatNotes(plan?.notes ?? {}),
        describeCounts(difference.added, difference.changed, difference.unchanged),
      ],
    );
    return plan?.notes.leftOut ? PARTIAL : DONE;
  };
}

/** The notes of an import. Empty parts are absent. */
type ListNotes = Partial<ReturnType<typeof planList>['notes']>;

/** @throws AppFailure `usage` if the columns must be named by hand */
function planList(
  path: string,
  sheets: readonly TableSheet[],
  { map, kind, sheet, hoursFrom }: OptionValues<typeof listOptions>,
  directory: Directory,
  recorded: readonly NamedId[],
) {
  const known = collectKnownIds(recorded, directory);
  const sheetIndex = sheet === undefined ? chooseSheet(sheets, known) : sheets.findIndex(({ name }) => name === sheet);
  const names = sheets.flatMap(({ name }) => name ?? []);
  const lines = sheets[sheetIndex]?.lines ?? refuse(texts.noSheet(sheet ?? '', names));
  const byHand = map === undefined ? undefined : mapByHand(lines, guessColumns(lines, known), map);
  if (byHand?.ok === false) return refuse(byHand.problem);
  const reading = guessColumns(lines, known, { ...byHand?.said, kind });
  const [doubt] = reading.doubts;
  if (doubt !== undefined) return refuse(texts.mapFirst(basename(path), doubt, reading.headerIndex >= 0));
  const { change, refused, restored, unknown } = planImport(lines, reading, { directory, known, kind, hoursFrom });
  const otherSheets = names.filter((_, index) => index !== sheetIndex).map(texts.sheet);
  const notRead = [...listUnread(lines, reading), ...otherSheets];
  const leftOut = refused.filter(({ isLeftOut }) => isLeftOut);
  const ifAny = <Note>(notes: readonly Note[]) => (notes.length > 0 ? notes : undefined);
  return {
    change,
    problems: refused.filter(({ isLeftOut }) => !isLeftOut),
    notes: {
      notRead: ifAny(notRead),
      leftOut: ifAny(leftOut),
      restored: ifAny(restored),
      // Before the first download there are no records to have ids.
      unknown: recorded.length > 0 ? ifAny(unknown) : undefined,
    },
  };
}

const MAX_NAMED = 5;

function formatNotes({ notRead, leftOut, restored, unknown }: ListNotes): string[] {
  const describe = (
    format: (some: readonly string[], more: number) => string,
    all: readonly (string | TableProblem)[] = [],
  ) => {
    const first = all.slice(0, MAX_NAMED);
    const some = first.map((note) => (typeof note === 'string' ? note : `${note.where}: ${note.what}`));
    return all.length === 0 ? [] : [format(some, all.length - some.length)];
  };
  return [
    ...describe(texts.notRead, notRead),
    ...describe(texts.restored, restored),
    ...describe(texts.unknown, unknown),
    ...describe(texts.leftOut, leftOut),
  ];
}

interface NamesStore {
  list(): Promise<Directory>;
  /** The ids that occur in the records; none if another program has the workspace open. */
  listRecorded(): Promise<readonly NamedId[]>;
  keep(change: DirectoryChange): Promise<DirectoryDifference>;
}

/** A workspace that the app has open stays the app's: the terminal only reads its names, and hands the change over to the app. */
async function openNames({ openApp, openSharedNames }: Context): Promise<NamesStore> {
  try {
    const app = await openApp({ key: false });
    return {
      list: () => app.call('names.list', {}),
      listRecorded: async () => (await app.call('names.recorded', {}).catch(ignoreDamage)).ids,
      keep: (change) => app.call('names.keep', change),
    };
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.code !== 'store-in-use') throw failure;
    const shared = await openSharedNames();
    return { list: async () => shared.list(), listRecorded: async () => [], keep: (change) => shared.keep(change) };
  }
}

/** Names can be saved even while the records are damaged. */
function ignoreDamage(failure: unknown): { readonly ids: readonly NamedId[] } {
  if (failure instanceof AppFailure && replaceableStore.has(failure.error.code)) return { ids: [] };
  throw failure;
}

function formatEntryChange({ kind, id, name, effect, fields }: EntryChange): string {
  if (effect === 'added') return texts.added(kind, id, name);
  const changes = Object.entries(fields).map(([field, [before, after]]) =>
    texts.field(field, before ?? texts.none, after ?? texts.none),
  );
  return texts.changed(kind, id, name, changes);
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return refuse(texts.tooBig(path));
    return await readFile(path);
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault)) throw fault;
    return refuse(fault.code === 'ENOENT' ? usage.noFile(path) : texts.unreadable(path, String(fault.code)));
  }
}

async function listDirectory(context: Context): Promise<number> {
  const directory = await (await openNames(context)).list();
  await context.print(directory, () => formatDirectory(directory));
  return DONE;
}

function formatDirectory(directory: Directory): string[] {
  const rows = buildNamesTable(directory);
  if (rows.length === 0) return [texts.nobody];
  const usedColumns = nameColumns
    .map((name, index) => ({ name, index }))
    .filter(({ index }) => rows.some((row) => row[index] !== ''));
  const headers = usedColumns.map(({ name }) => ({ header: texts.heads[name], right: name === 'weekly_hours' }));
  const cells = rows.map((row) => usedColumns.map(({ index }) => row[index] ?? ''));
  return formatTable(headers, cells);
}

function exportFile(format: (typeof namesFormats)[number], out: string): CommandAction {
  return async (context) => {
    const directory = await (await openNames(context)).list();
    const entries = Object.keys(directory.owners).length + Object.keys(directory.objects).length;
    await writeAtomically(out, (file) => namesWriters[format](directory, file));
    await context.print({ file: out, format, entries }, () => [texts.written(entries, out)]);
    return DONE;
  };
}

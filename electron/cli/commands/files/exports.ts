/** `exports`: the saved exports of the workspace with their last run and what is due; adds, writes and removes them. No request, no key. */
import { writeAtomically } from '../../../exports/atomic-file.ts';
import { findLastEmpty, type ListedExport } from '../../../../src/contract/saved-exports.ts';
import { findOnlyClient, findProfile, type ClientProfile } from '../../../../src/domain/exports/saved/profile.ts';
import { audienceText, contentText, rhythmText } from '../../../../src/domain/exports/saved/words.ts';
import { namedDefinitionSchema } from '../../../../src/domain/exports/definition.ts';
import { formatUtcMinute as moment } from '../../../../src/domain/time/utc-text.ts';
import { savedExportWords as words } from '#texts/exports/saved.ts';
import { usage } from '#texts/terminal/cli.ts';
import { exportsTexts as texts } from '#texts/terminal/exports.ts';
import type { Arguments } from '../../arguments/arguments.ts';
import type { Command, Work } from '../../arguments/command.ts';
import { readDefinition } from '../../arguments/export-definition.ts';
import { refuseTaken } from '../../arguments/export-options.ts';
import { destination, flag, refuse, requiredText, text } from '../../arguments/option-values.ts';
import { findSavedExport } from '../../exports/saved.ts';
import { DONE, PARTIAL } from '../../output/exit-codes.ts';
import { table } from '../../output/table.ts';

const NAME = 'exports';
const actions = { add: addFile, save: saveFile, remove: removeNamed };

export const exports: Command = {
  name: NAME,
  options: { due: 'flag', tsv: 'flag', name: 'text', out: 'text', replace: 'flag' },
  prepare: (args) => {
    const [action, named, extra] = args.positionals;
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    if (action === undefined) return listExports(args);
    return action === 'add' || action === 'save' || action === 'remove'
      ? actions[action](args, named)
      : refuse(texts.action);
  },
};

/** Exit 0: there are some, with `--due` some that are due; 6 with `--due`: none is. */
function listExports(args: Arguments): Work {
  allowOnly(args, NAME, ['due', 'tsv']);
  const isDue = flag(args, 'due');
  const isTable = flag(args, 'tsv');
  return async ({ openApp, print, terminal, options }) => {
    const app = await openApp({ key: false });
    const { exports: all, today } = await app.call('exports.list', {});
    const { clientProfiles } = await app.call('settings.get', {});
    const shown = isDue ? all.filter(({ due }) => due.length > 0) : all;
    if (isTable && !options.json) await terminal.out(toTsv(shown, clientProfiles));
    else await print({ exports: shown, today }, () => toLines(shown, clientProfiles, isDue));
    return isDue && shown.length === 0 ? PARTIAL : DONE;
  };
}

function toLines(shown: readonly ListedExport[], profiles: readonly ClientProfile[], isDue: boolean): string[] {
  if (shown.length === 0) return [isDue ? texts.nothingDue : texts.none];
  const { heads } = texts;
  return table(
    [heads.name, heads.writes, heads.audience, heads.repeats, heads.lastRun, heads.due, heads.next].map((head) => ({
      head,
    })),
    shown.map(({ definition, state, due, next }) => [
      definition.name,
      contentText(definition),
      tellAudience(definition, profiles),
      rhythmText(definition.rhythm),
      tellLastRun(state),
      due.map(({ day }) => day).join(', '),
      next ?? '',
    ]),
  );
}

function tellLastRun(state: ListedExport['state']): string {
  const empty = findLastEmpty(state);
  if (empty) return `${moment(empty.at)}, ${words.states.empty}`;
  const { lastRun } = state;
  return lastRun ? `${moment(lastRun.at)}, ${words.states[lastRun.complete ? 'complete' : 'partial']}` : words.never;
}

function tellAudience(definition: ListedExport['definition'], profiles: readonly ClientProfile[]): string {
  const client = findOnlyClient((definition.records ?? definition.report)?.filterGroups ?? []);
  return audienceText(definition, findProfile(profiles, client) !== undefined);
}

/** Every fact in a column of its own, one export a line. */
function toTsv(shown: readonly ListedExport[], profiles: readonly ClientProfile[]): string {
  const { heads } = texts;
  const rows = shown.map(({ definition, state, due, next }) => {
    const empty = findLastEmpty(state);
    const lastRun = empty ? undefined : state.lastRun;
    return [
      definition.name,
      contentText(definition),
      tellAudience(definition, profiles),
      rhythmText(definition.rhythm),
      (empty ?? lastRun)?.at ?? '',
      lastRun?.file ?? '',
      lastRun ? String(lastRun.records) : '',
      empty ? words.states.empty : lastRun ? words.states[lastRun.complete ? 'complete' : 'partial'] : '',
      lastRun?.sha256 ?? '',
      due.map(({ day }) => day).join(' '),
      next ?? '',
    ];
  });
  const head = [
    heads.name,
    heads.writes,
    heads.audience,
    heads.repeats,
    heads.lastRun,
    heads.file,
    heads.records,
    heads.state,
    heads.sha256,
    heads.due,
    heads.next,
  ];
  return [head, ...rows].map((row) => `${row.map(toTsvCell).join('\t')}\n`).join('');
}

const toTsvCell = (cell: string) => cell.replaceAll(/[\t\r\n\p{Cc}]+/gu, ' ');

async function addFile(args: Arguments, path: string | undefined): Promise<Work> {
  allowOnly(args, `${NAME} add`, ['name', 'replace']);
  if (path === undefined) return refuse(texts.fileMissing);
  const read = await readDefinition(path);
  const named = namedDefinitionSchema.safeParse({ ...read, name: text(args, 'name') ?? read.name });
  if (!named.success) return refuse(texts.noName(path));
  const definition = named.data;
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { exports: all } = await app.call('exports.list', {});
    const before = flag(args, 'replace') ? all.find((each) => each.definition.name === definition.name) : undefined;
    const saved = await app.call('exports.save', { ...(before && { id: before.id }), definition });
    await print(saved, () => [texts.added(saved.definition.name)]);
    return DONE;
  };
}

function saveFile(args: Arguments, name: string | undefined): Work {
  allowOnly(args, `${NAME} save`, ['out', 'replace']);
  if (name === undefined) return refuse(texts.nameMissing('save'));
  const out = destination(requiredText(args, 'out', `${NAME} save`));
  refuseTaken(args, out);
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { definition } = findSavedExport(name, (await app.call('exports.list', {})).exports);
    await writeAtomically(out, (file) => file.write(`${JSON.stringify(definition, null, 2)}\n`));
    await print({ file: out }, () => [texts.saved(out)]);
    return DONE;
  };
}

function removeNamed(args: Arguments, name: string | undefined): Work {
  allowOnly(args, `${NAME} remove`, []);
  if (name === undefined) return refuse(texts.nameMissing('remove'));
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { id, definition } = findSavedExport(name, (await app.call('exports.list', {})).exports);
    await app.call('exports.remove', { id });
    await print({ removed: definition.name }, () => [texts.removed(definition.name)]);
    return DONE;
  };
}

/** Options of the other actions are wrong use, not ignored. */
function allowOnly(args: Arguments, action: string, options: readonly string[]): void {
  const foreign = Object.keys(exports.options).find((name) => args.options.has(name) && !options.includes(name));
  if (foreign !== undefined) refuse(usage.foreignOption(`--${foreign}`, action));
}

/** `exports`: lists the workspace's saved exports with their last run and due days; adds, saves and removes them. Needs no key and no requests. */
import { stat } from 'node:fs/promises';
import { findLastEmpty, type ListedExport } from '#contract/saved-exports.ts';
import { isFormerFormat } from '#domain/export-formats.ts';
import { namedDefinitionSchema, formatAudience, formatContent, formatRhythm } from '#domain/exports/definition.ts';
import { findOnlyClient, findProfile, type ClientProfile } from '#domain/exports/profile.ts';
import { findNearestName } from '#domain/people/nearest-name.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { savedExportWords as words } from '#texts/exports/saved.ts';
import { usage } from '#texts/terminal/cli.ts';
import { exportsTexts as texts } from '#texts/terminal/commands.ts';
import { writeAtomically } from '#electron/exports/atomic-file.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { CommandAction } from '../arguments/command.ts';
import { readDefinition, refuseExistingFile } from '../arguments/export-options.ts';
import { option, matchNames, refuse } from '../arguments/option-values.ts';
import { DONE, PARTIAL } from '../output/failure.ts';
import { formatTable } from '../output/table.ts';

export const exports = createCommand(
  'exports',
  {
    '': createAction({ due: option.flag, tsv: option.flag }, ({ due = false, tsv = false }) => listExports(due, tsv)),
    add: createAction(
      { name: option.text, replace: option.flag },
      ({ name, replace = false }, [path = refuse(texts.fileMissing)]) => addExport(path, name, replace),
      { words: 1 },
    ),
    save: createAction(
      { out: option.destination, replace: option.flag },
      ({ out = refuse(usage.required('--out', 'exports save')) }, [name = refuse(texts.nameMissing('save'))], args) => {
        refuseExistingFile(args.options.has('replace'), out);
        return saveExport(name, out);
      },
      { words: 1 },
    ),
    remove: createAction({}, (_, [name = refuse(texts.nameMissing('remove'))]) => removeExport(name), { words: 1 }),
  },
  { refusal: texts.action },
);

/** With `--due` the exit code is 0 if exports are due, and 6 if none is. */
function listExports(onlyDue: boolean, tsv: boolean): CommandAction {
  return async ({ openApp, print, terminal, options }) => {
    const app = await openApp({ key: false });
    const { exports: all, today } = await app.call('exports.list', {});
    const { clientProfiles } = await app.call('settings.get', {});
    const savedExports = onlyDue ? all.filter(({ due }) => due.length > 0) : all;
    if (tsv && !options.json) await terminal.out(toTsv(savedExports, clientProfiles));
    else await print({ exports: savedExports, today }, () => formatExports(savedExports, clientProfiles, onlyDue));
    return onlyDue && savedExports.length === 0 ? PARTIAL : DONE;
  };
}

function formatExports(
  savedExports: readonly ListedExport[],
  profiles: readonly ClientProfile[],
  onlyDue: boolean,
): string[] {
  if (savedExports.length === 0) return [onlyDue ? texts.nothingDue : texts.none];
  const { name, writes, audience, repeats, lastRun, due, next } = texts.heads;
  return formatTable(
    [name, writes, audience, repeats, lastRun, due, next].map((header) => ({ header })),
    savedExports.map((saved) => [
      ...describeDefinition(saved, profiles),
      describeLastRun(saved.state),
      saved.due.map(({ day }) => day).join(', '),
      saved.next ?? '',
    ]),
  );
}

function toTsv(savedExports: readonly ListedExport[], profiles: readonly ClientProfile[]): string {
  const { name, writes, audience, repeats, lastRun, file, records, state, sha256, due, next } = texts.heads;
  const rows = savedExports.map((saved) => {
    const empty = findLastEmpty(saved.state);
    const run = empty ? undefined : saved.state.lastRun;
    return [
      ...describeDefinition(saved, profiles),
      (empty ?? run)?.at ?? '',
      run?.file ?? '',
      run ? String(run.records) : '',
      empty ? words.states.empty : run ? words.states[run.complete ? 'complete' : 'partial'] : '',
      run?.sha256 ?? '',
      saved.due.map(({ day }) => day).join(' '),
      saved.next ?? '',
    ];
  });
  const header = [name, writes, audience, repeats, lastRun, file, records, state, sha256, due, next];
  return [header, ...rows].map((row) => `${row.map(toTsvCell).join('\t')}\n`).join('');
}

const toTsvCell = (cell: string) => cell.replaceAll(/[\t\r\n\p{Cc}]+/gu, ' ');

function describeDefinition({ definition }: ListedExport, profiles: readonly ClientProfile[]): string[] {
  const client = findOnlyClient((definition.records ?? definition.report)?.filterGroups ?? []);
  const audience = formatAudience(definition, findProfile(profiles, client) !== undefined);
  return [definition.name, formatContent(definition), audience, formatRhythm(definition.rhythm)];
}

function describeLastRun(state: ListedExport['state']): string {
  const empty = findLastEmpty(state);
  if (empty) return `${formatUtcMinute(empty.at)}, ${words.states.empty}`;
  const { lastRun } = state;
  if (!lastRun) return words.never;
  return `${formatUtcMinute(lastRun.at)}, ${words.states[lastRun.complete ? 'complete' : 'partial']}`;
}

async function addExport(path: string, name: string | undefined, replace: boolean): Promise<CommandAction> {
  const content = await readDefinition(path);
  const parsed = namedDefinitionSchema.safeParse({ ...content, name: name ?? content.name });
  if (!parsed.success) return refuse(texts.noName(path));
  const definition = parsed.data;
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { exports: all } = await app.call('exports.list', {});
    const before = replace ? all.find((saved) => saved.definition.name === definition.name) : undefined;
    const saved = await app.call('exports.save', { ...(before && { id: before.id }), definition });
    const { format } = definition.options;
    const notes = isFormerFormat(format) ? [formerFormatNote(format)] : [];
    await print(saved, () => [texts.added(saved.definition.name), ...notes]);
    return DONE;
  };
}

function saveExport(name: string, out: string): CommandAction {
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { definition } = findSavedExport(name, (await app.call('exports.list', {})).exports);
    await writeAtomically(out, (file) => file.write(`${JSON.stringify(definition, null, 2)}\n`));
    await print({ file: out }, () => [texts.saved(out)]);
    return DONE;
  };
}

function removeExport(name: string): CommandAction {
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { id, definition } = findSavedExport(name, (await app.call('exports.list', {})).exports);
    await app.call('exports.remove', { id });
    await print({ removed: definition.name }, () => [texts.removed(definition.name)]);
    return DONE;
  };
}

/** Tells whether a word names a definition's file: it exists, or the word looks like a path. */
export async function isDefinitionFile(word: string): Promise<boolean> {
  const stats = await stat(word).catch(() => undefined);
  return stats === undefined ? /[/\\]|\.json$/i.test(word) : !stats.isDirectory();
}

/** @throws AppFailure `usage` if none or more than one match. */
export function findSavedExport(name: string, saved: readonly ListedExport[]): ListedExport {
  const [match, ...others] = matchNames(name, saved, ({ definition }) => definition.name);
  if (!match) {
    const names = saved.map(({ definition }) => definition.name);
    return refuse(texts.unknown(name, findNearestName(name, names), names));
  }
  if (others.length > 0) refuse(texts.ambiguous([match, ...others].map(({ definition }) => definition.name)));
  return match;
}

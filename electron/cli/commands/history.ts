/** `history`: lists past refreshes with their changes, or the changes of one record or figure. Needs no key and no requests. */
import type { Input } from '#contract/api.ts';
import { memoryMethods } from '#contract/memory.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { findProperty } from '#domain/properties.ts';
import { settingsSchema } from '#domain/settings.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { historyTexts as texts } from '#texts/terminal/history.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import type { CommandAction } from '../arguments/command.ts';
import { internalFileOptions, readOutputFile } from '../arguments/export-options.ts';
import {
  deriveOptions,
  option,
  readOptions,
  refuse,
  toOption,
  withForm,
  type Option,
} from '../arguments/option-values.ts';
import { measureName, selectionOptions } from '../arguments/selection.ts';
import { printChanges } from '../output/changes.ts';
import { DONE } from '../output/failure.ts';
import { runExport } from '../output/export.ts';
import { printAnswer, warnUnmatchedFilter } from '../output/lines.ts';
import { tabulate } from '../output/table.ts';

const { limit } = deriveOptions(memoryMethods['memory.merges'].input, 'limit');
const { by } = deriveOptions(memoryMethods['memory.changes'].input, 'by');
const changesOptions = {
  since: option.text,
  until: option.text,
  by,
  currency: option.currency,
  figure: measureName,
  ...selectionOptions,
};
const historyOptions = { limit, ...changesOptions };

/** Each step of a figure is computed over the records of a moment. */
const MAX_STEPS = 50;

const list = createAction(
  { ...historyOptions, ...internalFileOptions },
  (_, [id], args) => {
    const { limit: maximum, ...options } = readOptions(args, historyOptions);
    const { since, figure, filter: filterGroups = [], ...changeInput } = options;
    const { by: group, currency, until, ...selection } = changeInput;
    if (figure === undefined && since === undefined && Object.keys(options).length > 0) refuse(texts.sinceAlone);
    if (figure !== undefined && [since, group, until].some((value) => value !== undefined)) refuse(texts.figureAlone);
    if ((since ?? figure) !== undefined && id !== undefined) refuse(texts.idAlone);
    const file = readOutputFile(args, internalFileOptions, 'history --since … --out');
    if (file) {
      if (since === undefined) return refuse(texts.fileSince);
      if (group !== undefined || maximum !== undefined) refuse(texts.fileWhole);
      const { out, replaces, options: fileOptions } = file;
      const { audience: _audience, rates: _rates, ...internalOptions } = fileOptions;
      const changes = { since, until, currency, filterGroups, ...selection, ...internalOptions };
      return async (context) => {
        const app = await context.openApp({ key: internalOptions.sign === true, out, replaces });
        return runExport(context, app, out, filterGroups, () => app.call('export.changes', changes));
      };
    }
    if (id !== undefined) return printRecord(id);
    if (figure !== undefined)
      return printFigure({ measure: figure, filterGroups, ...selection, currency, limit: maximum });
    if (since === undefined) return printMerges(maximum);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      await warnUnmatchedFilter(app, terminal, filterGroups);
      return printChanges({ app, print, terminal }, { since, filterGroups, ...changeInput, limit: maximum });
    };
  },
  { words: 1 },
);

const months = settingsSchema.shape.historyMonths.unwrap();
const keep: Option<number | null> = (text) => {
  if (text === 'all') return null;
  const { data } = months.safeParse(/^\d+$/.test(text) ? Number(text) : Number.NaN);
  return data ?? refuse(texts.keepHow(text, Number(months.minValue), Number(months.maxValue)));
};

/** It deletes history permanently, so it takes no other options. */
const setRetention = createAction(
  { keep: withForm(keep, { ...toOption(months).form, standard: 'all' }) },
  ({ keep: historyMonths = null }) =>
    async ({ openApp, print }) => {
      const app = await openApp({ key: false });
      await app.call('settings.set', { historyMonths });
      await print({ historyMonths }, () => [texts.kept(historyMonths)]);
      return DONE;
    },
);

export const history = createCommand('history', { '': list, '--keep': setRetention });

function printRecord(id: string): CommandAction {
  return printAnswer({ key: false }, 'memory.record', { id }, ({ changes }) =>
    changes.length === 0
      ? [texts.unchanged(id)]
      : changes.flatMap(({ merge, seenAt, kind, fields }) => [
          `${formatUtcMinute(seenAt)}  #${merge}  ${texts.kinds[kind]}`,
          ...fields.map(
            ({ name, before, after }) => `    ${findProperty(name)?.label ?? name}: ${texts.change(before, after)}`,
          ),
        ]),
  );
}

function printFigure({ limit, ...figure }: Input<'memory.figure'>): CommandAction {
  const { measure } = figure;
  return printAnswer(
    { key: false },
    'memory.figure',
    { ...figure, limit: limit === undefined ? undefined : Math.min(limit, MAX_STEPS) },
    ({ steps }) =>
      tabulate(steps, [
        { header: '#', right: true, cell: ({ merge }) => String(merge) },
        { header: texts.heads.seenAt, cell: ({ seenAt }) => formatUtcMinute(seenAt) },
        { header: findMeasure(measure)?.label ?? measure, right: true, cell: ({ value }) => value ?? '–' },
      ]),
    ({ currencies, isCut }, terminal) => {
      if (currencies) terminal.say(`${memoryTexts.figureSeveral(currencies)} ${texts.figureIn}`);
      if (isCut) terminal.say(texts.figureCut);
      return DONE;
    },
  );
}

function printMerges(limit: number | undefined): CommandAction {
  return printAnswer(
    { key: false },
    'memory.merges',
    { limit },
    ({ merges, total }) =>
      total === 0
        ? [texts.none]
        : tabulate(merges, [
            { header: '#', right: true, cell: ({ number }) => String(number) },
            { header: texts.heads.seenAt, cell: ({ seenAt }) => formatUtcMinute(seenAt) },
            { header: texts.heads.what, cell: ({ kind }) => texts.merges[kind] },
            { header: texts.heads.asOf, cell: ({ asOf }) => (asOf === null ? '' : formatUtcMinute(asOf)) },
            ...(['appeared', 'changed', 'vanished'] as const).map((part) => ({
              header: texts.heads[part],
              right: true,
              cell: (merge: (typeof merges)[number]) => String(merge[part]),
            })),
          ]),
    ({ merges, total }, terminal) => {
      if (merges.length < total) terminal.say(texts.more(merges.length, total));
      return DONE;
    },
    ({ begins, setAside }, terminal) => {
      for (const file of setAside) terminal.say(memoryTexts.setAside(file));
      if (begins !== null) terminal.say(memoryTexts.begins(begins));
    },
  );
}

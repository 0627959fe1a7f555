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
import { writeFile } from '../output/export.ts';
import { printAnswer, warnUnmatchedFilter } from '../output/lines.ts';
import { alignLeft, alignRight, tabulate } from '../output/table.ts';

const { limit: limitOfRefreshes } = memoryMethods['memory.merges'].input.shape;
const { limit: limitOfRecords } = memoryMethods['memory.changed'].input.shape;
const { limit: limitOfSteps } = memoryMethods['memory.figure'].input.shape;
const limits = [limitOfRefreshes, limitOfRecords, limitOfSteps].map((field) => String(field.parse(undefined)));
const limit = withForm(toOption(limitOfRefreshes), { standard: texts.usualLimits(limits) });

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
      const { audience: _audience, rates: _rates, ...internal } = file.options;
      const input = { since, until, currency, filterGroups, ...selection, ...internal };
      return writeFile(file, filterGroups, 'export.changes', input);
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
    { ...figure, limit: limit === undefined ? undefined : Math.min(limit, Number(limitOfSteps.unwrap().maxValue)) },
    ({ steps }) =>
      tabulate(steps, [
        alignRight('#', ({ merge }) => String(merge)),
        alignLeft(texts.heads.seenAt, ({ seenAt }) => formatUtcMinute(seenAt)),
        alignRight(findMeasure(measure)?.label ?? measure, ({ value }) => value ?? '–'),
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
            alignRight('#', ({ number }) => String(number)),
            alignLeft(texts.heads.seenAt, ({ seenAt }) => formatUtcMinute(seenAt)),
            alignLeft(texts.heads.what, ({ kind }) => texts.merges[kind]),
            alignLeft(texts.heads.asOf, ({ asOf }) => (asOf === null ? '' : formatUtcMinute(asOf))),
            ...(['appeared', 'changed', 'vanished'] as const).map((part) =>
              alignRight(texts.heads[part], (merge: (typeof merges)[number]) => String(merge[part])),
            ),
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

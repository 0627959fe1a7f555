/** `history`: the refreshes that are remembered with what each changed, or what became of one record; no request, no key. */
import type { Output } from '#contract/api.ts';
import { changeGroups } from '#contract/memory.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { findProperty } from '#domain/properties.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { historyTexts as texts } from '#texts/terminal/history.ts';
import type { Command, Work } from '../arguments/command.ts';
import { internalFileOptions, readOutputFile } from '../arguments/export-options.ts';
import {
  option,
  readActionOptions,
  readOptions,
  refuse,
  refuseMoreWords,
  type Arguments,
} from '../arguments/option-values.ts';
import { selectionOptions } from '../arguments/selection.ts';
import { printChanges } from '../output/changes.ts';
import { DONE } from '../output/failure.ts';
import { runExport } from '../output/export.ts';
import { sayUnheld } from '../output/lines.ts';
import { tabulate } from '../output/table.ts';

const changesOptions = {
  since: option.text,
  until: option.text,
  by: option.oneOf(changeGroups),
  currency: option.currency,
  figure: option.text,
  ...selectionOptions,
};
const historyOptions = { limit: option.wholeNumber(1, 1_000), ...changesOptions };
const keepOptions = {
  keep: (written: string) => {
    const months = /^\d+$/.test(written) ? Number(written) : Number.NaN;
    return written === 'all' ? null : months >= 3 && months <= 1_200 ? months : refuse(texts.keepHow(written));
  },
};
const allOptions = { ...historyOptions, ...keepOptions, ...internalFileOptions };

/** Each step of a figure asks the records of a moment. */
const MOST_STEPS = 50;

export const history: Command = {
  name: 'history',
  options: allOptions,
  prepare: (args) => {
    if (args.options.has('keep')) return keep(args);
    refuseMoreWords(args, 'history', 1);
    const { limit, ...asked } = readOptions(args, historyOptions);
    const { since, figure, filter: filterGroups = [], ...question } = asked;
    const [id] = args.positionals;
    const { by, currency, until, ...selected } = question;
    if (figure === undefined && since === undefined && Object.keys(asked).length > 0) refuse(texts.sinceAlone);
    if (figure !== undefined && [since, by, until].some((one) => one !== undefined)) refuse(texts.figureAlone);
    if ((since ?? figure) !== undefined && id !== undefined) refuse(texts.idAlone);
    const file = readOutputFile(args, internalFileOptions, 'history --since … --out');
    if (file) {
      if (since === undefined) return refuse(texts.fileSince);
      if (by !== undefined || limit !== undefined) refuse(texts.fileWhole);
      const { out, replaces, options: written } = file;
      const { audience: _audience, rates: _rates, ...own } = written;
      const changes = { since, until, currency, filterGroups, ...selected, ...own };
      return async (context) => {
        const app = await context.openApp({ key: own.sign === true, out, replaces });
        return runExport(context, app, out, filterGroups, () => app.call('export.changes', changes));
      };
    }
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      if (id !== undefined) {
        const { changes } = await app.call('memory.record', { id });
        await print({ changes }, () =>
          changes.length === 0
            ? [texts.unchanged(id)]
            : changes.flatMap(({ merge, seenAt, kind, fields }) => [
                `${formatUtcMinute(seenAt)}  #${merge}  ${texts.kinds[kind]}`,
                ...listFields(fields),
              ]),
        );
        return DONE;
      }
      if (since !== undefined) {
        await sayUnheld(app, terminal, filterGroups);
        return printChanges({ app, print, terminal }, { since, filterGroups, ...question, limit });
      }
      if (figure !== undefined) {
        const told = await app.call('memory.figure', {
          measure: figure,
          filterGroups,
          ...selected,
          currency,
          ...(limit !== undefined && { limit: Math.min(limit, MOST_STEPS) }),
        });
        await print(told, () =>
          tabulate(told.steps, [
            { head: '#', right: true, cell: ({ merge }) => String(merge) },
            { head: texts.heads.seenAt, cell: ({ seenAt }) => formatUtcMinute(seenAt) },
            { head: findMeasure(figure)?.label ?? figure, right: true, cell: ({ value }) => value ?? '–' },
          ]),
        );
        if (told.currencies) terminal.say(`${memoryTexts.figureSeveral(told.currencies)} ${texts.figureIn}`);
        if (told.isCut) terminal.say(texts.figureCut);
        return DONE;
      }
      const { merges, total, begins, setAside } = await app.call('memory.merges', limit === undefined ? {} : { limit });
      for (const file of setAside) terminal.say(memoryTexts.setAside(file));
      if (begins !== null) terminal.say(memoryTexts.begins(begins));
      await print({ merges, total, begins, setAside }, () =>
        total === 0
          ? [texts.none]
          : tabulate(merges, [
              { head: '#', right: true, cell: ({ number }) => String(number) },
              { head: texts.heads.seenAt, cell: ({ seenAt }) => formatUtcMinute(seenAt) },
              { head: texts.heads.what, cell: ({ kind }) => texts.merges[kind] },
              { head: texts.heads.asOf, cell: ({ asOf }) => (asOf === null ? '' : formatUtcMinute(asOf)) },
              ...(['appeared', 'changed', 'vanished'] as const).map((part) => ({
                head: texts.heads[part],
                right: true,
                cell: (merge: (typeof merges)[number]) => String(merge[part]),
              })),
            ]),
      );
      if (merges.length < total) terminal.say(texts.more(merges.length, total));
      return DONE;
    };
  },
};

/** What it removes is never known again, so nothing is asked beside it. */
function keep(args: Arguments): Work {
  refuseMoreWords(args, 'history --keep');
  const { keep: historyMonths = null } = readActionOptions(args, allOptions, 'history --keep', keepOptions);
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    await app.call('settings.set', { historyMonths });
    await print({ historyMonths }, () => [texts.kept(historyMonths)]);
    return DONE;
  };
}

type Fields = Output<'memory.record'>['changes'][number]['fields'];

function listFields(fields: Fields): string[] {
  return fields.map(({ name, before, after }) => `    ${labelOf(name)}: ${texts.change(before, after)}`);
}

const labelOf = (name: string) => findProperty(name)?.label ?? name;

/** `history`: the refreshes that are remembered with what each changed, or what became of one record; no request, no key. */
import type { Output } from '#contract/api.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { findProperty } from '#domain/properties.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { historyTexts as texts } from '#texts/terminal/history.ts';
import type { Command } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { tabulate } from '../output/table.ts';

const historyOptions = { limit: option.wholeNumber(1, 1_000), since: option.text, until: option.text };

export const history: Command = {
  name: 'history',
  options: historyOptions,
  prepare: (args) => {
    refuseMoreWords(args, 'history', 1);
    const { since, until, ...limit } = readOptions(args, historyOptions);
    const [id] = args.positionals;
    if (until !== undefined && since === undefined) refuse(texts.untilAlone);
    if (since !== undefined && id !== undefined) refuse(texts.idAlone);
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
        const changes = await app.call('memory.changes', { since, ...(until !== undefined && { until }), ...limit });
        await print(changes, () => describeChanges(changes));
        return DONE;
      }
      const { merges, total, setAside } = await app.call('memory.merges', limit);
      for (const file of setAside) terminal.say(memoryTexts.setAside(file));
      await print({ merges, total, setAside }, () =>
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

function describeChanges({ since, until, counts, sums, changes }: Output<'memory.changes'>): string[] {
  const all = counts.appeared + counts.changed + counts.vanished;
  const columns = ['before', 'appeared', 'changed', 'vanished', 'after'] as const;
  return [
    texts.span(formatUtcMinute(since.recordsSeenAt), formatUtcMinute(until.recordsSeenAt)),
    texts.counts(counts),
    '',
    ...tabulate(sums, [
      { head: texts.sum, cell: ({ name }) => labelOf(name) },
      ...columns.map((column) => ({
        head: texts.sums[column],
        right: true,
        cell: (sum: (typeof sums)[number]) => sum[column],
      })),
    ]),
    ...changes.flatMap(({ id, kind, fields }) => [
      '',
      `${id}  ${texts.kinds[kind]}`,
      ...(kind === 'changed' ? listFields(fields) : []),
    ]),
    ...(changes.length < all ? ['', texts.more(changes.length, all)] : []),
  ];
}

type Fields = Output<'memory.record'>['changes'][number]['fields'];

function listFields(fields: Fields): string[] {
  return fields.map(({ name, before, after }) => `    ${labelOf(name)}: ${texts.change(before, after)}`);
}

const labelOf = (name: string) => findProperty(name)?.label ?? name;

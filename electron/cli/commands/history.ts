/** `history`: the refreshes that are remembered with what each changed, or what became of one record; no request, no key. */
import { formatUtcMinute } from '#domain/time/utc.ts';
import { findProperty } from '#domain/properties.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { historyTexts as texts } from '#texts/terminal/history.ts';
import type { Command } from '../arguments/command.ts';
import { option, readOptions, refuseMoreWords } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';
import { tabulate } from '../output/table.ts';

const historyOptions = { limit: option.wholeNumber(1, 1_000) };

export const history: Command = {
  name: 'history',
  options: historyOptions,
  prepare: (args) => {
    refuseMoreWords(args, 'history', 1);
    const options = readOptions(args, historyOptions);
    const [id] = args.positionals;
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      if (id !== undefined) {
        const { changes } = await app.call('memory.record', { id });
        await print({ changes }, () =>
          changes.length === 0
            ? [texts.unchanged(id)]
            : changes.flatMap(({ merge, seenAt, kind, fields }) => [
                `${formatUtcMinute(seenAt)}  #${merge}  ${texts.kinds[kind]}`,
                ...fields.map(
                  ({ name, before, after }) =>
                    `    ${findProperty(name)?.label ?? name}: ${texts.change(before, after)}`,
                ),
              ]),
        );
        return DONE;
      }
      const { merges, total, setAside } = await app.call('memory.merges', options);
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

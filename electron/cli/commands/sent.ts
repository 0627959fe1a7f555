/** `sent`: the files that left, and what is another today than in one of them; no request, no key. */
import { changeGroups, type SentFile } from '#contract/memory.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentCommandTexts as texts } from '#texts/terminal/sent.ts';
import type { Command } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { printChanges } from '../output/changes.ts';
import { DONE } from '../output/failure.ts';
import { tabulate } from '../output/table.ts';

const sentOptions = {
  limit: option.wholeNumber(1, 1_000),
  by: option.oneOf(changeGroups),
  withdraw: option.flag,
  left: option.flag,
};

export const sent: Command = {
  name: 'sent',
  options: sentOptions,
  prepare: (args) => {
    refuseMoreWords(args, 'sent', 1);
    const { limit, by, withdraw = false, left = false } = readOptions(args, sentOptions);
    const [word] = args.positionals;
    const number = word === undefined ? undefined : option.wholeNumber(1)(word.replace('#', ''), 'sent');
    if (number === undefined && (withdraw || left)) refuse(texts.whichFile);
    if (withdraw && left) refuse(texts.oneState);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      if (number === undefined) {
        const { files, setAside } = await app.call('sent.list', {});
        for (const file of setAside) terminal.say(memoryTexts.setAside(file));
        await print({ files, setAside }, () => (files.length === 0 ? [texts.none] : listFiles(files)));
        return DONE;
      }
      if (withdraw || left) {
        const file = await app.call('sent.settle', { number, state: left ? 'saved' : 'withdrawn' });
        await print(file, () => listFiles([file]));
        return DONE;
      }
      return printChanges({ app, print, terminal }, { file: number, by, limit });
    };
  },
};

function listFiles(files: readonly SentFile[]): string[] {
  return tabulate(files, [
    { head: '#', right: true, cell: ({ number }) => String(number) },
    { head: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
    { head: texts.heads.who, cell: ({ who }) => who },
    { head: texts.heads.file, cell: ({ file }) => file },
    { head: texts.heads.client, cell: ({ client }) => client ?? '' },
    { head: texts.heads.period, cell: ({ period }) => period?.text ?? '' },
    { head: texts.heads.records, right: true, cell: ({ records }) => String(records) },
    { head: texts.heads.state, cell: ({ state, bills }) => texts.state(texts.states[state], bills) },
  ]);
}

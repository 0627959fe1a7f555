/** `sent`: lists the files that were sent, and what has changed since one of them. Needs no key and no requests. */
import { changeGroups, ELSEWHERE, type SentFile } from '#contract/memory.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentCommandTexts as texts } from '#texts/terminal/sent.ts';
import type { Command, CommandAction } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { readSelection, selectionOptions, type Selection } from '../arguments/selection.ts';
import { printChanges } from '../output/changes.ts';
import { DONE, PARTIAL } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
import { tabulate } from '../output/table.ts';

const sentOptions = {
  limit: option.wholeNumber(1, 1_000),
  by: option.oneOf(changeGroups),
  currency: option.currency,
  withdraw: option.flag,
  left: option.flag,
  elsewhere: option.flag,
  reason: option.text,
};

export const sent: Command = {
  name: 'sent',
  options: { ...sentOptions, ...selectionOptions },
  prepare: (args) => {
    refuseMoreWords(args, 'sent', 1);
    const { limit, by, currency, ...marks } = readOptions(args, sentOptions);
    const { withdraw = false, left = false, elsewhere = false, reason } = marks;
    const selection = readSelection(args);
    const [word] = args.positionals;
    const number = word === undefined ? undefined : option.wholeNumber(1)(word.replace('#', ''), 'sent');
    if (elsewhere) return markElsewhere(number, reason, selection);
    if (reason !== undefined || Object.keys(selection).length > 0) refuse(texts.onlyElsewhere);
    if (number === undefined && (withdraw || left)) refuse(texts.whichFile);
    if (withdraw && left) refuse(texts.oneState);
    if (number === undefined)
      return printAnswer(
        { key: false },
        'sent.list',
        {},
        ({ files }) => (files.length === 0 ? [texts.none] : listFiles(files)),
        () => DONE,
        ({ setAside }, terminal) => {
          for (const file of setAside) terminal.say(memoryTexts.setAside(file));
        },
      );
    if (withdraw || left) {
      const input = { number, state: left ? ('saved' as const) : ('withdrawn' as const) };
      return printAnswer({ key: false }, 'sent.settle', input, (file) => listFiles([file]));
    }
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      return printChanges({ app, print, terminal }, { file: number, by, currency, limit });
    };
  },
};

function markElsewhere(number: number | undefined, reason: string | undefined, selection: Selection): CommandAction {
  if (number !== undefined) refuse(texts.noNumber);
  if (reason === undefined || reason.trim() === '') return refuse(texts.reasonMissing);
  return printAnswer(
    { key: false },
    'sent.elsewhere',
    { ...selection, reason },
    ({ mark, billed }) => [texts.marked(mark.records, mark.number, billed)],
    ({ mark }) => (mark.complete ? DONE : PARTIAL),
  );
}

function listFiles(files: readonly SentFile[]): string[] {
  return tabulate(files, [
    { header: '#', right: true, cell: ({ number }) => String(number) },
    { header: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
    { header: texts.heads.who, cell: ({ who }) => who },
    { header: texts.heads.file, cell: ({ file }) => file },
    { header: texts.heads.client, cell: ({ client }) => client ?? '' },
    { header: texts.heads.period, cell: ({ period }) => period?.text ?? '' },
    { header: texts.heads.records, right: true, cell: ({ records }) => String(records) },
    { header: texts.heads.state, cell: describeState },
  ]);
}

function describeState({ state, bills, of, again, billedBefore }: SentFile): string {
  const stateText =
    of !== ELSEWHERE ? texts.states[state] : state === 'withdrawn' ? texts.states.withdrawn : texts.elsewhere;
  return texts.state(stateText, bills && of !== ELSEWHERE && state !== 'withdrawn', again, billedBefore);
}

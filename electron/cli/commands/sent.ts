/** `sent`: lists the files that were sent, and what has changed since one of them. Needs no key and no requests. */
import { ELSEWHERE, memoryMethods, type SentFile } from '#contract/memory.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentCommandTexts as texts } from '#texts/terminal/sent.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import { deriveOptions, option, refuse } from '../arguments/option-values.ts';
import { selectionOptions } from '../arguments/selection.ts';
import { printChanges } from '../output/changes.ts';
import { DONE, PARTIAL } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
import { alignLeft, alignRight, tabulate } from '../output/table.ts';

const { by } = deriveOptions(memoryMethods['memory.changes'].input, 'by');
const { limit } = deriveOptions(memoryMethods['memory.changed'].input, 'limit');

const listOrSettle = createAction(
  { by, limit, currency: option.currency, withdraw: option.flag, left: option.flag },
  ({ withdraw = false, left = false, ...changes }, [word]) => {
    const number = word === undefined ? undefined : option.entryNumber(word, 'sent');
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
      return printChanges({ app, print, terminal }, { file: number, ...changes });
    };
  },
  { words: 1, foreignOption: () => texts.onlyElsewhere },
);

const markElsewhere = createAction(
  {
    elsewhere: option.flag,
    ...deriveOptions(memoryMethods['sent.elsewhere'].input, 'reason'),
    ...selectionOptions,
  },
  ({ reason = refuse(texts.reasonMissing), filter: filterGroups, query, period }) =>
    printAnswer(
      { key: false },
      'sent.elsewhere',
      { filterGroups, query, period, reason },
      ({ mark, billed }) => [texts.marked(mark.records, mark.number, billed)],
      ({ mark }) => (mark.complete ? DONE : PARTIAL),
    ),
  { extraWord: () => texts.noNumber },
);

export const sent = createCommand('sent', { '': listOrSettle, '--elsewhere': markElsewhere });

function listFiles(files: readonly SentFile[]): string[] {
  return tabulate(files, [
    alignRight('#', ({ number }) => String(number)),
    alignLeft(texts.heads.at, ({ at }) => formatUtcMinute(at)),
    alignLeft(texts.heads.who, ({ who }) => who),
    alignLeft(texts.heads.file, ({ file }) => file),
    alignLeft(texts.heads.client, ({ client }) => client ?? ''),
    alignLeft(texts.heads.period, ({ period }) => period?.text ?? ''),
    alignRight(texts.heads.records, ({ records }) => String(records)),
    alignLeft(texts.heads.state, describeState),
  ]);
}

function describeState({ state, bills, of, again, billedBefore }: SentFile): string {
  const stateText =
    of !== ELSEWHERE ? texts.states[state] : state === 'withdrawn' ? texts.states.withdrawn : texts.elsewhere;
  return texts.state(stateText, bills && of !== ELSEWHERE && state !== 'withdrawn', again, billedBefore);
}

/** `sent`: the files that left, and what is another today than in one of them; no request, no key. */
import type { Output } from '#contract/api.ts';
import { ELSEWHERE, type SentFile } from '#contract/memory.ts';
import { findProperty } from '#domain/properties.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { sentCommandTexts as texts } from '#texts/terminal/sent.ts';
import type { Command, Work } from '../arguments/command.ts';
import { option, readOptions, refuse, refuseMoreWords } from '../arguments/option-values.ts';
import { readSelection, selectionOptions, type Selection } from '../arguments/selection.ts';
import { DONE, PARTIAL } from '../output/failure.ts';
import { tabulate } from '../output/table.ts';

const sentOptions = {
  limit: option.wholeNumber(1, 1_000),
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
    const { limit, withdraw = false, left = false, elsewhere = false, reason } = readOptions(args, sentOptions);
    const selection = readSelection(args);
    const [word] = args.positionals;
    const number = word === undefined ? undefined : option.wholeNumber(1)(word.replace('#', ''), 'sent');
    if (elsewhere) return markElsewhere(number, reason, selection);
    if (reason !== undefined || Object.keys(selection).length > 0) refuse(texts.onlyElsewhere);
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
      const changes = await app.call('sent.changes', { number, ...(limit !== undefined && { limit }) });
      await print(changes, () => describeChanges(changes));
      return changes.complete ? DONE : PARTIAL;
    };
  },
};

function markElsewhere(number: number | undefined, reason: string | undefined, selection: Selection): Work {
  if (number !== undefined) refuse(texts.noNumber);
  if (reason === undefined || reason.trim() === '') return refuse(texts.reasonMissing);
  return async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const answer = await app.call('sent.elsewhere', { ...selection, reason });
    await print(answer, () => [texts.marked(answer.mark.records, answer.mark.number, answer.billed)]);
    return answer.mark.complete ? DONE : PARTIAL;
  };
}

function listFiles(files: readonly SentFile[]): string[] {
  return tabulate(files, [
    { head: '#', right: true, cell: ({ number }) => String(number) },
    { head: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
    { head: texts.heads.who, cell: ({ who }) => who },
    { head: texts.heads.file, cell: ({ file }) => file },
    { head: texts.heads.client, cell: ({ client }) => client ?? '' },
    { head: texts.heads.period, cell: ({ period }) => period?.text ?? '' },
    { head: texts.heads.records, right: true, cell: ({ records }) => String(records) },
    { head: texts.heads.state, cell: describeState },
  ]);
}

function describeState({ state, bills, of, again, billedBefore }: SentFile): string {
  const said =
    of !== ELSEWHERE ? texts.states[state] : state === 'withdrawn' ? texts.states.withdrawn : texts.elsewhere;
  return texts.state(said, bills && of !== ELSEWHERE && state !== 'withdrawn', again, billedBefore);
}

function describeChanges({ file, sums, changes, counts, complete }: Output<'sent.changes'>): string[] {
  const moved = sums.filter(({ before, after }) => before !== after);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    texts.about(file.file, formatUtcMinute(file.at), file.who),
    ...(all === 0 ? [texts.same(file.records)] : [texts.counts(counts)]),
    ...moved.map(({ name, before, after }) => `  ${labelOf(name)}: ${before} → ${after}`),
    ...changes.flatMap(({ id, kind, fields }) => [
      '',
      `${id}  ${texts.kinds[kind]}`,
      ...(kind === 'changed' || kind === 'moved' ? fields : []).map(
        ({ name, before, after }) => `    ${labelOf(name)}: ${before ?? '–'} → ${after ?? '–'}`,
      ),
    ]),
    ...(changes.length < all ? ['', texts.more(changes.length, all)] : []),
    ...(complete ? [] : ['', texts.partial]),
  ];
}

const labelOf = (name: string) => findProperty(name)?.label ?? name;

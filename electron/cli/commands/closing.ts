/** `closing`: closes months, tells what is another since, and decides it. No request, no key. */
import type { Output } from '#contract/api.ts';
import type { ClosingDrift, ClosingLine } from '#contract/closings.ts';
import { equationParts } from '#domain/closings/ledger.ts';
import { decisions, problemKinds, type Figures } from '#domain/closings/steps.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { toHours } from '#domain/time/hours.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { closingTexts } from '#texts/closings.ts';
import { closingCommandTexts as texts } from '#texts/terminal/closing.ts';
import type { Command, Work } from '../arguments/command.ts';
import { option, readActionOptions, refuse, refuseMoreWords, type Arguments } from '../arguments/option-values.ts';
import { CHANGED, DONE, PARTIAL } from '../output/failure.ts';
import { tabulate } from '../output/table.ts';

const NAME = 'closing';
const period = { period: option.period };
const reason = { reason: option.text };
const limit = { limit: option.wholeNumber(1, 10_000) };
const actions = {
  create: {
    ...period,
    client: option.text,
    'without-client': option.flag,
    accept: option.list,
    ...reason,
    anew: option.wholeNumber(1),
    'dry-run': option.flag,
  },
  list: period,
  show: { 'with-records': option.flag },
  drift: { ...period, ...limit },
  decide: { ids: option.list, as: option.oneOf(decisions), expected: option.text, ...reason },
  adjust: { out: option.destination, all: option.flag },
  reopen: reason,
  cancel: reason,
  states: { ...period, ...limit },
  month: period,
  log: {},
} as const;

export const closing: Command = {
  name: NAME,
  options: {
    ...actions.create,
    ...actions.show,
    ...actions.drift,
    ...actions.decide,
    ...actions.adjust,
  },
  prepare: (args) => {
    const [action, word] = args.positionals;
    const prepare = Object.entries(prepared).find(([name]) => name === action)?.[1];
    if (!prepare) return refuse(texts.action(Object.keys(actions)));
    const takesNumber = ['show', 'drift', 'decide', 'adjust', 'reopen', 'cancel'].includes(action ?? '');
    refuseMoreWords(args, `${NAME} ${action}`, takesNumber ? 2 : 1);
    const number = takesNumber && word !== undefined ? option.wholeNumber(1)(word.replace('#', ''), NAME) : undefined;
    return prepare(args, number);
  },
};

const read = <Action extends keyof typeof actions>(args: Arguments, action: Action) =>
  readActionOptions(args, closing.options, `${NAME} ${action}`, actions[action]);
const need = <T>(value: T | undefined, what: string): T => value ?? refuse(texts.missing(what));

const prepared: Readonly<Record<keyof typeof actions, (args: Arguments, number: number | undefined) => Work>> = {
  create: (args) => {
    const { period: written, client, withoutClient, accept = [], reason: why, anew, dryRun } = read(args, 'create');
    const accepted = accept.map((word) => option.oneOf(problemKinds)(word, '--accept'));
    if (client !== undefined && withoutClient) refuse(texts.oneClient);
    const asked = need(written, '--period');
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false });
      const answer = await app.call('closings.create', {
        period: asked,
        accept: accepted,
        ...(client !== undefined && { client }),
        ...(withoutClient && { client: null }),
        ...(why !== undefined && { reason: why }),
        ...(anew !== undefined && { anew }),
        ...(dryRun && { dryRun }),
      });
      await print(answer, () => listClosings(answer.closings));
      const { problems, provisional, blocked, leftOut, duplicates } = answer;
      for (const kind of problemKinds)
        if (problems[kind] > 0) terminal.say(`${closingTexts.found[kind](problems[kind])}.`);
      for (const each of blocked) terminal.say(closingTexts.held(each.id, each.closing));
      if (leftOut > 0) terminal.say(texts.leftOut(leftOut));
      for (const { recordId, ids } of duplicates) terminal.say(texts.duplicate(recordId, ids));
      for (const why of provisional) terminal.say(texts.provisional[why]);
      if (!dryRun) terminal.say(texts.notLocked);
      return provisional.length > 0 || blocked.length > 0 ? PARTIAL : DONE;
    };
  },
  list: (args) => {
    const input = read(args, 'list');
    return async ({ openApp, print }) => {
      const answer = await (await openApp({ key: false })).call('closings.list', input);
      await print(answer, () => (answer.closings.length === 0 ? [texts.none] : listClosings(answer.closings)));
      return DONE;
    };
  },
  show: (args, number) => {
    const { withRecords } = read(args, 'show');
    const asked = need(number, texts.number);
    return async ({ openApp, print }) => {
      const answer = await (
        await openApp({ key: false })
      ).call('closings.show', {
        number: asked,
        ...(withRecords && { records: true }),
      });
      await print(answer, () => describeClosing(answer));
      if (answer.files.some(({ place, same }) => place === 'changed' || !same) || !hold(answer.equations))
        return CHANGED;
      return answer.complete && answer.closing.provisional.length === 0 ? DONE : PARTIAL;
    };
  },
  drift: (args, number) => {
    const { period: written, limit: most } = read(args, 'drift');
    if ((number === undefined) === (written === undefined)) refuse(closingTexts.periodOrNumber);
    return async ({ openApp, print, terminal }) => {
      const answer = await (
        await openApp({ key: false })
      ).call('closings.drift', {
        ...(number !== undefined && { number }),
        ...(written !== undefined && { period: written }),
        ...(most !== undefined && { limit: most }),
      });
      await print(answer, () => [
        ...(answer.total === 0
          ? [answer.equations.length > 0 || number !== undefined ? texts.noDrift : texts.noneOfPeriod]
          : listDrift(answer.lines)),
        '',
        ...listEquations(answer.equations),
        ...(number !== undefined && answer.total > 0 ? [texts.digest(number, answer.digest, answer.total)] : []),
      ]);
      if (answer.lines.length < answer.total) terminal.say(texts.more(answer.lines.length, answer.total));
      if (!answer.complete) terminal.say(closingTexts.incomplete);
      if (!hold(answer.equations)) return CHANGED;
      return answer.complete ? DONE : PARTIAL;
    };
  },
  decide: (args, number) => {
    const { ids, as, expected, reason: why } = read(args, 'decide');
    const input = {
      number: need(number, texts.number),
      decision: need(as, '--as'),
      reason: need(why, '--reason'),
      ...(ids && { ids }),
      ...(expected !== undefined && { expected }),
    };
    return async ({ openApp, print }) => {
      const answer = await (await openApp({ key: false })).call('closings.decide', input);
      await print(answer, () => [texts.decided(answer.decided, answer.left), '', ...listEquations(answer.equations)]);
      return hold(answer.equations) ? DONE : CHANGED;
    };
  },
  adjust: (args, number) => {
    const { out: written, all } = read(args, 'adjust');
    const out = need(written, '--out');
    const asked = need(number, texts.number);
    return async ({ openApp, print }) => {
      const answer = await (
        await openApp({ key: false, out })
      ).call('closings.adjust', {
        number: asked,
        ...(all && { all }),
      });
      await print(answer, () =>
        answer ? [texts.written(answer.file, answer.lines), ...answer.totals.map(sumUp)] : [],
      );
      return DONE;
    };
  },
  reopen: (args, number) => change(args, number, 'reopen'),
  cancel: (args, number) => change(args, number, 'cancel'),
  states: (args) => {
    const { period: written, ...rest } = read(args, 'states');
    const input = { period: need(written, '--period'), ...rest };
    return async ({ openApp, print }) => {
      const answer = await (await openApp({ key: false })).call('closings.states', input);
      await print(answer, () =>
        tabulate(
          answer.sums.flatMap(({ state, figures }) => figures.map((each) => ({ state, ...each }))),
          [{ head: texts.heads.state, cell: ({ state }) => texts.states[state] }, ...figureColumns],
        ),
      );
      return DONE;
    };
  },
  month: (args) => {
    const input = read(args, 'month');
    return async ({ openApp, print, terminal }) => {
      const answer = await (await openApp({ key: false })).call('closings.month', input);
      await print(answer, () => listMonth(answer.lines));
      for (const why of answer.provisional) terminal.say(texts.provisional[why]);
      return answer.provisional.includes('incomplete') ? PARTIAL : DONE;
    };
  },
  log: (args) => {
    read(args, 'log');
    return async ({ openApp, print }) => {
      const { steps } = await (await openApp({ key: false })).call('closings.log', {});
      await print({ steps }, () =>
        tabulate(steps, [
          { head: '#', right: true, cell: ({ step }) => String(step) },
          { head: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
          { head: texts.heads.who, cell: ({ who }) => who },
          {
            head: texts.heads.closing,
            right: true,
            cell: (step) => String(step.kind === 'close' ? step.number : step.closing),
          },
          { head: texts.heads.what, cell: describeStep },
          { head: texts.heads.reason, cell: (step) => (step.kind === 'adjusted' ? step.file : (step.reason ?? '')) },
        ]),
      );
      return DONE;
    };
  },
};

function change(args: Arguments, number: number | undefined, action: 'reopen' | 'cancel'): Work {
  const input = { number: need(number, texts.number), reason: need(read(args, action).reason, '--reason') };
  return async ({ openApp, print, terminal }) => {
    const app = await openApp({ key: false });
    const answer = await app.call(`closings.${action}`, input);
    await print(answer, () => listClosings([answer]));
    if (action === 'cancel') terminal.say(texts.staysBilled);
    return DONE;
  };
}

const hours = (minutes: string) => formatUnits(toHours(toUnits(minutes)));
const figureColumns = [
  { head: texts.heads.records, right: true, cell: ({ records }: Figures) => String(records) },
  { head: texts.heads.hours, right: true, cell: ({ minutes }: Figures) => hours(minutes) },
  { head: texts.heads.value, right: true, cell: ({ value }: Figures) => value },
  { head: texts.heads.currency, cell: ({ currency }: Figures) => currency ?? '' },
];

const sumUp = ({ minutes, value, currency }: Figures) => texts.sum(hours(minutes), value, currency ?? texts.noCurrency);
const sumOf = (figures: readonly Figures[]) =>
  figures.map(({ value, currency }) => `${value}${currency === null ? '' : ` ${currency}`}`).join(', ');

function listClosings(closings: readonly ClosingLine[]): string[] {
  return tabulate(closings, [
    { head: '#', right: true, cell: ({ number }) => String(number) },
    { head: texts.heads.period, cell: (each) => each.period.text },
    { head: texts.heads.client, cell: ({ client }) => client ?? closingTexts.noClient },
    {
      head: texts.heads.records,
      right: true,
      cell: ({ totals }) => String(totals.reduce((sum, { records }) => sum + records, 0)),
    },
    { head: texts.heads.value, right: true, cell: ({ totals }) => sumOf(totals) },
    { head: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
    { head: texts.heads.who, cell: ({ who }) => who },
    {
      head: texts.heads.status,
      cell: ({ status, provisional, cancels }) =>
        cancels !== null
          ? texts.minusOf(cancels)
          : status === 'standing' && provisional.length > 0
            ? texts.isProvisional
            : texts.status[status],
    },
  ]);
}

function listDrift(lines: readonly ClosingDrift[]): string[] {
  return tabulate(lines, [
    { head: texts.heads.closing, right: true, cell: (line) => String(line.closing) },
    { head: texts.heads.record, cell: ({ id }) => id },
    { head: texts.heads.what, cell: ({ kind, month, client }) => texts.kinds[kind](month, client) },
    {
      head: texts.heads.hours,
      right: true,
      cell: ({ before, after }) => texts.change(before && hours(before.minutes), after && hours(after.minutes)),
    },
    {
      head: texts.heads.value,
      right: true,
      cell: ({ before, after }) => texts.change(before && before.value, after && after.value),
    },
    {
      head: texts.heads.currency,
      cell: ({ before, after }) => [...new Set([before?.currency, after?.currency])].filter(Boolean).join(' → '),
    },
    { head: texts.heads.title, cell: ({ title }) => title ?? '' },
  ]);
}

type Equations = Output<'closings.show'>['equations'];

const hold = (equations: readonly { readonly holds: boolean }[]) => equations.every(({ holds }) => holds);

/** Each currency in two lines: in hours as minutes, which have no thirds, and in money. */
function listEquations(equations: readonly (Equations[number] & { readonly closing?: number })[]): string[] {
  if (equations.length === 0) return [];
  const rows = equations.flatMap((equation) => [
    { equation, unit: texts.minutesOf(equation.currency ?? texts.noCurrency), of: 'minutes' as const },
    { equation, unit: equation.currency ?? texts.noCurrency, of: 'value' as const },
  ]);
  return [
    ...tabulate(rows, [
      ...(equations.some((each) => each.closing !== undefined)
        ? [
            {
              head: texts.heads.closing,
              right: true,
              cell: ({ equation }: (typeof rows)[number]) => String(equation.closing),
            },
          ]
        : []),
      { head: '', cell: ({ unit }) => unit },
      ...[...equationParts, 'today' as const].map((part) => ({
        head: texts.parts[part],
        right: true,
        cell: ({ equation, of }: (typeof rows)[number]) => equation[part][of],
      })),
    ]),
    hold(equations) ? texts.holds : texts.broken,
  ];
}

function describeClosing({
  closing: about,
  equations,
  drift,
  unwritten,
  files,
  decided,
  carried,
  records = [],
}: Output<'closings.show'>): string[] {
  return [
    ...listClosings([about]),
    '',
    ...listRecords(records),
    ...(equations.length > 0 ? [...listEquations(equations), ''] : []),
    ...(drift > 0 ? [texts.openDrift(drift)] : []),
    ...(unwritten > 0 ? [texts.unwritten(unwritten)] : []),
    ...files.map(({ number, file, at, bills, same, place }) =>
      texts.file(number, file, formatUtcMinute(at), bills, same, place),
    ),
    ...carried.map(({ id, closing: from, period: origin, before, after, reason: why }) =>
      texts.carried(id, from, origin, texts.change(before && before.value, after && after.value), why),
    ),
    ...decided.map(({ id, kind, decision, before, after, reason: why, takenBy }) =>
      texts.line(
        id,
        kind === 'undone' ? texts.undone : texts.decisions[decision],
        texts.change(before && before.value, after && after.value),
        why,
        takenBy,
      ),
    ),
  ];
}

function listRecords(records: NonNullable<Output<'closings.show'>['records']>): string[] {
  const names = Object.keys(records[0] ?? {});
  if (names.length === 0) return [];
  return [
    ...tabulate(
      records,
      names.map((head) => ({ head, cell: (record) => record[head] ?? '' })),
    ),
    '',
  ];
}

function describeStep(step: Output<'closings.log'>['steps'][number]): string {
  if (step.kind === 'decide') return texts.logDecided(texts.decisions[step.decision], step.lines.length);
  if (step.kind === 'reopen') return texts.status.reopened;
  if (step.kind === 'adjusted') return texts.logAdjusted(step.lines.length);
  return step.cancels === null
    ? texts.logClosed(step.client ?? closingTexts.noClient, step.period.text)
    : texts.minusOf(step.cancels);
}

function listMonth(lines: Output<'closings.month'>['lines']): string[] {
  return tabulate(lines, [
    { head: texts.heads.client, cell: ({ client }) => client ?? closingTexts.noClient },
    { head: texts.heads.value, right: true, cell: ({ figures }) => sumOf(figures) },
    { head: texts.heads.closing, right: true, cell: (line) => (line.closing === null ? '' : String(line.closing)) },
    { head: texts.heads.sent, right: true, cell: ({ sent }) => (sent > 0 ? String(sent) : '') },
    { head: texts.heads.drift, right: true, cell: ({ drift }) => (drift > 0 ? String(drift) : '') },
    { head: texts.heads.next, cell: ({ next }) => texts.next[next] },
  ]);
}

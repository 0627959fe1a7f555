/** `closing`: closes months, tells what is another since, and decides it. No request, no key. */
import type { Output } from '#contract/api.ts';
import type { ClosingDrift, ClosingLine } from '#contract/closings.ts';
import { equationParts } from '#domain/closing-ledger.ts';
import { decisions, problemKinds, type Figures } from '#domain/closing-steps.ts';
import { minutesToHours } from '#domain/decimal.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { closingTexts } from '#texts/closings.ts';
import { closingCommandTexts as texts } from '#texts/terminal/closing.ts';
import type { Command, Work } from '../arguments/command.ts';
import { option, readActionOptions, refuse, refuseMoreWords, type Arguments } from '../arguments/option-values.ts';
import { CHANGED, DONE, PARTIAL } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
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

const HERE = { key: false } as const;

const prepared: Readonly<Record<keyof typeof actions, (args: Arguments, number: number | undefined) => Work>> = {
  create: (args) => {
    const { period: written, client, withoutClient, accept: accepted = [], ...options } = read(args, 'create');
    const accept = accepted.map((word) => option.oneOf(problemKinds)(word, '--accept'));
    if (client !== undefined && withoutClient) refuse(texts.oneClient);
    const input = { ...options, period: need(written, '--period'), client: withoutClient ? null : client, accept };
    return printAnswer(
      HERE,
      'closings.create',
      input,
      ({ closings }) => listClosings(closings),
      ({ problems, provisional, blocked, leftOut, duplicates }, terminal) => {
        for (const kind of problemKinds)
          if (problems[kind] > 0) terminal.say(`${closingTexts.found[kind](problems[kind])}.`);
        for (const { id, closing: holder } of blocked) terminal.say(closingTexts.held(id, holder));
        if (leftOut > 0) terminal.say(texts.leftOut(leftOut));
        for (const { recordId, ids } of duplicates) terminal.say(texts.duplicate(recordId, ids));
        for (const why of provisional) terminal.say(texts.provisional[why]);
        if (!options.dryRun) terminal.say(texts.notLocked);
        return provisional.length > 0 || blocked.length > 0 ? PARTIAL : DONE;
      },
    );
  },
  list: (args) =>
    printAnswer(HERE, 'closings.list', read(args, 'list'), ({ closings }) =>
      closings.length === 0 ? [texts.none] : listClosings(closings),
    ),
  show: (args, number) => {
    const { withRecords: records } = read(args, 'show');
    const input = { number: need(number, texts.number), records };
    return printAnswer(
      HERE,
      'closings.show',
      input,
      describeClosing,
      ({ files, equations, complete, closing: about }) => {
        const isChanged = files.some(({ place, same }) => place === 'changed' || !same) || !hold(equations);
        if (isChanged) return CHANGED;
        return complete && about.provisional.length === 0 ? DONE : PARTIAL;
      },
    );
  },
  drift: (args, number) => {
    const input = { ...read(args, 'drift'), number };
    if ((number === undefined) === (input.period === undefined)) refuse(closingTexts.periodOrNumber);
    return printAnswer(
      HERE,
      'closings.drift',
      input,
      ({ lines, total, equations, digest }) => [
        ...(total > 0
          ? listDrift(lines)
          : [equations.length > 0 || number !== undefined ? texts.noDrift : texts.noneOfPeriod]),
        '',
        ...listEquations(equations),
        ...(number !== undefined && total > 0 ? [texts.digest(number, digest, total)] : []),
      ],
      ({ lines, total, equations, complete }, terminal) => {
        if (lines.length < total) terminal.say(texts.more(lines.length, total));
        if (!complete) terminal.say(closingTexts.incomplete);
        if (!hold(equations)) return CHANGED;
        return complete ? DONE : PARTIAL;
      },
    );
  },
  decide: (args, number) => {
    const { as, reason: why, ...options } = read(args, 'decide');
    const input = {
      ...options,
      number: need(number, texts.number),
      decision: need(as, '--as'),
      reason: need(why, '--reason'),
    };
    return printAnswer(
      HERE,
      'closings.decide',
      input,
      ({ decided, left, equations }) => [texts.decided(decided, left), '', ...listEquations(equations)],
      ({ equations }) => (hold(equations) ? DONE : CHANGED),
    );
  },
  adjust: (args, number) => {
    const { out: written, all } = read(args, 'adjust');
    const out = need(written, '--out');
    const input = { number: need(number, texts.number), all };
    return printAnswer({ ...HERE, out }, 'closings.adjust', input, (table) =>
      table ? [texts.written(table.file, table.lines), ...table.totals.map(sumUp)] : [],
    );
  },
  reopen: (args, number) => takeBack(args, number, 'reopen'),
  cancel: (args, number) => takeBack(args, number, 'cancel'),
  states: (args) => {
    const { period: written, limit: most } = read(args, 'states');
    return printAnswer(HERE, 'closings.states', { period: need(written, '--period'), limit: most }, ({ sums }) =>
      tabulate(
        sums.flatMap(({ state, figures }) => figures.map((sum) => ({ state, ...sum }))),
        [{ head: texts.heads.state, cell: ({ state }) => texts.states[state] }, ...figureColumns],
      ),
    );
  },
  month: (args) =>
    printAnswer(
      HERE,
      'closings.month',
      read(args, 'month'),
      ({ lines }) => listMonth(lines),
      ({ provisional }, terminal) => {
        for (const why of provisional) terminal.say(texts.provisional[why]);
        return provisional.includes('incomplete') ? PARTIAL : DONE;
      },
    ),
  log: (args) => {
    read(args, 'log');
    return printAnswer(HERE, 'closings.log', {}, ({ steps }) =>
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
  },
};

function takeBack(args: Arguments, number: number | undefined, action: 'reopen' | 'cancel'): Work {
  const input = { number: need(number, texts.number), reason: need(read(args, action).reason, '--reason') };
  return printAnswer(
    HERE,
    `closings.${action}`,
    input,
    (taken) => listClosings([taken]),
    (_, terminal) => {
      if (action === 'cancel') terminal.say(texts.staysBilled);
      return DONE;
    },
  );
}

const figureColumns = [
  { head: texts.heads.records, right: true, cell: ({ records }: Figures) => String(records) },
  { head: texts.heads.hours, right: true, cell: ({ minutes }: Figures) => minutesToHours(minutes) },
  { head: texts.heads.value, right: true, cell: ({ value }: Figures) => value },
  { head: texts.heads.currency, cell: ({ currency }: Figures) => currency ?? '' },
];

const sumUp = ({ minutes, value, currency }: Figures) =>
  texts.sum(minutesToHours(minutes), value, currency ?? texts.noCurrency);
const joinValues = (figures: readonly Figures[]) =>
  figures.map(({ value, currency }) => `${value}${currency === null ? '' : ` ${currency}`}`).join(', ');

function listClosings(closings: readonly ClosingLine[]): string[] {
  return tabulate(closings, [
    { head: '#', right: true, cell: ({ number }) => String(number) },
    { head: texts.heads.period, cell: ({ period: closed }) => closed.text },
    { head: texts.heads.client, cell: ({ client }) => client ?? closingTexts.noClient },
    {
      head: texts.heads.records,
      right: true,
      cell: ({ totals }) => String(totals.reduce((sum, { records }) => sum + records, 0)),
    },
    { head: texts.heads.value, right: true, cell: ({ totals }) => joinValues(totals) },
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
      cell: ({ before, after }) =>
        texts.change(before && minutesToHours(before.minutes), after && minutesToHours(after.minutes)),
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
      ...(equations.some(({ closing: own }) => own !== undefined)
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
    { head: texts.heads.value, right: true, cell: ({ figures }) => joinValues(figures) },
    { head: texts.heads.closing, right: true, cell: (line) => (line.closing === null ? '' : String(line.closing)) },
    { head: texts.heads.sent, right: true, cell: ({ sent }) => (sent > 0 ? String(sent) : '') },
    { head: texts.heads.drift, right: true, cell: ({ drift }) => (drift > 0 ? String(drift) : '') },
    { head: texts.heads.next, cell: ({ next }) => texts.next[next] },
  ]);
}

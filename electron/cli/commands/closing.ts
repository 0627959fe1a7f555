/** `closing`: closes months, lists what has changed since, and records decisions on it. Needs no key and no requests. */
import type { Output } from '#contract/api.ts';
import type { ClosingDrift, ClosingLine } from '#contract/closings.ts';
import { equationParts } from '#domain/closing-ledger.ts';
import { decisions, problemKinds, type Figures } from '#domain/closing-steps.ts';
import { minutesToHours } from '#domain/decimal.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { closingTexts } from '#texts/closings.ts';
import { closingCommandTexts as texts } from '#texts/terminal/closing.ts';
import type { Command, CommandAction } from '../arguments/command.ts';
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
    const prepare = Object.entries(preparers).find(([name]) => name === action)?.[1];
    if (!prepare) return refuse(texts.action(Object.keys(actions)));
    const takesNumber = ['show', 'drift', 'decide', 'adjust', 'reopen', 'cancel'].includes(action ?? '');
    refuseMoreWords(args, `${NAME} ${action}`, takesNumber ? 2 : 1);
    const number = takesNumber && word !== undefined ? option.wholeNumber(1)(word.replace('#', ''), NAME) : undefined;
    return prepare(args, number);
  },
};

const readInput = <Action extends keyof typeof actions>(args: Arguments, action: Action) =>
  readActionOptions(args, closing.options, `${NAME} ${action}`, actions[action]);
const ensure = <T>(value: T | undefined, what: string): T => value ?? refuse(texts.missing(what));

const NO_KEY = { key: false } as const;

const preparers: Readonly<
  Record<keyof typeof actions, (args: Arguments, number: number | undefined) => CommandAction>
> = {
  create: (args) => {
    const { period: text, client, withoutClient, accept: accepted = [], ...options } = readInput(args, 'create');
    const accept = accepted.map((word) => option.oneOf(problemKinds)(word, '--accept'));
    if (client !== undefined && withoutClient) refuse(texts.oneClient);
    const input = { ...options, period: ensure(text, '--period'), client: withoutClient ? null : client, accept };
    return printAnswer(
      NO_KEY,
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
    printAnswer(NO_KEY, 'closings.list', readInput(args, 'list'), ({ closings }) =>
      closings.length === 0 ? [texts.none] : listClosings(closings),
    ),
  show: (args, number) => {
    const { withRecords: records } = readInput(args, 'show');
    const input = { number: ensure(number, texts.number), records };
    return printAnswer(
      NO_KEY,
      'closings.show',
      input,
      describeClosing,
      ({ files, equations, complete, closing: summary }) => {
        const isChanged = files.some(({ place, same }) => place === 'changed' || !same) || !isBalanced(equations);
        if (isChanged) return CHANGED;
        return complete && summary.provisional.length === 0 ? DONE : PARTIAL;
      },
    );
  },
  drift: (args, number) => {
    const input = { ...readInput(args, 'drift'), number };
    if ((number === undefined) === (input.period === undefined)) refuse(closingTexts.periodOrNumber);
    return printAnswer(
      NO_KEY,
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
        if (!isBalanced(equations)) return CHANGED;
        return complete ? DONE : PARTIAL;
      },
    );
  },
  decide: (args, number) => {
    const { as, reason: why, ...options } = readInput(args, 'decide');
    const input = {
      ...options,
      number: ensure(number, texts.number),
      decision: ensure(as, '--as'),
      reason: ensure(why, '--reason'),
    };
    return printAnswer(
      NO_KEY,
      'closings.decide',
      input,
      ({ decided, left, equations }) => [texts.decided(decided, left), '', ...listEquations(equations)],
      ({ equations }) => (isBalanced(equations) ? DONE : CHANGED),
    );
  },
  adjust: (args, number) => {
    const { out: path, all } = readInput(args, 'adjust');
    const out = ensure(path, '--out');
    const input = { number: ensure(number, texts.number), all };
    return printAnswer({ ...NO_KEY, out }, 'closings.adjust', input, (table) =>
      table ? [texts.written(table.file, table.lines), ...table.totals.map(formatTotal)] : [],
    );
  },
  reopen: (args, number) => undoClosing(args, number, 'reopen'),
  cancel: (args, number) => undoClosing(args, number, 'cancel'),
  states: (args) => {
    const { period: text, limit: max } = readInput(args, 'states');
    return printAnswer(NO_KEY, 'closings.states', { period: ensure(text, '--period'), limit: max }, ({ sums }) =>
      tabulate(
        sums.flatMap(({ state, figures }) => figures.map((sum) => ({ state, ...sum }))),
        [{ header: texts.heads.state, cell: ({ state }) => texts.states[state] }, ...figureColumns],
      ),
    );
  },
  month: (args) =>
    printAnswer(
      NO_KEY,
      'closings.month',
      readInput(args, 'month'),
      ({ lines }) => listMonth(lines),
      ({ provisional }, terminal) => {
        for (const why of provisional) terminal.say(texts.provisional[why]);
        return provisional.includes('incomplete') ? PARTIAL : DONE;
      },
    ),
  log: (args) => {
    readInput(args, 'log');
    return printAnswer(NO_KEY, 'closings.log', {}, ({ steps }) =>
      tabulate(steps, [
        { header: '#', right: true, cell: ({ step }) => String(step) },
        { header: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
        { header: texts.heads.who, cell: ({ who }) => who },
        {
          header: texts.heads.closing,
          right: true,
          cell: (step) => String(step.kind === 'close' ? step.number : step.closing),
        },
        { header: texts.heads.what, cell: describeStep },
        { header: texts.heads.reason, cell: (step) => (step.kind === 'adjusted' ? step.file : (step.reason ?? '')) },
      ]),
    );
  },
};

function undoClosing(args: Arguments, number: number | undefined, action: 'reopen' | 'cancel'): CommandAction {
  const input = { number: ensure(number, texts.number), reason: ensure(readInput(args, action).reason, '--reason') };
  return printAnswer(
    NO_KEY,
    `closings.${action}`,
    input,
    (changed) => listClosings([changed]),
    (_, terminal) => {
      if (action === 'cancel') terminal.say(texts.staysBilled);
      return DONE;
    },
  );
}

const figureColumns = [
  { header: texts.heads.records, right: true, cell: ({ records }: Figures) => String(records) },
  { header: texts.heads.hours, right: true, cell: ({ minutes }: Figures) => minutesToHours(minutes) },
  { header: texts.heads.value, right: true, cell: ({ value }: Figures) => value },
  { header: texts.heads.currency, cell: ({ currency }: Figures) => currency ?? '' },
];

const formatTotal = ({ minutes, value, currency }: Figures) =>
  texts.sum(minutesToHours(minutes), value, currency ?? texts.noCurrency);
const joinValues = (figures: readonly Figures[]) =>
  figures.map(({ value, currency }) => `${value}${currency === null ? '' : ` ${currency}`}`).join(', ');

function listClosings(closings: readonly ClosingLine[]): string[] {
  return tabulate(closings, [
    { header: '#', right: true, cell: ({ number }) => String(number) },
    { header: texts.heads.period, cell: ({ period: closed }) => closed.text },
    { header: texts.heads.client, cell: ({ client }) => client ?? closingTexts.noClient },
    {
      header: texts.heads.records,
      right: true,
      cell: ({ totals }) => String(totals.reduce((sum, { records }) => sum + records, 0)),
    },
    { header: texts.heads.value, right: true, cell: ({ totals }) => joinValues(totals) },
    { header: texts.heads.at, cell: ({ at }) => formatUtcMinute(at) },
    { header: texts.heads.who, cell: ({ who }) => who },
    {
      header: texts.heads.status,
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
    { header: texts.heads.closing, right: true, cell: (line) => String(line.closing) },
    { header: texts.heads.record, cell: ({ id }) => id },
    { header: texts.heads.what, cell: ({ kind, month, client }) => texts.kinds[kind](month, client) },
    {
      header: texts.heads.hours,
      right: true,
      cell: ({ before, after }) =>
        texts.change(before && minutesToHours(before.minutes), after && minutesToHours(after.minutes)),
    },
    {
      header: texts.heads.value,
      right: true,
      cell: ({ before, after }) => texts.change(before && before.value, after && after.value),
    },
    {
      header: texts.heads.currency,
      cell: ({ before, after }) => [...new Set([before?.currency, after?.currency])].filter(Boolean).join(' → '),
    },
    { header: texts.heads.title, cell: ({ title }) => title ?? '' },
  ]);
}

type Equations = Output<'closings.show'>['equations'];

const isBalanced = (equations: readonly { readonly holds: boolean }[]) => equations.every(({ holds }) => holds);

/** Prints each currency on two lines: as minutes, because hours may have thirds, and as money. */
function listEquations(equations: readonly (Equations[number] & { readonly closing?: number })[]): string[] {
  if (equations.length === 0) return [];
  const rows = equations.flatMap((equation) => [
    { equation, unit: texts.minutesOf(equation.currency ?? texts.noCurrency), figure: 'minutes' as const },
    { equation, unit: equation.currency ?? texts.noCurrency, figure: 'value' as const },
  ]);
  return [
    ...tabulate(rows, [
      ...(equations.some((equation) => equation.closing !== undefined)
        ? [
            {
              header: texts.heads.closing,
              right: true,
              cell: ({ equation }: (typeof rows)[number]) => String(equation.closing),
            },
          ]
        : []),
      { header: '', cell: ({ unit }) => unit },
      ...[...equationParts, 'today' as const].map((part) => ({
        header: texts.parts[part],
        right: true,
        cell: ({ equation, figure }: (typeof rows)[number]) => equation[part][figure],
      })),
    ]),
    isBalanced(equations) ? texts.holds : texts.broken,
  ];
}

function describeClosing({
  closing: summary,
  equations,
  drift,
  unwritten,
  files,
  decided,
  carried,
  records = [],
}: Output<'closings.show'>): string[] {
  return [
    ...listClosings([summary]),
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
      names.map((header) => ({ header, cell: (record) => record[header] ?? '' })),
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
    { header: texts.heads.client, cell: ({ client }) => client ?? closingTexts.noClient },
    { header: texts.heads.value, right: true, cell: ({ figures }) => joinValues(figures) },
    { header: texts.heads.closing, right: true, cell: (line) => (line.closing === null ? '' : String(line.closing)) },
    { header: texts.heads.sent, right: true, cell: ({ sent }) => (sent > 0 ? String(sent) : '') },
    { header: texts.heads.drift, right: true, cell: ({ drift }) => (drift > 0 ? String(drift) : '') },
    { header: texts.heads.next, cell: ({ next }) => texts.next[next] },
  ]);
}

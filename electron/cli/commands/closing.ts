/** `closing`: closes months, lists what has changed since, and records decisions on it. Needs no key and no requests. */
import type { Output } from '#contract/api.ts';
import { closingMethods, type ClosingDrift, type ClosingLine } from '#contract/closings.ts';
import { equationParts } from '#domain/closing-ledger.ts';
import { problemKinds, type Figures } from '#domain/closing-steps.ts';
import { minutesToHours } from '#domain/decimal.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';
import { closingTexts } from '#texts/closings.ts';
import { closingCommandTexts as texts } from '#texts/terminal/closing.ts';
import { createAction, createCommand } from '../arguments/actions.ts';
import { deriveOptions, option, refuse, toOption, toPeriodOption } from '../arguments/option-values.ts';
import { CHANGED, DONE, PARTIAL } from '../output/failure.ts';
import { printAnswer } from '../output/lines.ts';
import { alignLeft, alignRight, tabulate } from '../output/table.ts';

const NO_KEY = { key: false } as const;
const NUMBERED = { words: 1 } as const;
const period = { period: option.period };
const { input: createInput } = closingMethods['closings.create'];
const { input: driftInput } = closingMethods['closings.drift'];
const { input: decideInput } = closingMethods['closings.decide'];

const ensure = <T>(value: T | undefined, what: string): T => value ?? refuse(texts.missing(what));
const readNumber = (word: string | undefined): number => option.entryNumber(ensure(word, texts.number), 'closing');

const undo = (action: 'reopen' | 'cancel') =>
  createAction(
    deriveOptions(closingMethods[`closings.${action}`].input, 'reason'),
    ({ reason }, [word]) =>
      printAnswer(
        NO_KEY,
        `closings.${action}`,
        { number: readNumber(word), reason: ensure(reason, '--reason') },
        (changed) => listClosings([changed]),
        (_, terminal) => {
          if (action === 'cancel') terminal.say(texts.staysBilled);
          return DONE;
        },
      ),
    NUMBERED,
  );

const actions = {
  create: createAction(
    {
      ...period,
      ...deriveOptions(createInput, 'client', 'anew', 'accept', 'reason', 'dry-run'),
      'without-client': option.flag,
    },
    ({ period: text, client, withoutClient, ...options }) => {
      if (client !== undefined && withoutClient) refuse(texts.oneClient);
      const input = { ...options, period: ensure(text, '--period'), client: withoutClient ? null : client };
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
  ),
  list: createAction(period, (input) =>
    printAnswer(NO_KEY, 'closings.list', input, ({ closings }) =>
      closings.length === 0 ? [texts.none] : listClosings(closings),
    ),
  ),
  show: createAction(
    { 'with-records': option.flag },
    ({ withRecords: records }, [word]) =>
      printAnswer(
        NO_KEY,
        'closings.show',
        { number: readNumber(word), records },
        describeClosing,
        ({ files, equations, complete, closing: summary }) => {
          const isChanged = files.some(({ place, same }) => place === 'changed' || !same) || !isBalanced(equations);
          if (isChanged) return CHANGED;
          return complete && summary.provisional.length === 0 ? DONE : PARTIAL;
        },
      ),
    NUMBERED,
  ),
  drift: createAction(
    { ...period, ...deriveOptions(driftInput, 'limit') },
    (options, [word]) => {
      const number = word === undefined ? undefined : readNumber(word);
      if ((number === undefined) === (options.period === undefined)) refuse(closingTexts.periodOrNumber);
      return printAnswer(
        NO_KEY,
        'closings.drift',
        { ...options, number },
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
    NUMBERED,
  ),
  decide: createAction(
    { ...deriveOptions(decideInput, 'ids', 'expected', 'reason'), as: toOption(decideInput.shape.decision) },
    ({ as, reason, ...options }, [word]) => {
      const number = readNumber(word);
      const input = { ...options, number, decision: ensure(as, '--as'), reason: ensure(reason, '--reason') };
      return printAnswer(
        NO_KEY,
        'closings.decide',
        input,
        ({ decided, left, equations }) => [texts.decided(decided, left), '', ...listEquations(equations)],
        ({ equations }) => (isBalanced(equations) ? DONE : CHANGED),
      );
    },
    NUMBERED,
  ),
  adjust: createAction(
    { out: option.destination, ...deriveOptions(closingMethods['closings.adjust'].input, 'all') },
    ({ out: path, all }, [word]) => {
      const out = ensure(path, '--out');
      return printAnswer({ ...NO_KEY, out }, 'closings.adjust', { number: readNumber(word), all }, (table) =>
        table ? [texts.written(table.file, table.lines), ...table.totals.map(formatTotal)] : [],
      );
    },
    NUMBERED,
  ),
  reopen: undo('reopen'),
  cancel: undo('cancel'),
  states: createAction(
    { ...period, ...deriveOptions(closingMethods['closings.states'].input, 'limit') },
    ({ period: text, limit }) =>
      printAnswer(NO_KEY, 'closings.states', { period: ensure(text, '--period'), limit }, ({ sums }) =>
        tabulate(
          sums.flatMap(({ state, figures }) => figures.map((sum) => ({ state, ...sum }))),
          [alignLeft(texts.heads.state, ({ state }) => texts.states[state]), ...figureColumns],
        ),
      ),
  ),
  month: createAction({ period: toPeriodOption(closingMethods['closings.month'].input.shape.period) }, (input) =>
    printAnswer(
      NO_KEY,
      'closings.month',
      input,
      ({ lines }) => listMonth(lines),
      ({ provisional }, terminal) => {
        for (const why of provisional) terminal.say(texts.provisional[why]);
        return provisional.includes('incomplete') ? PARTIAL : DONE;
      },
    ),
  ),
  log: createAction({}, () =>
    printAnswer(NO_KEY, 'closings.log', {}, ({ steps }) =>
      tabulate(steps, [
        alignRight('#', ({ step }) => String(step)),
        alignLeft(texts.heads.at, ({ at }) => formatUtcMinute(at)),
        alignLeft(texts.heads.who, ({ who }) => who),
        alignRight(texts.heads.closing, (step) => String(step.kind === 'close' ? step.number : step.closing)),
        alignLeft(texts.heads.what, describeStep),
        alignLeft(texts.heads.reason, (step) => (step.kind === 'adjusted' ? step.file : (step.reason ?? ''))),
      ]),
    ),
  ),
};

export const closing = createCommand('closing', actions, { refusal: texts.action(Object.keys(actions)) });

const figureColumns = [
  alignRight(texts.heads.records, ({ records }: Figures) => String(records)),
  alignRight(texts.heads.hours, ({ minutes }: Figures) => minutesToHours(minutes)),
  alignRight(texts.heads.value, ({ value }: Figures) => value),
  alignLeft(texts.heads.currency, ({ currency }: Figures) => currency ?? ''),
];

const formatTotal = ({ minutes, value, currency }: Figures) =>
  texts.sum(minutesToHours(minutes), value, currency ?? texts.noCurrency);
const joinValues = (figures: readonly Figures[]) =>
  figures.map(({ value, currency }) => `${value}${currency === null ? '' : ` ${currency}`}`).join(', ');

function listClosings(closings: readonly ClosingLine[]): string[] {
  return tabulate(closings, [
    alignRight('#', ({ number }) => String(number)),
    alignLeft(texts.heads.period, ({ period: closed }) => closed.text),
    alignLeft(texts.heads.client, ({ client }) => client ?? closingTexts.noClient),
    alignRight(texts.heads.records, ({ totals }) => String(totals.reduce((sum, { records }) => sum + records, 0))),
    alignRight(texts.heads.value, ({ totals }) => joinValues(totals)),
    alignLeft(texts.heads.at, ({ at }) => formatUtcMinute(at)),
    alignLeft(texts.heads.who, ({ who }) => who),
    alignLeft(texts.heads.status, ({ status, provisional, cancels }) =>
      cancels !== null
        ? texts.minusOf(cancels)
        : status === 'standing' && provisional.length > 0
          ? texts.isProvisional
          : texts.status[status],
    ),
  ]);
}

function listDrift(lines: readonly ClosingDrift[]): string[] {
  return tabulate(lines, [
    alignRight(texts.heads.closing, (line) => String(line.closing)),
    alignLeft(texts.heads.record, ({ id }) => id),
    alignLeft(texts.heads.what, ({ kind, month, client }) => texts.kinds[kind](month, client)),
    alignRight(texts.heads.hours, ({ before, after }) =>
      texts.change(before && minutesToHours(before.minutes), after && minutesToHours(after.minutes)),
    ),
    alignRight(texts.heads.value, ({ before, after }) => texts.change(before && before.value, after && after.value)),
    alignLeft(texts.heads.currency, ({ before, after }) =>
      [...new Set([before?.currency, after?.currency])].filter(Boolean).join(' → '),
    ),
    alignLeft(texts.heads.title, ({ title }) => title ?? ''),
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
        ? [alignRight(texts.heads.closing, ({ equation }: (typeof rows)[number]) => String(equation.closing))]
        : []),
      alignLeft('', ({ unit }) => unit),
      ...[...equationParts, 'today' as const].map((part) =>
        alignRight(texts.parts[part], ({ equation, figure }: (typeof rows)[number]) => equation[part][figure]),
      ),
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
      names.map((header) => alignLeft(header, (record) => record[header] ?? '')),
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
    alignLeft(texts.heads.client, ({ client }) => client ?? closingTexts.noClient),
    alignRight(texts.heads.value, ({ figures }) => joinValues(figures)),
    alignRight(texts.heads.closing, (line) => (line.closing === null ? '' : String(line.closing))),
    alignRight(texts.heads.sent, ({ sent }) => (sent > 0 ? String(sent) : '')),
    alignRight(texts.heads.drift, ({ drift }) => (drift > 0 ? String(drift) : '')),
    alignLeft(texts.heads.next, ({ next }) => texts.next[next]),
  ]);
}

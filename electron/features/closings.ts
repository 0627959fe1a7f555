/** Closes months, finds what is another since, and keeps what was decided of it. Spends no request. */
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Output, ParsedInput } from '#contract/api.ts';
import type { ClosingDrift, ClosingLine, NextStep, RecordStateName } from '#contract/closings.ts';
import { fail } from '#contract/errors.ts';
import {
  decide,
  isSameClient,
  isSameState,
  isStanding,
  listChanges,
  sumByCurrency,
  toEquations,
  type Closing,
  type Equation,
} from '#domain/closings/ledger.ts';
import { problemKinds, type CloseStep, type Figures } from '#domain/closings/steps.ts';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import { chooseAmounts } from '#domain/reports/definition/counted.ts';
import { isFigureSetting, type Settings } from '#domain/settings.ts';
import { toHours } from '#domain/time/hours.ts';
import { isMovingPeriod, type Period } from '#domain/time/period.ts';
import { isPlaced } from '#electron/exports/placed-file.ts';
import {
  comparedColumns,
  noColumns,
  type ClosingQuestion,
  type Compared,
  type HeldIds,
} from '#electron/snapshot/closings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { closingTexts as texts } from '#texts/closings.ts';
import type { HandlersFor, Parts } from './calls.ts';
import {
  isSamePeriod,
  listBilledLines,
  listHeld,
  listTables,
  openBook,
  readColumns,
  readVersions,
  requireClosing,
  requireStanding,
  type Book,
  type Clerk,
} from './closings-book.ts';
import { linkFiles } from './closings-sent.ts';
import { writeAdjustments } from './closings-table.ts';
import { judgeCompleteness } from './completeness.ts';
import { readPeriod } from './selection.ts';

/** A count is fresh for a day. */
const FRESH_MS = 86_400_000;

export function closingHandlers(parts: Parts): HandlersFor<'closings'> {
  const now = () => parts.now();
  const told = () => ({ at: new Date(now()).toISOString(), who: parts.workspace().who() });
  const add: Clerk['add'] = (book, steps) => {
    book.workspace.memory.closings.add(book.steps.length, steps);
    parts.emit({ event: 'data.changed', payload: {} });
  };
  const clerk: Clerk = { told, add };
  return {
    'closings.create': (input, signal) => create(parts.workspace(), input, now(), clerk, signal),
    'closings.list': async ({ period }) => {
      const workspace = parts.workspace();
      const asked = period === undefined ? undefined : await readPeriod(period, workspace);
      const { closings } = openBook(workspace).ledger;
      return { closings: closings.filter((closing) => !asked || isSamePeriod(closing.period, asked)).map(toLine) };
    },
    'closings.show': ({ number }, signal) => show(openBook(parts.workspace()), number, signal),
    'closings.drift': async ({ number, period, limit }, signal) => {
      const book = openBook(parts.workspace());
      const chosen = await chooseClosings(book, number, period);
      const compared = await compareAll(book, chosen, signal);
      const lines = compared.flatMap(({ lines: own }) => own);
      return {
        lines: lines.slice(0, limit),
        total: lines.length,
        digest: digestLines(lines),
        equations: compared.flatMap(({ closing, equations }) =>
          equations.map((equation) => ({ ...equation, closing: closing.number })),
        ),
        complete: compared.every(({ complete }) => complete),
      };
    },
    'closings.decide': async ({ number, ids, decision, reason, expected }, signal) => {
      const book = openBook(parts.workspace());
      const closing = requireStanding(book, number);
      const [{ lines, complete } = fail({ code: 'unexpected' })] = await compareAll(book, [closing], signal);
      if (!complete) fail({ code: 'usage', detail: texts.incomplete });
      if (
        !linkFiles(book, [closing])
          .get(number)
          ?.files.some(({ bills }) => bills)
      )
        fail({ code: 'usage', detail: texts.notSent(number) });
      if (expected !== undefined && expected !== digestLines(lines))
        fail({ code: 'usage', detail: texts.others(number) });
      const byId = new Map(lines.map((line) => [line.id, line]));
      const chosen = ids
        ? [...new Set(ids)].map((id) => byId.get(id) ?? fail({ code: 'usage', detail: texts.noDrift(id) }))
        : lines;
      if (chosen.length === 0) fail({ code: 'usage', detail: texts.nothingOpen });
      if (decision !== 'ignore') refuseBilled(book, chosen);
      const decided = chosen.flatMap((line) => decide(closing, line, decision));
      add(book, [{ step: { kind: 'decide', ...told(), closing: number, decision, reason, lines: decided } }]);
      const after = openBook(parts.workspace());
      const [compared] = await compareAll(after, [requireStanding(after, number)], signal);
      return {
        decided: chosen.length,
        left: compared?.lines.length ?? 0,
        equations: [...(compared?.equations ?? [])],
      };
    },
    'closings.adjust': (input) => writeAdjustments(openBook(parts.workspace()), input, parts.host, clerk),
    'closings.reopen': async ({ number, reason }) => {
      const book = openBook(parts.workspace());
      refuseReopening(book, requireStanding(book, number));
      add(book, [{ step: { kind: 'reopen', ...told(), closing: number, reason } }]);
      return toLine(requireClosing(openBook(parts.workspace()), number));
    },
    'closings.cancel': async ({ number, reason }) => {
      const book = openBook(parts.workspace());
      const closing = requireStanding(book, number);
      refuseTaken(book, number);
      const step = { ...toMinus(book, closing), ...told(), reason };
      add(book, [{ step }]);
      return toLine(requireClosing(openBook(parts.workspace()), step.number));
    },
    'closings.states': async ({ period, limit }, signal) => {
      const workspace = parts.workspace();
      return listStates(openBook(workspace), await readPeriod(period, workspace), limit, signal);
    },
    'closings.month': async ({ period }, signal) => {
      const workspace = parts.workspace();
      return readMonth(openBook(workspace), await readPeriod(period, workspace), now(), signal);
    },
    'closings.log': async () => ({ steps: [...openBook(parts.workspace()).steps] }),
  };
}

function toHeldIds(held: ReturnType<typeof listHeld>): HeldIds {
  const ids = Map.groupBy(held.keys(), (id) => held.get(id)?.number ?? 0);
  return { numbers: [...ids.keys()], ids: [...ids.values()].map((list) => JSON.stringify(list)) };
}

function refuseTaken({ ledger }: Book, number: number): void {
  const by = ledger.carried.find(({ closing, takenBy }) => closing === number && takenBy !== undefined)?.takenBy;
  if (by !== undefined) fail({ code: 'usage', detail: texts.taken(number, by) });
}

/** What the client has is cancelled instead, which says so. */
function refuseReopening(book: Book, closing: Closing): void {
  const { number } = closing;
  const sent = linkFiles(book, [closing])
    .get(number)
    ?.files.find(({ bills }) => bills)?.file;
  if (sent) fail({ code: 'usage', detail: texts.wasSent(number, sent.file) });
  const [table] = listTables(book, number);
  if (table) fail({ code: 'usage', detail: texts.wasSent(number, table.file) });
  refuseTaken(book, number);
}

/** What came later may be in a file that bills: it would be billed by its decision once more. */
function refuseBilled({ workspace }: Book, lines: readonly ClosingDrift[]): void {
  const { sent } = workspace.memory;
  const appeared = lines.flatMap(({ kind, id }) => (kind === 'appeared' ? [id] : []));
  const [first] = sent.findBilled(appeared);
  if (first) fail({ code: 'usage', detail: texts.isBilled(first[0], sent.file(first[1])?.file ?? '') });
}

/** Short enough to be typed. */
const digestLines = (lines: readonly ClosingDrift[]) => hash('sha256', JSON.stringify(lines)).slice(0, 12);

async function chooseClosings(book: Book, number: number | undefined, period: string | undefined): Promise<Closing[]> {
  if ((number === undefined) === (period === undefined)) fail({ code: 'usage', detail: texts.periodOrNumber });
  if (number !== undefined) return [requireStanding(book, number)];
  const asked = await readPeriod(period ?? '', book.workspace);
  return book.ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, asked));
}

function toLine({ lines, ...closing }: Closing): ClosingLine {
  return { ...closing, decisions: lines.length };
}

// What is closed

function toQuestion(workspace: Workspace, period: Period): ClosingQuestion {
  const { amounts, currency, zone } = workspace.settings();
  return { period, zone, amounts: chooseAmounts(amounts), currency };
}

async function create(
  workspace: Workspace,
  { period: text, client: named, anew, accept, reason, dryRun }: ParsedInput<'closings.create'>,
  now: number,
  { told, add }: Clerk,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.create'>> {
  if (accept.length > 0 && reason === undefined) fail({ code: 'usage', detail: texts.acceptReason });
  const before = openBook(workspace);
  const former = anew === undefined ? undefined : requireStanding(before, anew);
  if (former) {
    refuseReopening(before, former);
    if (former.lines.length > 0) fail({ code: 'usage', detail: texts.hasDecisions(former.number) });
  }
  const book = openBook(workspace, anew);
  const { ledger } = book;
  const client = former ? former.client : named;
  const period = former?.period ?? withDates(await readPeriod(text, workspace));
  const settings = workspace.settings();
  const held = listHeld(book);
  const prepared = await workspace.snapshot.prepareClosing(
    { ...toQuestion(workspace, period), held: toHeldIds(held), client },
    signal,
  );
  const { asOf } = judgeCompleteness(prepared.state, workspace);
  const provisional = findProvisional(workspace, prepared.state, period, now);
  const { duplicates } = prepared;
  const ofPeriod = ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, period));
  const findClosed = (name: string | null) => ofPeriod.find((closing) => isSameClient(closing.client, name));
  const isAsked = (name: string | null) => client === undefined || isSameClient(client, name);
  const nameOf = (name: string | null) => name ?? texts.noClient;
  const closed = client === undefined ? undefined : findClosed(client);
  if (closed) fail({ code: 'usage', detail: texts.isClosed(nameOf(closed.client), period.text, closed.number) });
  // A record that its own closing holds, of the same client and period, is no obstacle: it is closed.
  const foreign = prepared.held.filter(({ client: name }) => isAsked(name) && !findClosed(name));
  const obstacles = foreign.filter(({ id }) => held.get(id)?.state !== 'ignored');
  const blocked = [...new Map(obstacles.map((each) => [each.client?.toLowerCase(), each])).values()];
  const [first] = blocked;
  if (client !== undefined && first) fail({ code: 'usage', detail: texts.held(first.id, first.closing) });

  const waiting = listWaiting(book, period);
  const names = [...prepared.clients.map((each) => each.client), ...waiting.map(({ client: name }) => name)]
    .filter((name, at, all) => all.findIndex((other) => isSameClient(name, other)) === at)
    .filter((name) => isAsked(name) && !findClosed(name) && !blocked.some((each) => isSameClient(each.client, name)));
  const toClose = prepared.clients.filter((each) => names.some((name) => isSameClient(each.client, name)));
  const billed = workspace.memory.sent.findBilled(toClose.flatMap(({ columns }) => listIds(columns)));
  const problems = { ...prepared.problems, billed: billed.size };
  const open = problemKinds.filter((kind) => problems[kind] > 0 && !accept.includes(kind));
  if (!dryRun && open.length > 0)
    fail({ code: 'usage', detail: texts.problems(open.map((kind) => texts.found[kind](problems[kind]))) });
  const last = ledger.closings.length;
  const figureSettings = Object.fromEntries(Object.entries(settings).filter(([name]) => isFigureSetting(name)));
  const signature = told();
  const steps = names.map((name, at) => {
    const own = prepared.clients.find((each) => isSameClient(each.client, name));
    const totals = own?.totals ?? [];
    const step: CloseStep = {
      kind: 'close',
      ...signature,
      number: last + at + 1,
      period,
      client: name,
      zone: settings.zone,
      settings: figureSettings,
      asOf,
      merge: prepared.merge ?? null,
      provisional,
      accepted: Object.fromEntries(accept.map((kind) => [kind, problems[kind]])),
      reason: reason ?? null,
      totals: [...totals],
      printed: totals.map((figures) => printFigures(figures, settings)),
      carried: waiting
        .filter((line) => isSameClient(line.client, name))
        .map(({ closing, step, id }) => ({ closing, step, id })),
      cancels: null,
    };
    return { step, columns: own?.columns ?? noColumns };
  });
  if (!dryRun) {
    if (steps.length === 0 && blocked.length === 0) fail({ code: 'usage', detail: texts.nothing(period.text) });
    const again =
      anew === undefined
        ? []
        : [{ step: { kind: 'reopen' as const, ...signature, closing: anew, reason: texts.anew } }];
    if (steps.length > 0) add(before, [...again, ...steps]);
  }
  return {
    closings: steps.map(({ step }) => ({ ...step, status: 'standing', decisions: 0 })),
    problems,
    provisional,
    blocked,
    leftOut: foreign.length - obstacles.length,
    duplicates: [...duplicates],
  };
}

const listIds = (columns: Readonly<Record<string, string>>) =>
  z.array(z.string()).parse(JSON.parse(columns['id'] ?? '[]'));

/** `last-month` is another month later. */
function withDates(period: Period): Period {
  const { text, from, to, calendar } = period;
  if (!isMovingPeriod(text)) return period;
  const isMonth = calendar === 'recorded-month' && from.slice(0, 7) === to.slice(0, 7);
  return { ...period, text: isMonth ? from.slice(0, 7) : `${from}..${to}` };
}

/** Lines of earlier periods that no closing bills yet, with their client. */
function listWaiting(book: Book, period: Period) {
  return book.ledger.carried.flatMap((line) => {
    const { client, period: own } = requireClosing(book, line.closing);
    return line.takenBy === undefined && own.to < period.from ? [{ ...line, client }] : [];
  });
}

function findProvisional(
  workspace: Workspace,
  state: string | undefined,
  period: Period,
  now: number,
): CloseStep['provisional'] {
  const { complete, asOf, fromFile } = judgeCompleteness(state, workspace);
  const counted = asOf === null ? Number.NEGATIVE_INFINITY : Date.parse(asOf);
  return [
    ...(complete && fromFile === undefined ? [] : ['incomplete' as const]),
    ...(now - counted <= FRESH_MS ? [] : ['stale' as const]),
    ...(period.to < workspace.today() ? [] : ['running' as const]),
  ];
}

function printFigures({ currency, minutes, value }: Figures, settings: Pick<Settings, 'hoursDigits' | 'moneyDigits'>) {
  return {
    currency,
    hours: toFixed(toHours(toUnits(minutes)), settings.hoursDigits),
    value: toFixed(toUnits(value), settings.moneyDigits),
  };
}

function toFixed(units: bigint, digits: number): string {
  const [whole = '0', decimals = ''] = formatUnits(roundUnits(units, digits)).split('.');
  return digits === 0 ? whole : `${whole}.${decimals.padEnd(digits, '0')}`;
}

/** What the client was charged by a closing, taken back. */
function toMinus(book: Book, closing: Closing): CloseStep {
  const charged = listChanges(
    listBilledLines(book, closing).flatMap(({ line, isWritten }) => (isWritten ? [line] : [])),
  );
  const all = sumByCurrency([...closing.totals.map((figures) => [figures, 1n] as const), ...charged]);
  const totals = sumByCurrency(all.map((figures) => [figures, -1n] as const));
  const { hoursDigits = 2, moneyDigits = 2 } = closing.settings;
  return {
    ...closing,
    number: book.ledger.closings.length + 1,
    totals,
    printed: totals.map((figures) => printFigures(figures, { hoursDigits, moneyDigits })),
    carried: [],
    cancels: closing.number,
  };
}

// What is another today

interface ComparedClosing {
  readonly closing: Closing;
  readonly lines: readonly ClosingDrift[];
  readonly equations: readonly Equation[];
  readonly complete: boolean;
}

/** Closings of one period and of the same terms are compared in one question. */
async function compareAll(
  book: Book,
  closings: readonly Closing[],
  signal: AbortSignal | undefined,
): Promise<ComparedClosing[]> {
  if (closings.length === 0) return [];
  const { workspace } = book;
  const held = toHeldIds(listHeld(book));
  const groups = Map.groupBy(closings, ({ period, zone, settings }) =>
    JSON.stringify([period.from, period.to, period.calendar, zone, settings.amounts ?? null]),
  );
  const answers: ComparedClosing[] = [];
  for (const group of groups.values()) {
    const [{ period, zone, settings } = fail({ code: 'unexpected' })] = group;
    const frozen = group.map(({ number }) => readColumns(book, number, comparedColumns));
    const column = (name: string) => frozen.map((columns) => columns[name] ?? '[]');
    const compared = await workspace.snapshot.compareClosings(
      {
        period,
        zone,
        amounts: chooseAmounts(settings.amounts),
        currency: workspace.settings().currency,
        closings: group,
        columns: {
          id: column('id'),
          minutes: column('minutes'),
          value: column('value'),
          currency: column('currency'),
          type: column('type'),
          object: column('object'),
          title: column('title'),
          person: column('person'),
        },
        decided: group.flatMap(({ number, decided }) =>
          [...decided].map(([id, { base }]) => ({ number, id, state: base })),
        ),
        held,
      },
      signal,
    );
    const { complete } = judgeCompleteness(compared.state, workspace);
    for (const closing of group) answers.push({ ...toCompared(closing, compared), complete });
  }
  return answers.toSorted((one, other) => one.closing.number - other.closing.number);
}

function toCompared(closing: Closing, { lines, today }: Compared): Omit<ComparedClosing, 'complete'> {
  const own = lines
    .filter((line) => line.closing === closing.number)
    .map((line) => {
      const known = closing.decided.get(line.id);
      return known && !isSameState(known.base, known.charged) ? { ...line, charged: known.charged } : line;
    });
  const sums = today.filter(({ number }) => number === closing.number);
  return {
    closing,
    lines: own,
    equations: toEquations(closing, own, {
      own: sums.filter(({ isElsewhere }) => !isElsewhere),
      elsewhere: sums.filter(({ isElsewhere }) => isElsewhere),
    }),
  };
}

// What was sent

async function show(book: Book, number: number, signal: AbortSignal | undefined): Promise<Output<'closings.show'>> {
  const { ledger } = book;
  const closing = requireClosing(book, number);
  const [compared] = isStanding(closing) ? await compareAll(book, [closing], signal) : [];
  const carriedLines = new Map(ledger.carried.map((line) => [`${line.step} ${line.id}`, line]));
  const lines = isStanding(closing) ? listBilledLines(book, closing) : [];
  const tables = listTables(book, number).flatMap(({ own }) => (own ? [{ file: own, same: true, bills: true }] : []));
  const linked = [...tables.toReversed(), ...(linkFiles(book, [closing]).get(number)?.files ?? [])];
  const files = linked.map(async ({ file, same, bills }) => ({
    ...file,
    bills,
    same,
    place: file.path === null ? null : await lookAt(file.path, file.sha256),
  }));
  return {
    closing: toLine(closing),
    equations: [...(compared?.equations ?? [])],
    drift: compared?.lines.length ?? 0,
    lines: lines.length,
    unwritten: lines.filter(({ isWritten }) => !isWritten).length,
    files: await Promise.all(files),
    decided: closing.lines.map((line) => ({
      ...line,
      takenBy: carriedLines.get(`${line.step} ${line.id}`)?.takenBy ?? null,
    })),
    carried: closing.carried.flatMap(({ closing: origin, step, id }) => {
      const line = carriedLines.get(`${step} ${id}`);
      return line ? [{ ...line, period: requireClosing(book, origin).period.text }] : [];
    }),
    complete: compared?.complete ?? true,
  };
}

async function lookAt(path: string, sha256: string): Promise<'as-sent' | 'changed' | 'gone' | null> {
  const isThere = await isPlaced(path, sha256);
  if (isThere === undefined) return null;
  return isThere ? 'as-sent' : existsSync(path) ? 'changed' : 'gone';
}

// Where a month stands

async function listStates(
  book: Book,
  period: Period,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.states'>> {
  const { workspace } = book;
  const rows = await workspace.snapshot.billableRows(toQuestion(workspace, period), signal);
  const held = listHeld(book);
  const billed = workspace.memory.sent.findBilled(rows.map(({ id }) => id));
  const stateOf = (id: string): RecordStateName => held.get(id)?.state ?? (billed.has(id) ? 'billed' : 'open');
  const byState = Map.groupBy(rows, ({ id }) => stateOf(id));
  return {
    sums: [...byState].map(([state, own]) => ({
      state,
      figures: sumByCurrency(own.map((row) => [row.state, 1n] as const)),
    })),
    open: (byState.get('open') ?? []).slice(0, limit).map(({ id, client, state }) => ({ id, ...state, client })),
  };
}

async function readMonth(
  book: Book,
  period: Period,
  now: number,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.month'>> {
  const { workspace, ledger } = book;
  const question = toQuestion(workspace, period);
  const nothing: HeldIds = { numbers: [], ids: [] };
  const { clients, problems, state } = await workspace.snapshot.prepareClosing({ ...question, held: nothing }, signal);
  const closings = ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, period));
  const compared = new Map((await compareAll(book, closings, signal)).map((each) => [each.closing.number, each]));
  const waiting = listWaiting(book, period);
  const files = linkFiles(book, closings);
  const held = listHeld(book);
  const provisionalNow = findProvisional(workspace, state, period, now);
  const billed = workspace.memory.sent.findBilled(
    clients.flatMap(({ columns }) => listIds(columns).filter((id) => !held.has(id))),
  );
  const names = [
    ...clients.map(({ client }) => client),
    ...closings.map(({ client }) => client),
    ...waiting.map(({ client }) => client),
  ].filter((name, at, all) => all.findIndex((other) => isSameClient(name, other)) === at);
  const lines = names.map((client) => {
    const closing = closings.find((each) => isSameClient(each.client, client));
    const own = clients.find((each) => isSameClient(each.client, client));
    const drift = closing ? (compared.get(closing.number)?.lines ?? []) : [];
    const linked = closing && files.get(closing.number);
    const billing = linked?.files.filter(({ bills }) => bills) ?? [];
    const sent = billing.filter(({ same }) => same).length;
    const carried = waiting.filter((line) => isSameClient(line.client, client)).length;
    const provisional = (closing?.provisional.length ?? 0) > 0;
    const unreadable = own?.unreadable ?? 0;
    const isElsewhere = (by: number | undefined) => by !== undefined && by !== closing?.number;
    return {
      client,
      figures: [...(own?.totals ?? [])],
      unreadable,
      closing: closing?.number ?? null,
      provisional,
      sent,
      drift: drift.length,
      driftFigures: sumByCurrency(listChanges(drift)),
      carried,
      elsewhere: own ? listIds(own.columns).filter((id) => isElsewhere(held.get(id)?.number)) : [],
      next: chooseNext({
        client,
        unreadable,
        closing,
        isFirm: !provisional || provisionalNow.length > 0,
        isAsClosed: drift.length === 0 && !(closing && own && isTouched(readVersions(book, closing), own.columns)),
        isBilling: billing.length > 0,
        isBilled: sent > 0 || linked?.isBilled === true,
        drift: drift.length,
        unwritten: closing !== undefined && listBilledLines(book, closing).some(({ isWritten }) => !isWritten),
      }),
    };
  });
  // What is to be done is in sight among hundreds of clients that are done.
  const isDone = ({ next }: (typeof lines)[number]) => Number(next === 'done');
  return {
    period,
    lines: lines.toSorted((one, other) => isDone(one) - isDone(other)),
    problems: { ...problems, billed: billed.size },
    provisional: provisionalNow,
  };
}

/** Whether a record that is in both was modified since, if only its title: a file would have it otherwise than the closing. */
function isTouched(versions: ReadonlyMap<string, number>, columns: Readonly<Record<string, string>>): boolean {
  const today = z.array(z.string()).parse(JSON.parse(columns['version'] ?? '[]'));
  return listIds(columns).some((id, at) => versions.has(id) && versions.get(id) !== Number(today[at]));
}

interface Standing {
  readonly client: string | null;
  readonly closing: Closing | undefined;
  /** It is not provisional, or would be so again. */
  readonly isFirm: boolean;
  readonly isAsClosed: boolean;
  /** Whether a file bills some of it. */
  readonly isBilling: boolean;
  /** All of it. */
  readonly isBilled: boolean;
  readonly drift: number;
  readonly unwritten: boolean;
  readonly unreadable: number;
}

function chooseNext(of: Standing): NextStep {
  if (!of.closing) return of.unreadable > 0 || of.client === null ? 'check' : 'close';
  // Of which nothing was sent, it is closed anew, which costs nothing; unless something was decided of it, which is to be seen first.
  if (!of.isBilling && !(of.isAsClosed && of.isFirm)) return of.closing.lines.length > 0 ? 'decide' : 'firm';
  if (of.drift > 0) return 'decide';
  if (of.unwritten) return 'adjust';
  return of.isBilled ? 'done' : 'send';
}

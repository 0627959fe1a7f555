/** Closes a period, all of its clients or one. */
import { z } from 'zod';
import type { Output, ParsedInput } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import { isSameClient, isStanding, listChanges, sumByCurrency, type Closing } from '#domain/closing-ledger.ts';
import { problemKinds, type CloseStep, type Figures } from '#domain/closing-steps.ts';
import { formatUnits, roundUnits, toUnits, toHours } from '#domain/decimal.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import { isFigureSetting, type Settings } from '#domain/settings.ts';
import { isRelativePeriod, type Period } from '#domain/time/period.ts';
import { noColumns, type ClosingQuery, type HeldIds } from '#electron/snapshot/closings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { closingTexts as texts } from '#texts/closings.ts';
import {
  findStillBilled,
  isSamePeriod,
  listBilledLines,
  listHeld,
  listTables,
  openBook,
  requireClosing,
  requireStanding,
  type Book,
  type StepWriter,
} from './closings-book.ts';
import { linkFiles } from './closings-sent.ts';
import { judgeCompleteness } from './completeness.ts';
import { readPeriod } from './selection.ts';

/** A count is fresh for a day. */
const FRESH_MS = 86_400_000;

export function toHeldIds(held: ReturnType<typeof listHeld>): HeldIds {
  const ids = Map.groupBy(held.keys(), (id) => held.get(id)?.number ?? 0);
  return { numbers: [...ids.keys()], ids: [...ids.values()].map((list) => JSON.stringify(list)) };
}

export function refuseTaken({ ledger }: Book, number: number): void {
  const by = ledger.carried.find(({ closing, takenBy }) => closing === number && takenBy !== undefined)?.takenBy;
  if (by !== undefined) fail({ code: 'usage', detail: texts.taken(number, by) });
}

/** A closing that the client has received can only be cancelled, which is visible to the client. */
export function refuseReopening(book: Book, closing: Closing): void {
  const { number } = closing;
  const sent = linkFiles(book, [closing])
    .get(number)
    ?.files.find(({ bills }) => bills)?.file;
  if (sent) fail({ code: 'usage', detail: texts.wasSent(number, sent.file) });
  const [table] = listTables(book, number);
  if (table) fail({ code: 'usage', detail: texts.wasSent(number, table.file) });
  refuseTaken(book, number);
}

export function buildClosingQuery(workspace: Workspace, period: Period): ClosingQuery {
  const { amounts, currency, zone } = workspace.settings();
  return { period, zone, amounts: chooseAmounts(amounts), currency };
}

export async function createClosings(
  workspace: Workspace,
  { period: text, client: named, anew, accept, reason, dryRun }: ParsedInput<'closings.create'>,
  now: number,
  { stamp, add }: StepWriter,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.create'>> {
  if (accept.length > 0 && reason === undefined) fail({ code: 'usage', detail: texts.acceptReason });
  const before = openBook(workspace);
  const replaced = anew === undefined ? undefined : requireStanding(before, anew);
  if (replaced) {
    refuseReopening(before, replaced);
    if (replaced.lines.length > 0) fail({ code: 'usage', detail: texts.hasDecisions(replaced.number) });
  }
  const book = openBook(workspace, anew);
  const { ledger } = book;
  const client = replaced ? replaced.client : named;
  const period = replaced?.period ?? fixDates(await readPeriod(text, workspace));
  const settings = workspace.settings();
  const held = listHeld(book);
  const prepared = await workspace.snapshot.prepareClosing(
    { ...buildClosingQuery(workspace, period), held: toHeldIds(held), client },
    signal,
  );
  const { asOf } = judgeCompleteness(prepared.state, workspace);
  const provisional = findProvisional(workspace, prepared.state, period, now);
  const { duplicates } = prepared;
  const standing = ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, period));
  const findClosed = (name: string | null) => standing.find((closing) => isSameClient(closing.client, name));
  const isMatch = (name: string | null) => client === undefined || isSameClient(client, name);
  const labelClient = (name: string | null) => name ?? texts.noClient;
  const closed = client === undefined ? undefined : findClosed(client);
  if (closed) fail({ code: 'usage', detail: texts.isClosed(labelClient(closed.client), period.text, closed.number) });
  // A record held by the closing of the same client and period is not an obstacle: it is closed.
  const foreign = prepared.held.filter(({ client: name }) => isMatch(name) && !findClosed(name));
  const obstacles = foreign.filter(({ id }) => held.get(id)?.state !== 'ignored');
  const blocked = [...new Map(obstacles.map((obstacle) => [obstacle.client?.toLowerCase(), obstacle])).values()];
  const [first] = blocked;
  if (client !== undefined && first) fail({ code: 'usage', detail: texts.held(first.id, first.closing) });

  const waiting = listWaiting(book, period);
  const names = [...prepared.clients.map(({ client: name }) => name), ...waiting.map(({ client: name }) => name)]
    .filter((name, index, all) => all.findIndex((other) => isSameClient(name, other)) === index)
    .filter(
      (name) => isMatch(name) && !findClosed(name) && !blocked.some((obstacle) => isSameClient(obstacle.client, name)),
    );
  const toClose = prepared.clients.filter(({ client: own }) => names.some((name) => isSameClient(own, name)));
  const billed = findStillBilled(
    book,
    toClose.flatMap(({ columns }) => listIds(columns)),
    true,
  );
  const problems = { ...prepared.problems, billed: billed.size };
  const unaccepted = problemKinds.filter((kind) => problems[kind] > 0 && !accept.includes(kind));
  if (!dryRun && unaccepted.length > 0)
    fail({ code: 'usage', detail: texts.problems(unaccepted.map((kind) => texts.found[kind](problems[kind]))) });
  const closingCount = ledger.closings.length;
  const figureSettings = Object.fromEntries(Object.entries(settings).filter(([name]) => isFigureSetting(name)));
  const signature = stamp();
  const steps = names.map((name, index) => {
    const own = prepared.clients.find((frozen) => isSameClient(frozen.client, name));
    const totals = own?.totals ?? [];
    const step: CloseStep = {
      kind: 'close',
      ...signature,
      number: closingCount + index + 1,
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
    const reopenSteps =
      anew === undefined
        ? []
        : [{ step: { kind: 'reopen' as const, ...signature, closing: anew, reason: texts.anew } }];
    if (steps.length > 0) add(before, [...reopenSteps, ...steps]);
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

export const listIds = (columns: Readonly<Record<string, string>>) =>
  z.array(z.string()).parse(JSON.parse(columns['id'] ?? '[]'));

/** Replaces a moving period by its dates, because `last-month` means a different month later. */
function fixDates(period: Period): Period {
  const { text, from, to, calendar } = period;
  if (!isRelativePeriod(text)) return period;
  const isMonth = calendar === 'recorded-month' && from.slice(0, 7) === to.slice(0, 7);
  return { ...period, text: isMonth ? from.slice(0, 7) : `${from}..${to}` };
}

/** Lists lines of earlier periods that no closing bills yet, with their client. */
export function listWaiting(book: Book, period: Period) {
  return book.ledger.carried.flatMap((line) => {
    const { client, period: own } = requireClosing(book, line.closing);
    return line.takenBy === undefined && own.to < period.from ? [{ ...line, client }] : [];
  });
}

export function findProvisional(
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
  const [integer = '0', decimals = ''] = formatUnits(roundUnits(units, digits)).split('.');
  return digits === 0 ? integer : `${integer}.${decimals.padEnd(digits, '0')}`;
}

/** Builds the step that takes back what the client was charged by a closing. */
export function toMinus(book: Book, closing: Closing): CloseStep {
  const charged = listChanges(
    listBilledLines(book, closing).flatMap(({ line, isWritten }) => (isWritten ? [line] : [])),
  );
  const sums = sumByCurrency([...closing.totals.map((figures) => [figures, 1n] as const), ...charged]);
  const totals = sumByCurrency(sums.map((figures) => [figures, -1n] as const));
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

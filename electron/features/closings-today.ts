/** Compares closings with today's records, and determines the state of a month. */
import { z } from 'zod';
import type { Output } from '#contract/api.ts';
import type { ClosingDrift, NextStep, RecordStateName } from '#contract/closings.ts';
import { fail } from '#contract/errors.ts';
import {
  isSameClient,
  isSameState,
  isStanding,
  listChanges,
  sumByCurrency,
  toEquations,
  type Closing,
  type Equation,
} from '#domain/closing-ledger.ts';
import { chooseAmounts } from '#domain/records/counted.ts';
import type { Period } from '#domain/time/period.ts';
import { comparedColumns, type Compared, type HeldIds } from '#electron/snapshot/closings.ts';
import {
  findStillBilled,
  isSamePeriod,
  listBilledLines,
  listHeld,
  listTables,
  readColumns,
  readVersions,
  type Book,
} from './closings-book.ts';
import { linkFiles } from './closings-sent.ts';
import { judgeCompleteness } from './completeness.ts';
import { findProvisional, listIds, listWaiting, toHeldIds, buildClosingQuery } from './closings-create.ts';

interface ComparedClosing {
  readonly closing: Closing;
  readonly lines: readonly ClosingDrift[];
  readonly equations: readonly Equation[];
  readonly complete: boolean;
}

/** Compares closings of one period with the same settings in one query. */
export async function compareAll(
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
      ownFigures: sums.filter(({ belongsToOther }) => !belongsToOther),
      elsewhere: sums.filter(({ belongsToOther }) => belongsToOther),
    }),
  };
}

export async function listStates(
  book: Book,
  period: Period,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.states'>> {
  const { workspace } = book;
  const rows = await workspace.snapshot.billableRows(buildClosingQuery(workspace, period), signal);
  const held = listHeld(book);
  const billed = workspace.memory.sent.findBilled(rows.map(({ id }) => id));
  const findState = (id: string): RecordStateName => held.get(id)?.state ?? (billed.has(id) ? 'billed' : 'open');
  const byState = Map.groupBy(rows, ({ id }) => findState(id));
  return {
    sums: [...byState].map(([state, own]) => ({
      state,
      figures: sumByCurrency(own.map((row) => [row.state, 1n] as const)),
    })),
    open: (byState.get('open') ?? []).slice(0, limit).map(({ id, client, state }) => ({ id, ...state, client })),
  };
}

export async function readMonth(
  book: Book,
  period: Period,
  now: number,
  signal: AbortSignal | undefined,
): Promise<Output<'closings.month'>> {
  const { workspace, ledger } = book;
  const query = buildClosingQuery(workspace, period);
  const noneHeld: HeldIds = { numbers: [], ids: [] };
  const { clients, problems, state } = await workspace.snapshot.prepareClosing({ ...query, held: noneHeld }, signal);
  const closings = ledger.closings.filter((closing) => isStanding(closing) && isSamePeriod(closing.period, period));
  const compared = new Map(
    (await compareAll(book, closings, signal)).map((compared) => [compared.closing.number, compared]),
  );
  const waiting = listWaiting(book, period);
  const files = linkFiles(book, closings);
  const held = listHeld(book);
  const provisionalNow = findProvisional(workspace, state, period, now);
  const billed = findStillBilled(
    book,
    clients.flatMap(({ columns }) => listIds(columns).filter((id) => !held.has(id))),
    true,
  );
  const minuses = ledger.closings.filter(
    (closing) => isSamePeriod(closing.period, period) && isToCredit(book, closing),
  );
  const names = [
    ...clients.map(({ client }) => client),
    ...closings.map(({ client }) => client),
    ...waiting.map(({ client }) => client),
    ...minuses.map(({ client }) => client),
  ].filter((name, index, all) => all.findIndex((other) => isSameClient(name, other)) === index);
  const lines = names.map((client) => {
    const closing = closings.find((candidate) => isSameClient(candidate.client, client));
    const own = clients.find((candidate) => isSameClient(candidate.client, client));
    const drift = closing ? (compared.get(closing.number)?.lines ?? []) : [];
    const linked = closing && files.get(closing.number);
    const billing = linked?.files.filter(({ bills }) => bills) ?? [];
    const sent = billing.filter(({ same }) => same).length;
    const carried = waiting.filter((line) => isSameClient(line.client, client)).length;
    const provisional = (closing?.provisional.length ?? 0) > 0;
    const unreadable = own?.unreadable ?? 0;
    const minus = minuses.findLast((candidate) => isSameClient(candidate.client, client))?.number ?? null;
    const belongsToOther = (by: number | undefined) => by !== undefined && by !== closing?.number;
    return {
      client,
      figures: [...(own?.totals ?? [])],
      unreadable,
      closing: closing?.number ?? null,
      minus,
      provisional,
      sent,
      drift: drift.length,
      driftFigures: sumByCurrency(listChanges(drift)),
      carried,
      elsewhere: own ? listIds(own.columns).filter((id) => belongsToOther(held.get(id)?.number)) : [],
      next: chooseNext({
        client,
        unreadable,
        closing,
        isToCredit: minus !== null,
        isWritten: closing !== undefined && listTables(book, closing.number).length > 0,
        isFirm: !provisional || provisionalNow.length > 0,
        isAsClosed: drift.length === 0 && !(closing && own && isTouched(readVersions(book, closing), own.columns)),
        isBilling: billing.length > 0,
        isBilled: sent > 0 || linked?.isBilled === true,
        drift: drift.length,
        unwritten: closing !== undefined && listBilledLines(book, closing).some(({ isWritten }) => !isWritten),
      }),
    };
  });
  // Clients with open work come first, because hundreds may be done.
  const isDone = ({ next }: (typeof lines)[number]) => Number(next === 'done');
  return {
    period,
    lines: lines.toSorted((one, other) => isDone(one) - isDone(other)),
    problems: { ...problems, billed: billed.size },
    provisional: provisionalNow,
  };
}

/** Checks whether a record that is in both was modified since, even if only in its title: a file would then differ from the closing. */
function isTouched(versions: ReadonlyMap<string, number>, columns: Readonly<Record<string, string>>): boolean {
  const today = z.array(z.string()).parse(JSON.parse(columns['version'] ?? '[]'));
  return listIds(columns).some((id, index) => versions.has(id) && versions.get(id) !== Number(today[index]));
}

/** True while a credit note lacks some of the charges that a minus takes back. */
const isToCredit = (book: Book, minus: Closing) =>
  minus.cancels !== null && listBilledLines(book, minus).some(({ isWritten }) => !isWritten);

interface Standing {
  readonly client: string | null;
  readonly closing: Closing | undefined;
  readonly isToCredit: boolean;
  /** True if a table has lines of it, so that it can only be cancelled. */
  readonly isWritten: boolean;
  /** True if it is not provisional, or would be provisional again. */
  readonly isFirm: boolean;
  readonly isAsClosed: boolean;
  /** Whether a file bills some of it. */
  readonly isBilling: boolean;
  /** Whether files bill all of it. */
  readonly isBilled: boolean;
  readonly drift: number;
  readonly unwritten: boolean;
  readonly unreadable: number;
}

function chooseNext(standing: Standing): NextStep {
  if (!standing.closing) {
    if (standing.isToCredit) return 'credit';
    return standing.unreadable > 0 || standing.client === null ? 'check' : 'close';
  }
  // A closing of which nothing was sent is closed again, unless a table has lines of it or decisions were made.
  if (!standing.isBilling && !(standing.isAsClosed && standing.isFirm)) {
    if (standing.isWritten) return 'cancel';
    return standing.closing.lines.length > 0 ? 'reopen' : 'firm';
  }
  if (standing.drift > 0) return 'decide';
  if (standing.unwritten) return 'adjust';
  if (!standing.isBilled) return 'send';
  return standing.isToCredit ? 'credit' : 'done';
}

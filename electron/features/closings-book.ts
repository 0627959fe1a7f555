/** The closings of a workspace as they are known now: what each holds, and what of it waits or has left. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { SentFile } from '#contract/memory.ts';
import {
  isStanding,
  readLedger,
  findDecidedState,
  toLineKey,
  type CarriedLine,
  type Closing,
  type HeldState,
  type Ledger,
} from '#domain/closing-ledger.ts';
import type { NumberedStep } from '#domain/closing-steps.ts';
import type { Period } from '#domain/time/period.ts';
import type { ClosingsStore, FrozenColumns } from '#electron/history/closings-store.ts';
import { noColumns } from '#electron/snapshot/closings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { closingTexts as texts } from '#texts/closings.ts';

export interface Book {
  readonly workspace: Workspace;
  readonly steps: readonly NumberedStep[];
  readonly ledger: Ledger;
  /** The step in which each closing was made, by its number. */
  readonly stepOf: ReadonlyMap<number, number>;
}

export interface Clerk {
  readonly stamp: () => { readonly at: string; readonly who: string };
  readonly add: (book: Book, steps: Parameters<ClosingsStore['add']>[1]) => void;
}

/** Steps are the same list until one is added; a pack asks for each of its files. */
const ledgers = new WeakMap<readonly NumberedStep[], Ledger>();
const heldOf = new WeakMap<Ledger, ReadonlyMap<string, Held>>();

/** @param without a closing that is about to be made anew: it is read as if it were reopened */
export function openBook(workspace: Workspace, without?: number): Book {
  const { memory } = workspace;
  const aside = memory.setAside().find((name) => name.startsWith('closings.'));
  // Others may be in it: a month must not be closed, or billed, a second time because the first is not known.
  if (aside !== undefined) fail({ code: 'usage', detail: texts.aside(aside) });
  const steps = memory.closings.steps();
  const ledger = ledgers.get(steps) ?? readLedger(steps);
  ledgers.set(steps, ledger);
  const reopened = { kind: 'reopen', at: '', who: '', reason: '', step: steps.length + 1 } as const;
  return {
    workspace,
    steps,
    ledger: without === undefined ? ledger : readLedger([...steps, { ...reopened, closing: without }]),
    stepOf: new Map(steps.flatMap((step) => (step.kind === 'close' ? [[step.number, step.step] as const] : []))),
  };
}

/** How many closings stand that share days with a period; null where it cannot be read, which keeps no report from being shown. */
export function countClosings(workspace: Workspace, period: Pick<Period, 'from' | 'to'> | null): number | null {
  if (!period) return 0;
  try {
    const { closings } = openBook(workspace).ledger;
    return closings.filter(
      (closing) => isStanding(closing) && closing.period.from <= period.to && period.from <= closing.period.to,
    ).length;
  } catch {
    return null;
  }
}

export function readColumns({ workspace, stepOf }: Book, number: number, names: readonly string[]): FrozenColumns {
  return workspace.memory.closings.columns(stepOf.get(number) ?? fail({ code: 'unexpected' }), names);
}

/** What a closing froze of each record; a minus has those that it takes back. */
export function readRecords(book: Book, { number, cancels }: Closing): Readonly<Record<string, string | null>>[] {
  const columns = Object.entries(readColumns(book, cancels ?? number, Object.keys(noColumns)));
  const cells = columns.map(([name, text]) => [name, z.array(z.string().nullable()).parse(JSON.parse(text))] as const);
  return (cells[0]?.[1] ?? []).map((_, at) =>
    Object.fromEntries(cells.map(([name, values]) => [name, values[at] ?? null])),
  );
}

const cellsSchema = z.array(z.string());
interface Frozen {
  /** When each record was last modified. */
  readonly versions: ReadonlyMap<string, number>;
  /** The records that a file has to have: one that only another choice of amounts bills adds nothing. */
  readonly counted: readonly string[];
}
/** What was frozen stays as it was, and every question asks for it. */
const frozen = new WeakMap<ClosingsStore, Map<number, Frozen>>();

/** The records of a closing; the minus of a closing has none of its own. */
export function readFrozen(book: Book, { number, cancels }: Closing): Frozen {
  const { closings } = book.workspace.memory;
  const own = frozen.get(closings) ?? new Map<number, Frozen>();
  frozen.set(closings, own);
  const known = own.get(number);
  if (known) return known;
  const columns = cancels === null ? readColumns(book, number, ['id', 'version', 'minutes', 'value']) : {};
  const list = (name: string) => cellsSchema.parse(JSON.parse(columns[name] ?? '[]'));
  const [ids, versions, minutes, values] = [list('id'), list('version'), list('minutes'), list('value')];
  const read = {
    versions: new Map(ids.map((id, at) => [id, Number(versions[at])])),
    counted: ids.filter((_, at) => Number(minutes[at]) !== 0 || Number(values[at]) !== 0),
  };
  own.set(number, read);
  return read;
}

export const readVersions = (book: Book, closing: Closing) => readFrozen(book, closing).versions;

export interface Held {
  readonly number: number;
  readonly state: HeldState | 'next';
}

/** Each record that a standing closing holds, and how. */
export function listHeld(book: Book): ReadonlyMap<string, Held> {
  const known = heldOf.get(book.ledger);
  if (known) return known;
  const held = new Map<string, Held>();
  const waits = new Set(
    book.ledger.carried.flatMap(({ closing, id, takenBy }) => (takenBy === undefined ? [`${closing} ${id}`] : [])),
  );
  for (const closing of book.ledger.closings.filter(isStanding)) {
    const { number, decided } = closing;
    for (const id of readVersions(book, closing).keys())
      if (!decided.has(id)) held.set(id, { number, state: 'closed' });
    for (const [id, record] of decided) {
      const state = findDecidedState(record);
      const isWaiting = state === 'adjusted' && waits.has(`${number} ${id}`);
      if (state) held.set(id, { number, state: isWaiting ? 'next' : state });
    }
  }
  heldOf.set(book.ledger, held);
  return held;
}

export const isSamePeriod = (one: Period, other: Period) =>
  one.from === other.from && one.to === other.to && one.calendar === other.calendar;

export function requireClosing({ ledger }: Book, number: number): Closing {
  return (
    ledger.closings.find((closing) => closing.number === number) ??
    fail({ code: 'usage', detail: texts.noClosing(number) })
  );
}

export function requireStanding(book: Book, number: number): Closing {
  const closing = requireClosing(book, number);
  return isStanding(closing) ? closing : fail({ code: 'usage', detail: texts.noStanding(number) });
}

/** A line that is billed with a closing beside its records: an adjustment of its own, or one that an earlier closing left to it. */
export type BilledLine = Omit<CarriedLine, 'takenBy'> & { readonly at: string };

/** The tables of a closing that have left, or may have; one that was taken back has no line any more. */
export function listTables({ workspace, steps }: Book, number: number) {
  return steps.flatMap((step) => {
    if (step.kind !== 'adjusted' || step.closing !== number) return [];
    const file = step.sent && workspace.memory.sent.file(step.sent.number);
    // Of a register that was begun anew another file has the number.
    const own = file?.sha256 === step.sent?.sha256 ? file : undefined;
    return own?.state === 'withdrawn' ? [] : [{ ...step, own }];
  });
}

/** @returns each with whether a table of adjustments has it already */
export function listBilledLines(book: Book, closing: Closing) {
  const { number, lines, carried: taken, cancels } = closing;
  if (lines.length + taken.length === 0 && cancels === null) return [];
  const written = new Set(listTables(book, number).flatMap((table) => table.lines.map(toLineKey)));
  const atOf = new Map(book.steps.map(({ step, at }) => [step, at]));
  const own: BilledLine[] = lines.flatMap((line) => (line.decision === 'adjust' ? [{ ...line, closing: number }] : []));
  const carried: BilledLine[] = book.ledger.carried
    .filter(({ takenBy }) => takenBy === number)
    .map((line) => ({ ...line, at: atOf.get(line.step) ?? '' }));
  const minus = cancels === null ? [] : listMinusLines(book, closing, cancels);
  return [...carried, ...own, ...minus].map((line) => ({ line, isWritten: written.has(toLineKey(line)) }));
}

/** What was charged with a closing that a minus cancels, the other way round: its records in files that bill, its lines in tables. */
function listMinusLines(book: Book, minus: Closing, cancels: number): BilledLine[] {
  const { client, reason, at } = minus;
  const minusFacts = { step: book.stepOf.get(minus.number) ?? 0, reason: reason ?? '', at };
  const written = new Set(listTables(book, cancels).flatMap(({ lines }) => lines.map(toLineKey)));
  const records = readRecords(book, minus);
  const charged = findBilledFor(
    book,
    requireClosing(book, cancels),
    records.flatMap(({ id }) => id ?? []),
  );
  // What a credit note has stays in it when the file is withdrawn so that its records can be billed anew.
  const credited = new Set(listTables(book, minus.number).flatMap(({ lines }) => lines.map(toLineKey)));
  return [
    ...records.flatMap(({ id, minutes, value, currency }): BilledLine[] => {
      if (id == null || !(charged.has(id) || credited.has(toLineKey({ step: minusFacts.step, id })))) return [];
      const before = { client, currency: currency ?? null, minutes: minutes ?? '0', value: value ?? '0' };
      return [{ ...minusFacts, id, kind: 'vanished', decision: 'adjust', before, after: null, closing: cancels }];
    }),
    ...book.ledger.closings.flatMap(({ number, lines }) =>
      lines
        .filter((line) => line.decision !== 'ignore' && written.has(toLineKey(line)))
        .map((line) => ({
          ...line,
          reason: minusFacts.reason,
          at,
          before: line.after,
          after: line.before,
          closing: number,
        })),
    ),
  ];
}

/**
 * Which of these records files have billed for a closing: after any other closing that held them let them go or was cancelled, and until
 * this one does or is.
 * @returns each with one of the files
 */
export function findBilledFor(book: Book, closing: Closing, ids: readonly string[]): ReadonlyMap<string, number> {
  const { sent } = book.workspace.memory;
  const { closings } = book.ledger;
  const minusOf = new Map(closings.map((minus) => [minus.cancels, minus]));
  const findEnd = ({ number, lines }: Closing, id: string): string => {
    const left = lines.find((line) => line.id === id && line.decision !== 'ignore' && line.before && !line.after);
    return left?.at ?? minusOf.get(number)?.at ?? '9999';
  };
  const earlier = closings.filter(
    ({ number, cancels, status }) => number < closing.number && cancels === null && status !== 'reopened',
  );
  const billed = sent.findBilled(ids);
  const atOf = new Map([...new Set(billed.values())].map((number) => [number, sent.file(number)?.at ?? '']));
  return new Map(
    [...billed].flatMap(([id, last]) => {
      const ends = earlier.flatMap((other) => (readVersions(book, other).has(id) ? [findEnd(other, id)] : []));
      const begin = ends.toSorted().at(-1) ?? '';
      const end = findEnd(closing, id);
      const isWithin = (at: string) => at > begin && at <= end;
      if (isWithin(atOf.get(last) ?? '')) return [[id, last] as const];
      const file = listBillingFiles(book, id).find(({ at }) => isWithin(at));
      return file ? [[id, file.number] as const] : [];
    }),
  );
}

/** Lists the files that bill a record and were not withdrawn. */
const listBillingFiles = ({ workspace: { memory } }: Book, id: string): SentFile[] =>
  memory.sent.filesWith(id).flatMap((number) => {
    const file = memory.sent.file(number);
    return file?.bills === true && file.state !== 'withdrawn' ? [file] : [];
  });

interface TakenBack {
  /** The closing that had charged it. */
  readonly closing: number;
  readonly at: string;
  /** In a table that has left, or may have. */
  readonly isWritten: boolean;
}

/** Records of which a line takes back all that was charged: a file that billed one before is made up for. */
export function listTakenBack(book: Book): ReadonlyMap<string, TakenBack> {
  const { carried, closings } = book.ledger;
  const waiting = carried.flatMap((line) => (line.takenBy === undefined ? [{ line, isWritten: false }] : []));
  const billed = closings.filter(isStanding).flatMap((closing) => listBilledLines(book, closing));
  return new Map(
    [...waiting, ...billed].flatMap(({ line: { id, before, after, closing, step }, isWritten }) =>
      before && !after ? [[id, { closing, at: book.steps[step - 1]?.at ?? '', isWritten }] as const] : [],
    ),
  );
}

/** Which of these records are in a file that bills and was not made up for. @param isPlanned also by a line that is in no table yet */
export function findStillBilled(book: Book, ids: readonly string[], isPlanned: boolean) {
  const { sent } = book.workspace.memory;
  const billed = sent.findBilled(ids);
  if (billed.size === 0) return billed;
  for (const [id, { at, isWritten }] of listTakenBack(book)) {
    if (!billed.has(id) || !(isWritten || isPlanned)) continue;
    const since = listBillingFiles(book, id).find((file) => file.at > at);
    if (since === undefined) billed.delete(id);
    else billed.set(id, since.number);
  }
  return billed;
}

/** A table that was taken back is out again only if its closing stands, and no other table has one of its lines meanwhile. */
export function refuseTableAgain(book: Book, { number, sha256 }: Pick<SentFile, 'number' | 'sha256'>): void {
  const table = book.steps.find(
    (step) => step.kind === 'adjusted' && step.sent?.number === number && step.sent.sha256 === sha256,
  );
  if (table?.kind !== 'adjusted') return;
  const lines = new Set(table.lines.map(toLineKey));
  if (requireClosing(book, table.closing).cancels === null) requireStanding(book, table.closing);
  const isWritten = listTables(book, table.closing).some((other) =>
    other.lines.some((line) => lines.has(toLineKey(line))),
  );
  if (isWritten) fail({ code: 'usage', detail: texts.writtenSince(table.closing) });
}

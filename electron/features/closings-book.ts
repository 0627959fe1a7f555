/** Reads the closings of a workspace: the records that each holds, and which of its lines wait or were sent. */
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
  readonly closeStepByNumber: ReadonlyMap<number, number>;
}

export interface StepWriter {
  readonly stamp: () => { readonly at: string; readonly who: string };
  readonly add: (book: Book, steps: Parameters<ClosingsStore['add']>[1]) => void;
}

/** The list of steps stays the same object until one is added, and a pack reads the ledger for each of its files. */
const ledgerBySteps = new WeakMap<readonly NumberedStep[], Ledger>();
const heldByLedger = new WeakMap<Ledger, ReadonlyMap<string, Held>>();

/** @param replacedClosing a closing that is about to be replaced: it is read as if it were reopened */
export function openBook(workspace: Workspace, replacedClosing?: number): Book {
  const { memory } = workspace;
  const quarantinedFile = memory.listQuarantined().find((name) => name.startsWith('closings.'));
  // It may hold closings that are unknown here, and a month must not be closed, or billed, a second time.
  if (quarantinedFile !== undefined) fail({ code: 'usage', detail: texts.aside(quarantinedFile) });
  const steps = memory.closings.steps();
  const ledger = ledgerBySteps.get(steps) ?? readLedger(steps);
  ledgerBySteps.set(steps, ledger);
  const reopened = { kind: 'reopen', at: '', who: '', reason: '', step: steps.length + 1 } as const;
  return {
    workspace,
    steps,
    ledger: replacedClosing === undefined ? ledger : readLedger([...steps, { ...reopened, closing: replacedClosing }]),
    closeStepByNumber: new Map(
      steps.flatMap((step) => (step.kind === 'close' ? [[step.number, step.step] as const] : [])),
    ),
  };
}

/** Counts the standing closings that share days with a period; null if they cannot be read, because a report is shown even then. */
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

export function readColumns(
  { workspace, closeStepByNumber }: Book,
  number: number,
  names: readonly string[],
): FrozenColumns {
  return workspace.memory.closings.columns(closeStepByNumber.get(number) ?? fail({ code: 'unexpected' }), names);
}

/** Reads the frozen cells of each record of a closing; for a minus, those of the closing that it cancels. */
export function readRecords(book: Book, { number, cancels }: Closing): Readonly<Record<string, string | null>>[] {
  const columns = Object.entries(readColumns(book, cancels ?? number, Object.keys(noColumns)));
  const cells = columns.map(([name, text]) => [name, z.array(z.string().nullable()).parse(JSON.parse(text))] as const);
  return (cells[0]?.[1] ?? []).map((_, index) =>
    Object.fromEntries(cells.map(([name, values]) => [name, values[index] ?? null])),
  );
}

const cellsSchema = z.array(z.string());
interface Frozen {
  /** When each record was last modified. */
  readonly versions: ReadonlyMap<string, number>;
  /** The records that a file must contain: those with hours or an amount. */
  readonly counted: readonly string[];
}
/** Frozen cells never change, and every call needs them. */
const frozenByStore = new WeakMap<ClosingsStore, Map<number, Frozen>>();

/** Reads the records of a closing; a minus has none. */
export function readFrozen(book: Book, { number, cancels }: Closing): Frozen {
  const { closings } = book.workspace.memory;
  const frozenByClosing = frozenByStore.get(closings) ?? new Map<number, Frozen>();
  frozenByStore.set(closings, frozenByClosing);
  const cached = frozenByClosing.get(number);
  if (cached) return cached;
  const columns = cancels === null ? readColumns(book, number, ['id', 'version', 'minutes', 'value']) : {};
  const list = (name: string) => cellsSchema.parse(JSON.parse(columns[name] ?? '[]'));
  const [ids, versions, minutes, values] = [list('id'), list('version'), list('minutes'), list('value')];
  const frozenRecords = {
    versions: new Map(ids.map((id, index) => [id, Number(versions[index])])),
    counted: ids.filter((_, index) => Number(minutes[index]) !== 0 || Number(values[index]) !== 0),
  };
  frozenByClosing.set(number, frozenRecords);
  return frozenRecords;
}

export const readVersions = (book: Book, closing: Closing) => readFrozen(book, closing).versions;

export interface Held {
  readonly number: number;
  readonly state: HeldState | 'next';
}

/** Lists each record that a standing closing holds, with its state. */
export function listHeld(book: Book): ReadonlyMap<string, Held> {
  const cached = heldByLedger.get(book.ledger);
  if (cached) return cached;
  const held = new Map<string, Held>();
  const waitingKeys = new Set(
    book.ledger.carried.flatMap(({ closing, id, takenBy }) => (takenBy === undefined ? [`${closing} ${id}`] : [])),
  );
  for (const closing of book.ledger.closings.filter(isStanding)) {
    const { number, decided } = closing;
    for (const id of readVersions(book, closing).keys())
      if (!decided.has(id)) held.set(id, { number, state: 'closed' });
    for (const [id, record] of decided) {
      const state = findDecidedState(record);
      const isWaiting = state === 'adjusted' && waitingKeys.has(`${number} ${id}`);
      if (state) held.set(id, { number, state: isWaiting ? 'next' : state });
    }
  }
  heldByLedger.set(book.ledger, held);
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

/** A line that is billed with a closing besides its records: its own adjustment, or one carried over from an earlier closing. */
export type BilledLine = Omit<CarriedLine, 'takenBy'> & { readonly at: string };

/** Lists the tables of a closing that were or may have been sent; a withdrawn one no longer counts. */
export function listTables({ workspace, steps }: Book, number: number) {
  return steps.flatMap((step) => {
    if (step.kind !== 'adjusted' || step.closing !== number) return [];
    const file = step.sent && workspace.memory.sent.file(step.sent.number);
    // In a register that was started again, the number belongs to a different file.
    const sentFile = file?.sha256 === step.sent?.sha256 ? file : undefined;
    return sentFile?.state === 'withdrawn' ? [] : [{ ...step, sentFile }];
  });
}

/** @returns the lines, each with whether a table of adjustments already has it */
export function listBilledLines(book: Book, closing: Closing) {
  const { number, lines, carried: carriedEntries, cancels } = closing;
  if (lines.length + carriedEntries.length === 0 && cancels === null) return [];
  const writtenKeys = new Set(listTables(book, number).flatMap((table) => table.lines.map(toLineKey)));
  const timeByStep = new Map(book.steps.map(({ step, at }) => [step, at]));
  const own: BilledLine[] = lines.flatMap((line) => (line.decision === 'adjust' ? [{ ...line, closing: number }] : []));
  const carried: BilledLine[] = book.ledger.carried
    .filter(({ takenBy }) => takenBy === number)
    .map((line) => ({ ...line, at: timeByStep.get(line.step) ?? '' }));
  const minus = cancels === null ? [] : listMinusLines(book, closing, cancels);
  return [...carried, ...own, ...minus].map((line) => ({ line, isWritten: writtenKeys.has(toLineKey(line)) }));
}

/** Reverses what was charged with the closing that a minus cancels: its records in files that bill, and its lines in tables. */
function listMinusLines(book: Book, minus: Closing, cancels: number): BilledLine[] {
  const { client, reason, at } = minus;
  const minusFacts = { step: book.closeStepByNumber.get(minus.number) ?? 0, reason: reason ?? '', at };
  const writtenKeys = new Set(listTables(book, cancels).flatMap(({ lines }) => lines.map(toLineKey)));
  const records = readRecords(book, minus);
  const billedIds = findBilledFor(
    book,
    requireClosing(book, cancels),
    records.flatMap(({ id }) => id ?? []),
  );
  // A record in a credit note stays there even if its file is withdrawn so that the record can be billed again.
  const creditedKeys = new Set(listTables(book, minus.number).flatMap(({ lines }) => lines.map(toLineKey)));
  return [
    ...records.flatMap(({ id, minutes, value, currency }): BilledLine[] => {
      if (id == null || !(billedIds.has(id) || creditedKeys.has(toLineKey({ step: minusFacts.step, id })))) return [];
      const before = { client, currency: currency ?? null, minutes: minutes ?? '0', value: value ?? '0' };
      return [{ ...minusFacts, id, kind: 'vanished', decision: 'adjust', before, after: null, closing: cancels }];
    }),
    ...book.ledger.closings.flatMap(({ number, lines }) =>
      lines
        .filter((line) => line.decision !== 'ignore' && writtenKeys.has(toLineKey(line)))
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
 * Finds which of these records files have billed for a closing: after any earlier closing that held them released them or was cancelled,
 * and before this one does or is.
 * @returns the records, each with one of the files
 */
export function findBilledFor(book: Book, closing: Closing, ids: readonly string[]): ReadonlyMap<string, number> {
  const { sent } = book.workspace.memory;
  const { closings } = book.ledger;
  const minusByClosing = new Map(closings.map((minus) => [minus.cancels, minus]));
  const findEnd = ({ number, lines }: Closing, id: string): string => {
    const reversal = lines.find((line) => line.id === id && line.decision !== 'ignore' && line.before && !line.after);
    return reversal?.at ?? minusByClosing.get(number)?.at ?? '9999';
  };
  const earlier = closings.filter(
    ({ number, cancels, status }) => number < closing.number && cancels === null && status !== 'reopened',
  );
  const billed = sent.findBilled(ids);
  const timeByFile = new Map([...new Set(billed.values())].map((number) => [number, sent.file(number)?.at ?? '']));
  return new Map(
    [...billed].flatMap(([id, last]) => {
      const ends = earlier.flatMap((other) => (readVersions(book, other).has(id) ? [findEnd(other, id)] : []));
      const begin = ends.toSorted().at(-1) ?? '';
      const end = findEnd(closing, id);
      const isWithin = (at: string) => at > begin && at <= end;
      if (isWithin(timeByFile.get(last) ?? '')) return [[id, last] as const];
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
  /** True if it is in a table that was or may have been sent. */
  readonly isWritten: boolean;
}

/** Lists records whose charge a line takes back completely, which offsets any earlier file that billed them. */
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

/** Finds which of these records are in a file that bills and was not offset. @param isPlanned counts lines that are in no table yet */
export function findStillBilled(book: Book, ids: readonly string[], isPlanned: boolean) {
  const { sent } = book.workspace.memory;
  const billed = sent.findBilled(ids);
  if (billed.size === 0) return billed;
  for (const [id, { at, isWritten }] of listTakenBack(book)) {
    if (!billed.has(id) || !(isWritten || isPlanned)) continue;
    const laterFile = listBillingFiles(book, id).find((file) => file.at > at);
    if (laterFile === undefined) billed.delete(id);
    else billed.set(id, laterFile.number);
  }
  return billed;
}

/** A withdrawn table may count as sent again only if its closing stands and no other table has one of its lines. */
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

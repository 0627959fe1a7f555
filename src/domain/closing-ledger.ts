/** Derives the state of every closing from the steps. Pure. */
import { formatUnits, toUnits } from './decimal.ts';
import { foldCase } from './filter/text.ts';
import type {
  CloseStep,
  DecidedLine,
  Decision,
  DriftKind,
  Figures,
  NumberedStep,
  RecordState,
} from './closing-steps.ts';

export interface DecidedRecord {
  /** The state that later changes are compared with; null if the record is not in the closing. */
  readonly base: RecordState | null;
  /** The state that the client was charged for, which an ignored change does not affect. */
  readonly charged: RecordState | null;
}

/** A line that waits for the client's next closing, or is in one. */
export interface CarriedLine extends DecidedLine {
  readonly closing: number;
  readonly step: number;
  readonly reason: string;
  /** The standing closing that bills it. */
  readonly takenBy: number | undefined;
}

export interface Closing extends CloseStep {
  readonly status: 'standing' | 'reopened' | 'cancelled' | 'minus';
  readonly decided: ReadonlyMap<string, DecidedRecord>;
  readonly lines: readonly (DecidedLine & { readonly step: number; readonly at: string; readonly reason: string })[];
}

export interface Ledger {
  readonly closings: readonly Closing[];
  readonly carried: readonly CarriedLine[];
}

export function readLedger(steps: readonly NumberedStep[]): Ledger {
  const closings = new Map<number, Closing>();
  const carried: CarriedLine[] = [];
  for (const step of steps) {
    if (step.kind === 'close') {
      const { cancels } = step;
      const cancelled = cancels === null ? undefined : closings.get(cancels);
      if (cancelled) closings.set(cancelled.number, { ...cancelled, status: 'cancelled' });
      closings.set(step.number, {
        ...step,
        status: cancelled ? 'minus' : 'standing',
        decided: new Map(),
        lines: [],
      });
      continue;
    }
    const closing = closings.get(step.closing);
    if (!closing || step.kind === 'adjusted') continue;
    if (step.kind === 'reopen') {
      closings.set(closing.number, { ...closing, status: 'reopened' });
      continue;
    }
    const decided = new Map(closing.decided);
    for (const { id, decision, after } of step.lines) {
      decided.set(id, { base: after, charged: decision === 'ignore' ? findCharged(decided, id, step.lines) : after });
    }
    const { at, reason, lines, step: stepNumber } = step;
    closings.set(closing.number, {
      ...closing,
      decided,
      lines: [...closing.lines, ...lines.map((line) => ({ ...line, step: stepNumber, at, reason }))],
    });
    for (const line of lines)
      if (line.decision === 'next')
        carried.push({ ...line, closing: closing.number, step: stepNumber, reason, takenBy: undefined });
  }
  const standing = [...closings.values()].filter(({ status }) => status === 'standing');
  const taken = new Map(
    standing.flatMap((closing) => closing.carried.map((line) => [toLineKey(line), closing.number] as const)),
  );
  return {
    closings: [...closings.values()],
    carried: carried
      .filter(({ closing }) => closings.get(closing)?.status === 'standing')
      .map((line) => ({ ...line, takenBy: taken.get(toLineKey(line)) })),
  };
}

export const toLineKey = ({ step, id }: { readonly step: number; readonly id: string }) => `${step} ${id}`;

/** A record whose change is ignored for the first time was charged in its state before the change. */
function findCharged(
  decided: ReadonlyMap<string, DecidedRecord>,
  id: string,
  lines: readonly DecidedLine[],
): RecordState | null {
  const known = decided.get(id);
  return known ? known.charged : (lines.find((line) => line.id === id)?.before ?? null);
}

export const isStanding = ({ status }: Closing) => status === 'standing';

/** Returns whether two closings are of the same client; names are compared as in reports. */
export function isSameClient(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : foldCase(one) === foldCase(other);
}

export type HeldState = 'closed' | 'adjusted' | 'ignored';

/** Finds the state of a decided record; undefined if it is no longer in the closing. */
export function findDecidedState({ base, charged }: DecidedRecord): HeldState | undefined {
  if (base === null && charged === null) return undefined;
  return isSameState(base, charged) ? 'adjusted' : 'ignored';
}

export function isSameState(one: RecordState | null, other: RecordState | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    isSameClient(one.client, other.client) &&
    one.currency === other.currency &&
    toUnits(one.minutes) === toUnits(other.minutes) &&
    toUnits(one.value) === toUnits(other.value)
  );
}

/** Lists decided records that appeared after their closing, whether its tables, the client's next closing or nothing bills them. */
export const listDecidedLater = ({ closings }: Ledger): string[] =>
  closings.filter(isStanding).flatMap(({ lines, decided }) => {
    const first = new Map(lines.toReversed().map((line) => [line.id, line.before]));
    return [...decided].flatMap(([id, record]) => (first.get(id) === null && findDecidedState(record) ? [id] : []));
  });

/** A record that has changed since its closing. */
export interface DriftLine {
  readonly closing: number;
  readonly id: string;
  readonly kind: DriftKind;
  readonly before: RecordState | null;
  readonly after: RecordState | null;
}

/**
 * Lists the lines of a decision. An adjustment leads from the charged state to the present one, so a change of the record that was ignored
 * earlier is undone first.
 */
export function decide(closing: Closing, line: DriftLine, decision: Decision): DecidedLine[] {
  const { id, kind, before, after } = line;
  const known = closing.decided.get(id);
  if (decision === 'ignore' || !known || isSameState(known.base, known.charged))
    return [{ id, kind, decision, before, after }];
  const undone = { id, kind: 'undone' as const, decision: 'ignore' as const, before, after: known.charged };
  return isSameState(known.charged, after) ? [undone] : [undone, { id, kind, decision, before: known.charged, after }];
}

/** The parts of the equation, which add up to `today`. */
export const equationParts = ['closed', 'adjusted', 'next', 'ignored', 'open', 'elsewhere'] as const;
type Part = (typeof equationParts)[number];
interface Amount {
  readonly minutes: string;
  readonly value: string;
}
/** For one currency, the parts and the present total of the records of the period and client, which is computed independently. */
export type Equation = Readonly<Record<Part | 'today', Amount>> & {
  readonly currency: string | null;
  /** Whether the parts add up exactly to `today`. */
  readonly holds: boolean;
};

interface TodaySums {
  /** Records of the closing's period and client, without those of other closings. */
  readonly ownFigures: readonly Figures[];
  /** Records of other closings. */
  readonly elsewhere: readonly Figures[];
}

/** @param open the undecided lines of drift */
export function toEquations(
  closing: Pick<Closing, 'totals' | 'lines'>,
  open: readonly Pick<DriftLine, 'before' | 'after'>[],
  { ownFigures, elsewhere }: TodaySums,
): Equation[] {
  const sums = new Map<string | null, Record<Part | 'today', { minutes: bigint; value: bigint }>>();
  const zero = () => ({ minutes: 0n, value: 0n });
  const add = (part: Part | 'today', state: Amount & { readonly currency: string | null }, sign: bigint) => {
    const known = sums.get(state.currency) ?? {
      closed: zero(),
      adjusted: zero(),
      next: zero(),
      ignored: zero(),
      open: zero(),
      elsewhere: zero(),
      today: zero(),
    };
    sums.set(state.currency, known);
    known[part].minutes += sign * toUnits(state.minutes);
    known[part].value += sign * toUnits(state.value);
  };
  const addLine = (part: Part, { before, after }: Pick<DriftLine, 'before' | 'after'>) => {
    if (before) add(part, before, -1n);
    if (after) add(part, after, 1n);
  };
  for (const figures of closing.totals) add('closed', figures, 1n);
  for (const line of closing.lines) addLine(partByDecision[line.decision], line);
  for (const line of open) addLine('open', line);
  for (const figures of elsewhere) {
    add('elsewhere', figures, 1n);
    add('today', figures, 1n);
  }
  for (const figures of ownFigures) add('today', figures, 1n);
  return [...sums]
    .toSorted(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1))
    .map(([currency, parts]) => {
      const sum = (of: 'minutes' | 'value') => equationParts.reduce((total, part) => total + parts[part][of], 0n);
      const amount = (part: Part | 'today') => ({
        minutes: formatUnits(parts[part].minutes),
        value: formatUnits(parts[part].value),
      });
      return {
        currency,
        closed: amount('closed'),
        adjusted: amount('adjusted'),
        next: amount('next'),
        ignored: amount('ignored'),
        open: amount('open'),
        elsewhere: amount('elsewhere'),
        today: amount('today'),
        holds: sum('minutes') === parts.today.minutes && sum('value') === parts.today.value,
      };
    });
}

const partByDecision = { adjust: 'adjusted', next: 'next', ignore: 'ignored' } as const satisfies Record<
  Decision,
  Part
>;

/** The figures of one record, or of several together. */
type Summand = Omit<RecordState, 'client'> & { readonly records?: number };

export function sumByCurrency(states: Iterable<readonly [state: Summand | null, sign: 1n | -1n]>): Figures[] {
  const sums = new Map<string | null, { records: number; minutes: bigint; value: bigint }>();
  for (const [state, sign] of states) {
    if (!state) continue;
    const known = sums.get(state.currency) ?? { records: 0, minutes: 0n, value: 0n };
    sums.set(state.currency, known);
    known.records += Number(sign) * (state.records ?? 1);
    known.minutes += sign * toUnits(state.minutes);
    known.value += sign * toUnits(state.value);
  }
  return [...sums].map(([currency, { records, minutes, value }]) => ({
    currency,
    records,
    minutes: formatUnits(minutes),
    value: formatUnits(value),
  }));
}

/** Lists the states before and after each line, with the signs by which they change sums. */
export function listChanges(lines: readonly Pick<DriftLine, 'before' | 'after'>[]) {
  return lines.flatMap(({ before, after }) => [[before, -1n] as const, [after, 1n] as const]);
}

/** Tells what is remembered of the past. Spends no request. */
import { fail } from '#contract/errors.ts';
import type { Output } from '#contract/api.ts';
import type { MergeLine, RecordChangeLine } from '#contract/memory.ts';
import { formatUnits, parseDecimal, toUnits } from '#domain/decimal.ts';
import { findProperty } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import { reportSchema } from '#domain/reports/definition/report.ts';
import type { Cells, Difference, Merge } from '#electron/history/change-log.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { KnownMoment } from '#electron/workspace/memory.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import type { HandlersFor, Parts } from './calls.ts';
import { answerReport } from './reports.ts';

export function memoryHandlers(parts: Parts): HandlersFor<'memory'> {
  return {
    'memory.merges': async ({ limit }) => {
      const { memory } = parts.workspace();
      const merges = memory.merges();
      const setAside = memory.setAside();
      return { merges: merges.slice(-limit).toReversed().map(toMergeLine), total: merges.length, setAside };
    },
    'memory.changes': async ({ since, until, limit }) => listChanges(parts.workspace(), { since, until, limit }),
    'memory.record': async ({ id }) => ({
      changes: parts.workspace().memory.history(id).map(toChangeLine),
    }),
  };
}

function toMergeLine({ number, kind, seenAt, state, counts }: Merge): MergeLine {
  return { number, kind, seenAt, asOf: state === '' ? null : readCompleteness(state).asOf, ...counts };
}

interface Span {
  readonly since: string;
  readonly until: string | undefined;
  readonly limit: number;
}

const summed: readonly string[] = [
  propertyNames.totalHours,
  propertyNames.billableHours,
  propertyNames.billableAmount,
  propertyNames.costAmount,
];

/**
 * Adds up what happened to each record in between, so that what was changed and changed back is no change. The sums are those of all records
 * at both moments: what new and gone records do not explain was changed in the others.
 */
async function listChanges(workspace: Workspace, { since, until, limit }: Span): Promise<Output<'memory.changes'>> {
  const { memory } = workspace;
  const from = workspace.findMoment(since);
  const newest = memory.merges().findLast(({ kind }) => kind !== 'journal');
  const to =
    until === undefined
      ? { merge: newest?.number ?? from.merge, recordsSeenAt: newest?.seenAt ?? from.recordsSeenAt }
      : workspace.findMoment(until);
  if (to.merge < from.merge) fail({ code: 'usage', detail: memoryTexts.backwards });
  const byRecord = new Map<string, NetChange>();
  for (const { differences } of memory.changes(from.merge, to.merge)) {
    for (const difference of differences) {
      const [id] = difference;
      byRecord.set(id, joinChange(byRecord.get(id), difference));
    }
  }
  const changes = [...byRecord].flatMap(([id, net]): Difference[] => {
    const difference = toDifference(id, net);
    return difference ? [difference] : [];
  });
  const before = await workspace.asKnown(since, readSums);
  const after = await (until === undefined ? readSums(workspace) : workspace.asKnown(until, readSums));
  const ofKind = (kind: Exclude<NetKind, 'changed'>) => changes.filter((change) => kindOf(change) === kind);
  return {
    since: toMoment(from),
    until: toMoment(to),
    sums: summed.map((name) => {
      const add = (list: readonly Difference[]) => list.reduce((sum, change) => sum + movedBy(change, name), 0n);
      const [appeared, vanished] = [add(ofKind('appeared')), add(ofKind('vanished'))];
      const total = toUnits(after[name] ?? '0') - toUnits(before[name] ?? '0');
      return {
        name,
        before: before[name] ?? '0',
        appeared: formatUnits(appeared),
        changed: formatUnits(total - appeared - vanished),
        vanished: formatUnits(vanished),
        after: after[name] ?? '0',
      };
    }),
    counts: {
      appeared: ofKind('appeared').length,
      changed: changes.filter((change) => kindOf(change) === 'changed').length,
      vanished: ofKind('vanished').length,
    },
    changes: changes.slice(0, limit).map((change) => ({
      id: change[0],
      kind: nameKind(change),
      fields: listFields(change),
    })),
  };
}

const toMoment = ({ merge, recordsSeenAt }: Pick<KnownMoment, 'merge' | 'recordsSeenAt'>) => ({ merge, recordsSeenAt });

async function readSums(workspace: Workspace): Promise<Readonly<Record<string, string | null>>> {
  const report = reportSchema.parse({ measures: [...summed] });
  return (await answerReport(report, workspace)).totals;
}

interface NetChange {
  readonly before: Cells | null;
  readonly after: Cells | null;
  /** True where `before` has every value that was set. */
  readonly isWhole: boolean;
}

/** Of what was changed twice the first change says what was before, and the last what is after. */
function joinChange(known: NetChange | undefined, [, before, after]: Difference): NetChange {
  if (!known) return { before, after, isWhole: before === null || after === null };
  const wasBefore = known.isWhole || before === null ? known.before : { ...before, ...known.before };
  return {
    before: wasBefore,
    after: after === null ? null : before === null ? after : { ...known.after, ...after },
    isWhole: known.isWhole || after === null,
  };
}

function toDifference(id: string, { before, after }: NetChange): Difference | undefined {
  if (before === null && after === null) return undefined;
  if (before === null || after === null) return isArchived(before ?? after) ? undefined : [id, before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const moved = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  const only = (cells: Cells) => Object.fromEntries(moved.map((name) => [name, cells[name] ?? null]));
  return moved.length === 0 ? undefined : [id, only(before), only(after)];
}

/** No figure has it, so that it is there or gone changes none. */
const isArchived = (cells: Cells | null) => cells?.['archived'] === 'true';

type NetKind = 'appeared' | 'changed' | 'vanished';

function kindOf([, before, after]: Difference): NetKind {
  return before === null ? 'appeared' : after === null ? 'vanished' : 'changed';
}

/** How much more it adds to a sum than before. */
function movedBy([, before, after]: Difference, name: string): bigint {
  const units = (cells: Cells | null) => parseDecimal(cells?.[name] ?? '0')?.units ?? 0n;
  return units(after) - units(before);
}

interface OneChange {
  readonly merge: Merge;
  readonly difference: Difference;
}

function toChangeLine({ merge: { number, seenAt }, difference }: OneChange): RecordChangeLine {
  return {
    merge: number,
    seenAt,
    id: difference[0],
    kind: nameKind(difference),
    fields: listFields(difference),
  };
}

function listFields([, before, after]: Difference): RecordChangeLine['fields'] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isTold);
  const value = (cells: Cells | null, name: string) => toPlain(name, cells?.[name] ?? null);
  return names.map((name) => ({
    name: toPropertyName(name),
    before: value(before, name),
    after: value(after, name),
  }));
}

function nameKind([, before, after]: Difference): RecordChangeLine['kind'] {
  if (before === null) return 'appeared';
  if (after === null) return 'vanished';
  if (before['archived'] === undefined) return 'changed';
  return after['archived'] === 'true' ? 'archived' : 'restored';
}

/** What the store keeps for itself is no news about a record. */
const own = new Set(['id', 'archived', 'searched', 'rounded', 'anomalies', 'extra']);
const isTold = (name: string) => !own.has(name);

/** The columns of every record that are properties of the service's too. */
const builtIn: Readonly<Record<string, string>> = {
  created_at: propertyNames.created,
  updated_at: propertyNames.modified,
};
const toPropertyName = (column: string) => builtIn[column] ?? column;

/** Writes a value as every other answer does: exact decimals without trailing zeros, times in ISO UTC. */
function toPlain(column: string, cell: string | null): string | null {
  if (cell === null) return null;
  const type = findProperty(toPropertyName(column))?.type;
  if (type === 'number') return formatUnits(parseDecimal(cell)?.units ?? fail({ code: 'unexpected' }));
  return type === 'datetime' ? new Date(Number(BigInt(cell) / 1000n)).toISOString() : cell;
}

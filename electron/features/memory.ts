/** Tells what is remembered of the past. Spends no request. */
import { fail } from '#contract/errors.ts';
import type { MergeLine, RecordChangeLine } from '#contract/memory.ts';
import { formatUnits, parseDecimal } from '#domain/decimal.ts';
import { findProperty } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';
import type { Cells, Difference, Merge } from '#electron/history/change-log.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { HandlersFor, Parts } from './calls.ts';

export function memoryHandlers(parts: Parts): HandlersFor<'memory'> {
  return {
    'memory.merges': async ({ limit }) => {
      const { memory } = parts.workspace();
      const merges = memory.merges();
      const setAside = memory.setAside();
      return { merges: merges.slice(-limit).toReversed().map(toMergeLine), total: merges.length, setAside };
    },
    'memory.record': async ({ id }) => ({
      changes: parts.workspace().memory.history(id).map(toChangeLine),
    }),
  };
}

function toMergeLine({ number, kind, seenAt, state, counts }: Merge): MergeLine {
  return { number, kind, seenAt, asOf: state === '' ? null : readCompleteness(state).asOf, ...counts };
}

interface OneChange {
  readonly merge: Merge;
  readonly difference: Difference;
}

function toChangeLine({ merge: { number, seenAt }, difference }: OneChange): RecordChangeLine {
  const [id, before, after] = difference;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isTold);
  const value = (cells: Cells | null, name: string) => toPlain(name, cells?.[name] ?? null);
  return {
    merge: number,
    seenAt,
    id,
    kind: nameKind(difference),
    fields: names.map((name) => ({
      name: toPropertyName(name),
      before: value(before, name),
      after: value(after, name),
    })),
  };
}

function nameKind([, before, after]: Difference): RecordChangeLine['kind'] {
  if (before === null) return 'appeared';
  if (after === null) return 'vanished';
  if (before['archived'] === undefined) return 'changed';
  return after['archived'] === 'true' ? 'archived' : 'restored';
}

/** What the store keeps for itself is no news about a record. */
const own = new Set(['id', 'archived', 'searched', 'rounded']);
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

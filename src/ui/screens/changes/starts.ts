/** The moments from which changes can begin. */
import { useQuery } from '@tanstack/react-query';
import type { MergeLine } from '#contract/memory.ts';
import { findClockBounds } from '#domain/time/period.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { merges, visit } from '#ui/data/queries.ts';
import { viewPeriod } from '#ui/period/view-period.ts';

export interface Starts {
  /** Undefined until it is known, or where nothing is. */
  readonly standard: string | undefined;
  /** The last visit, where its moment is remembered. */
  readonly visit: string | undefined;
  /** The last day of the month before, where it is remembered. */
  readonly month: string | undefined;
  /** The latest first. */
  readonly refreshes: readonly MergeLine[];
  /** All of them are before this time. */
  readonly before: number;
  /** Nothing is remembered from which one could begin. */
  readonly isNothing: boolean;
  /** Why they are not known. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param until the later moment: a day, a time or a refresh; undefined for now */
export function useStarts(until: string | undefined): Starts {
  const workspace = useWorkspace();
  const { zone } = workspace;
  const { data: remembered, ...asked } = useQuery(merges);
  const { data: last, ...visited } = useQuery(visit);
  const { period: month } = viewPeriod('last-month', workspace);
  const found = findStarts(remembered?.merges ?? [], {
    until,
    zone,
    visit: last?.previous ?? undefined,
    month: month?.to,
  });
  return {
    ...found,
    standard: remembered && last ? found.standard : undefined,
    isNothing: remembered !== undefined && found.refreshes.length === 0,
    error: asked.error ?? visited.error,
    retry: () => void Promise.all([asked.refetch(), visited.refetch()]),
  };
}

interface Asked {
  readonly until: string | undefined;
  readonly zone: string;
  readonly visit: string | undefined;
  readonly month: string | undefined;
}

/** Of before the first download, before what is not known, or not before the later moment, there is none. */
export function findStarts(
  remembered: readonly MergeLine[],
  { until, zone, visit: visited, month }: Asked,
): Omit<Starts, 'isNothing' | 'error' | 'retry'> {
  const before = until === undefined ? Number.POSITIVE_INFINITY : findSeenAt(remembered, until, zone);
  const records = remembered.filter(({ kind }) => kind !== 'journal');
  const first = records.find(({ kind }) => kind !== 'refresh') ?? records.at(-1);
  const from = first ? Date.parse(first.seenAt) : Number.POSITIVE_INFINITY;
  const isKnown = (time: number) => from <= time && time < before;
  const refreshes = records.filter(({ seenAt }) => isKnown(Date.parse(seenAt)));
  const known = visited !== undefined && isKnown(Date.parse(visited)) ? visited : undefined;
  const oldest = until === undefined ? first : refreshes[0];
  return {
    standard: known ?? (oldest && `#${oldest.number}`),
    visit: known,
    month: month !== undefined && isKnown(findEnd(month, zone)) ? month : undefined,
    refreshes,
    before,
  };
}

/** When what was known at a moment became visible. */
function findSeenAt(remembered: readonly MergeLine[], moment: string, zone: string): number {
  const merge = moment.startsWith('#')
    ? remembered.find(({ number }) => `#${number}` === moment)
    : remembered.find(({ seenAt }) => Date.parse(seenAt) <= findEnd(moment, zone));
  return merge ? Date.parse(merge.seenAt) : Number.NEGATIVE_INFINITY;
}

const findEnd = (moment: string, zone: string): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(moment) ? findClockBounds({ from: moment, to: moment }, zone).end : Date.parse(moment);

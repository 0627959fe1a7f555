/** Finds the moments from which changes can begin. */
import { useQuery } from '@tanstack/react-query';
import type { MergeLine } from '#contract/memory.ts';
import { findClockBounds } from '#domain/time/period.ts';
import { merges, visit, useWorkspace } from '#ui/data/queries.ts';
import { resolveViewPeriod } from '#ui/period/view-period.ts';

export interface Starts {
  /** The default start; undefined while loading, or if there is none. */
  readonly standard: string | undefined;
  /** The last visit, if changes since then are remembered. */
  readonly visit: string | undefined;
  /** The last day of the previous month, if changes since then are remembered. */
  readonly month: string | undefined;
  /** Refreshes, latest first. */
  readonly refreshes: readonly MergeLine[];
  /** All starts are before this time, in epoch milliseconds. */
  readonly before: number;
  /** Whether no start is remembered. */
  readonly isNothing: boolean;
  /** The reason why the moments could not be loaded. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** @param until the later moment: a day, a time or a refresh; undefined for now */
export function useStarts(until: string | undefined): Starts {
  const workspace = useWorkspace();
  const { zone } = workspace;
  const { data: remembered, ...mergesQuery } = useQuery(merges);
  const { data: last, ...visitQuery } = useQuery(visit);
  const { period: month } = resolveViewPeriod('last-month', workspace);
  const starts = findStarts(remembered?.merges ?? [], {
    until,
    zone,
    visit: last?.previous ?? undefined,
    month: month?.to,
  });
  return {
    ...starts,
    standard: remembered && last ? starts.standard : undefined,
    isNothing: remembered !== undefined && starts.refreshes.length === 0,
    error: mergesQuery.error ?? visitQuery.error,
    retry: () => void Promise.all([mergesQuery.refetch(), visitQuery.refetch()]),
  };
}

interface StartMoments {
  readonly until: string | undefined;
  readonly zone: string;
  readonly visit: string | undefined;
  readonly month: string | undefined;
}

/** Finds the starts between the first remembered download and the later moment. */
export function findStarts(
  remembered: readonly MergeLine[],
  { until, zone, visit: visited, month }: StartMoments,
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

/** @returns the time in epoch milliseconds when the records known at a moment became visible */
function findSeenAt(remembered: readonly MergeLine[], moment: string, zone: string): number {
  const merge = moment.startsWith('#')
    ? remembered.find(({ number }) => `#${number}` === moment)
    : remembered.find(({ seenAt }) => Date.parse(seenAt) <= findEnd(moment, zone));
  return merge ? Date.parse(merge.seenAt) : Number.NEGATIVE_INFINITY;
}

const findEnd = (moment: string, zone: string): number =>
  /^\d{4}-\d{2}-\d{2}$/.test(moment) ? findClockBounds({ from: moment, to: moment }, zone).end : Date.parse(moment);

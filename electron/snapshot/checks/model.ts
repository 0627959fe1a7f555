/** Defines the queries about checks that the store answers, and their results. */
import type { Output, RecordRow } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import type { Check } from '#domain/checks/check.ts';
import type { Units } from '#domain/decimal.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { FindingDetail } from './finding-details.ts';

export type Thresholds = ReadonlyMap<string, Units>;

/** The marked records of a check; `holds` decides whether a finding marked as reviewed is unchanged today. */
export interface Marked {
  readonly ids: readonly string[];
  readonly holds: (detail: FindingDetail) => boolean;
}

export type CheckFigures = Readonly<Omit<CheckSummary, 'kind'>>;

export interface ChecksRun {
  readonly records: number;
  readonly checks: readonly CheckFigures[];
  readonly behaviours: Readonly<Output<'checks.run'>['behaviours']>;
}

export interface ChecksQuery {
  readonly selection: Selection;
  readonly thresholds: Thresholds;
  readonly marked: (check: string) => Marked;
  /** Aborted when the caller no longer waits for the result. */
  readonly signal?: AbortSignal | undefined;
}

export interface FindingsListQuery extends ChecksQuery {
  readonly check: Check;
  readonly reviewed: boolean;
  /** Full property names. */
  readonly columns: readonly string[];
}

export interface FindingsPageQuery extends FindingsListQuery {
  readonly offset: number;
  readonly limit: number;
}

export interface FoundRecord extends FindingDetail {
  readonly row: RecordRow;
  /** True for the one related record that is not itself at fault. */
  readonly stays: boolean;
  readonly value: string | null;
  readonly minutes: string | null;
}

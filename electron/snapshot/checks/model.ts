/** Defines the queries about checks that the store answers, and their results. */
import type { Output, RecordRow } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import type { Check } from '#domain/checks/check.ts';
import type { Units } from '#domain/decimal.ts';
import type { LoggedByOwner } from '#domain/people-with-gaps.ts';
import type { Selection } from '#domain/filter/match.ts';
import type { Period } from '#domain/time/period.ts';
import type { Weekday } from '#domain/time/weeks.ts';
import type { FindingDetail } from './finding-details.ts';

export type Thresholds = ReadonlyMap<string, Units>;

/** Decides whether a finding marked as reviewed is unchanged today. */
export type IsReviewed = (detail: FindingDetail) => boolean;

/** The marked records of a check; `holds` decides whether a mark is still valid. */
export interface Marked {
  readonly ids: readonly string[];
  readonly holds: IsReviewed;
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

export interface ChecksReading {
  /** @throws AppFailure `cancelled` */
  runChecks(
    query: ChecksQuery,
  ): Promise<
    ChecksRun & { /** The sync state as text, read at the same moment. */ readonly state: string | undefined }
  >;
  /** Reads a page of findings by value at stake, then by minutes, then by id. */
  findings(query: FindingsPageQuery): Promise<{ findings: FoundRecord[]; total: number }>;
  /**
   * Reads every finding of one state of the store, in the same order, regardless of what is committed in the meantime.
   * @param selectionAt receives the weekday on which recorded weeks begin in that state, because the period depends on it
   */
  allFindings(
    query: Omit<FindingsListQuery, 'selection'>,
    selectionAt: (recordedWeeks: Weekday) => Selection,
  ): Promise<{
    findings: FoundRecord[];
    /** The sync state as text, read at the same moment. */ state: string | undefined;
  }>;
  loggedByOwner(
    span: Pick<Period, 'from' | 'to' | 'calendar'>,
    recent: Pick<Period, 'from' | 'to' | 'calendar'>,
    zone: string,
    signal?: AbortSignal,
  ): Promise<LoggedByOwner[]>;
  /** Reads the current findings of a check on these records, for which marks are stored. */
  findingDetails(check: Check, ids: readonly string[], thresholds: Thresholds): Promise<FindingDetail[]>;
}

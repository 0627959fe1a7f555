/** Defines the questions about checks that the store answers, and their answers. */
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

/** The marked records of a check; `holds` decides whether a mark still holds. */
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

export interface RunQuestion {
  readonly selection: Selection;
  readonly thresholds: Thresholds;
  readonly marked: (check: string) => Marked;
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListQuestion extends RunQuestion {
  readonly check: Check;
  readonly reviewed: boolean;
  /** Full property names. */
  readonly columns: readonly string[];
}

export interface FindingsQuestion extends ListQuestion {
  readonly offset: number;
  readonly limit: number;
}

export interface FoundRecord extends FindingDetail {
  readonly row: RecordRow;
  /** True for the one of several related records of which nothing is in question. */
  readonly stays: boolean;
  readonly value: string | null;
  readonly minutes: string | null;
}

export interface ChecksReading {
  /** @throws AppFailure `cancelled` */
  runChecks(
    question: RunQuestion,
  ): Promise<
    ChecksRun & { /** The sync state as text, read at the same moment. */ readonly state: string | undefined }
  >;
  /** Reads a page of findings by value at stake, then by minutes, then by id. */
  findings(question: FindingsQuestion): Promise<{ findings: FoundRecord[]; total: number }>;
  /**
   * Reads every finding of one state of the store, in the same order, whatever is committed meanwhile.
   * @param selectionAt receives the weekday on which recorded weeks begin in that state, because a period follows from it
   */
  allFindings(
    question: Omit<ListQuestion, 'selection'>,
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
  /** Reads the findings of a check among these records as they are now, which is what a mark is stored for. */
  findingDetails(check: Check, ids: readonly string[], thresholds: Thresholds): Promise<FindingDetail[]>;
}

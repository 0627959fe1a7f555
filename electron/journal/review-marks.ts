/** Stores the user's review marks by check and record, with a digest of the finding, so that a later change removes the mark. */
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export interface ReviewMark {
  readonly id: string;
  /** The time of the record's last change, in ISO UTC, as known when it was marked. */
  readonly recordChangedAt: string;
  readonly digest: string;
  /** The time of the review in ISO UTC. */
  readonly reviewedAt: string;
  /** Why the record is right as it is, in the user's words. */
  readonly note?: string | undefined;
}

export interface ReviewStore {
  reviewedChecks(): string[];
  /** Reads the marks of one check by record id. */
  reviewMarks(check: string): ReadonlyMap<string, ReviewMark>;
  /** Changes whenever a mark does. */
  marksVersion(): string;
  /** Saves all of the marks or none, and replaces existing ones. */
  saveReviewMarks(check: string, marks: readonly ReviewMark[]): void;
  /** @returns how many marks were removed. */
  removeReviewMarks(check: string, ids: readonly string[]): number;
}

export const REVIEW_MARKS: JournalTable = {
  name: 'review_mark',
  key: ['check_id', 'record_id'],
  required: ['record_changed_at', 'digest', 'reviewed_at'],
  optional: ['note'],
};

export function createReviewStore({ select, version, change }: Storage): ReviewStore {
  const selectChecks = select('SELECT DISTINCT check_id FROM review_mark ORDER BY check_id');
  const selectMarks = select('SELECT * FROM review_mark WHERE check_id = ?');
  return {
    reviewedChecks: () => selectChecks.all().map((row) => String(row['check_id'])),
    reviewMarks: (check) =>
      new Map(
        selectMarks.all(check).map((row) => {
          const id = String(row['record_id']);
          const mark = {
            id,
            recordChangedAt: String(row['record_changed_at']),
            digest: String(row['digest']),
            reviewedAt: String(row['reviewed_at']),
            ...(row['note'] != null && { note: String(row['note']) }),
          };
          return [id, mark] as const;
        }),
      ),
    marksVersion: () => version(REVIEW_MARKS),
    saveReviewMarks: (check, marks) =>
      change(({ put }) => {
        for (const { id, recordChangedAt, digest, reviewedAt, note } of marks) {
          const row = { check_id: check, record_id: id, record_changed_at: recordChangedAt, digest };
          put(REVIEW_MARKS, { ...row, reviewed_at: reviewedAt, note: note ?? null });
        }
      }),
    removeReviewMarks: (check, ids) =>
      change(({ drop }) => ids.filter((id) => drop(REVIEW_MARKS, { check_id: check, record_id: id })).length),
  };
}

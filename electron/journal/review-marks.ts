/** Stores the user's review marks by check and record, with a digest of the finding, so that a later change removes the mark. */
import { z } from 'zod';
import type { Storage } from './storage.ts';
import type { JournalTable } from './table.ts';

export const reviewMarkSchema = z.object({
  id: z.string(),
  /** The time of the record's last change, in ISO UTC, as known when it was marked. */
  recordChangedAt: z.string(),
  digest: z.string(),
  /** The time of the review in ISO UTC. */
  reviewedAt: z.string(),
  /** The user's reason why the record is correct. */
  note: z.string().optional(),
});
export type ReviewMark = Readonly<z.output<typeof reviewMarkSchema>>;

export const REVIEW_MARKS: JournalTable = {
  name: 'review_mark',
  key: ['check_id', 'record_id'],
  required: ['record_changed_at', 'digest', 'reviewed_at'],
  optional: ['note'],
};

export function createReviewStore({ select, version, change }: Storage) {
  const selectChecks = select('SELECT DISTINCT check_id FROM review_mark ORDER BY check_id');
  const selectMarks = select('SELECT * FROM review_mark WHERE check_id = ?');
  return {
    reviewedChecks: () => selectChecks.all().map((row) => String(row['check_id'])),
    reviewMarks: (check: string): ReadonlyMap<string, ReviewMark> =>
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
    /** Changes whenever a mark does. */
    marksVersion: () => version(REVIEW_MARKS),
    /** Saves all of the marks or none, and replaces existing ones. */
    saveReviewMarks: (check: string, marks: readonly ReviewMark[]) =>
      change(({ put }) => {
        for (const { id, recordChangedAt, digest, reviewedAt, note } of marks) {
          const row = { check_id: check, record_id: id, record_changed_at: recordChangedAt, digest };
          put(REVIEW_MARKS, { ...row, reviewed_at: reviewedAt, note: note ?? null });
        }
      }),
    /** @returns the number of removed marks. */
    removeReviewMarks: (check: string, ids: readonly string[]) =>
      change(({ drop }) => ids.filter((id) => drop(REVIEW_MARKS, { check_id: check, record_id: id })).length),
  };
}

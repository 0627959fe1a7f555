/** Findings a person has looked at: by check and record, with what was found then, so that a later change takes the mark back. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './transaction.ts';

export interface ReviewMark {
  readonly id: string;
  /** When the record was last changed, ISO UTC, as known when it was marked. */
  readonly recordChangedAt: string;
  /** Of what was found. */
  readonly digest: string;
  /** ISO UTC. */
  readonly reviewedAt: string;
}

export interface ReviewStore {
  /** Checks that have marks. */
  reviewedChecks(): string[];
  /** Of one check, by record id. */
  reviewMarks(check: string): ReadonlyMap<string, ReviewMark>;
  /** All of them or none; a mark that is there already is replaced. */
  keepReviewMarks(check: string, marks: readonly ReviewMark[]): void;
  /** @returns how many there were. */
  removeReviewMarks(check: string, ids: readonly string[]): number;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS review_mark (
    check_id TEXT NOT NULL, record_id TEXT NOT NULL, record_changed_at TEXT NOT NULL, digest TEXT NOT NULL, reviewed_at TEXT NOT NULL,
    PRIMARY KEY (check_id, record_id)
  ) STRICT;
`;

export function reviewStore(database: DatabaseSync): ReviewStore {
  database.exec(TABLES);
  const checks = database.prepare('SELECT DISTINCT check_id FROM review_mark ORDER BY check_id');
  const read = database.prepare('SELECT * FROM review_mark WHERE check_id = ?');
  const write = database.prepare(
    'INSERT OR REPLACE INTO review_mark (check_id, record_id, record_changed_at, digest, reviewed_at) VALUES (?, ?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM review_mark WHERE check_id = ? AND record_id = ?');
  return {
    reviewedChecks: () => checks.all().map((row) => String(row['check_id'])),
    reviewMarks: (check) =>
      new Map(
        read.all(check).map((row) => {
          const id = String(row['record_id']);
          const mark = {
            id,
            recordChangedAt: String(row['record_changed_at']),
            digest: String(row['digest']),
            reviewedAt: String(row['reviewed_at']),
          };
          return [id, mark] as const;
        }),
      ),
    keepReviewMarks: (check, marks) =>
      inTransaction(database, () => {
        for (const { id, recordChangedAt, digest, reviewedAt } of marks)
          write.run(check, id, recordChangedAt, digest, reviewedAt);
      }),
    removeReviewMarks: (check, ids) =>
      inTransaction(database, () => ids.reduce((total, id) => total + Number(drop.run(check, id).changes), 0)),
  };
}

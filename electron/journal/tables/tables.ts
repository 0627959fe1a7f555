/** Lists every table of the journal. */
import { EXPORTS } from './exports.ts';
import { SETTINGS } from './entries.ts';
import { OBJECTS, OWNERS } from './names.ts';
import { REPORTS } from './reports.ts';
import { REVIEW_MARKS } from './review-marks.ts';
import type { JournalTable } from './table.ts';
import { WRITTEN_EXPORTS } from './written-exports.ts';

export const tables: readonly JournalTable[] = [
  SETTINGS,
  OWNERS,
  OBJECTS,
  REPORTS,
  EXPORTS,
  REVIEW_MARKS,
  WRITTEN_EXPORTS,
];

/** Describes what is wrong with a journal and what is lost. */
import { z } from 'zod';
import type { JournalContents } from '#contract/journal.ts';
import { isSame, findTally, type TallySheet } from './digest.ts';
import { EXPORTS } from './exports.ts';
import { OBJECTS, OWNERS } from './names.ts';
import { REPORTS } from './reports.ts';
import { REVIEW_MARKS } from './review-marks.ts';
import type { Survey } from './survey.ts';
import { toKey, type JournalTable } from './table.ts';
import { tables, SETTINGS } from './stores.ts';
import { SCHEMA, type StoreManifest } from './manifest.ts';

export interface Verdict {
  readonly what: 'damaged' | 'older' | 'gone';
  readonly missingChanges: number | null;
  /** What the journal held; undefined when that is unknown. */
  readonly expected: TallySheet | undefined;
  readonly isWhole: boolean;
}

const contentTables = tables.map(({ name }) => name);
const allTables = [...contentTables, SCHEMA];

/** @param notedManifest the manifest in the note file. @returns undefined for an undamaged file. */
export function judgeSurvey(survey: Survey, notedManifest: StoreManifest | undefined): Verdict | undefined {
  const { manifest, isDigested, isSound, tallies } = survey;
  if (!isDigested && notedManifest === undefined)
    return isSound ? undefined : { what: 'damaged', missingChanges: null, expected: undefined, isWhole: false };
  const commits = manifest?.commits ?? 0;
  const isAgreed = manifest !== undefined && isSame(manifest.tallies, tallies, allTables);
  const isOld = notedManifest !== undefined && commits < notedManifest.commits;
  // Two files may have taken equally many changes and still differ.
  const isOther =
    notedManifest !== undefined &&
    commits === notedManifest.commits &&
    !isSame(notedManifest.tallies, tallies, allTables);
  if (isSound && isAgreed && !isOld && !isOther) return undefined;
  const expected =
    notedManifest !== undefined && commits <= notedManifest.commits ? notedManifest.tallies : manifest?.tallies;
  const isOnlyOld = isOld && isSound && (isAgreed || !isDigested);
  return {
    what: isOnlyOld ? 'older' : 'damaged',
    missingChanges:
      isOnlyOld && notedManifest !== undefined && manifest !== undefined ? notedManifest.commits - commits : null,
    expected,
    isWhole: expected !== undefined && isSame(expected, tallies, contentTables),
  };
}

export function toContents(sheet: TallySheet): JournalContents {
  return {
    people: findTally(sheet, OWNERS.name).rows,
    objects: findTally(sheet, OBJECTS.name).rows,
    settings: findTally(sheet, SETTINGS.name).rows,
    reports: findTally(sheet, REPORTS.name).rows,
    exports: findTally(sheet, EXPORTS.name).rows,
    reviewMarks: findTally(sheet, REVIEW_MARKS.name).rows,
  };
}

export function countLost(expected: TallySheet, held: TallySheet): JournalContents {
  const [expectedCounts, heldCounts] = [toContents(expected), toContents(held)];
  const countMissing = (kind: keyof JournalContents) => Math.max(0, expectedCounts[kind] - heldCounts[kind]);
  return {
    people: countMissing('people'),
    objects: countMissing('objects'),
    settings: countMissing('settings'),
    reports: countMissing('reports'),
    exports: countMissing('exports'),
    reviewMarks: countMissing('reviewMarks'),
  };
}

const MAX_NAMES = 20;

/**
 * Lists the names of the lost rows: from the good copy if it explains all losses, or else from the readable damaged rows.
 * @param copy undefined when there is none
 */
export function listLostNames(survey: Survey, expected: TallySheet | undefined, copy: Survey | undefined): string[] {
  const names = tables.flatMap((table) => {
    const rows = survey.rows.get(table.name);
    const absent = [...(copy?.rows.get(table.name) ?? [])].filter(([key]) => rows?.has(key) !== true);
    const missing = findTally(expected ?? {}, table.name).rows - (rows?.size ?? 0);
    const isExplainedByCopy = absent.length > 0 && absent.length === missing;
    const lost = isExplainedByCopy
      ? absent.map(([, row]) => row)
      : (survey.suspects.get(table.name) ?? []).filter((row) => rows?.has(toKey(table, row)) !== true);
    return lost.flatMap((row) => findLabel(table, row) ?? []);
  });
  return [...new Set(names)].slice(0, MAX_NAMES);
}

const PRINTABLE = /^[^\p{C}\uFFFD]{1,80}$/u;
const reportName = z.object({ name: z.string() });

function findLabel(table: JournalTable, row: Readonly<Record<string, unknown>>): string | undefined {
  const label =
    table === REVIEW_MARKS
      ? undefined
      : table === SETTINGS
        ? row['key']
        : table === REPORTS
          ? readName(row['file'])
          : table === EXPORTS
            ? readName(row['definition'])
            : row['name'];
  return typeof label === 'string' && PRINTABLE.test(label) ? label : undefined;
}

function readName(file: unknown): string | undefined {
  try {
    return reportName.safeParse(JSON.parse(String(file))).data?.name;
  } catch {
    return undefined;
  }
}

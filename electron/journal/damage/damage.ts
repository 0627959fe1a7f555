/** Describes what is wrong with a journal, and what of it is lost. */
import { z } from 'zod';
import type { JournalContents } from '../../../src/contract/journal.ts';
import { isSame, tallyIn, type TallySheet } from '../tables/digest.ts';
import { EXPORTS } from '../tables/exports.ts';
import { SETTINGS } from '../tables/entries.ts';
import { OBJECTS, OWNERS } from '../tables/names.ts';
import { REPORTS } from '../tables/reports.ts';
import { REVIEW_MARKS } from '../tables/review-marks.ts';
import type { Survey } from './survey.ts';
import { toKey, type JournalTable } from '../tables/table.ts';
import { tables } from '../tables/tables.ts';
import { SCHEMA, type StoreManifest } from '../tables/manifest-row.ts';

export interface Verdict {
  readonly what: 'damaged' | 'older' | 'gone';
  readonly missingChanges: number | null;
  /** What it held; undefined: unknown. */
  readonly expected: TallySheet | undefined;
  readonly isWhole: boolean;
}

const contents = tables.map(({ name }) => name);
const everything = [...contents, SCHEMA];

/** @param noted beside the file @returns undefined for an undamaged file. */
export function judge(found: Survey, noted: StoreManifest | undefined): Verdict | undefined {
  const { manifest, isDigested, isSound, tallies } = found;
  if (!isDigested && noted === undefined)
    return isSound ? undefined : { what: 'damaged', missingChanges: null, expected: undefined, isWhole: false };
  const said = manifest?.commits ?? 0;
  const isAgreed = manifest !== undefined && isSame(manifest.tallies, tallies, everything);
  const isOld = noted !== undefined && said < noted.commits;
  // Two files can have taken equally many changes, and different ones.
  const isOther = noted !== undefined && said === noted.commits && !isSame(noted.tallies, tallies, everything);
  if (isSound && isAgreed && !isOld && !isOther) return undefined;
  const expected = noted !== undefined && said <= noted.commits ? noted.tallies : manifest?.tallies;
  const isOnlyOld = isOld && isSound && (isAgreed || !isDigested);
  return {
    what: isOnlyOld ? 'older' : 'damaged',
    missingChanges: isOnlyOld && noted !== undefined && manifest !== undefined ? noted.commits - said : null,
    expected,
    isWhole: expected !== undefined && isSame(expected, tallies, contents),
  };
}

export function toContents(sheet: TallySheet): JournalContents {
  return {
    people: tallyIn(sheet, OWNERS.name).rows,
    objects: tallyIn(sheet, OBJECTS.name).rows,
    settings: tallyIn(sheet, SETTINGS.name).rows,
    reports: tallyIn(sheet, REPORTS.name).rows,
    exports: tallyIn(sheet, EXPORTS.name).rows,
    reviewMarks: tallyIn(sheet, REVIEW_MARKS.name).rows,
  };
}

/** How many more there were. */
export function countLost(expected: TallySheet, found: TallySheet): JournalContents {
  const [were, are] = [toContents(expected), toContents(found)];
  const less = (kind: keyof JournalContents) => Math.max(0, were[kind] - are[kind]);
  return {
    people: less('people'),
    objects: less('objects'),
    settings: less('settings'),
    reports: less('reports'),
    exports: less('exports'),
    reviewMarks: less('reviewMarks'),
  };
}

const MOST_NAMES = 20;

/**
 * Names of the lost rows: from the good copy where exactly those are missing, else as far as they can be read.
 * @param copy undefined: there is none
 */
export function lostNames(found: Survey, expected: TallySheet | undefined, copy: Survey | undefined): string[] {
  const names = tables.flatMap((table) => {
    const rows = found.rows.get(table.name);
    const absent = [...(copy?.rows.get(table.name) ?? [])].filter(([key]) => rows?.has(key) !== true);
    const missing = tallyIn(expected ?? {}, table.name).rows - (rows?.size ?? 0);
    const isTheSame = absent.length > 0 && absent.length === missing;
    const lost = isTheSame
      ? absent.map(([, row]) => row)
      : (found.suspects.get(table.name) ?? []).filter((row) => rows?.has(toKey(table, row)) !== true);
    return lost.flatMap((row) => findLabel(table, row) ?? []);
  });
  return [...new Set(names)].slice(0, MOST_NAMES);
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
          ? nameIn(row['file'])
          : table === EXPORTS
            ? nameIn(row['definition'])
            : row['name'];
  return typeof label === 'string' && PRINTABLE.test(label) ? label : undefined;
}

function nameIn(file: unknown): string | undefined {
  try {
    return reportName.safeParse(JSON.parse(String(file))).data?.name;
  } catch {
    return undefined;
  }
}

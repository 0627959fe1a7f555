/** Keeps good copies of a journal automatically: the day's last state for each of the last seven days with changes. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { toContents, judgeSurvey } from './damage.ts';
import { surveyFile } from './database-file.ts';
import { toDigest } from './digest.ts';
import type { StoreManifest } from './manifest.ts';
import { readCurrentManifest } from './storage.ts';
import type { Survey } from './survey.ts';
import type { JournalDamage } from '#contract/journal.ts';

export interface Copy {
  readonly path: string;
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly commits: number;
}

export interface GoodCopy extends Copy {
  readonly survey: Survey;
}

const MAX_COPIES = 7;
const NAME = /^copy-(\d{4}-\d{2}-\d{2})-(\d+)\.sqlite$/;
const PART = '.part';

function findCopiesFolder(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}-copies`);
}

/** Sorts copies by the journal's count of changes, the latest first, because a clock may be wrong. */
export function listCopies(path: string): Copy[] {
  const folder = findCopiesFolder(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, commits] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ path: join(folder, name), day, commits: Number(commits) }];
    })
    .toSorted((a, b) => b.commits - a.commits);
}

/** Finds the latest copy that is unchanged since it was made, because copies rot as well. */
export function findLastGoodCopy(path: string): GoodCopy | undefined {
  for (const copy of listCopies(path)) {
    const survey = surveyIfGood(copy);
    if (survey) return { ...copy, survey };
  }
  return undefined;
}

export function describeCopy(copy: GoodCopy | undefined): JournalDamage['copy'] {
  return copy ? { day: copy.day, contents: toContents(copy.survey.tallies) } : null;
}

function surveyIfGood({ path, commits }: Copy): Survey | undefined {
  const survey = surveyFile(path);
  const isGood = survey.manifest?.commits === commits && judgeSurvey(survey, undefined) === undefined;
  return isGood ? survey : undefined;
}

/**
 * Copies the journal unless nothing has changed since its last copy. The copy is read back and checked before it replaces the day's earlier
 * one, so that a damaged copy never replaces a good one.
 * @returns the manifest of the journal, which the copy proves because it has the same bytes
 */
export function saveCopy(database: DatabaseSync, path: string, now: number): StoreManifest | undefined {
  const manifest = readCurrentManifest(database);
  const earlierCopies = listCopies(path);
  if (manifest === undefined || earlierCopies[0]?.commits === manifest.commits) return undefined;
  const { commits } = manifest;
  const folder = findCopiesFolder(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.endsWith(PART)) rmSync(join(folder, name), { force: true });
  const day = new Date(now).toISOString().slice(0, 10);
  const copyPath = join(folder, `copy-${day}-${commits}.sqlite`);
  const partPath = `${copyPath}${PART}`;
  const bytes = readFileSync(path);
  try {
    writeFileSync(partPath, bytes, { mode: 0o600 });
    if (!surveyIfGood({ path: partPath, day, commits })) return undefined;
    syncFile(partPath);
    renameSync(partPath, copyPath);
    syncFolder(folder);
  } finally {
    rmSync(partPath, { force: true });
  }
  const fromToday = earlierCopies.filter((copy) => copy.day === day);
  const fromOtherDays = earlierCopies.filter((copy) => copy.day !== day);
  for (const copy of [...fromToday, ...fromOtherDays.slice(MAX_COPIES - 1)]) rmSync(copy.path);
  return { ...manifest, file: toDigest(bytes) };
}

export function syncFile(path: string, flags = 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export function syncFolder(path: string): void {
  // Windows cannot open a directory for syncing; its renames are durable anyway.
  if (process.platform !== 'win32') syncFile(path, 'r');
}

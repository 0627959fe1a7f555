/** Good copies of a journal, made automatically: for each of the last seven days with changes, the day's last state. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { toContents, judge } from './damage.ts';
import { surveyFile } from './database-file.ts';
import { currentManifest } from '../tables/storage.ts';
import type { Survey } from './survey.ts';
import type { JournalDamage } from '../../../src/contract/journal.ts';

export interface Copy {
  readonly path: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly commits: number;
}

export interface GoodCopy extends Copy {
  readonly survey: Survey;
}

const MOST = 7;
const NAME = /^copy-(\d{4}-\d{2}-\d{2})-(\d+)\.sqlite$/;
const PART = '.part';

function copiesFolder(path: string): string {
  return join(dirname(path), `${basename(path, extname(path))}-copies`);
}

/** By age as the journal itself counts it, the latest first: a clock may be wrong. */
export function listCopies(path: string): Copy[] {
  const folder = copiesFolder(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, day, commits] = NAME.exec(name) ?? [];
      return day === undefined ? [] : [{ path: join(folder, name), day, commits: Number(commits) }];
    })
    .toSorted((a, b) => b.commits - a.commits);
}

/** The latest copy that is unchanged since it was made: copies rot as well. */
export function lastGoodCopy(path: string): GoodCopy | undefined {
  for (const copy of listCopies(path)) {
    const survey = findGood(copy);
    if (survey) return { ...copy, survey };
  }
  return undefined;
}

export function copyFacts(copy: GoodCopy | undefined): JournalDamage['copy'] {
  return copy ? { day: copy.day, contents: toContents(copy.survey.tallies) } : null;
}

function findGood({ path, commits }: Copy): Survey | undefined {
  const survey = surveyFile(path);
  const isWhole = survey.manifest?.commits === commits && judge(survey, undefined) === undefined;
  return isWhole ? survey : undefined;
}

/**
 * Copies the journal unless nothing has changed since its last copy. What was copied is read back and checked before it takes the place of
 * the day's earlier one, so that a damaged copy never replaces a good one.
 */
export function saveCopy(database: DatabaseSync, path: string, now: number): void {
  const commits = currentManifest(database)?.commits;
  const before = listCopies(path);
  if (commits === undefined || before[0]?.commits === commits) return;
  const folder = copiesFolder(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (name.endsWith(PART)) rmSync(join(folder, name), { force: true });
  const day = new Date(now).toISOString().slice(0, 10);
  const final = join(folder, `copy-${day}-${commits}.sqlite`);
  const part = `${final}${PART}`;
  try {
    database.prepare('VACUUM INTO ?').run(part);
    if (!findGood({ path: part, day, commits })) return;
    syncFile(part);
    renameSync(part, final);
    syncFolder(folder);
  } finally {
    rmSync(part, { force: true });
  }
  const others = before.filter((copy) => copy.day !== day);
  for (const copy of [...before.filter((each) => each.day === day), ...others.slice(MOST - 1)]) rmSync(copy.path);
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export function syncFolder(path: string): void {
  // Windows cannot open a directory for syncing; its rename is durable by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

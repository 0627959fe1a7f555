/** Examines a journal before anything is written to it. */
import { existsSync, readFileSync } from 'node:fs';
import { listCopies } from './copies.ts';
import { judgeSurvey, type Verdict } from './damage.ts';
import { surveyFile } from './database-file.ts';
import { emptySurvey, type Survey } from './survey.ts';
import type { StoreManifest } from '../tables/manifest-row.ts';
import { readManifest } from './manifest.ts';
import { LOGS } from './mend.ts';
import { toDigest } from '../tables/digest.ts';

export interface Inspection {
  readonly notedManifest: StoreManifest | undefined;
  readonly survey: Survey;
  /** Undefined when nothing is wrong. */
  readonly verdict: Verdict | undefined;
  /** The digest of a file in which nothing is wrong. */
  readonly proven?: string | undefined;
}

/** @throws faults of the computer, not of the file: it is locked, or the disk is full. */
export function inspectJournal(path: string): Inspection {
  // The note is read before the file. Another process may add a change to both in between, and then the file is the one ahead.
  const notedManifest = readManifest(path);
  if (existsSync(path)) {
    const digest = toDigest(readFileSync(path));
    // Every row was proven when this digest was noted, and no byte has changed since. An open change of a process that died would leave a
    // log file.
    if (digest === notedManifest?.file && !LOGS.some((log) => existsSync(`${path}${log}`)))
      return { notedManifest, survey: emptySurvey, verdict: undefined, proven: digest };
    const survey = surveyFile(path);
    const isSame = toDigest(readFileSync(path)) === digest;
    return { notedManifest, survey, verdict: judgeSurvey(survey, notedManifest), proven: isSame ? digest : undefined };
  }
  const existed = (notedManifest?.commits ?? 0) > 0 || listCopies(path).length > 0;
  const gone: Verdict = { what: 'gone', missingChanges: null, expected: notedManifest?.tallies, isWhole: false };
  return { notedManifest, survey: emptySurvey, verdict: existed ? gone : undefined };
}

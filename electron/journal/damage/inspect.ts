/** Examines a journal before anything is written to it. */
import { existsSync } from 'node:fs';
import { listCopies } from './copies.ts';
import { judge, type Verdict } from './damage.ts';
import { surveyFile } from './database-file.ts';
import { nothingFound, type Survey } from './survey.ts';
import type { StoreManifest } from '../tables/manifest-row.ts';
import { readManifest } from './manifest.ts';

export interface Look {
  readonly noted: StoreManifest | undefined;
  readonly found: Survey;
  /** Undefined: nothing is wrong. */
  readonly verdict: Verdict | undefined;
}

/** @throws faults that are not the file's: it is locked, or the disk is full. */
export function lookAt(path: string): Look {
  // Read before the file: another process may add a change to both meanwhile, and then the file is the one ahead.
  const noted = readManifest(path);
  const found = existsSync(path) ? surveyFile(path) : undefined;
  if (found) return { noted, found, verdict: judge(found, noted) };
  const wasThere = (noted?.commits ?? 0) > 0 || listCopies(path).length > 0;
  const gone: Verdict = { what: 'gone', missingChanges: null, expected: noted?.tallies, isWhole: false };
  return { noted, found: nothingFound, verdict: wasThere ? gone : undefined };
}

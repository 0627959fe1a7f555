/** Puts the query bench's million records into a sample workspace that opens as complete, with the names that belong to them. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FILE } from '#electron/workspace/titles.ts';
import { SNAPSHOT_FILE, workspaceDirectory } from '#electron/workspace/workspace.ts';
import { SAMPLE } from '#electron/workspace/connection.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { createSample } from '#service/sample.ts';
import { directorySchema } from '#domain/people/directory.ts';
import { jobGiven, sendResult } from '../child.ts';
import { snapshotPath } from '../query/data.ts';

export interface WorkspaceJob {
  /** Where the query bench keeps its records. */
  readonly folder: string;
  readonly records: number;
}

/** The day the query bench's records end before. */
export const AS_OF = '2026-11-21';
/** The app writes its names only into a workspace that has none of this version yet. */
const NAMES_VERSION = 1;

export const dataDirectoryOf = (folder: string) => join(folder, 'page');
const placeOf = (folder: string) => workspaceDirectory(dataDirectoryOf(folder), SAMPLE);

/** The journal is written last. */
export const hasWorkspace = (folder: string) => existsSync(join(placeOf(folder), JOURNAL_FILE));

/** Owner ids, as many as the directory names. */
export function peopleIn(folder: string): readonly string[] {
  const journal = openJournal(join(placeOf(folder), JOURNAL_FILE));
  const people = Object.keys(journal.names().owners);
  journal.close();
  return people;
}

async function fill({ folder, records }: WorkspaceJob): Promise<void> {
  const place = placeOf(folder);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  copyFileSync(snapshotPath(folder), join(place, SNAPSHOT_FILE));
  const snapshot = await openSnapshot(join(place, SNAPSHOT_FILE));
  const asOf = Date.parse(`${AS_OF}T00:00:00Z`);
  const total = await snapshot.countPublished({});
  const state = serializeState({
    ...createState(asOf),
    watermark: asOf,
    newest: asOf,
    clock: asOf,
    sealed: { asOf, total },
    total,
    phase: { name: 'done', verified: true, asOf },
  });
  await snapshot.commit({ upsert: [], remove: [], state, publish: true });
  await snapshot.close();
  const { names } = createSample({ seed: 1, asOf: AS_OF, records });
  const journal = openJournal(join(place, JOURNAL_FILE));
  journal.saveNames(directorySchema.parse(names));
  journal.saveSetting('sample.asOf', AS_OF);
  journal.saveSetting('sample.names', NAMES_VERSION);
  journal.close();
}

if (process.argv[1] === import.meta.filename) {
  await fill(jobGiven() as WorkspaceJob);
  sendResult('filled');
}

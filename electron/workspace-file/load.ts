/**
 * Reads a saved workspace into a journal and a snapshot that this program creates. The file may come from anywhere: nothing of it is opened
 * as a database, every line passes a schema, every record the one writer, and the result is compared with the manifest.
 */
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { markCount } from '../../src/domain/locale-forms.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import { declaredProperties, type Property } from '../../src/domain/properties.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { checkSignature } from '../exports/signature/ssh-signature.ts';
import { openJournal } from '../journal/journal.ts';
import { ownColumns, columnName } from '../snapshot/database/schema.ts';
import { openSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { markLoaded } from '../sync/from-file.ts';
import { freshState, printState, readState, type SyncState } from '../sync/state.ts';
import { readStatus } from '../sync/status.ts';
import { ADDRESS } from '../workspace/records-origin.ts';
import { ANSWERED, BASE_URL } from '../workspace/connection.ts';
import { JOURNAL_FILE, SNAPSHOT_FILE } from '../workspace/workspace.ts';
import { findEntries, readExactly, type Entry } from './archive.ts';
import { FileFault, refuse, refuseMany } from './fault.ts';
import { JournalReading } from './journal-lines.ts';
import { loadingPrefix } from '../workspace/leftovers.ts';
import { limits } from './limits.ts';
import {
  isOlder,
  kinds,
  MANIFEST,
  MANIFEST_DIGEST,
  MANIFEST_SIGNATURE,
  partName,
  readManifest,
  type Kind,
  type WorkspaceManifest,
} from './manifest.ts';
import { digestBytes, unpackPart } from './parts.ts';
import { checkColumns, readRecordLine } from './record-line.ts';
import type { Contents } from './save.ts';
import { createSteps, type Steps, type Watched } from './watched.ts';

export interface Unpacked extends Contents {
  readonly folder: string;
  /** Fingerprint of the key that signed the file; null: none did. */
  readonly signedBy: string | null;
}

export interface Loading extends Watched {
  /** Epoch milliseconds. */
  readonly now?: number;
}

/**
 * Into a new folder under `parent`; the caller moves it to its place.
 * @throws AppFailure `usage` for a file that is no saved workspace, is damaged, or holds anything but what one holds,
 * `address-refused` for one that would have a key sent where none may go, `store-newer`, `disk-full`, `cancelled`; then nothing is left behind.
 */
export async function unpackWorkspace(path: string, parent: string, watched: Loading = {}): Promise<Unpacked> {
  const file = await openFile(path);
  const folder = await mkdtemp(join(parent, loadingPrefix()));
  try {
    const { entries, manifest, signedBy } = await readHead(path, file);
    const { records, waiting } = manifest.figures;
    const steps = createSteps(watched, records + waiting);
    const read = partReader(file, entries, manifest, steps);
    const journal = new JournalReading();
    await read('workspace', (lines, name) => void eachLine(name, lines, (line) => journal.read(line)));
    const loaded = await fillSnapshot(join(folder, SNAPSHOT_FILE), manifest, journal, read, watched.now ?? Date.now());
    fillJournal(join(folder, JOURNAL_FILE), manifest, journal);
    steps.assertWanted();
    return { folder, signedBy, ...loaded };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw asFailure(error, path);
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw asFailure(error, path);
  }
}

interface Head {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly manifest: WorkspaceManifest;
  readonly signedBy: string | null;
}

/** Entries and manifest, read before any content. */
async function readHead(path: string, file: FileHandle): Promise<Head> {
  const found = await file.stat();
  if (!found.isFile()) fail({ code: 'usage', detail: texts.unreadable(path) });
  if (found.size > limits.fileBytes) refuse(texts.fileTooLarge(limits.fileBytes));
  const entries = await findEntries(file);
  const text = await readSmall(file, entries, MANIFEST);
  if (isOlder(text.toString('utf8'))) fail({ code: 'usage', detail: texts.older(path) });
  const digest = await readSmall(file, entries, MANIFEST_DIGEST);
  if (digest.toString('latin1') !== `${digestBytes(text)}  ${MANIFEST}\n`) refuse(texts.changed(MANIFEST));
  const manifest = readManifest(text.toString('utf8'));
  checkSizes(manifest);
  const parts = kinds.flatMap((kind) => manifest.parts[kind].map((_, index) => partName(kind, index)));
  const named = new Set([MANIFEST, MANIFEST_DIGEST, MANIFEST_SIGNATURE, ...parts]);
  for (const name of entries.keys()) if (!named.has(name)) refuse(texts.foreignEntry(name));
  return { entries, manifest, signedBy: await readSigner(file, entries, text) };
}

/** The manifest has digests of everything else. @throws FileFault for a signature of something else. */
async function readSigner(file: FileHandle, entries: ReadonlyMap<string, Entry>, text: Buffer): Promise<string | null> {
  if (!entries.has(MANIFEST_SIGNATURE)) return null;
  const signature = await readSmall(file, entries, MANIFEST_SIGNATURE);
  const { state, fingerprint } = checkSignature(signature.toString('latin1'), text);
  return state === 'valid' ? fingerprint : refuse(texts.wrongSignature);
}

async function readSmall(file: FileHandle, entries: ReadonlyMap<string, Entry>, name: string): Promise<Buffer> {
  const entry = entries.get(name) ?? refuse(texts.missing(name));
  if (entry.bytes > limits.manifestBytes) refuse(texts.partTooLarge(name, limits.manifestBytes));
  return readExactly(file, entry.at, entry.bytes);
}

/** What is declared too large is not read at all. */
function checkSizes({ figures, parts }: WorkspaceManifest): void {
  const lines = (kind: Kind) => parts[kind].reduce((sum, part) => sum + part.lines, 0);
  if (figures.records + figures.waiting > limits.records) refuseMany(texts.parts.records, limits.records);
  if (lines('workspace') > limits.entries) refuseMany(texts.parts.entries, limits.entries);
  if (lines('records') !== figures.records || lines('waiting') !== figures.waiting) refuse(texts.otherRecords);
}

type ReadParts = (kind: Kind, work: (lines: readonly string[], name: string) => void | Promise<void>) => Promise<void>;

/** One part at a time: no more of the file is ever in memory. */
function partReader(
  file: FileHandle,
  entries: ReadonlyMap<string, Entry>,
  manifest: WorkspaceManifest,
  steps: Steps,
): ReadParts {
  return async (kind, work) => {
    for (const [index, part] of manifest.parts[kind].entries()) {
      const name = partName(kind, index);
      const entry = entries.get(name) ?? refuse(texts.missing(name));
      if (entry.bytes > limits.partBytes * 2) refuse(texts.changed(name));
      steps.assertWanted();
      await work(await unpackPart(name, part, await readExactly(file, entry.at, entry.bytes)), name);
      if (kind !== 'workspace') steps.passed(part.lines);
    }
  };
}

function eachLine<T>(name: string, lines: readonly string[], read: (line: string) => T): T[] {
  return lines.map((line, index) => {
    try {
      return read(line);
    } catch (error) {
      if (error instanceof AppFailure) throw error;
      return refuse(texts.badLine(name, markCount(index + 1), describeReason(error)));
    }
  });
}

function describeReason(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  if (error instanceof z.ZodError) return error.issues[0]?.path.join('.') || texts.parts.values;
  return error instanceof SyntaxError ? 'JSON' : texts.parts.values;
}

async function fillSnapshot(
  path: string,
  manifest: WorkspaceManifest,
  { beside: { state, removed } }: JournalReading,
  read: ReadParts,
  now: number,
): Promise<Contents> {
  const properties = checkColumns(manifest.columns, Object.values(ownColumns).map(columnName));
  const kept = state === undefined ? undefined : checkState(state);
  const snapshot = await openSnapshot(path);
  try {
    await fillRecords(snapshot, properties, read);
    await snapshot.restore({ upsert: [], remove: removed, publish: false });
    // Without one of today's properties the rows lack what only the service has: a download may complete them.
    const isWhole = properties.length === declaredProperties.length;
    const savedAt = Date.parse(manifest.savedAt);
    const marked = markLoaded((isWhole && kept) || freshState(savedAt), savedAt, now);
    await snapshot.commit({ upsert: [], remove: [], state: printState(marked), publish: false });
    await snapshot.saveMeta(ADDRESS, manifest.baseUrl);
    return await checkFilled(snapshot, manifest, properties);
  } finally {
    await snapshot.close();
  }
}

async function fillRecords(snapshot: Snapshot, properties: readonly Property[], read: ReadParts): Promise<void> {
  let records = 0;
  let waiting = 0;
  const toRecords = (lines: readonly string[], name: string): TimeLogRecord[] =>
    eachLine(name, lines, (line) => readRecordLine(line, properties));
  const checkCounts = async () => {
    const held = await snapshot.counts();
    // Checked after every part: lines that repeat one record cost no more than a part.
    if (held.records !== records || held.waiting !== waiting) refuse(texts.twice('a record'));
  };
  await read('records', async (lines, name) => {
    await snapshot.restore({ upsert: toRecords(lines, name), remove: [], publish: true });
    records += lines.length;
    await checkCounts();
  });
  await read('waiting', async (lines, name) => {
    const upsert = toRecords(lines, name);
    // As sync holds them: one that came back after it was removed is stored as it comes, however old.
    await snapshot.restore({ upsert: [], remove: upsert.map(({ id }) => id), publish: false });
    await snapshot.restore({ upsert, remove: [], publish: false });
    waiting += lines.length;
    await checkCounts();
  });
}

/** @throws AppFailure `store-newer`, FileFault. */
function checkState(text: string): SyncState {
  try {
    return readState(text);
  } catch (error) {
    if (error instanceof AppFailure && error.error.code === 'store-newer') throw error;
    return refuse(texts.badState);
  }
}

/** Compares what was read with the manifest to the last digit. @returns what is held, and its coverage. */
async function checkFilled(
  snapshot: Snapshot,
  manifest: WorkspaceManifest,
  properties: readonly Property[],
): Promise<Contents> {
  const { sums, ...counts } = await snapshot.figures();
  const said = manifest.figures;
  for (const what of ['records', 'waiting', 'removed'] as const)
    if (counts[what] !== said[what]) refuse(texts.otherRecords);
  for (const { name } of properties)
    if (Object.hasOwn(sums, name) && sums[name] !== said.sums[name]) refuse(texts.otherRecords);
  const { records, complete, asOf, fromFile } = await readStatus(snapshot);
  const isSealed =
    properties.length < declaredProperties.length || (complete === manifest.complete && asOf === manifest.asOf);
  if (records !== manifest.records || !isSealed) refuse(texts.otherRecords);
  return { records, complete, asOf, fromFile };
}

function fillJournal(path: string, manifest: WorkspaceManifest, reading: JournalReading): void {
  const journal = openJournal(path);
  try {
    reading.keepIn(journal);
    journal.saveSetting(BASE_URL, manifest.baseUrl);
    // These records are of that service and no other's.
    journal.saveSetting(ANSWERED, true);
  } finally {
    journal.close();
  }
}

const UNREADABLE = ['ENOENT', 'EACCES', 'EISDIR'];
const FULL = ['ENOSPC', 'EDQUOT'];

/** An unreadable file is the wrong file. */
function asFailure(error: unknown, path: string): unknown {
  if (error instanceof FileFault)
    return new AppFailure({ code: 'usage', detail: texts.notWhole(path, error.message) }, { cause: error });
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (UNREADABLE.includes(error.code))
    return new AppFailure({ code: 'usage', detail: texts.unreadable(path) }, { cause: error });
  return FULL.includes(error.code) ? new AppFailure({ code: 'disk-full' }, { cause: error }) : error;
}

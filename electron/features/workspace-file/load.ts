/**
 * Reads a saved workspace into a journal and a snapshot that this program creates. The file may come from anywhere: nothing of it is opened
 * as a database, every line passes a schema, every record goes through the one writer, and the result is compared with the manifest.
 */
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { markCount } from '#domain/locale-forms.ts';
import { AppFailure, fail } from '#contract/errors.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { declaredProperties, type Property } from '#domain/properties.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { checkSignature } from '#electron/exports/signature.ts';
import { openChangeLog } from '#electron/history/change-log.ts';
import { openClosings } from '#electron/history/closings-store.ts';
import { openSentRegister } from '#electron/history/sent-register.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { recordColumns, toColumnName } from '#electron/snapshot/database/schema.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { markLoaded } from '#electron/sync/from-file.ts';
import { createState, serializeState, readState, type SyncState } from '#electron/sync/state.ts';
import { readStatus } from '#electron/sync/status.ts';
import { ANSWERED, BASE_URL, ADDRESS } from '#electron/workspace/connection.ts';
import { CHANGES_FILE, CLOSINGS_FILE, SENT_FILE } from '#electron/workspace/memory.ts';
import { JOURNAL_FILE } from '#electron/workspace/titles.ts';
import { SNAPSHOT_FILE } from '#electron/workspace/workspace.ts';
import { findEntries, readExactly, type Entry } from './archive.ts';
import { JournalReading } from './journal-lines.ts';
import { readChangesInto, readClosingsInto, readSentInto, type PastReading } from './past-lines.ts';
import { createLoadingPrefix } from '#electron/workspace/leftovers.ts';
import { FileFault, limits, refuse, refuseMany, digestBytes, unpackPart } from './parts.ts';
import {
  isOlder,
  kinds,
  MANIFEST,
  MANIFEST_DIGEST,
  MANIFEST_SIGNATURE,
  toPartName,
  readManifest,
  type Kind,
  type WorkspaceManifest,
} from './manifest.ts';
import { checkColumns, readRecordLine } from './record-line.ts';
import { createSteps, type Contents, type ProgressOptions, type Steps } from './save.ts';

export interface UnpackedWorkspace extends Contents {
  readonly folder: string;
  /** The fingerprint of the key that signed the file; null for an unsigned file. */
  readonly signedBy: string | null;
}

export interface LoadOptions extends ProgressOptions {
  /** The current time in epoch milliseconds. */
  readonly now?: number;
  /** The file's name in messages, by default its path. */
  readonly name?: string;
}

/**
 * Unpacks into a new folder under `parent`; the caller moves it to its place.
 * @throws AppFailure `usage` for a file that is not a saved workspace, is damaged, or holds anything else, `address-refused` for one whose
 * address no key may be sent to, `store-newer`, `disk-full`, `cancelled`; then nothing is left behind.
 */
export async function unpackWorkspace(
  path: string,
  parent: string,
  options: LoadOptions = {},
): Promise<UnpackedWorkspace> {
  const { name: shownName = path } = options;
  const file = await openFile(path, shownName);
  const folder = await mkdtemp(join(parent, createLoadingPrefix()));
  try {
    const { entries, manifest, signedBy } = await readHead(shownName, file);
    const { records, waiting } = manifest.figures;
    const steps = createSteps(options, records + waiting);
    const readParts = createPartReader(file, entries, manifest, steps);
    const journal = new JournalReading();
    await readParts('workspace', (lines, name) => void mapLines(name, lines, (line) => journal.read(line)));
    const loaded = await fillSnapshot(
      join(folder, SNAPSHOT_FILE),
      manifest,
      journal,
      readParts,
      options.now ?? Date.now(),
    );
    fillJournal(join(folder, JOURNAL_FILE), manifest, journal);
    await fillPast(folder, readParts);
    steps.assertRunning();
    return { folder, signedBy, ...loaded };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw toFailure(error, shownName);
  } finally {
    await file.close();
  }
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    throw toFailure(error, name);
  }
}

/** Reads entries and manifest before any content. */
async function readHead(name: string, file: FileHandle) {
  const stats = await file.stat();
  if (!stats.isFile()) fail({ code: 'usage', detail: texts.unreadable(name) });
  if (stats.size > limits.fileBytes) refuse(texts.fileTooLarge(limits.fileBytes));
  const entries = await findEntries(file);
  const text = await readSmall(file, entries, MANIFEST);
  if (isOlder(text.toString('utf8'))) fail({ code: 'usage', detail: texts.older(name) });
  const digest = await readSmall(file, entries, MANIFEST_DIGEST);
  if (digest.toString('latin1') !== `${digestBytes(text)}  ${MANIFEST}\n`) refuse(texts.changed(MANIFEST));
  const manifest = readManifest(text.toString('utf8'));
  checkSizes(manifest);
  const parts = kinds.flatMap((kind) => manifest.parts[kind].map((_, index) => toPartName(kind, index)));
  const expectedNames = new Set([MANIFEST, MANIFEST_DIGEST, MANIFEST_SIGNATURE, ...parts]);
  for (const name of entries.keys()) if (!expectedNames.has(name)) refuse(texts.foreignEntry(name));
  return { entries, manifest, signedBy: await readSigner(file, entries, text) };
}

/** Reads who signed the manifest, which has digests of everything else. @throws FileFault for a signature of something else. */
async function readSigner(file: FileHandle, entries: ReadonlyMap<string, Entry>, text: Buffer): Promise<string | null> {
  if (!entries.has(MANIFEST_SIGNATURE)) return null;
  const signature = await readSmall(file, entries, MANIFEST_SIGNATURE);
  const { state, fingerprint } = checkSignature(signature.toString('latin1'), text);
  return state === 'valid' ? fingerprint : refuse(texts.wrongSignature);
}

async function readSmall(file: FileHandle, entries: ReadonlyMap<string, Entry>, name: string): Promise<Buffer> {
  const entry = entries.get(name) ?? refuse(texts.missing(name));
  if (entry.bytes > limits.manifestBytes) refuse(texts.partTooLarge(name, limits.manifestBytes));
  return readExactly(file, entry.offset, entry.bytes);
}

/** Checks sizes first, so that a file that declares too much is not read at all. */
function checkSizes({ figures, parts }: WorkspaceManifest): void {
  const lines = (kind: Kind) => parts[kind].reduce((sum, part) => sum + part.lines, 0);
  if (figures.records + figures.waiting > limits.records) refuseMany(texts.parts.records, limits.records);
  if (lines('workspace') > limits.entries) refuseMany(texts.parts.entries, limits.entries);
  if (lines('records') !== figures.records || lines('waiting') !== figures.waiting) refuse(texts.otherRecords);
}

type ReadParts = (kind: Kind, work: (lines: readonly string[], name: string) => void | Promise<void>) => Promise<void>;

/** Reads one part at a time, so that no more of the file is ever in memory. */
function createPartReader(
  file: FileHandle,
  entries: ReadonlyMap<string, Entry>,
  manifest: WorkspaceManifest,
  steps: Steps,
): ReadParts {
  return async (kind, work) => {
    for (const [index, part] of manifest.parts[kind].entries()) {
      const name = toPartName(kind, index);
      const entry = entries.get(name) ?? refuse(texts.missing(name));
      if (entry.bytes > limits.partBytes * 2) refuse(texts.changed(name));
      steps.assertRunning();
      await work(await unpackPart(name, part, await readExactly(file, entry.offset, entry.bytes)), name);
      if (kind === 'records' || kind === 'waiting') steps.addRecords(part.lines);
    }
  };
}

function mapLines<T>(name: string, lines: readonly string[], read: (line: string) => T): T[] {
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
  { storeContent: { state, removed } }: JournalReading,
  read: ReadParts,
  now: number,
): Promise<Contents> {
  const properties = checkColumns(manifest.columns, Object.values(recordColumns).map(toColumnName));
  const storedState = state === undefined ? undefined : checkState(state);
  const snapshot = await openSnapshot(path);
  try {
    await fillRecords(snapshot, properties, read);
    await snapshot.restore({ upsert: [], remove: removed, publish: false });
    // Rows without one of today's properties are incomplete until a download reads it from the service.
    const hasAllProperties = properties.length === declaredProperties.length;
    const savedAt = Date.parse(manifest.savedAt);
    const marked = markLoaded((hasAllProperties && storedState) || createState(savedAt), savedAt, now);
    await snapshot.commit({ upsert: [], remove: [], state: serializeState(marked), publish: false });
    await snapshot.saveMeta(ADDRESS, manifest.baseUrl);
    // Records that lack a property are not those of the merge.
    if (hasAllProperties && manifest.carries !== undefined) await snapshot.carryMerge(manifest.carries);
    return await checkFilled(snapshot, manifest, properties);
  } finally {
    await snapshot.close();
  }
}

async function fillRecords(snapshot: Snapshot, properties: readonly Property[], read: ReadParts): Promise<void> {
  let records = 0;
  let waiting = 0;
  const toRecords = (lines: readonly string[], name: string): TimeLogRecord[] =>
    mapLines(name, lines, (line) => readRecordLine(line, properties));
  const checkCounts = async () => {
    const counts = await snapshot.counts();
    // The counts are checked after every part, so that lines that repeat one record cost no more than a part.
    if (counts.records !== records || counts.waiting !== waiting) refuse(texts.twice('a record'));
  };
  await read('records', async (lines, name) => {
    await snapshot.restore({ upsert: toRecords(lines, name), remove: [], publish: true });
    records += lines.length;
    await checkCounts();
  });
  await read('waiting', async (lines, name) => {
    const upsert = toRecords(lines, name);
    // The rows are stored as sync holds them: one that came back after it was removed is stored regardless of its age.
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

/** Compares the stored records with the manifest to the last digit. @returns their number and coverage. */
async function checkFilled(
  snapshot: Snapshot,
  manifest: WorkspaceManifest,
  properties: readonly Property[],
): Promise<Contents> {
  const { sums, ...counts } = await snapshot.figures();
  const expected = manifest.figures;
  for (const kind of ['records', 'waiting', 'removed'] as const)
    if (counts[kind] !== expected[kind]) refuse(texts.otherRecords);
  for (const { name } of properties)
    if (Object.hasOwn(sums, name) && sums[name] !== expected.sums[name]) refuse(texts.otherRecords);
  const { records, complete, asOf, fromFile } = await readStatus(snapshot);
  const hasSameCoverage =
    properties.length < declaredProperties.length || (complete === manifest.complete && asOf === manifest.asOf);
  if (records !== manifest.records || !hasSameCoverage) refuse(texts.otherRecords);
  return { records, complete, asOf, fromFile };
}

function fillJournal(path: string, manifest: WorkspaceManifest, reading: JournalReading): void {
  const journal = openJournal(path);
  try {
    reading.saveTo(journal);
    journal.saveSetting(BASE_URL, manifest.baseUrl);
    // These records belong to that service and to no other.
    journal.saveSetting(ANSWERED, true);
  } finally {
    journal.close();
  }
}

async function fillPast(folder: string, read: ReadParts): Promise<void> {
  const log = openChangeLog(join(folder, CHANGES_FILE));
  try {
    await readPast('changes', read, readChangesInto(log.restore()));
  } finally {
    log.close();
  }
  const sent = openSentRegister(join(folder, SENT_FILE));
  try {
    await readPast('sent', read, readSentInto(sent.restore()));
  } finally {
    sent.close();
  }
  const closings = openClosings(join(folder, CLOSINGS_FILE));
  try {
    await readPast('closings', read, readClosingsInto(closings.restore()));
  } finally {
    closings.close();
  }
}

async function readPast(kind: Kind, read: ReadParts, reading: PastReading): Promise<void> {
  await read(kind, (lines, name) => void mapLines(name, lines, (line) => reading.read(line)));
  reading.finish();
}

const UNREADABLE_CODES = ['ENOENT', 'EACCES', 'EISDIR'];
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT'];

/** An unreadable file counts as the wrong file. */
function toFailure(error: unknown, name: string): unknown {
  if (error instanceof FileFault)
    return new AppFailure({ code: 'usage', detail: texts.notWhole(name, error.message) }, { cause: error });
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (UNREADABLE_CODES.includes(error.code))
    return new AppFailure({ code: 'usage', detail: texts.unreadable(name) }, { cause: error });
  return DISK_FULL_CODES.includes(error.code) ? new AppFailure({ code: 'disk-full' }, { cause: error }) : error;
}

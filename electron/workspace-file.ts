/** A workspace's data as one file for another computer: records, sync state, names and settings. No key, no ledger. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { AppFailure, fail } from '../src/contract/errors.ts';
import { ArchiveFault, readArchive, writeArchive } from './archive.ts';
import { parseBaseUrl } from './client/origin.ts';
import { openJournal } from './journal/journal.ts';
import { openSnapshot } from './snapshot/snapshot.ts';
import { statusOf } from './sync/status.ts';
import { JOURNAL_FILE, SNAPSHOT_FILE, type Workspace } from './workspace.ts';

const MANIFEST_FILE = 'manifest.json';
const VERSION = 1;

const fileSchema = z.object({ bytes: z.number(), sha256: z.string() });
const manifestSchema = z.object({
  format: z.literal('timelog-workspace'),
  version: z.literal(VERSION),
  /** The service the records belong to. */
  baseUrl: z.string(),
  records: z.number(),
  complete: z.boolean(),
  asOf: z.string().nullable(),
  savedAt: z.string(),
  appVersion: z.string(),
  files: z.object({ [SNAPSHOT_FILE]: fileSchema, [JOURNAL_FILE]: fileSchema }),
});
export type WorkspaceManifest = z.output<typeof manifestSchema>;

interface Saving {
  readonly appVersion: string;
  readonly now: number;
}

/**
 * Writes to `path` while the workspace stays in use. The copies lie in the destination's folder meanwhile.
 * @throws AppFailure `usage` for a workspace that belongs to no service, `disk-full`, `write-failed`.
 */
export async function saveWorkspace(workspace: Workspace, path: string, how: Saving): Promise<WorkspaceManifest> {
  const { kind, baseUrl } = await workspace.state();
  if (kind !== 'service' || baseUrl === null)
    fail({ code: 'usage', detail: 'Only a workspace with the records of a service can be saved' });
  try {
    return await inFolder(dirname(path), async (folder) => {
      const snapshot = join(folder, SNAPSHOT_FILE);
      const journal = join(folder, JOURNAL_FILE);
      await workspace.snapshot.copyTo(snapshot);
      workspace.journal.copyTo(journal);
      // Of the copy: the open store may have gone on.
      const { records, complete, asOf } = await lookInto(snapshot);
      const manifest: WorkspaceManifest = {
        format: 'timelog-workspace',
        version: VERSION,
        baseUrl,
        records,
        complete,
        asOf,
        savedAt: new Date(how.now).toISOString(),
        appVersion: how.appVersion,
        files: { [SNAPSHOT_FILE]: await fingerprint(snapshot), [JOURNAL_FILE]: await fingerprint(journal) },
      };
      await writeArchive(path, [
        { name: MANIFEST_FILE, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
        { name: SNAPSHOT_FILE, content: snapshot },
        { name: JOURNAL_FILE, content: journal },
      ]);
      return manifest;
    });
  } catch (error) {
    throw asFailure(error, path);
  }
}

/**
 * Unpacks a saved workspace into a new folder under `parent`, checked: sizes, digests, and that the store opens and holds what
 * the manifest says. The caller moves the folder to its place.
 * @throws AppFailure `usage` for a file that is no saved workspace or is damaged, `address-refused` for one that would have a key
 * sent where none may go, `store-newer`, `disk-full`.
 */
export async function unpackWorkspace(
  path: string,
  parent: string,
): Promise<{ readonly folder: string; readonly manifest: WorkspaceManifest }> {
  const folder = await mkdtemp(join(parent, 'loading-'));
  try {
    const found = await readArchive(path, folder, [MANIFEST_FILE, SNAPSHOT_FILE, JOURNAL_FILE]);
    const manifest = readManifest(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
    await rm(join(folder, MANIFEST_FILE));
    for (const [name, said] of Object.entries(manifest.files)) {
      if (found.get(name)?.sha256 !== said.sha256) throw new ArchiveFault(`"${name}" was changed`);
    }
    const held = await lookInto(join(folder, SNAPSHOT_FILE));
    if (held.records !== manifest.records || held.complete !== manifest.complete)
      throw new ArchiveFault('It holds other records than it says');
    checkJournal(join(folder, JOURNAL_FILE), manifest.baseUrl);
    return { folder, manifest };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw asReadFailure(error, path);
  }
}

function readManifest(text: string): WorkspaceManifest {
  const json: unknown = parse(text);
  const read = manifestSchema.safeParse(json);
  if (read.success) return read.data;
  const version = z.looseObject({ format: z.literal('timelog-workspace'), version: z.number() }).safeParse(json);
  if (version.success && version.data.version > VERSION) fail({ code: 'store-newer' });
  throw new ArchiveFault('Its manifest cannot be read');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveFault('Its manifest cannot be read');
  }
}

/**
 * Records of two services never share a workspace: the address stands in the journal, and nothing else may be meant. It comes from
 * a file that anybody may have written, and a key will be sent there.
 */
function checkJournal(path: string, baseUrl: string): void {
  if (parseBaseUrl(baseUrl) !== baseUrl) throw new ArchiveFault('Its address cannot be read');
  const journal = openJournal(path);
  try {
    if (journal.setting('baseUrl', z.string()) !== baseUrl) throw new ArchiveFault('It belongs to another address');
  } finally {
    journal.close();
  }
}

async function lookInto(path: string) {
  const snapshot = await openSnapshot(path);
  try {
    return await statusOf(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function fingerprint(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** A folder of its own that is gone afterwards. */
async function inFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent, '.saving-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that cannot be read is the wrong file. */
function asReadFailure(error: unknown, path: string): unknown {
  const unreadable = ['ENOENT', 'EACCES', 'EISDIR'].some(
    (code) => error instanceof Error && 'code' in error && error.code === code,
  );
  if (unreadable) return new AppFailure({ code: 'usage', detail: `${path} cannot be read` }, { cause: error });
  return asFailure(error, path);
}

function asFailure(error: unknown, path: string): unknown {
  if (error instanceof ArchiveFault)
    return new AppFailure(
      { code: 'usage', detail: `${path} is no whole saved workspace: ${error.message}` },
      { cause: error },
    );
  if (error instanceof AppFailure || !(error instanceof Error) || !('code' in error)) return error;
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  return new AppFailure(full ? { code: 'disk-full' } : { code: 'write-failed', detail: path }, { cause: error });
}

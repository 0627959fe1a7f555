/**
 * Saves a workspace's data as one file for another computer: records, sync state, names and settings, changes, sent files and closings, as
 * text. The file holds no key, no ledger and no database.
 */
import { markCount } from '#domain/locale-forms.ts';
import { AppFailure, fail } from '#contract/errors.ts';
import type { RefusedSetting } from '#domain/settings.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { writeAtomically, type AtomicFile } from '#electron/exports/atomic-file.ts';
import { openBook } from '#electron/features/closings-book.ts';
import { readCompleteness } from '#electron/sync/status.ts';
import type { ProvenMerge } from '#electron/history/change-log.ts';
import type { SnapshotContent } from '#electron/snapshot/whole.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { endOfArchive, createEntry } from './archive.ts';
import { writeJournalLines, listRefused } from './journal-lines.ts';
import { writeChangesLines, writeClosingsLines, writeSentLines } from './past-lines.ts';
import { FileFault, limits, refuse, refuseMany, digestBytes, packLines, type Part } from './parts.ts';
import {
  columnNames,
  MANIFEST,
  MANIFEST_DIGEST,
  MANIFEST_SIGNATURE,
  toPartName,
  printManifest,
  type Kind,
  type WorkspaceManifest,
} from './manifest.ts';

export interface ProgressOptions {
  readonly signal?: AbortSignal | undefined;
  /** @param done records written or read, of `total` */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export type Steps = ReturnType<typeof createSteps>;

interface SaveOptions extends ProgressOptions {
  readonly appVersion: string;
  readonly now: number;
  /** @returns the text of a `.sig` file */
  readonly sign?: ((message: Uint8Array) => string) | undefined;
}

export type Contents = Pick<WorkspaceManifest, 'records' | 'complete' | 'asOf' | 'fromFile'>;
export interface SavedContents extends Contents {
  /** The settings that are not in the file, because they are no longer accepted. */
  readonly refused: RefusedSetting[];
}
type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/**
 * Writes to `path`, as of one moment, while the workspace stays in use.
 * @throws AppFailure `usage` for a workspace that has no service or exceeds the limits of a file, `journal-damaged`, `disk-full`,
 * `write-failed`, `cancelled`; then nothing is left behind.
 */
export async function saveWorkspace(workspace: Workspace, path: string, options: SaveOptions): Promise<SavedContents> {
  const { kind, baseUrl } = await workspace.state();
  if (kind !== 'service' || baseUrl === null) fail({ code: 'usage', detail: texts.noService });
  workspace.journal.assertSound();
  // Throws if closings cannot be read, because months could be closed a second time in a file without them.
  openBook(workspace);
  try {
    return await workspace.snapshot.readEverything(async (content) => {
      const { records, waiting } = content.figures;
      if (records + waiting > limits.records) refuseMany('records', limits.records);
      const contents: Contents = { records: content.live, ...readCompleteness(content.state) };
      await writeAtomically(path, async (file) => {
        const parts = await writeParts(file, workspace, content, createSteps(options, records + waiting));
        const savedAt = new Date(options.now).toISOString();
        const { appVersion } = options;
        const { figures } = content;
        const columns = [...columnNames];
        const carries = content.merge === undefined ? {} : { carries: content.merge };
        const manifest = { baseUrl, ...contents, savedAt, appVersion, ...carries, columns, figures, parts };
        await writeManifest(file, manifest, options.sign);
      });
      return { ...contents, refused: listRefused(workspace.journal) };
    });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new AppFailure({ code: 'usage', detail: texts.tooLargeToSave(error.message) }, { cause: error });
  }
}

async function writeParts(
  file: AtomicFile,
  { journal, memory }: Workspace,
  content: SnapshotContent,
  steps: Steps,
): Promise<WorkspaceManifest['parts']> {
  const write = async (kind: Kind, lines: Lines) => {
    const parts: Part[] = [];
    for await (const { part, bytes } of packLines(lines)) {
      for (const piece of createEntry(toPartName(kind, parts.length), bytes)) await file.write(piece);
      if (kind === 'records' || kind === 'waiting') steps.addRecords(part.lines);
      parts.push(part);
      if (parts.length > limits.parts) refuseMany('parts', limits.parts);
    }
    return parts;
  };
  const allParts = {
    records: await write('records', checkTextLengths(content.lines('records'))),
    waiting: await write('waiting', checkTextLengths(content.lines('waiting'))),
    workspace: await write('workspace', writeJournalLines(journal, content)),
    changes: await write('changes', writeChangesLines(memory.changeLog, findOwnMerges(memory, content))),
    sent: await write('sent', writeSentLines(memory.sent)),
    closings: await write('closings', writeClosingsLines(memory.closings)),
  };
  steps.assertRunning();
  return allParts;
}

/** Lists the merges up to that of the records, because a refresh may have become visible since they were read. */
function findOwnMerges({ changeLog }: Workspace['memory'], { merge: ownMerge }: SnapshotContent): ProvenMerge[] {
  const merges = changeLog.proven();
  const later =
    ownMerge === undefined ? -1 : merges.findIndex(({ merge }) => merge.number > ownMerge && merge.kind !== 'journal');
  return later < 0 ? merges : merges.slice(0, later);
}

/** Refuses texts that are too long to be read back, which only a long line can hold. */
async function* checkTextLengths(batches: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  for await (const batch of batches) {
    for (const line of batch) {
      if (line.length <= limits.textCharacters) continue;
      const cells: unknown = JSON.parse(line);
      const isTooLong = (cell: unknown) => typeof cell === 'string' && cell.length > limits.textCharacters;
      if (Array.isArray(cells) && cells.some(isTooLong)) refuse(texts.textTooLong(markCount(limits.textCharacters)));
    }
    yield batch;
  }
}

/** The manifest is written last, because it describes the parts before it. */
async function writeManifest(
  file: AtomicFile,
  manifest: Omit<WorkspaceManifest, 'format' | 'version'>,
  sign: SaveOptions['sign'],
): Promise<void> {
  const text = Buffer.from(printManifest(manifest));
  const digest = Buffer.from(`${digestBytes(text)}  ${MANIFEST}\n`);
  const entries = [
    ...createEntry(MANIFEST, text),
    ...createEntry(MANIFEST_DIGEST, digest),
    ...(sign ? createEntry(MANIFEST_SIGNATURE, Buffer.from(sign(text))) : []),
  ];
  for (const piece of [...entries, endOfArchive]) await file.write(piece);
}

/** Reports progress, first of all 0 records, and allows cancelling between two parts. */
export function createSteps({ signal, onProgress }: ProgressOptions, total: number) {
  let done = 0;
  /** @throws AppFailure `cancelled` */
  const assertRunning = () => {
    if (signal?.aborted === true) fail({ code: 'cancelled' });
  };
  assertRunning();
  onProgress?.(0, total);
  return {
    assertRunning,
    /** Adds this many records. @throws AppFailure `cancelled` */
    addRecords(records: number) {
      assertRunning();
      done += records;
      onProgress?.(done, total);
    },
  };
}

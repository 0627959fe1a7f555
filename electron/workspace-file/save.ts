/**
 * Saves a workspace's data as one file for another computer: records, sync state, names and settings, as text. No key, no ledger, no
 * database.
 */
import { markCount } from '../../src/domain/locale-forms.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import type { RefusedSetting } from '../../src/domain/settings.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';
import { writeAtomically, type AtomicFile } from '../exports/atomic-file.ts';
import { readCompleteness } from '../sync/status.ts';
import type { Whole } from '../snapshot/records/whole.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { endOfArchive, entryBytes } from './archive.ts';
import { FileFault, refuse, refuseMany } from './fault.ts';
import { journalLines, listRefused } from './journal-lines.ts';
import { limits } from './limits.ts';
import {
  columnNames,
  MANIFEST,
  MANIFEST_DIGEST,
  MANIFEST_SIGNATURE,
  partName,
  printManifest,
  type Kind,
  type WorkspaceManifest,
} from './manifest.ts';
import { digestBytes, packLines, type Part } from './parts.ts';
import { createSteps, type Steps, type Watched } from './watched.ts';

interface Saving extends Watched {
  readonly appVersion: string;
  readonly now: number;
  /** @returns the text of a `.sig` file */
  readonly sign?: ((message: Uint8Array) => string) | undefined;
}

export type Contents = Pick<WorkspaceManifest, 'records' | 'complete' | 'asOf' | 'fromFile'>;
export interface Saved extends Contents {
  /** Settings that are not in the file, because they are not accepted any more. */
  readonly refused: RefusedSetting[];
}
type Lines = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

/**
 * Writes to `path`, as of one moment, while the workspace stays in use.
 * @throws AppFailure `usage` for a workspace that has no service or exceeds the limits of a file, `journal-damaged`, `disk-full`,
 * `write-failed`, `cancelled`; then nothing is left behind.
 */
export async function saveWorkspace(workspace: Workspace, path: string, how: Saving): Promise<Saved> {
  const { kind, baseUrl } = await workspace.state();
  if (kind !== 'service' || baseUrl === null) fail({ code: 'usage', detail: texts.noService });
  workspace.journal.assertSound();
  try {
    return await workspace.snapshot.whole(async (whole) => {
      const { records, waiting } = whole.figures;
      if (records + waiting > limits.records) refuseMany('records', limits.records);
      const contents: Contents = { records: whole.live, ...readCompleteness(whole.state) };
      await writeAtomically(path, async (file) => {
        const parts = await writeParts(file, workspace, whole, createSteps(how, records + waiting));
        const savedAt = new Date(how.now).toISOString();
        const { appVersion } = how;
        const { figures } = whole;
        const columns = [...columnNames];
        await writeManifest(file, { baseUrl, ...contents, savedAt, appVersion, columns, figures, parts }, how.sign);
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
  { journal }: Workspace,
  whole: Whole,
  steps: Steps,
): Promise<WorkspaceManifest['parts']> {
  const write = async (kind: Kind, lines: Lines) => {
    const parts: Part[] = [];
    for await (const { part, bytes } of packLines(lines)) {
      for (const piece of entryBytes(partName(kind, parts.length), bytes)) await file.write(piece);
      if (kind !== 'workspace') steps.passed(part.lines);
      parts.push(part);
      if (parts.length > limits.parts) refuseMany('parts', limits.parts);
    }
    return parts;
  };
  const written = {
    records: await write('records', bounded(whole.lines('records'))),
    waiting: await write('waiting', bounded(whole.lines('waiting'))),
    workspace: await write('workspace', journalLines(journal, whole)),
  };
  steps.assertWanted();
  return written;
}

/** Only a long line can hold a text that is too long to be read back. */
async function* bounded(batches: AsyncIterable<readonly string[]>): AsyncGenerator<readonly string[]> {
  for await (const batch of batches) {
    for (const line of batch) {
      if (line.length <= limits.textCharacters) continue;
      const cells: unknown = JSON.parse(line);
      const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > limits.textCharacters;
      if (Array.isArray(cells) && cells.some(isLong)) refuse(texts.textTooLong(markCount(limits.textCharacters)));
    }
    yield batch;
  }
}

/** Last, because it describes the parts before it. */
async function writeManifest(
  file: AtomicFile,
  manifest: Omit<WorkspaceManifest, 'format' | 'version'>,
  sign: Saving['sign'],
): Promise<void> {
  const text = Buffer.from(printManifest(manifest));
  const digest = Buffer.from(`${digestBytes(text)}  ${MANIFEST}\n`);
  const entries = [
    ...entryBytes(MANIFEST, text),
    ...entryBytes(MANIFEST_DIGEST, digest),
    ...(sign ? entryBytes(MANIFEST_SIGNATURE, Buffer.from(sign(text))) : []),
  ];
  for (const piece of [...entries, endOfArchive]) await file.write(piece);
}

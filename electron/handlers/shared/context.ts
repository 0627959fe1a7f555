/** What handlers work with. app.ts builds it; a handler takes what it needs from it and constructs nothing. */
import type { AppEvent } from '../../../src/contract/events.ts';
import type { Host } from '../../host/host.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface Undoable {
  readonly undo: () => void;
}

export interface Parts {
  readonly host: Host;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly dataDirectory: string;
  /** Settings of the program itself, not of a workspace. */
  readonly preferences: Journal;
  /** The preferences were damaged when the program was opened: what could be read of them goes on, and the file has this name now. */
  readonly preferencesSetAside: string | null;
  /** The open workspace. @throws why none is open: the last one could not be opened again, and is tried once more. */
  workspace(): Workspace;
  /** Closes the open workspace and opens another. */
  switchTo(name: string, prepare?: (workspace: Workspace) => Promise<void>): Promise<Workspace>;
  /** Does something to the open workspace's files, and opens it again. What it does not open with is undone. */
  reopen<T extends Undoable>(work: (workspace: Workspace) => T): Promise<T>;
  /** Makes a prepared folder the workspace of that name and opens it. @throws AppFailure `usage` when that one holds something. */
  adopt(name: string, folder: string): Promise<Workspace>;
  emit(event: AppEvent): void;
}

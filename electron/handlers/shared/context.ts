/** What handlers work with. Built by app.ts; a handler takes what it needs from it and constructs nothing. */
import type { AppEvent } from '../../../src/contract/events.ts';
import type { Host } from '../../host/host.ts';
import type { Journal } from '../../journal/journal.ts';
import type { WorkspaceInUse } from '../../workspace/current-workspace.ts';

export interface Parts extends WorkspaceInUse {
  readonly host: Host;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly dataDirectory: string;
  /** Settings of the program itself, not of a workspace. */
  readonly preferences: Journal;
  /** The preferences were damaged when the program was opened: what could be read is in use; the damaged file has this name now. */
  readonly preferencesSetAside: string | null;
  emit(event: AppEvent): void;
}

/** The workspace that is open, and how another takes its place: one change at a time, and one that fails leaves what was there. */
import { renameSync, rmSync } from 'node:fs';
import { fail } from '../src/contract/errors.ts';
import type { Parts } from './handlers/parts.ts';
import { replacedPath } from './workspace-file/leftovers.ts';
import { workspaceDirectory, type Workspace } from './workspace.ts';

export interface WorkspaceChanges {
  readonly dataDirectory: string;
  readonly open: (name: string) => Promise<Workspace>;
  /** Ends what works on the open workspace, before it is closed. */
  readonly stop: () => Promise<void>;
  /** The next start opens this one. */
  readonly remember: (name: string) => void;
  /** Another one is open, the one before is closed. */
  readonly switched: () => void;
  /** The open one was closed and opened again. */
  readonly reopened: () => void;
  /** The open one's files were put in its place. */
  readonly adopted: (name: string) => void;
}

export function currentWorkspace(
  first: Workspace,
  { dataDirectory, open, stop, remember, switched, reopened, adopted }: WorkspaceChanges,
): Pick<Parts, 'workspace' | 'switchTo' | 'reopen' | 'adopt'> {
  let workspace = first;
  let turn: Promise<unknown> = Promise.resolve();
  /** Two changes of workspace at once would both close and open the same files. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  async function switchTo(name: string, prepare?: (workspace: Workspace) => Promise<void>): Promise<Workspace> {
    if (name === workspace.name) {
      await prepare?.(workspace);
      return workspace;
    }
    const next = await open(name);
    try {
      await prepare?.(next);
    } catch (error) {
      await next.close();
      throw error;
    }
    await stop();
    const previous = workspace;
    workspace = next;
    remember(name);
    await previous.close();
    switched();
    return workspace;
  }

  async function reopen<T>(work: (workspace: Workspace) => T): Promise<T> {
    await stop();
    const done = work(workspace);
    await workspace.close();
    workspace = await open(workspace.name);
    reopened();
    return done;
  }

  async function adopt(name: string, folder: string): Promise<Workspace> {
    const place = workspaceDirectory(dataDirectory, name);
    const target = name === workspace.name ? workspace : await open(name);
    const empty = await target.isEmpty();
    if (target !== workspace) await target.close();
    if (!empty) fail({ code: 'usage', detail: `The workspace ${name} has an address or data already: name a new one` });
    await stop();
    const previous = workspace.name;
    await workspace.close();
    // The empty one is only set aside until the new one has opened: a failure must leave what was there.
    const aside = replacedPath(place);
    rmSync(aside, { recursive: true, force: true });
    renameSync(place, aside);
    try {
      renameSync(folder, place);
      workspace = await open(name);
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      renameSync(aside, place);
      workspace = await open(previous);
      throw error;
    }
    rmSync(aside, { recursive: true, force: true });
    adopted(name);
    remember(name);
    return workspace;
  }

  return {
    workspace: () => workspace,
    switchTo: (name, prepare) => inTurn(() => switchTo(name, prepare)),
    reopen: (work) => inTurn(() => reopen(work)),
    adopt: (name, folder) => inTurn(() => adopt(name, folder)),
  };
}

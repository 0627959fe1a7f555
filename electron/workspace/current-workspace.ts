/** The open workspace, and how another replaces it: one change at a time; one that fails leaves the previous state. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import { removedPath, replacedPath } from './leftovers.ts';
import { workspaceDirectory, type Workspace } from './workspace.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';

export interface Undoable {
  readonly undo: () => void;
}

/** The open workspace, as handlers use and change it. */
export interface WorkspaceInUse {
  /** The open workspace. @throws why none is open: opening the last one failed, and is tried once more. */
  workspace(): Workspace;
  /** Closes the open workspace and opens another. */
  switchTo(name: string, prepare?: (workspace: Workspace) => Promise<void>): Promise<Workspace>;
  /** Changes the open workspace's files and opens it again. Undoes a change with which it does not open. */
  reopen<T extends Undoable>(work: (workspace: Workspace) => T): Promise<T>;
  /** Makes a prepared folder the workspace of that name and opens it. @throws AppFailure `usage` when the existing one holds something. */
  adopt(name: string, folder: string): Promise<Workspace>;
  /**
   * Deletes a workspace's files for good; the open one gives way to `next` first.
   * @param forget called once nothing has it open, before its files go: what it throws leaves them
   * @throws AppFailure `store-in-use` while another program has it open · `usage` where `next` is the deleted one
   */
  remove(name: string, next: string, forget: () => Promise<void>): Promise<void>;
}

export interface WorkspaceChanges {
  readonly dataDirectory: string;
  readonly open: (name: string) => Promise<Workspace>;
  /** Ends work on the open workspace before it is closed. */
  readonly stop: () => Promise<void>;
  /** Makes the next start open this one. */
  readonly remember: (name: string) => void;
  /** Another one is open, the one before is closed. */
  readonly switched: () => void;
  /** The open one was closed and opened again. */
  readonly reopened: () => void;
  /** The open one's files were put in its place. */
  readonly adopted: (name: string) => void;
}

export interface CurrentWorkspace extends WorkspaceInUse {
  /**
   * Until the workspace that was closed to be opened again, or to give its place to another, is open; undefined: none is on its way.
   * @param signal ends the waiting. @throws AppFailure `cancelled`
   */
  readonly opening: (signal?: AbortSignal) => Promise<void> | undefined;
  close(): Promise<void>;
}

/** None is open: during a change, or because another program took the store meanwhile, or the disk fails. */
interface Closed {
  readonly name: string;
  readonly cause: unknown;
}

/** Ends what was under way on a workspace that was closed meanwhile, as its store ends what reads it. */
const changing = new AppFailure({ code: 'cancelled' });

export function currentWorkspace(
  first: Workspace,
  { dataDirectory, open, stop, remember, switched, reopened, adopted }: WorkspaceChanges,
): CurrentWorkspace {
  let workspace: Workspace | undefined = first;
  let closed: Closed = { name: first.name, cause: changing };
  let isOver = false;
  let retry: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** The change under way, however it ends. Others may be waiting behind it. */
  let running: Promise<unknown> = turn;
  /** Two changes of workspace at once would both close and open the same files. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(() => {
      const own = work();
      running = own.catch(() => {});
      return own;
    });
    turn = mine.catch(() => {});
    return mine;
  };

  function opened(): Workspace {
    if (workspace) return workspace;
    retry ??= inTurn(openAgain).finally(() => (retry = undefined));
    throw closed.cause;
  }

  /** The obstacle may be gone by now: every question tries once, and the next one finds it open. */
  async function openAgain(): Promise<void> {
    if (workspace || isOver) return;
    await goBackTo(closed.name);
    if (workspace) reopened();
  }

  /** After a failed change: a workspace that cannot be opened either answers every question with the reason. */
  async function goBackTo(name: string): Promise<void> {
    try {
      workspace = await open(name);
    } catch (cause) {
      closed = { name, cause };
    }
  }

  async function close(): Promise<void> {
    const former = workspace;
    if (!former) return;
    closed = { name: former.name, cause: changing };
    workspace = undefined;
    await former.close();
  }

  async function switchTo(name: string, prepare?: (workspace: Workspace) => Promise<void>): Promise<Workspace> {
    if (name === workspace?.name) {
      await prepare?.(workspace);
      return workspace;
    }
    const place = workspaceDirectory(dataDirectory, name);
    const isNew = !existsSync(place);
    const next = await open(name);
    try {
      await prepare?.(next);
    } catch (error) {
      await next.close();
      // A mistyped address leaves no empty workspace behind.
      if (isNew) rmSync(place, { recursive: true, force: true });
      throw error;
    }
    await stop();
    const previous = workspace;
    workspace = next;
    remember(name);
    await previous?.close();
    switched();
    return next;
  }

  async function reopen<T extends Undoable>(work: (workspace: Workspace) => T): Promise<T> {
    const { name } = opened();
    await stop();
    const done = work(opened());
    try {
      await close();
      workspace = await open(name);
    } catch (error) {
      try {
        done.undo();
      } finally {
        await goBackTo(name);
      }
      throw error;
    } finally {
      if (workspace) reopened();
    }
    return done;
  }

  async function adopt(name: string, folder: string): Promise<Workspace> {
    const place = workspaceDirectory(dataDirectory, name);
    const former = opened();
    const target = name === former.name ? former : await open(name);
    const empty = await target.isEmpty();
    if (target !== former) await target.close();
    if (!empty) fail({ code: 'usage', detail: workspaceTexts.notEmpty(name) });
    await stop();
    const aside = replacedPath(place);
    let next: Workspace;
    try {
      await close();
      next = await putInPlace(name, folder, { place, aside });
    } catch (error) {
      await goBackTo(former.name);
      if (workspace) reopened();
      throw error;
    }
    workspace = next;
    rmSync(aside, { recursive: true, force: true });
    adopted(name);
    remember(name);
    return next;
  }

  async function remove(name: string, next: string, forget: () => Promise<void>): Promise<void> {
    const place = workspaceDirectory(dataDirectory, name);
    if (next === name) fail({ code: 'usage', detail: workspaceTexts.onlyOne });
    if (workspace?.name === name) await switchTo(next);
    else await assertUnused(name);
    await forget();
    const away = removedPath(place);
    renameSync(place, away);
    rmSync(away, { recursive: true, force: true });
  }

  /** A workspace that is damaged, or of a newer version, can be deleted; one that another program writes to cannot. */
  async function assertUnused(name: string): Promise<void> {
    try {
      await (await open(name)).close();
    } catch (error) {
      if (!(error instanceof AppFailure) || error.error.code === 'store-in-use') throw error;
    }
  }

  /** The empty one is only set aside until the new one has opened: a failure must leave what was there. */
  async function putInPlace(name: string, folder: string, { place, aside }: { place: string; aside: string }) {
    rmSync(aside, { recursive: true, force: true });
    renameSync(place, aside);
    try {
      renameSync(folder, place);
      return await open(name);
    } catch (error) {
      rmSync(place, { recursive: true, force: true });
      renameSync(aside, place);
      throw error;
    }
  }

  const isChanging = () => !workspace && !isOver && closed.cause === changing;

  async function untilOpen(signal: AbortSignal | undefined): Promise<void> {
    while (isChanging()) await unlessCancelled(running, signal);
  }

  return {
    workspace: opened,
    opening: (signal) => (isChanging() ? untilOpen(signal) : undefined),
    switchTo: (name, prepare) => inTurn(() => switchTo(name, prepare)),
    reopen: (work) => inTurn(() => reopen(work)),
    adopt: (name, folder) => inTurn(() => adopt(name, folder)),
    remove: (name, next, forget) => inTurn(() => remove(name, next, forget)),
    close: () =>
      inTurn(() => {
        isOver = true;
        return close();
      }),
  };
}

/** @throws AppFailure `cancelled` */
async function unlessCancelled(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) fail({ code: 'cancelled' });
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new AppFailure({ code: 'cancelled' }));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    await Promise.race([work, promise]);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

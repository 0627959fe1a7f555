/** Holds the open workspace and replaces it with another. There is one change at a time, and a failed one leaves the previous state. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { AppFailure, fail } from '#contract/errors.ts';
import { toRemovedPath, toReplacedPath } from './leftovers.ts';
import { workspaceDirectory, type Workspace } from './workspace.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';

export interface Undoable {
  readonly undo: () => void;
}

type PlanJoin = (existing: Workspace) => (directory: string) => Promise<void>;

/** The open workspace, as handlers use and change it. */
export type WorkspaceInUse = Omit<ReturnType<typeof createCurrentWorkspace>, 'opening' | 'close'>;

export interface WorkspaceChanges {
  readonly dataDirectory: string;
  readonly open: (name: string) => Promise<Workspace>;
  /** Ends work on the open workspace before it is closed. */
  readonly stop: () => Promise<void>;
  /** Makes the next start open this one. */
  readonly remember: (name: string) => void;
  /** Called when another workspace is open and the previous one is closed. */
  readonly switched: () => void;
  /** Called when the open workspace was closed and opened again. */
  readonly reopened: () => void;
  /** Called when the open workspace's files replaced those of a different one. */
  readonly adopted: (name: string) => void;
}

/**
 * The state in which no workspace is open: during a change, or because another program took the store meanwhile, or because the disk fails.
 */
interface Closed {
  readonly name: string;
  readonly cause: unknown;
}

/** Ends the calls on a workspace that was closed meanwhile, as its store ends its readers. */
const changeFailure = new AppFailure({ code: 'cancelled' });

export function createCurrentWorkspace(
  first: Workspace,
  { dataDirectory, open, stop, remember, switched, reopened, adopted }: WorkspaceChanges,
) {
  let workspace: Workspace | undefined = first;
  let closed: Closed = { name: first.name, cause: changeFailure };
  let hasEnded = false;
  let retry: Promise<void> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** The change under way, however it ends. Others may be waiting behind it. */
  let runningChange: Promise<unknown> = queue;
  /** Queues the work, because two changes of workspace at once would both close and open the same files. */
  const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const queued = queue.then(() => {
      const change = work();
      runningChange = change.catch(() => {});
      return change;
    });
    queue = queued.catch(() => {});
    return queued;
  };

  function requireOpen(): Workspace {
    if (workspace) return workspace;
    retry ??= runInTurn(openAgain).finally(() => (retry = undefined));
    throw closed.cause;
  }

  /** The obstacle may be gone by now, so every call tries once, and the next one finds the workspace open. */
  async function openAgain(): Promise<void> {
    if (workspace || hasEnded) return;
    await returnTo(closed.name);
    if (workspace) reopened();
  }

  /** Goes back after a failed change. If that workspace cannot be opened either, every call fails with the reason. */
  async function returnTo(name: string): Promise<void> {
    try {
      workspace = await open(name);
    } catch (cause) {
      closed = { name, cause };
    }
  }

  async function close(): Promise<void> {
    const former = workspace;
    if (!former) return;
    closed = { name: former.name, cause: changeFailure };
    workspace = undefined;
    await former.close();
  }

  async function switchTo(name: string, prepare?: (workspace: Workspace) => Promise<void>): Promise<Workspace> {
    if (name === workspace?.name) {
      await prepare?.(workspace);
      return workspace;
    }
    const directory = workspaceDirectory(dataDirectory, name);
    const isNew = !existsSync(directory);
    const next = await open(name);
    try {
      await prepare?.(next);
    } catch (error) {
      await next.close();
      // A mistyped address leaves no empty workspace behind.
      if (isNew) rmSync(directory, { recursive: true, force: true });
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
    const { name } = requireOpen();
    await stop();
    const result = work(requireOpen());
    try {
      await close();
      workspace = await open(name);
    } catch (error) {
      try {
        result.undo();
      } finally {
        await returnTo(name);
      }
      throw error;
    } finally {
      if (workspace) reopened();
    }
    return result;
  }

  async function adopt(name: string, folder: string, plan: PlanJoin): Promise<Workspace> {
    const directory = workspaceDirectory(dataDirectory, name);
    const former = requireOpen();
    const target = name === former.name ? former : await open(name);
    let joinInto: ReturnType<PlanJoin> | undefined;
    try {
      if (!(await target.isEmpty())) joinInto = plan(target);
    } finally {
      if (target !== former) await target.close();
    }
    await stop();
    const replacedPath = toReplacedPath(directory);
    let next: Workspace;
    try {
      await close();
      await joinInto?.(directory);
      next = await putInPlace(name, folder, directory);
    } catch (error) {
      await returnTo(former.name);
      if (workspace) reopened();
      throw error;
    }
    workspace = next;
    rmSync(replacedPath, { recursive: true, force: true });
    adopted(name);
    remember(name);
    return next;
  }

  async function remove(name: string, next: string, forget: () => Promise<void>): Promise<void> {
    const directory = workspaceDirectory(dataDirectory, name);
    if (next === name) fail({ code: 'usage', detail: workspaceTexts.onlyOne });
    if (workspace?.name === name) await switchTo(next);
    else await assertUnused(name);
    await forget();
    const removedPath = toRemovedPath(directory);
    renameSync(directory, removedPath);
    rmSync(removedPath, { recursive: true, force: true });
  }

  /** A workspace that is damaged, or of a newer version, can be deleted; one that another program writes to cannot. */
  async function assertUnused(name: string): Promise<void> {
    try {
      await (await open(name)).close();
    } catch (error) {
      if (!(error instanceof AppFailure) || error.error.code === 'store-in-use') throw error;
    }
  }

  /** The former workspace is only moved until the new one has opened, because a failure must restore it. */
  async function putInPlace(name: string, folder: string, directory: string) {
    const replacedPath = toReplacedPath(directory);
    rmSync(replacedPath, { recursive: true, force: true });
    renameSync(directory, replacedPath);
    try {
      renameSync(folder, directory);
      return await open(name);
    } catch (error) {
      rmSync(directory, { recursive: true, force: true });
      renameSync(replacedPath, directory);
      throw error;
    }
  }

  const isChanging = () => !workspace && !hasEnded && closed.cause === changeFailure;

  async function waitUntilOpen(signal: AbortSignal | undefined): Promise<void> {
    while (isChanging()) await waitUnlessCancelled(runningChange, signal);
  }

  return {
    /** The open workspace. @throws the reason why none is open: opening the last one failed, and is tried once more. */
    workspace: requireOpen,
    /**
     * Waits until the workspace that was closed to be opened again, or to be replaced, is open; undefined when none is being opened.
     * @param signal ends the waiting.
     * @throws AppFailure `cancelled`
     */
    opening: (signal?: AbortSignal) => (isChanging() ? waitUntilOpen(signal) : undefined),
    switchTo: (name: string, prepare?: (workspace: Workspace) => Promise<void>) =>
      runInTurn(() => switchTo(name, prepare)),
    /** Changes the open workspace's files and opens it again. Undoes a change with which it does not open. */
    reopen: <T extends Undoable>(work: (workspace: Workspace) => T) => runInTurn(() => reopen(work)),
    /**
     * Makes a prepared folder the workspace of that name and opens it.
     * @param plan returns the step that merges an existing, non-empty one into that folder once it is closed. It throws to refuse.
     */
    adopt: (name: string, folder: string, plan: PlanJoin) => runInTurn(() => adopt(name, folder, plan)),
    /**
     * Deletes a workspace's files permanently; if it is open, `next` is opened first.
     * @param forget called once nothing has it open, before its files are deleted; if it throws, they stay
     * @throws AppFailure `store-in-use` while another program has it open · `usage` if `next` is the deleted one
     */
    remove: (name: string, next: string, forget: () => Promise<void>) => runInTurn(() => remove(name, next, forget)),
    close: () =>
      runInTurn(() => {
        hasEnded = true;
        return close();
      }),
  };
}

/** @throws AppFailure `cancelled` */
async function waitUnlessCancelled(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
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

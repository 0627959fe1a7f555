/** Deletes, at the next start, what a program left behind when it was killed while loading or deleting a workspace. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE_NAME } from '#domain/name-schema.ts';

/** Gives a prefix such as `loading-4711-`, which names the process, so that a program that is loading at this moment is left alone. */
export function createLoadingPrefix(): string {
  return `loading-${process.pid}-`;
}

/** The path where the former workspace waits until its replacement has opened. */
export function toReplacedPath(path: string): string {
  return `${path}.replaced-${process.pid}`;
}

/**
 * The path to which a workspace is moved before it is deleted, so that a program that ends meanwhile leaves nothing that looks like a
 * workspace.
 */
export function toRemovedPath(path: string): string {
  return `${path}.removed-${process.pid}`;
}

/** Matches the prefix with `mkdtemp`'s suffix. An earlier version named no process. */
const LOADING = /^loading-(?:(\d+)-)?[A-Za-z0-9]{6}$/;
const REMOVED = new RegExp(String.raw`^${WORKSPACE_NAME}\.removed-(\d+)$`);
const REPLACED = new RegExp(String.raw`^(${WORKSPACE_NAME})\.replaced(?:-(\d+))?$`);

/** Runs before anything of the data directory is opened. Nothing is lost: a replaced workspace without a successor is restored. */
export function clearLeftovers(dataDirectory: string): void {
  for (const name of listNames(dataDirectory)) {
    const match = LOADING.exec(name);
    if (match && !isRunning(match[1])) removeFolder(join(dataDirectory, name));
  }
  const workspaces = join(dataDirectory, 'workspaces');
  for (const name of listNames(workspaces)) {
    const removed = REMOVED.exec(name);
    if (removed && !isRunning(removed[1])) removeFolder(join(workspaces, name));
    const [, workspace, pid] = REPLACED.exec(name) ?? [];
    if (workspace === undefined || isRunning(pid)) continue;
    if (existsSync(join(workspaces, workspace))) removeFolder(join(workspaces, name));
    else renameSync(join(workspaces, name), join(workspaces, workspace));
  }
}

function listNames(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A folder with this process's own number belongs to an earlier process, because a program loads nothing before it has started. */
function isRunning(pid: string | undefined): boolean {
  if (pid === undefined || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A folder that cannot be removed now does not prevent the start. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The removal is tried again at the next start.
  }
}

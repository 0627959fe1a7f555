/** What the stub's executable runs: the packed app, on the stand-in, as Electron's executable runs it. */
import childProcess, { type ForkOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll } from '@electron/asar';
import { becomeReady, setAppFolder } from '../electron-stand-in/app.ts';

const [, , executable = '', ...given] = process.argv;
const resources = join(dirname(executable), 'resources');

/** Node reads no archives: what Electron reads within one is laid out beside, once for each archive. */
function layOutArchive(archive: string): string {
  const digest = createHash('sha256').update(readFileSync(archive)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `stub-app-${digest}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part-${process.pid}`;
  extractAll(archive, part);
  try {
    renameSync(part, folder);
  } catch {
    // Another start was quicker.
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}

/** As in Electron: what is forked is this executable, asked to be Node; its fuse decides whether it is. */
function forkOwnExecutable(): void {
  const { fork } = childProcess;
  childProcess.fork = (path: string | URL, args?: readonly string[] | ForkOptions, options?: ForkOptions) => {
    const [list, given] = Array.isArray(args) ? [args as string[], options] : [[], args as ForkOptions | undefined];
    const env = { ...(given?.env ?? process.env), ELECTRON_RUN_AS_NODE: '1' };
    return fork(path, list, { execPath: executable, ...given, env });
  };
  syncBuiltinESMExports();
}

const folder = layOutArchive(join(resources, 'app.asar'));
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
Object.defineProperty(process, 'resourcesPath', { value: resources });
process.execPath = executable;
process.argv = [executable, ...given];
forkOwnExecutable();
setAppFolder(folder, true);
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string };
await import(pathToFileURL(join(folder, main)).href);
await becomeReady();

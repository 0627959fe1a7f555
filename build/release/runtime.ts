/** Takes the zip of Electron's runtime: an official one, proven by its digest, or a stand-in that a test names. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReleaseFault, type Target } from './target.ts';

interface RuntimeZip {
  readonly target: Target;
  readonly electronVersion: string;
  /** Where Electron's package lists the digests of its zips. */
  readonly checksums: string;
}

/** @param official the zip's path @param stub the stand-in's path @param folder gets it under the name Electron gives it @throws ReleaseFault */
export function takeRuntime(
  { official, stub }: { readonly official: string | undefined; readonly stub: string | undefined },
  { target, electronVersion, checksums }: RuntimeZip,
  folder: string,
): void {
  const name = `electron-v${electronVersion}-${target.platform}-${target.arch}.zip`;
  const path = stub ?? official;
  if (path === undefined)
    throw new ReleaseFault(`No runtime was named: set ELECTRON_ZIP to the file ${name} of Electron's release.`);
  if (!existsSync(path)) throw new ReleaseFault(`There is no file ${path}: name the zip of Electron's runtime.`);
  const digests = JSON.parse(readFileSync(checksums, 'utf8')) as Record<string, string>;
  const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
  if (stub === undefined && digests[name] !== digest)
    throw new ReleaseFault(
      `${path} is not Electron's ${name}: its SHA-256 is ${digest}, and ${digests[name] ?? 'none'} was expected; fetch it again.`,
    );
  mkdirSync(folder, { recursive: true });
  copyFileSync(path, join(folder, name));
}

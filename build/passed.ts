/** On which files a check passed last, so that what cannot have another answer is not asked again. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const kept = join(import.meta.dirname, '../node_modules/.cache/passed.json');

interface Check {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Of the names and contents of all files that git knows or would take, and of the Node that asks. The versions of the packages are in the
 * lockfile.
 * @returns undefined where git cannot be asked
 */
export function fingerprint(folder: string, pathspecs: readonly string[]): string | undefined {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...pathspecs];
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (status !== 0) return undefined;
  const hash = createHash('sha256').update(process.version);
  for (const name of stdout.split('\0').filter(Boolean).toSorted()) {
    const path = join(folder, name);
    // One that was deleted is listed for as long as git is not told.
    if (statSync(path, { throwIfNoEntry: false })?.isFile())
      hash.update(`\0${name}\0`).update(createHash('sha256').update(readFileSync(path)).digest());
  }
  return hash.digest('hex');
}

const nameOf = ({ command, args }: Check) => [command, ...args].join(' ');

function readKept(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

export const hasPassed = (check: Check, files: string, path = kept): boolean => readKept(path)[nameOf(check)] === files;

export function rememberPassed(check: Check, files: string, path = kept): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...readKept(path), [nameOf(check)]: files }));
}

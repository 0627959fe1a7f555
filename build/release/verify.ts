/**
 * `npm run release:verify [-- options of npm run release]`: makes a release of the last commit twice, in two folders with packages of their
 * own, and compares every file. Whoever has a release's files compares their sums with those printed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../parts.ts';

/** The folders' names differ in length, so that a path inside a file shows. */
const FOLDERS = ['a', 'another-folder'];

function releaseIn(folder: string, commit: string, args: readonly string[]): string {
  const run = (program: string, options: readonly string[], cwd = folder) =>
    execFileSync(program, options, { cwd, stdio: ['ignore', 2, 'inherit'] });
  run('git', ['clone', '--quiet', '--no-hardlinks', root, folder], root);
  run('git', ['checkout', '--quiet', commit]);
  run(process.execPath, ['build/bootstrap.mjs']);
  run(process.execPath, ['build/release.ts', ...args]);
  return readFileSync(join(folder, 'release/files/SHA256SUMS'), 'utf8');
}

/** Makes the stub's path absolute, because each release is made in another folder. */
function toAbsolute(args: readonly string[]): string[] {
  return args.map((argument, index) => (args[index - 1] === '--stub' ? resolve(argument) : argument));
}

const place = mkdtempSync(join(tmpdir(), 'release-'));
try {
  if (process.env['ELECTRON_ZIP']) process.env['ELECTRON_ZIP'] = resolve(process.env['ELECTRON_ZIP']);
  const args = toAbsolute(process.argv.slice(2));
  // Named once: meanwhile there may be another.
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const [first = '', second = ''] = FOLDERS.map((folder) => releaseIn(join(place, folder), commit, args));
  process.stdout.write(second);
  const differing = first.split('\n').filter((line) => !second.includes(line));
  process.stdout.write(
    differing.length === 0
      ? 'Both builds are the same, byte for byte.\n'
      : `The builds differ in:\n${differing.map((line) => line.split('  ')[1]).join('\n')}\n`,
  );
  process.exitCode = differing.length === 0 ? 0 : 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

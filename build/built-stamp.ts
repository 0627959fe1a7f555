/**
 * Says whether what is built is of these sources: then `npm start` opens, and `npm test` begins, without building again. The stamp beside it
 * holds one hash of all that a build reads and one of all that it wrote. Packages count by their versions: one that was changed by hand asks
 * for a build only after `out/` is removed.
 */
import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a build reads: sources, its own programs, and what is installed. */
const READ = [
  'src',
  'electron',
  'service',
  'build',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
];
/** What a build is told besides. */
const VARIABLES = ['NODE_ENV', 'TEXTS_LANGUAGE', 'RELEASE_VERSION', 'RELEASE_DAY', 'RELEASES_PAGE'];
const STAMP = 'built.json';
/** Beside it in the folder: figures of the campaigns are no part of a build. */
const NOT_BUILT = new Set([STAMP, 'trust.json']);

export class BuiltStamp {
  readonly #root: string;
  readonly #out: string;
  readonly #path: string;
  /** As they were before the build. */
  readonly #sources: string;

  constructor(root: string, out: string) {
    this.#root = root;
    this.#out = out;
    this.#path = join(out, STAMP);
    this.#sources = hashSources(root);
  }

  isCurrent(): boolean {
    try {
      const { sources, files } = JSON.parse(readFileSync(this.#path, 'utf8')) as { sources: unknown; files: unknown };
      return sources === this.#sources && files === hashFiles(this.#out);
    } catch {
      return false;
    }
  }

  /** Before a build: one that is cut off leaves none. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }

  /** Where a source was changed meanwhile it is unknown which of both was built. */
  write(): void {
    if (hashSources(this.#root) !== this.#sources) return;
    writeFileSync(this.#path, `${JSON.stringify({ sources: this.#sources, files: hashFiles(this.#out) })}\n`);
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of VARIABLES) hash.update(`\0${name}=${process.env[name] ?? ''}`);
  for (const name of READ) addFiles(hash, root, name);
  return hash.digest('hex');
}

function hashFiles(out: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(out).toSorted()) if (!NOT_BUILT.has(name)) addFiles(hash, out, name);
  return hash.digest('hex');
}

/** Adds a file, or all files of a folder, with their names; nothing where there is none. */
function addFiles(hash: Hash, root: string, name: string): void {
  const path = join(root, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) for (const inner of readdirSync(path).toSorted()) addFiles(hash, root, join(name, inner));
  if (!found?.isFile()) return;
  const content = readFileSync(path);
  hash.update(`\0${name}\0${content.length}\0`).update(content);
}

/** A copy of the tree in which only the files that a recipe of CONTRIBUTING names can be touched. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The text of a path in the copy as it is by then: for what an addition has to write as its neighbours do. */
export type ReadTree = (path: string) => string;

/** Puts text behind the first place where the file says `after`, or makes a file that is not there. */
export type Edit =
  | { readonly path: string; readonly after: string; readonly insert: string }
  | { readonly path: string; readonly create: (read: ReadTree) => string };

/** Where a recipe allows an addition: an exact file, or files of a pattern. */
export interface Place {
  readonly written: string;
  readonly allows: (path: string, isNew: boolean) => boolean;
}

const ROOTS = /^(?:src|electron|service|tests|docs|build)\/|^package\.json$/;

/** @returns the places that a recipe's line names, by the recipe's title; such as `a period preset`. */
export function readRecipes(contributing: string): ReadonlyMap<string, readonly Place[]> {
  const section = /^## How to add …\n(.*?)^## /ms.exec(contributing)?.[1] ?? '';
  const lines = [...section.matchAll(/^- \*\*(.+?)\*\*(.*)$/gm)];
  return new Map(lines.map(([, title = '', text = '']) => [title, placesIn(text)]));
}

function placesIn(text: string): Place[] {
  return [...text.matchAll(/`([^`]+)`/g)]
    .map(([, written = '']) => written)
    .filter((written) => ROOTS.test(written))
    .map((written) => ({ written, allows: allowed(written) }));
}

/** A file that is there must be named itself, or by its subject: what NAME or a folder allows is new. */
function allowed(written: string): Place['allows'] {
  const subject = toPattern(written, 'SUBJECT', '[a-z][a-z/-]*');
  if (subject) return (path, isNew) => !isNew && subject.test(path);
  const named = toPattern(written, 'NAME', '[a-z][a-z-]*');
  return named ? (path, isNew) => isNew && named.test(path) : (path) => path === written;
}

/** @param blank stands for a name in what is written; undefined where it does not occur */
function toPattern(written: string, blank: string, name: string): RegExp | undefined {
  if (!written.includes(blank)) return undefined;
  const pattern = written
    .split(blank)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(name);
  return new RegExp(`^${pattern}${written.endsWith('/') ? '.+' : ''}$`);
}

/** Made on another day and large, or nothing that is compiled. */
const LEFT_OUT = new Set(['node_modules', 'out', 'release', '.git', '.build', 'coverage', 'test-results', '.ci']);
/** What the compiler remembers of the tree: with it only what the additions touch is compiled again. */
const COMPILED = '.build';

export class Scratch {
  readonly root = mkdtempSync(join(tmpdir(), 'recipes-'));
  readonly #touched = new Set<string>();
  readonly #from: string;

  constructor(from: string) {
    this.#from = from;
    const filter = (path: string) => !LEFT_OUT.has(relative(from, path)) && !/\.(?:png|log)$/.test(path);
    cpSync(from, this.root, { recursive: true, preserveTimestamps: true, filter });
    if (existsSync(join(from, COMPILED)))
      // What npm run dev keeps there changes while it is copied.
      cpSync(join(from, COMPILED), join(this.root, COMPILED), {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => relative(from, path) !== join(COMPILED, 'dev'),
      });
    symlinkSync(join(from, 'node_modules'), join(this.root, 'node_modules'), 'dir');
  }

  /** Paths from the root, in the order they were touched. */
  get touched(): readonly string[] {
    return [...this.#touched];
  }

  /** @returns what of the edits the places do not allow, and what places no edit needed: both empty where recipe and edits agree. */
  apply(edits: readonly Edit[], places: readonly Place[]): { readonly unnamed: string[]; readonly unneeded: string[] } {
    const isNew = (path: string) => !existsSync(join(this.#from, path));
    const paths = edits.map(({ path }) => path);
    for (const edit of edits) this.#write(edit);
    return {
      unnamed: paths.filter((path) => !places.some(({ allows }) => allows(path, isNew(path)))),
      unneeded: places
        .filter(({ allows }) => !paths.some((path) => allows(path, isNew(path))))
        .map(({ written }) => written),
    };
  }

  #write(edit: Edit): void {
    const path = join(this.root, edit.path);
    const read: ReadTree = (each) => readFileSync(join(this.root, each), 'utf8');
    mkdirSync(dirname(path), { recursive: true });
    if ('create' in edit) writeFileSync(path, edit.create(read), { flag: 'wx' });
    else writeFileSync(path, inserted(readFileSync(path, 'utf8'), edit));
    this.#touched.add(edit.path);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function inserted(text: string, { path, after, insert }: Extract<Edit, { readonly after: string }>): string {
  const at = text.indexOf(after);
  if (at < 0)
    throw new Error(`${path} does not say ${JSON.stringify(after)} any more: the addition stands behind that`);
  return text.slice(0, at + after.length) + insert + text.slice(at + after.length);
}

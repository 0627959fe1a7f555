/**
 * Which language a program is built with. package.json's "imports" names the folder of each: `default` is English, every other name a
 * language that `TEXTS_LANGUAGE=NAME npm run build` chooses. What a language has no folder for stays English.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  /** A subpath of texts has a folder for each language; the sources' own (`#domain/*`) have one. */
  readonly imports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** A prefix of import requests and the folder they are taken from, from the project's root. */
export interface Seam {
  /** '#texts/' */
  readonly prefix: string;
  /** 'src/texts/en/' */
  readonly folder: string;
}

export const DEFAULT_LANGUAGE = 'default';

export function readLanguages(root: string): string[] {
  return [...new Set(Object.values(readImports(root)).flatMap((folders) => Object.keys(folders)))];
}

/** @throws RangeError for a language that package.json does not name. */
export function readSeams(root: string, language = DEFAULT_LANGUAGE): Seam[] {
  const imports = readImports(root);
  const names = readLanguages(root);
  if (!names.includes(language))
    throw new RangeError(`package.json names no language "${language}" in "imports": it has ${names.join(', ')}`);
  return Object.entries(imports).map(([request, folders]) => ({
    prefix: request.replace('*', ''),
    folder: (folders[language] ?? folders[DEFAULT_LANGUAGE] ?? '').replace(/^\.\/|\*$/g, ''),
  }));
}

function readImports(root: string): Record<string, Readonly<Record<string, string>>> {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, to]) => (typeof to === 'string' ? [] : [[name, to]])),
  );
}

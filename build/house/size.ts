/** Measures how much there is beside its limits: by room, in statements, and what has no reader of its own. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles, type Source } from './sources.ts';

export interface Figure {
  readonly name: string;
  readonly value: number | string;
  /** The most that the figure should be, where there is a limit. */
  readonly limit?: number | string;
  /** The counted items, which `--list` prints. */
  readonly list?: readonly string[];
}

/** A file with only one reader is worth keeping from about this many lines. */
const EARNED_LINES = 60;
/** A folder is worth keeping from this many files. */
const EARNED_FILES = 4;
/** Participles and bare nouns that name what happened to a thing instead of the thing. */
const DIALECT = ['each', 'found', 'asked', 'shown', 'beside', 'told', 'wanted', 'given'];

/** @param areas the folders that the sources were read from. */
export function measureSize(root: string, areas: readonly string[], sources: readonly Source[]): Figure[] {
  const sum = (count: (source: Source) => number) => sources.reduce((total, source) => total + count(source), 0);
  const code = sum(({ lines }) => lines);
  const sheets = areas.flatMap((area) => listFiles(join(root, area)).filter((path) => path.endsWith('.css')));
  const css = sheets.reduce((total, path) => total + readFileSync(path, 'utf8').split('\n').length - 1, 0);
  const imported = sum(({ importLines }) => importLines);
  const lone = findLoneReaders(sources);
  const folders = [...Map.groupBy(sources, ({ path }) => dirname(path))].filter(
    ([, folderSources]) => folderSources.length < EARNED_FILES,
  );
  return [
    { name: 'lines of product, of them css', value: `${code + css}, ${css}`, limit: '5,500 of css' },
    { name: 'statements', value: sum(({ statements }) => statements) },
    { name: 'files, style sheets beside them', value: `${sources.length}, ${sheets.length}`, limit: '850 files' },
    { name: 'lines that import, of all', value: `${((100 * imported) / code).toFixed(1)} %`, limit: '5 %' },
    { name: `files under ${EARNED_LINES} lines with one reader nearby`, value: lone.length, limit: 0, list: lone },
    {
      name: `folders of under ${EARNED_FILES} files`,
      value: folders.length,
      limit: 0,
      list: folders.map(([folder, folderSources]) => `${folder} ${folderSources.length}`),
    },
    {
      name: `names ${DIALECT.join(', ')}`,
      value: DIALECT.map((name) => sum(({ names }) => names.get(name) ?? 0)).join(', '),
    },
  ];
}

/** Files that only one other of the product imports, from the same folder or one below or above. */
function findLoneReaders(sources: readonly Source[]): string[] {
  const readers = new Map<string, Set<string>>();
  for (const { path, imports } of sources)
    for (const { to } of imports) readers.set(to, (readers.get(to) ?? new Set()).add(path));
  const isNear = (a: string, b: string) => a === b || dirname(a) === b || dirname(b) === a;
  return sources.flatMap(({ path, lines }) => {
    const [reader, second] = readers.get(path) ?? [];
    const isLone = reader !== undefined && second === undefined && lines < EARNED_LINES;
    return isLone && isNear(dirname(path), dirname(reader)) ? [`${path} (${lines}) → ${reader}`] : [];
  });
}

/** Lines and files of each room: two folders deep, one where a house is its own. */
export function measureRooms(sources: readonly Source[]): Figure[] {
  const roomOf = (path: string) => {
    const [area = '', room = ''] = path.split('/');
    return room.includes('.') || area === 'service' ? area : `${area}/${room}`;
  };
  return [...Map.groupBy(sources, ({ path }) => roomOf(path))].map(([room, folderSources]) => ({
    name: `lines of ${room}, files`,
    value: `${folderSources.reduce((total, { lines }) => total + lines, 0)}, ${folderSources.length}`,
  }));
}

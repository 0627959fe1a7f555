/** Measures how the sources are arranged, so that a move can be compared with the state before, and a broken rule is noticed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFilesBetween, findCircles, findTiedFolders, measureShortestWay, toGraph, type Graph } from './graph.ts';
import { measureRooms, measureSize, type Figure } from './size.ts';
import { listFiles, readSources, type Source } from './sources.ts';

const root = join(import.meta.dirname, '../..');
const AREAS = ['electron', 'src', 'service'];
/** Most files of a folder; a fuller one is divided. */
const MAX_FILES = 25;
/** Most members of a component's props; more become one model. */
const MAX_PROPS = 8;
const VAGUE = /\b(?:nobody|whoever|somebody)\b/i;
/** Folders of tests, and the folders they mirror. */
const MIRRORS = [
  ...['domain', 'contract', 'texts', 'ui'].map((layer) => [`tests/${layer}`, `src/${layer}`] as const),
  ...['electron', 'service', 'build'].map((layer) => [`tests/${layer}`, layer] as const),
  ['tests/conformance', 'service/conformance'] as const,
  ['tests/proving', 'tests/support'] as const,
];
/** Tests of settings and documents, which mirror no source. */
const OF_SETTINGS: ReadonlySet<string> = new Set([
  'tests/build/architecture.test.ts',
  'tests/build/docs.test.ts',
  'tests/build/layers.test.ts',
  'tests/build/recipes.test.ts',
  'tests/build/sabotage.test.ts',
  'tests/build/supply-chain.test.ts',
  'tests/build/workflows.test.ts',
]);
/** Import paths that people follow: a change of one end may affect the files on the way to the other. */
const WAYS = [
  ['screen to filter', 'src/ui/screens/reports/ReportsScreen.tsx', 'src/domain/filter/model.ts'],
  ['screen to printed figure', 'src/ui/screens/reports/ReportsScreen.tsx', 'src/domain/decimal.ts'],
  ['question to selection in SQL', 'electron/features/reports.ts', 'electron/snapshot/conditions/selection-sql.ts'],
  ['page of the service to store', 'electron/sync/run.ts', 'src/domain/record.ts'],
  ['`report people` to the store', 'electron/cli.ts', 'electron/snapshot/report/execute.ts'],
] as const;

export function measureHouse(): Figure[] {
  const sources = readSources(root, AREAS);
  const graph = toGraph(sources, true);
  const functions = sources.flatMap(({ functions: all, path }) => all.map((declaration) => ({ ...declaration, path })));
  const namedFunctions = functions.filter(({ name }) => name !== undefined);
  const ofNames = namedFunctions.filter(({ name }) => /[a-z]Of$/.test(name ?? ''));
  const circles = findCircles(graph);
  const vague = sources.flatMap(({ path, comments }) => comments.filter((text) => VAGUE.test(text)).map(() => path));
  const props = sources.flatMap((source) => source.props.filter(({ members }) => members > MAX_PROPS));
  return [
    ...measureSize(root, AREAS, sources),
    {
      name: 'lines of a file, median / p90 / max',
      value: formatSpread(sources.map(({ lines }) => lines)),
      limit: '90 / 250 / 450',
    },
    { name: 'functions, with a name', value: `${functions.length}, ${namedFunctions.length}` },
    { name: 'lines of a function, median / p90 / max', value: formatSpread(functions.map(({ lines }) => lines)) },
    countList(
      'functions named …Of',
      ofNames.map(({ name, path }) => `${name} in ${path}`),
    ),
    countList(`folders of more than ${MAX_FILES} files`, listFullFolders()),
    countList('files in import circles, of types alone included', circles.flat()),
    {
      name: 'files in import circles, without those of types',
      value: findCircles(toGraph(sources, false)).flat().length,
    },
    countList('folders tied both ways', findTiedFolders(graph)),
    measureMirrors(),
    countList('comments with nobody, whoever, somebody', vague),
    countList(
      `props of more than ${MAX_PROPS} members`,
      props.map(({ name, members }) => `${name} ${members}`),
    ),
    ...measureRooms(sources),
    ...WAYS.map(([name, from, to]) => measureWay(graph, name, from, to)),
  ];
}

function countList(name: string, list: readonly string[]): Figure {
  return { name, value: list.length, list };
}

function formatSpread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const pick = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [pick(0.5), pick(0.9), pick(1)].join(' / ');
}

function listFullFolders(): string[] {
  const files = [...AREAS, 'tests', 'build'].flatMap((area) => listFiles(join(root, area)));
  const folders = Map.groupBy(files, (file) => dirname(file).slice(root.length + 1));
  return [...folders]
    .filter(([, folderFiles]) => folderFiles.length > MAX_FILES)
    .map(([folder, folderFiles]) => `${folder} ${folderFiles.length}`);
}

/**
 * A test's path mirrors that of its source: tests/ui/data/client.test.ts for src/ui/data/client.ts. A file with several tests has their
 * subject behind its name: run.clocks.test.ts.
 */
function measureMirrors(): Figure {
  const tests = MIRRORS.flatMap(([testFolder, sourceFolder]) =>
    readSources(root, existsSync(join(root, testFolder)) ? [testFolder] : [])
      .filter(({ path }) => path.includes('.test.'))
      .map(({ path }: Source) => ({
        path,
        source: path.replace(testFolder, sourceFolder).replace(/(?:\.[a-z-]+)?\.test\.tsx?$/, ''),
      })),
  );
  const isThere = (path: string) => ['.ts', '.tsx', '.mjs'].some((end) => existsSync(join(root, path + end)));
  const astray = tests.filter(({ source, path }) => !isThere(source) && !OF_SETTINGS.has(path));
  const value = `${tests.length - astray.length} of ${tests.length}`;
  return { name: 'tests where what they test stands', value, list: astray.map(({ path }) => path) };
}

function measureWay(graph: Graph, name: string, from: string, to: string): Figure {
  const missing = [from, to].filter((path) => !graph.has(path));
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')}: not there any more, name the way anew in build/house/figures.ts`);
  const between = findFilesBetween(graph, from, to);
  const value = `${measureShortestWay(graph, from, to) ?? 0} files at least, ${between.size} on any way`;
  return { name: `way of ${name}`, value, list: [...between] };
}

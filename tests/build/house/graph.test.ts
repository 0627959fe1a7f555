import { expect, test } from 'vitest';
import { findFilesBetween, findCircles, findTiedFolders, measureShortestWay, toGraph } from '#build/house/graph.ts';
import type { Source } from '#build/house/sources.ts';

/** `a > b` imports, `a ~> b` imports types alone. */
function sourcesOf(...arrows: string[]): Source[] {
  const parsed = arrows.map((arrow) => arrow.split(/ ~?> /) as [string, string]);
  const files = [...new Set(parsed.flat())];
  return files.map((path) => ({
    path,
    lines: 1,
    importLines: 0,
    statements: 0,
    names: new Map(),
    functions: [],
    comments: [],
    props: [],
    imports: arrows
      .filter((arrow) => arrow.startsWith(`${path} `))
      .map((arrow) => ({ to: arrow.split('> ')[1] ?? '', isTypeOnly: arrow.includes('~>') })),
  }));
}

test('a circle is found whole, and one of types alone only where they count', () => {
  const sources = sourcesOf('a > b', 'b > c', 'c ~> a', 'c > d', 'd > e', 'e > d');
  expect(findCircles(toGraph(sources, true)).map((each) => each.join(' '))).toEqual(['d e', 'a b c']);
  expect(findCircles(toGraph(sources, false))).toEqual([['d', 'e']]);
});

test('folders are tied both ways where each has a file that imports from the other; a folder is not tied to its own rooms', () => {
  const graph = toGraph(
    sourcesOf('x/a/1 > x/b/1', 'x/b/2/3 > x/a/2', 'x/c/1 > x/a/1', 'x/0 > x/a/1', 'x/a/1 > x/0'),
    true,
  );
  expect(findTiedFolders(graph)).toEqual(['x/a ↔ x/b']);
});

test('what is between two files is on some way from one to the other, and the shortest way is told', () => {
  const graph = toGraph(sourcesOf('a > b', 'b > c', 'a > d', 'd > e', 'e > c', 'e > f', 'g > c'), true);
  expect([...findFilesBetween(graph, 'a', 'c')].toSorted().join(' ')).toBe('a b c d e');
  expect(measureShortestWay(graph, 'a', 'c')).toBe(3);
  expect(measureShortestWay(graph, 'c', 'a')).toBeUndefined();
});

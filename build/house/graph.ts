/** Finds structure in imports: circles, folders tied both ways, and the files on the way from one file to another. */
import { dirname } from 'node:path';
import type { Source } from './sources.ts';

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** @param types whether imports of types alone count. */
export function toGraph(sources: readonly Source[], types: boolean): Graph {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      new Set(imports.filter(({ to, isTypeOnly }) => paths.has(to) && (types || !isTypeOnly)).map(({ to }) => to)),
    ]),
  );
}

/** @returns the groups of files that all reach one another (Tarjan's strongly connected components of two files or more). */
export function findCircles(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    low.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** @returns pairs of sibling folders each of which imports from the other, a folder's own files among its rooms' siblings. */
export function findTiedFolders(graph: Graph): string[] {
  const arrows = new Set<string>();
  for (const [file, imported] of graph) {
    for (const to of imported) {
      const pair = toSiblings(file, to);
      if (pair) arrows.add(pair.join(' ↔ '));
    }
  }
  const isBoth = (arrow: string) => arrows.has(arrow.split(' ↔ ').toReversed().join(' ↔ '));
  return [...arrows].filter((arrow) => isBoth(arrow) && arrow.split(' ↔ ').toSorted().join(' ↔ ') === arrow);
}

/** Finds the two folders in which the paths of these files diverge; undefined if one is the other's parent. */
function toSiblings(from: string, to: string): readonly [string, string] | undefined {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  const parting = a.findIndex((part, index) => part !== b[index]);
  if (parting < 0 || b[parting] === undefined) return undefined;
  return [a.slice(0, parting + 1).join('/'), b.slice(0, parting + 1).join('/')];
}

/** @returns every file on an import path from one file to another, both included; empty where there is none. */
export function findFilesBetween(graph: Graph, from: string, to: string): Set<string> {
  const backward = new Map<string, Set<string>>();
  for (const [file, imported] of graph)
    for (const importedPath of imported)
      backward.set(importedPath, (backward.get(importedPath) ?? new Set()).add(file));
  const [ahead, behind] = [listReachable(graph, from), listReachable(backward, to)];
  return new Set([...ahead].filter((file) => behind.has(file)));
}

/** @returns how many files the shortest import path has, both ends included; undefined where there is none. */
export function measureShortestWay(graph: Graph, from: string, to: string): number | undefined {
  let [edge, steps] = [new Set([from]), 1];
  const seen = new Set(edge);
  while (edge.size > 0) {
    if (edge.has(to)) return steps;
    edge = new Set([...edge].flatMap((file) => [...(graph.get(file) ?? [])]).filter((file) => !seen.has(file)));
    for (const file of edge) seen.add(file);
    steps += 1;
  }
  return undefined;
}

function listReachable(graph: Graph, start: string): Set<string> {
  const reached = new Set([start]);
  // A set's iterator continues with elements added meanwhile.
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}

/** The picture in docs/architecture.md shows what the sources import, and the page imports nothing that the build cuts from it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measureShortestWay, type Graph } from '#build/house/graph.ts';
import { readSources } from '#build/house/sources.ts';

const root = join(import.meta.dirname, '../..');
/** Areas that the picture shows as one. */
const whole = ['service'];
const sources = readSources(root, ['electron', 'src', ...whole]);

/** Folders of the picture and its solid arrows. */
function readPicture(): { readonly folders: ReadonlySet<string>; readonly arrows: Graph } {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const picture = /```mermaid\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const names = new Map(
    [...picture.matchAll(/^ +(\w+)\["([\w/-]+)"\]$/gm)].map(([, id = '', path = '']) => [id, path]),
  );
  const arrows = new Map([...names.values()].map((path) => [path, new Set<string>()]));
  for (const [, from = '', to = ''] of picture.matchAll(/^ +([\w &]+) --> ([\w &]+)$/gm))
    for (const each of from.split(' & '))
      for (const other of to.split(' & '))
        arrows.get(names.get(each) ?? '')?.add(names.get(other) ?? `no folder ${other}`);
  return { folders: new Set(names.values()), arrows };
}

/** Imports between these folders, as `from → to`. */
function readImports(folders: ReadonlySet<string>): ReadonlySet<string> {
  const folderOfFile = (path: string) => [...folders].find((folder) => path.startsWith(`${folder}/`));
  const pairs = sources.flatMap(({ path, imports }) => imports.map(({ to }) => [folderOfFile(path), folderOfFile(to)]));
  return new Set(pairs.filter(([from, to]) => from && to && from !== to).map((pair) => pair.join(' → ')));
}

describe('the picture of the architecture', () => {
  const { folders, arrows } = readPicture();
  const imports = readImports(folders);

  it('has every folder of the sources', () => {
    const paths = sources.map(({ path }) => path.split('/'));
    const inFolders = paths.filter((parts) => parts.length > 2 || whole.includes(parts[0] ?? ''));
    const real = new Set(
      inFolders.map(([area = '', folder = '']) => (whole.includes(area) ? area : `${area}/${folder}`)),
    );
    expect([...folders].toSorted()).toEqual([...real].toSorted());
  });

  it('draws no arrow without an import behind it', () => {
    const drawn = [...arrows].flatMap(([from, to]) => [...to].map((each) => `${from} → ${each}`));
    expect(drawn.filter((arrow) => !imports.has(arrow))).toEqual([]);
  });

  it('has a way along its arrows for every import', () => {
    const without = [...imports].filter((pair) => {
      const [from = '', to = ''] = pair.split(' → ');
      return measureShortestWay(arrows, from, to) === undefined;
    });
    expect(without).toEqual([]);
  });
});

it('the page uses no part that vite.config.ts cuts from it, which no compiler would say', () => {
  const cut =
    /\b(?:Menu|Popover|Tooltip)\.(?:Search|Sub|Checkbox|Radio|ContextMenu|Floating|Group)\b|RingProgress|toJSONSchema|z\.json\(/;
  expect('<Menu.Sub>').toMatch(cut);
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root });
  expect(paths.length).toBeGreaterThan(300);
  expect(paths.filter((path) => cut.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findCircles, toGraph } from '#build/house/graph.ts';
import { readSources } from '#build/house/sources.ts';

function writeScratch(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'house-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('an import through a subpath leads to the file that package.json names for it, so that a circle is found through it', () => {
  const root = writeScratch({
    'package.json': JSON.stringify({
      imports: { '#texts/*': { pseudo: './elsewhere/*', default: './src/texts/en/*' }, '#plain/*': './src/plain/*' },
    }),
    'src/asks.ts': "import { said } from '#texts/rooms/said.ts';\nimport 'zod';\nexport const asks = said;\n",
    'src/texts/en/rooms/said.ts':
      "import type { asks } from '../../../asks.ts';\nexport const said: typeof asks = '';\n",
    'src/plain/own.ts': "export { asks } from '../asks.ts';\nexport * from '#plain/own.ts';\n",
  });
  const sources = readSources(root, ['src']);
  expect(sources.map(({ path, imports }) => [path, ...imports.map(({ to }) => to)])).toEqual([
    ['src/asks.ts', 'src/texts/en/rooms/said.ts'],
    ['src/plain/own.ts', 'src/asks.ts', 'src/plain/own.ts'],
    ['src/texts/en/rooms/said.ts', 'src/asks.ts'],
  ]);
  expect(findCircles(toGraph(sources, true))).toEqual([['src/asks.ts', 'src/texts/en/rooms/said.ts']]);
});

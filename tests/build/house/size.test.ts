import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureRooms, measureSize } from '#build/house/size.ts';
import { readSources } from '#build/house/sources.ts';

const files = {
  'package.json': '{}',
  'src/ui/list.ts': "import { one } from './one.ts';\n\nexport const list = [one];\n",
  'src/ui/one.ts':
    "import { two } from './deep/two.ts';\nexport function one(found: number) {\n  return two + found;\n}\n",
  'src/ui/deep/two.ts': 'export const two = 2;\n',
  'src/ui/list.css': 'a {\n}\n',
};

test('lines, statements, imports, names and files with one reader nearby are counted by room', () => {
  const root = mkdtempSync(join(tmpdir(), 'size-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const sources = readSources(root, ['src']);
  expect([...measureSize(root, ['src'], sources), ...measureRooms(sources)]).toEqual([
    { name: 'lines of product, of them css', value: '10, 2', limit: '5,500 of css' },
    { name: 'statements', value: 3 },
    { name: 'files, style sheets beside them', value: '3, 1', limit: '850 files' },
    { name: 'lines that import, of all', value: '25.0 %', limit: '5 %' },
    {
      name: 'files under 60 lines with one reader nearby',
      value: 2,
      limit: 0,
      list: ['src/ui/deep/two.ts (1) → src/ui/one.ts', 'src/ui/one.ts (4) → src/ui/list.ts'],
    },
    { name: 'folders of under 4 files', value: 2, limit: 0, list: ['src/ui/deep 1', 'src/ui 2'] },
    { name: 'names each, found, asked, shown, beside, told, wanted, given', value: '0, 2, 0, 0, 0, 0, 0, 0' },
    { name: 'lines of src/ui, files', value: '8, 3' },
  ]);
});

import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const planted: string[] = [];

/** Puts a file that breaks a layer where the linter looks, and returns what the linter says of it. */
function plant(path: string, source: string): string {
  const full = join(root, path);
  planted.push(full);
  writeFileSync(full, source);
  return spawnSync(join(root, 'node_modules/.bin/oxlint'), [path], { cwd: root, encoding: 'utf8' }).stdout;
}

afterEach(() => {
  for (const path of planted.splice(0)) rmSync(path, { force: true });
});

describe('the import rules', () => {
  it.each([
    ['src/domain', `import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n`],
    ['src/domain', `import { api } from '../contract/api.ts';\nexport const planted = api;\n`],
    ['src/contract', `import { App } from '../ui/App.tsx';\nexport const planted = App;\n`],
    ['src/ui', `import { createApp } from '../../electron/app/app.ts';\nexport const planted = createApp;\n`],
    ['src/texts', `import { z } from 'zod';\nexport const planted = z;\n`],
    ['service', `import { parseDecimal } from '../src/domain/decimal.ts';\nexport const planted = parseDecimal;\n`],
    ['electron', `import { createService } from '../service/server.ts';\nexport const planted = createService;\n`],
    ['electron', `import keytar from 'keytar';\nexport const planted = keytar;\n`],
    ['electron', `import { app } from 'electron';\nexport const planted = app;\n`],
    ['electron/client', `import { openJournal } from '../journal/journal.ts';\nexport const planted = openJournal;\n`],
    [
      'electron/exports',
      `import { openSnapshot } from '../snapshot/snapshot.ts';\nexport const planted = openSnapshot;\n`,
    ],
    [
      'electron/sync',
      `import { openSnapshot } from '../snapshot/snapshot.ts';\nexport const planted = openSnapshot;\n`,
    ],
    [
      'electron/workspace-file',
      `import { dataHandlers } from '../handlers/data.ts';\nexport const planted = dataHandlers;\n`,
    ],
    ['electron/workspace-file', `import { createApp } from '../app.ts';\nexport const planted = createApp;\n`],
  ])('refuse a planted violation in %s: %s', (folder, source) => {
    expect(plant(`${folder}/planted-violation.ts`, source)).toContain('no-restricted-imports');
  });

  it('allow what the layers allow', () => {
    const source = `import { properties } from '../src/domain/properties.ts';\nexport const planted = properties;\n`;
    expect(plant('service/planted-violation.ts', source)).not.toContain('no-restricted-imports');
  });
});

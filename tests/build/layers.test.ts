/** The walls that the linter holds: a violation of each is planted beside a copy of its rules, and refused. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secondTier } from '../support/tier.ts';

const root = join(import.meta.dirname, '../..');
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'layers-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(scratch, '.oxlintrc.json'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Writes files where the linter's rules apply, and returns what it says of them. */
function plant(files: Readonly<Record<string, string>>): string {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), source);
  }
  const paths = Object.keys(files);
  return spawnSync(join(root, 'node_modules/.bin/oxlint'), paths, { cwd: scratch, encoding: 'utf8' }).stdout;
}

const importing = (name: string, from: string) =>
  `import { ${name} } from '${from}';\nexport const planted = ${name};\n`;

/** The places that may import one of what all of `electron` may not. */
const exceptions: Readonly<Record<string, string>> = {
  'electron/workspace/sample-service.ts': '**/service/**',
  'electron/cli/commands/serve.ts': '**/service/**',
  'electron/cli/commands/service/**': '**/service/**',
  'electron/desktop/desktop.ts': 'electron',
  'electron/desktop/window.ts': 'electron',
  'electron/desktop/preload.ts': 'electron',
  'electron/desktop/ipc.ts': 'electron',
  'electron/host/keychain.ts': 'keytar',
};

const ruleSchema = z.tuple([
  z.literal('error'),
  z.object({ patterns: z.array(z.object({ group: z.array(z.string()) })) }),
]);
const rulesSchema = z.object({
  overrides: z.array(z.object({ files: z.array(z.string()), rules: z.record(z.string(), z.unknown()) })),
});

/** The forbidden imports of every place of `electron` that the linter's settings name. */
function readForbidden(): ReadonlyMap<string, readonly string[]> {
  const { overrides } = rulesSchema.parse(JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')));
  const inElectron = overrides.filter(({ files }) => files.every((file) => file.startsWith('electron/')));
  return new Map(
    inElectron.flatMap(({ files, rules }) => {
      const [, { patterns }] = ruleSchema.parse(rules['no-restricted-imports']);
      return files.map((file) => [file, patterns.flatMap(({ group }) => group)] as const);
    }),
  );
}

describe('the import rules', secondTier, () => {
  it('repeat in every place of electron what all of it may not import, but for that place’s one exception', () => {
    const forbidden = readForbidden();
    const all = forbidden.get('electron/**') ?? [];
    expect(all).toContain('keytar');
    expect(forbidden.size).toBeGreaterThan(Object.keys(exceptions).length);
    for (const [place, names] of forbidden)
      expect([place, all.filter((name) => !names.includes(name))]).toEqual([
        place,
        place in exceptions ? [exceptions[place]] : [],
      ]);
  });

  it.each([
    ['src/domain', 'readFileSync', 'node:fs'],
    ['src/domain', 'api', '../contract/api.ts'],
    ['src/domain/reports/print', 'api', '../../../contract/api.ts'],
    ['src/domain', 'test', 'testing-library'],
    ['src/domain', 'zustand', 'zone.js'],
    ['src/contract', 'App', '../ui/App.tsx'],
    ['src/contract', 'useState', 'react'],
    ['src/ui', 'z', 'fastify'],
    ['src/ui', 'createApp', '../../electron/app/app.ts'],
    ['src/ui/screens/reports/table', 'createApp', '../../../../../electron/app/app.ts'],
    ['conformance', 'createService', '../service/server.ts'],
    ['conformance/rules', 'properties', '../../src/domain/properties.ts'],
    ['conformance', 'z', 'zod'],
    ['src/texts', 'z', 'zod'],
    ['src/texts/en', 'errorTexts', '#texts/errors.ts'],
    ['src/domain', 'refusals', '#service-texts/refusals.ts'],
    ['src/domain', 'errorTexts', '../texts/en/errors.ts'],
    ['src/contract', 'refusals', '#service-texts/refusals.ts'],
    ['src/contract', 'errorTexts', '../texts/en/errors.ts'],
    ['src/ui/screens', 'refusals', '#service-texts/refusals.ts'],
    ['src/ui/screens', 'overviewTexts', '../../texts/en/screens/overview.ts'],
    ['service', 'errorTexts', '#texts/errors.ts'],
    ['service', 'refusals', './texts/en/refusals.ts'],
    ['service/upstream', 'errorTexts', '#texts/errors.ts'],
    ['service/texts/en', 'z', 'zod'],
    ['service', 'parseDecimal', '../src/domain/decimal.ts'],
    ['electron', 'createService', '../service/server.ts'],
    ['electron', 'hosts', '../src/texts/en/hosts/hosts.ts'],
    ['electron', 'refusals', '#service-texts/refusals.ts'],
    ['electron/snapshot/report', 'errorTexts', '../../../src/texts/en/errors.ts'],
    ['electron/snapshot/report', 'refusals', '#service-texts/refusals.ts'],
    ['electron/cli/commands', 'createService', '../../../service/server.ts'],
    ['electron/app', 'createService', '../../service/server.ts'],
    ['electron/handlers', 'createService', '../../service/server.ts'],
    ['electron/handlers', 'keytar', 'keytar'],
    ['electron', 'keytar', 'keytar'],
    ['electron/workspace', 'keytar', 'keytar'],
    ['electron', 'app', 'electron'],
    ['electron/host', 'app', 'electron'],
    ['electron/client', 'openJournal', '../journal/journal.ts'],
    ['electron/client/quota', 'openJournal', '../../journal/journal.ts'],
    ['electron/client', 'openWorkspace', '../workspace/workspace.ts'],
    ['electron/snapshot', 'createApp', '../app/app.ts'],
    ['electron/snapshot/report', 'createClient', '../../client/client.ts'],
    ['electron/journal/tables', 'openSnapshot', '../../snapshot/snapshot.ts'],
    ['electron/journal', 'openWorkspace', '../workspace/workspace.ts'],
    ['electron/exports', 'openSnapshot', '../snapshot/snapshot.ts'],
    ['electron/sync', 'openSnapshot', '../snapshot/snapshot.ts'],
    ['electron/sync', 'createClient', '../client/client.ts'],
    ['electron/sync/phases', 'openJournal', '../../journal/journal.ts'],
    ['electron/workspace-file', 'dataHandlers', '../handlers/data.ts'],
    ['electron/workspace-file', 'createApp', '../app/app.ts'],
    ['electron/handlers', 'createApp', '../app/app.ts'],
    ['electron/handlers/shared', 'createApp', '../../app/app.ts'],
    ['electron/questions', 'reportHandlers', '../handlers/report.ts'],
    ['electron/questions/checks', 'checkHandlers', '../../handlers/checks.ts'],
    ['electron/questions', 'createApp', '../app/app.ts'],
    ['electron/questions', 'SyncScheduler', '../scheduler/sync-scheduler.ts'],
    ['electron/questions', 'saveWorkspace', '../workspace-file/save.ts'],
    ['electron/scheduler', 'syncHandlers', '../handlers/sync.ts'],
    ['electron/scheduler', 'createApp', '../app/app.ts'],
    ['electron/sync', 'SyncScheduler', '../scheduler/sync-scheduler.ts'],
    ['electron/sync', 'runReport', '../questions/report.ts'],
    ['electron/workspace-file', 'runReport', '../questions/report.ts'],
    ['electron/exports', 'createClient', '../client/client.ts'],
    ['electron/client', 'runSync', '../sync/run.ts'],
  ])('refuse a planted violation in %s: %s from %s', (folder, name, from) => {
    expect(plant({ [`${folder}/planted.ts`]: importing(name, from) })).toContain('no-restricted-imports');
  });

  it.each([
    ['electron/desktop/window.ts', 'createService', '../../service/server.ts'],
    ['electron/desktop/window.ts', 'hosts', '../../src/texts/en/hosts/hosts.ts'],
    ['electron/workspace/sample-service.ts', 'refusals', '#service-texts/refusals.ts'],
    ['electron/host/keychain.ts', 'app', 'electron'],
    ['electron/workspace/sample-service.ts', 'keytar', 'keytar'],
  ])('refuse what %s has no exception for: %s from %s', (path, name, from) => {
    expect(plant({ [path]: importing(name, from) })).toContain('no-restricted-imports');
  });

  it('refuse a circle, even one of types alone', () => {
    const circle = (type: string, other: string, from: string) =>
      `import type { ${other} } from './${from}.ts';\nexport interface ${type} {\n  readonly other?: ${other};\n}\n`;
    const said = plant({
      'src/domain/circle/one.ts': circle('One', 'Two', 'two'),
      'src/domain/circle/two.ts': circle('Two', 'One', 'one'),
    });
    expect(said).toContain('no-cycle');
  });

  it('allow what the layers allow', () => {
    const said = plant({
      'service/allowed.ts': importing('properties', '../src/domain/properties.ts'),
      'electron/workspace/sample-service.ts': importing('createService', '../../service/server.ts'),
      'src/domain/allowed.ts': importing('Temporal', 'temporal-polyfill'),
      'src/contract/allowed.ts': importing('z', 'zod'),
      'electron/desktop/window.ts': importing('BrowserWindow', 'electron'),
      'electron/host/keychain.ts': importing('getPassword', 'keytar'),
      ...Object.fromEntries(
        [
          'src/domain',
          'src/contract',
          'src/ui/screens',
          'electron/cli',
          'electron/snapshot',
          'electron/workspace-file',
        ].map((folder) => [`${folder}/said.ts`, importing('errorTexts', '#texts/errors.ts')]),
      ),
      'service/upstream/said.ts': importing('refusals', '#service-texts/refusals.ts'),
    });
    expect(said).not.toContain('no-restricted-imports');
  });
});

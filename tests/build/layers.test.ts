/** The walls that the linter holds: a violation of each is planted beside a copy of its rules, and refused. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'layers-'));
  for (const file of ['oxlint.config.ts', 'package.json']) copyFileSync(join(root, file), join(scratch, file));
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** Writes files where the linter's rules apply. @returns the rules that each of them breaks, by its path. */
function plant(files: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    writeFileSync(join(scratch, path), source);
  }
  const linter = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json', ...Object.keys(files)], {
    cwd: scratch,
    encoding: 'utf8',
  });
  const { diagnostics } = reportSchema.parse(JSON.parse(linter.stdout));
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([path, found]) => [path, new Set(found.map(({ code }) => code))]));
}

const RESTRICTED = 'eslint(no-restricted-imports)';

const importing = (name: string, from: string) =>
  `import { ${name} } from '${from}';\nexport const planted = ${name};\n`;

/** A folder or a file, and what it may not import. */
const violations = [
  ['src/domain', 'readFileSync', 'node:fs'],
  ['src/domain', 'test', 'testing-library'],
  ['src/domain', 'zustand', 'zone.js'],
  ['src/domain', 'api', '#contract/api.ts'],
  ['src/domain', 'App', '#ui/App.tsx'],
  ['src/domain', 'createApp', '#electron/app/app.ts'],
  ['src/domain', 'createService', '#service/server.ts'],
  ['src/domain', 'refusals', '#service-texts/service.ts'],
  ['src/domain', 'canSkip', '#tests/support/tier.ts'],
  ['src/domain', 'api', '../contract/api.ts'],
  ['src/domain', 'errorTexts', '../texts/en/errors.ts'],
  ['src/domain/reports', 'api', '../../contract/api.ts'],
  ['src/contract', 'App', '#ui/App.tsx'],
  ['src/contract', 'App', '../ui/App.tsx'],
  ['src/contract', 'createApp', '#electron/app/app.ts'],
  ['src/contract', 'refusals', '#service-texts/service.ts'],
  ['src/contract', 'useState', 'react'],
  ['src/ui', 'readFileSync', 'node:fs'],
  ['src/ui', 'app', 'electron'],
  ['src/ui', 'fastify', 'fastify'],
  ['src/ui', 'DuckDBInstance', '@duckdb/node-api'],
  ['src/ui/screens', 'createApp', '#electron/app/app.ts'],
  ['src/ui/screens', 'createService', '#service/server.ts'],
  ['src/ui/screens', 'refusals', '#service-texts/service.ts'],
  ['src/ui/screens', 'overviewTexts', '../../texts/en/screens/overview.ts'],
  ['src/ui/screens/reports/table', 'createApp', '../../../../../electron/app/app.ts'],
  ['src/texts', 'z', 'zod'],
  ['src/texts/en', 'api', '#contract/api.ts'],
  ['src/texts/en', 'plural', '#texts/counts.ts'],
  ['src/texts/en', 'decimal', '../../domain/decimal.ts'],
  ['src/texts/en/screens', 'api', '../../../contract/api.ts'],
  ['service/texts/en', 'z', 'zod'],
  ['service', 'errorTexts', '#texts/errors.ts'],
  ['service', 'refusals', './texts/en/service.ts'],
  ['service', 'parseDecimal', '#domain/decimal.ts'],
  ['service', 'names', '#domain/property.ts'],
  ['service', 'names', '#domain/properties/names.ts'],
  ['service', 'properties', '../src/domain/properties.ts'],
  ['service', 'api', '#contract/api.ts'],
  ['service/upstream', 'createApp', '#electron/app/app.ts'],
  ['service', 'keytar', 'keytar'],
  ['service', 'runSuite', '#conformance/suite.ts'],
  ['service', 'runSuite', './conformance/suite.ts'],
  ['service/upstream', 'runSuite', '../conformance/suite.ts'],
  ['service/conformance', 'z', 'zod'],
  ['service/conformance', 'createService', '#service/server.ts'],
  ['service/conformance', 'createService', '../server.ts'],
  ['service/conformance/rules', 'createService', '../../server.ts'],
  ['service/conformance/rules', 'errorTexts', '#texts/errors.ts'],
  ['service/conformance/rules', 'properties', '#domain/properties.ts'],
  ['electron', 'createService', '#service/server.ts'],
  ['electron', 'createService', '../service/server.ts'],
  ['electron', 'hosts', '../src/texts/en/hosts/hosts.ts'],
  ['electron', 'refusals', '#service-texts/service.ts'],
  ['electron', 'App', '#ui/App.tsx'],
  ['electron', 'keytar', 'keytar'],
  ['electron', 'app', 'electron'],
  ['electron/host', 'app', 'electron'],
  ['electron/features', 'keytar', 'keytar'],
  ['electron/features/workspace-file', 'AsyncEntry', '@napi-rs/keyring'],
  ['service', 'AsyncEntry', '@napi-rs/keyring'],
  ['src/ui', 'AsyncEntry', '@napi-rs/keyring'],
  ['electron/snapshot/report', 'errorTexts', '../../../src/texts/en/errors.ts'],
  ['electron/cli/commands', 'createService', '#service/server.ts'],
  ...['host', 'client', 'snapshot', 'journal', 'sync', 'exports', 'workspace'].flatMap((part) => [
    [`electron/${part}`, 'saveWorkspace', '#electron/features/workspace-file/save.ts'],
    [`electron/${part}`, 'runReport', '#electron/features/reports.ts'],
    [`electron/${part}`, 'SyncScheduler', '#electron/features/sync-scheduler.ts'],
    [`electron/${part}/room`, 'workspaceHandlers', '#electron/features/workspaces.ts'],
    [`electron/${part}`, 'writeExport', '#electron/features/exports/write.ts'],
    [`electron/${part}`, 'exportHandlers', '#electron/features/exports/handlers.ts'],
    [`electron/${part}`, 'createApp', '#electron/app/app.ts'],
    [`electron/${part}`, 'createApp', '../app/app.ts'],
  ]),
  ...['features'].flatMap((feature) => [
    [`electron/${feature}`, 'createApp', '#electron/app/app.ts'],
    [`electron/${feature}/room`, 'startBrowser', '#electron/browser/browser.ts'],
    [`electron/${feature}`, 'report', '#electron/cli/commands/report.ts'],
    [`electron/${feature}`, 'openDesktop', '#electron/desktop/desktop.ts'],
    [`electron/${feature}`, 'openSnapshot', '../snapshot/snapshot.ts'],
  ]),
  ['tests/domain', 'canSkip', '../../../tests/support/tier.ts'],

  ['electron/desktop/window.ts', 'createService', '#service/server.ts'],
  ['electron/desktop/window.ts', 'keytar', 'keytar'],
  ['electron/desktop/window.ts', 'hosts', '../../src/texts/en/hosts/hosts.ts'],
  ['electron/workspace/connection.ts', 'refusals', '#service-texts/service.ts'],
  ['electron/workspace/connection.ts', 'keytar', 'keytar'],
  ['electron/host/keychain.ts', 'app', 'electron'],
  ['electron/host/keychain.ts', 'createApp', '#electron/app/app.ts'],
].map(([place = '', name = '', from = ''], at) => ({
  path: place.endsWith('.ts') ? place : `${place}/planted-${at}.ts`,
  name,
  from,
}));

describe('the import rules', () => {
  it('refuse each planted violation', () => {
    // A file that has exceptions is planted several times: each in a run of its own.
    const runs = Map.groupBy(
      violations,
      ({ path }, at) => violations.slice(0, at).filter((other) => other.path === path).length,
    );
    for (const [, run] of runs) {
      const broken = plant(Object.fromEntries(run.map(({ path, name, from }) => [path, importing(name, from)])));
      expect(run.filter(({ path }) => !broken.get(path)?.has(RESTRICTED))).toEqual([]);
    }
  });

  it.each([
    ['a neighbour', './two.ts', './one.ts'],
    ['a subpath', '#domain/circle/two.ts', '#domain/circle/one.ts'],
  ])('refuse a circle by the name of %s, even one of types alone', (_, two, one) => {
    const circle = (type: string, other: string, from: string) =>
      `import type { ${other} } from '${from}';\nexport interface ${type} {\n  readonly other?: ${other};\n}\n`;
    const said = plant({
      'src/domain/circle/one.ts': circle('One', 'Two', two),
      'src/domain/circle/two.ts': circle('Two', 'One', one),
    });
    expect([...said.values()].flatMap((rules) => [...rules])).toContain('import(no-cycle)');
  });

  it('allow what the layers allow', () => {
    const said = plant({
      'service/allowed.ts': importing('properties', '#domain/properties.ts'),
      'service/upstream/said.ts': importing('refusals', '#service-texts/service.ts'),
      'src/texts/en/screens/allowed.ts': importing('plural', '../counts.ts'),
      'src/texts/en/screens/people/allowed.ts': importing('plural', '../../counts.ts'),
      'service/conformance/rules/allowed.ts': importing('readFileSync', 'node:fs'),
      'service/conformance/rules/wire.ts': importing('Client', '../client.ts'),
      'src/domain/allowed.ts': importing('Temporal', 'temporal-polyfill'),
      'src/domain/zod.ts': importing('z', 'zod'),
      'src/contract/allowed.ts': importing('z', 'zod'),
      'src/ui/sync/allowed.ts': importing('api', '#contract/api.ts'),
      'src/ui/shell/allowed.ts': importing('view', '../sync/view.ts'),
      'electron/workspace/connection.ts': importing('createService', '#service/server.ts'),
      'electron/cli/commands/service-allowed.ts': importing('createService', '#service/server.ts'),
      'electron/desktop/window.ts': importing('BrowserWindow', 'electron'),
      'electron/host/keychain.ts':
        importing('getPassword', 'keytar') + importing('AsyncEntry', '@napi-rs/keyring').replaceAll('planted', 'other'),
      'electron/sync/allowed.ts': importing('openSnapshot', '#electron/snapshot/snapshot.ts'),
      'electron/features/exports/allowed.ts': importing('runReport', '#electron/features/reports.ts'),
      'electron/app/allowed.ts': importing('workspaceHandlers', '#electron/features/workspaces.ts'),
      ...Object.fromEntries(
        ['src/domain', 'src/contract', 'src/ui/screens', 'electron/cli', 'electron/snapshot'].map((folder) => [
          `${folder}/said.ts`,
          importing('errorTexts', '#texts/errors.ts'),
        ]),
      ),
    });
    expect([...said].filter(([, rules]) => rules.has(RESTRICTED))).toEqual([]);
  });
});

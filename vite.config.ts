/** One file bundles everything (Node hosts, preload, ui) and configures the unit and integration tests. */
import { builtinModules } from 'node:module';
import { readFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BuiltStamp } from './build/built-stamp.ts';
import { sbom } from './build/sbom.ts';
import { DEFAULT_LANGUAGE, readSeams } from './build/texts/language.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const manifest = JSON.parse(readFileSync(here('package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const builtins = builtinModules.flatMap((name) => [name, `node:${name}`]);
/** Plain JavaScript in a hundred files each: reading them one by one takes longer than what a command does, and most of it is never used. */
const bundled = new Set(['zod', 'temporal-polyfill', 'csv-parse', 'cockatiel', 'prom-client', 'fastify', 'undici']);
/** Loaded from node_modules at run time: native parts, and what gains nothing from being bundled. */
const installed = [...Object.keys(manifest.dependencies).filter((name) => !bundled.has(name)), 'keytar'];
const external = [
  'electron',
  'node:sqlite',
  ...builtins,
  ...installed,
  ...installed.map((name) => new RegExp(`^${name}/`)),
];

/** English without it. Another language is built beside it, into .build/LANGUAGE/out. */
const language = process.env['TEXTS_LANGUAGE'] ?? DEFAULT_LANGUAGE;
/** What `npm run release` builds says its version and its day, and is built beside what people run from here. */
const { RELEASE_VERSION: releaseVersion, RELEASE_DAY: releaseDay = '', RELEASES_PAGE: releasesPage = '' } = process.env;
const plainOut = releaseVersion === undefined ? 'out' : 'release/out';
const out = language === DEFAULT_LANGUAGE ? plainOut : `.build/${language}/out`;
if (language === 'pseudo') (await import('./build/texts/pseudo.ts')).writePseudoTexts(here('.'));
const texts = readSeams(here('.'), language).map(({ prefix, folder }) => ({
  find: new RegExp(`^${prefix}`),
  replacement: here(folder),
}));

/** The optional packages are keytar and, of each platform, Node itself. What a release loads is listed once it is installed for its target. */
const loaded = releaseVersion === undefined ? [...installed, ...Object.keys(manifest.optionalDependencies)] : [];
const contents = sbom(here('.').replace(/\/$/, ''), loaded, out);

/** Only after everything is built: until then a running program may still load what it was built with. */
async function removeStale(before: readonly string[], began: number): Promise<void> {
  for (const name of before) {
    const path = here(`${out}/chunks/${name}`);
    if ((await stat(path)).mtimeMs < began - 1000) await rm(path);
  }
}

/** The hosts' Node has no Temporal yet, browsers do. */
const browserTemporal: Plugin = {
  name: 'browser-temporal',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: (id) => (id === 'temporal-polyfill' ? here('src/ui/temporal.ts') : undefined),
};

/** What the page never uses and could not be left out otherwise: zod's way to JSON Schema, and parts that hang on components of Mantine. */
const unusedParts =
  /^.*(?:\.processJSONSchema =|JSONSchemaMethod\().*$|^(?:Menu|Popover|Tooltip)\.(?:Search|Sub|CheckboxItem|CheckboxGroup|RadioItem|RadioGroup|ContextMenu|Floating|Group) = .*$/gm;
const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: {
      id: /zod\/v4\/classic\/schemas\.js$|@mantine\/core\/esm\/components\/(?:Menu|Popover|Tooltip)\/\w+\.mjs$/,
    },
    handler: (code) => ({ code: code.replaceAll(unusedParts, ''), map: null }),
  },
};

/** What a test waits for comes at once or not at all: only a machine that does much else needs so long. */
const POLL_MS = 60_000;
const TEST_MS = 120_000;

/**
 * One process runs file after file: loading the sources anew for each took most of the time of half of them. No test may leave anything
 * behind for the next, neither in a module nor in the process: docs/topics/testing.md.
 */
const sharedProcess = { isolate: false, restoreMocks: true, unstubEnvs: true, unstubGlobals: true } as const;

/** Unit tests that fill stores, set pages, read megabytes, make the sample or compile a copy of the tree: a fifth of the tests, and most of their time. */
const longUnitTests = [
  'tests/electron/client/wire/{answers,json}.test.ts',
  'tests/electron/exports/formats/{html,pdf}.test.ts',
  'tests/electron/{features,snapshot}/**/*.test.ts',
  'tests/electron/exports/export-thread*.test.ts',
  'tests/electron/sync/{run,run.*}.test.ts',
  'tests/electron/journal/journal.rot.test.ts',
  'tests/service/{sample,sample/**/*,store/**/*}.test.ts',
  'tests/build/recipes.test.ts',
  'tests/build/texts/*.test.ts',
  'tests/conformance/**/*.test.ts',
  'tests/proving/**/*.test.ts',
];

export default defineConfig({
  define: {
    __APP_VERSION__: JSON.stringify(releaseVersion ?? manifest.version),
    __RELEASE_DAY__: JSON.stringify(releaseDay),
    __RELEASES_PAGE__: JSON.stringify(releasesPage),
  },
  builder: {
    async buildApp(builder) {
      const stamp = releaseVersion === undefined ? new BuiltStamp(here('.'), here(out)) : undefined;
      if (stamp?.isCurrent()) {
        // Vite would build them all where none was built.
        for (const environment of Object.values(builder.environments)) environment.isBuilt = true;
        return;
      }
      stamp?.remove();
      // The chunks are the node build's alone and are named by their content: those of earlier builds would stay for ever.
      const before = await readdir(here(`${out}/chunks`)).catch(() => []);
      const began = Date.now();
      for (const name of ['client', 'node', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      await removeStale(before, began);
      // So would what Node keeps compiled of them (electron/host/runtime-check.ts).
      if (out === 'out')
        await rm(here('node_modules/.cache/node-compiled'), { recursive: true, force: true, maxRetries: 5 });
      contents.write();
      stamp?.write();
    },
  },
  environments: {
    client: {
      build: {
        outDir: here(`${out}/ui`),
        emptyOutDir: true,
        // One style sheet, in the order in which its parts are imported: a chunk's own would be applied over those of chunks before.
        cssCodeSplit: false,
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: here('src/ui/index.html'),
          output: { codeSplitting: { groups: [{ name: 'styles', test: /\.css$/ }] } },
        },
      },
    },
    node: {
      consumer: 'server',
      resolve: { builtins, noExternal: true, external: installed },
      build: {
        outDir: here(out),
        emptyOutDir: false,
        target: 'node24',
        // A third less to install and to read; a checkout has maps.
        minify: true,
        sourcemap: releaseVersion === undefined,
        rolldownOptions: {
          input: {
            main: here('electron/main.ts'),
            browser: here('electron/browser.ts'),
            cli: here('electron/cli.ts'),
            'pdf-worker': here('electron/exports/formats/pdf/worker.ts'),
            'workbook-thread': here('electron/cli/workbook-thread.ts'),
            'export-thread': here('electron/exports/export-thread-worker.ts'),
            'service-store-thread': here('service/store/sqlite/thread.ts'),
          },
          external,
          output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: here(out),
        emptyOutDir: false,
        minify: false,
        rolldownOptions: {
          input: { preload: here('electron/desktop/preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
  resolve: { alias: texts },
  root: here('src/ui'),
  base: '/',
  plugins: [react(), browserTemporal, withoutUnusedParts, contents],
  test: {
    root: here('.'),
    tags: [
      {
        name: 'long',
        description: 'The second tier, which only `npm run test:all` runs: docs/topics/testing.md has the rule.',
      },
    ],
    // Vitest would leave one core to whoever watches.
    maxWorkers: availableParallelism(),
    // A tenth of the tests' time went to collecting what lives for a moment, in room that grows only by degrees.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: POLL_MS } },
    // `npm test` names what passed at the second attempt.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          ...sharedProcess,
          name: 'unit',
          include: ['tests/{domain,contract,texts,electron,service,conformance,ui,build}/**/*.test.{ts,tsx}'],
          exclude: longUnitTests,
          setupFiles: ['tests/support/fixed-seed.ts', 'tests/support/no-stubs-left.ts', 'tests/support/in-memory.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...sharedProcess,
          name: 'unit-long',
          include: longUnitTests,
          setupFiles: [
            'tests/support/fixed-seed.ts',
            'tests/support/no-stubs-left.ts',
            'tests/support/in-memory.ts',
            'tests/support/one-thread.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...sharedProcess,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          setupFiles: ['tests/support/fixed-seed.ts', 'tests/support/no-stubs-left.ts', 'tests/support/one-thread.ts'],
        },
      },
    ],
  },
});

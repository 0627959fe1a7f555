/**
 * End-to-end tests: one suite over both hosts with a page. `ELECTRON_BIN` runs the desktop half in a real Electron, in what was packed of one,
 * or in what was packed of the stub, which is no Electron and is named so.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { runsAll } from './tests/e2e/support/tier.ts';
import type { HostOptions } from './tests/e2e/support/test.ts';

const { CI, ELECTRON_BIN } = process.env;
const packed = ELECTRON_BIN && existsSync(join(dirname(ELECTRON_BIN), 'stub')) ? 'desktop-stub' : 'desktop';
const desktop = ELECTRON_BIN ? packed : 'desktop-stand-in';

/** Of what both hosts can show, the desktop shows in the first tier the smoke path, beside what it has alone. */
const desktopInFirstTier = /\bdesktop\/|@smoke/;

export default defineConfig<HostOptions>({
  testDir: 'tests/e2e',
  // One more test at once than there are cores: each waits for two fifths of its time, for a service, a look or a step of its page.
  workers: Math.min(4, availableParallelism() + 1),
  fullyParallel: true,
  // `npm test` names what passed at the second attempt.
  retries: CI ? 1 : 0,
  // A missing part is told after this long, or after the time of an action; a whole test may take minutes on a machine that does much else.
  timeout: 180_000,
  expect: { timeout: CI ? 60_000 : 20_000 },
  forbidOnly: true,
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    { name: 'prepare', testMatch: /\/prepare\/.*\.spec\.ts$/ },
    {
      name: desktop,
      testMatch: /\/(shared|desktop)\/.*\.spec\.ts$/,
      dependencies: ['prepare'],
      // A real Electron brings its own Chromium: there the page is asked again. What only the stand-in can be asked it is not.
      grepInvert: desktop === 'desktop' ? /@stand-in/ : /@page/,
      // Each worker starts a program and its page: in the first tier one serves these few tests.
      ...(!runsAll && { grep: desktopInFirstTier, workers: 1 }),
      use: { hostKind: 'desktop' },
    },
    {
      name: 'browser',
      testMatch: /\/(shared|browser)\/.*\.spec\.ts$/,
      dependencies: ['prepare'],
      use: { hostKind: 'browser' },
    },
  ],
});

/** End-to-end tests: one suite over both hosts with a page. `ELECTRON_BIN` runs the desktop half in a real Electron. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import type { HostOptions } from './tests/e2e/support/test.ts';

const desktop = process.env['ELECTRON_BIN'] ? 'desktop' : 'desktop-stand-in';

export default defineConfig<HostOptions>({
  testDir: 'tests/e2e',
  // As many tests at once as there are cores, each with its own host and data folder: one more made all of them slower.
  workers: Math.min(4, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  // Generous: only what fails waits for so long, and a machine may do much else beside.
  timeout: 300_000,
  expect: { timeout: 60_000 },
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
      grepInvert: desktop === 'desktop-stand-in' ? /@page/ : /@stand-in/,
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

/** Where the end-to-end tests find the built program and put what they leave for people to look at. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');
export const results = join(root, 'test-results');
export const screenshots = join(results, 'screenshots');

/** A data directory with the whole sample, filled once; tests get copies of it. */
export const preparedData = join(results, 'prepared-data');

/** The day the sample ends: figures do not depend on when the tests run. */
export const SAMPLE_AS_OF = '2026-11-20';

/** A host over an empty folder opens the workspace that the test connects, and neither makes nor downloads the sample before. */
export const ownWorkspace = ['--workspace', 'default'];

export const chromiumPath = process.env['CHROMIUM_BIN'] ?? '/usr/bin/chromium';

const debianShell = '/usr/lib/chromium/chromium-headless-shell';

/**
 * Chromium's engine without the browser around it, as Electron has it: a page costs half as much there. Where it is not installed, the whole
 * browser does the same. Debian's command for it is a script that would outlive what ends it: this is the program itself.
 */
export const shellPath =
  process.env['CHROMIUM_SHELL_BIN'] ??
  process.env['CHROMIUM_BIN'] ??
  (existsSync(debianShell) ? debianShell : chromiumPath);

/** Chromium's own sandbox refuses to run as root. */
export const chromiumArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The stand-in's exit code where Chromium ended by itself: it tells nothing about the app. */
export const CHROMIUM_ENDED = 70;

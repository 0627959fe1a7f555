/** How long a page is waited for: only what is missing takes so long, so that a test that fails says so soon. */
import type { BrowserContext } from 'playwright/test';

/** A click, a key or a text in a field, on a machine that does much else. */
const ACTION_MS = process.env['CI'] ? 45_000 : 15_000;

/** The program's first page also waits for its process. */
const NAVIGATION_MS = 45_000;

export function boundWaits(context: BrowserContext): void {
  context.setDefaultTimeout(ACTION_MS);
  context.setDefaultNavigationTimeout(NAVIGATION_MS);
}

/** Opens capsules in the real browser, from disk and without a network, and tells what they say of themselves. */
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../../e2e/support/places.ts';

export interface CapsuleBrowser {
  readonly page: Page;
  /** Every address that was asked for but the files themselves. */
  readonly asked: readonly string[];
  /** Writes a file and opens it, until it has made up its mind. */
  open(path: string, content: string | Uint8Array): Promise<void>;
  /** `unchecked`: its script never ran, the page is as it was written. */
  state(): Promise<'untouched' | 'changed' | 'unchecked'>;
  /** Whether what is seen is red and says why. */
  isRed(): Promise<boolean>;
  close(): Promise<void>;
}

export async function openCapsuleBrowser(options: Parameters<Browser['newContext']>[0] = {}): Promise<CapsuleBrowser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || !request.url().startsWith('file:')) asked.push(request.url());
  });
  return {
    page,
    asked,
    async open(path, content) {
      await writeFile(path, content);
      await page.goto(pathToFileURL(path).href);
      await page.waitForFunction(() => {
        const state = document.documentElement.getAttribute('data-state');
        return document.readyState === 'complete' && state !== 'checking';
      });
    },
    state: () =>
      page.evaluate(() => {
        const state = document.documentElement.getAttribute('data-state');
        return state === 'untouched' || state === 'changed' ? state : 'unchecked';
      }),
    isRed: () =>
      page.evaluate(() => {
        const isGround = getComputedStyle(document.body).backgroundColor === 'rgb(179, 38, 30)';
        // The changed byte may be in one of these sentences, which all say it.
        const says = /Not verified|do not rely on this file|is not the one that was sealed/i;
        return isGround && says.test(document.body.textContent);
      }),
    close: () => browser.close(),
  };
}

/** A copy with one byte changed. @param mask not 0 */
export function flip(content: Uint8Array, at: number, mask: number): Uint8Array {
  const changed = Uint8Array.from(content);
  changed[at] = (changed[at] ?? 0) ^ mask;
  return changed;
}

/** Opens exported pages in the real browser as a mail program would: from disk, without a network, scripts switched off. */
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';

export interface PageBrowser {
  readonly page: Page;
  /** Every address that was asked for but the files themselves. */
  readonly asked: readonly string[];
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPageBrowser(options: Parameters<Browser['newContext']>[0] = {}): Promise<PageBrowser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || !request.url().startsWith('file:')) asked.push(request.url());
  });
  return {
    page,
    asked,
    open: async (path) => void (await page.goto(pathToFileURL(path).href)),
    close: () => browser.close(),
  };
}

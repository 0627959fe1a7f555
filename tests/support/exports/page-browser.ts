/** Opens exported pages in the real browser as a mail program would: from disk, without a network, scripts switched off. */
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';

type Options = NonNullable<Parameters<Browser['newContext']>[0]>;

export interface PageBrowser {
  readonly page: Page;
  /** Every address that was asked for but the files themselves. */
  readonly asked: readonly string[];
  open(path: string): Promise<void>;
  /** Opens a page with other options in the same program, which is closed with it. */
  openAnother(options: Options): Promise<Omit<PageBrowser, 'openAnother' | 'close'>>;
  close(): Promise<void>;
}

export async function openPageBrowser(options: Options = {}): Promise<PageBrowser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
  return {
    ...(await openPage(browser, options)),
    openAnother: (others) => openPage(browser, others),
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, options: Options) {
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.isNavigationRequest() || !request.url().startsWith('file:')) asked.push(request.url());
  });
  return {
    page,
    asked,
    open: async (path: string) => void (await page.goto(pathToFileURL(path).href)),
  };
}

/** What a browser lets other pages do with the app's. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright/test';
import { chromiumArgs, chromiumPath } from '../support/places.ts';
import type { ReadingHost } from '../support/reading.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

// It is asked of a whole browser, which is started once: the tests of this file follow each other.
test.use({ openedIn: 'whole' });
test.describe.configure({ mode: 'default' });

const secretOf = ({ page }: ReadingHost) => page.evaluate(() => sessionStorage.getItem('timelog-session') ?? '');

/** The server of another page. */
async function foreignPage(html: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('another page in the same browser is refused, even if it knew the secret', async ({ reading }) => {
  const foreign = await foreignPage('<h1>foreign</h1>');
  const page = await reading.page.context().newPage();
  await page.goto(foreign.url);
  const outcome = await page.evaluate(
    async ([origin, secret]) => {
      const tried = (init: RequestInit) =>
        fetch(`${origin}/api/call`, { method: 'POST', body: '{"method":"app.info","input":{}}', ...init }).then(
          (response) => response.status || response.type,
          () => 'failed',
        );
      return {
        asked: await tried({ headers: { 'content-type': 'application/json', 'x-timelog-session': secret ?? '' } }),
        blind: await tried({ mode: 'no-cors' }),
      };
    },
    [reading.server?.origin, await secretOf(reading)],
  );
  expect(outcome).toEqual({ asked: 'failed', blind: expect.stringMatching(/failed|opaque/) });
  foreign.close();
});

test('another page cannot show the app in a frame', async ({ reading }) => {
  const foreign = await foreignPage(`<iframe src="${reading.server?.origin}/"></iframe>`);
  const page = await reading.page.context().newPage();
  await page.goto(foreign.url);
  const [frame] = page.frames().filter((each) => each !== page.mainFrame());
  // What Chromium shows in the place of a page that may not be framed.
  await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/');
  foreign.close();
});

test('a foreign name that resolves to this computer reaches nothing', long, async ({ host }) => {
  const { port } = new URL(host.server?.origin ?? '');
  const args = [...chromiumArgs, '--host-resolver-rules=MAP evil.test 127.0.0.1'];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  const page = await browser.newPage();
  // Chromium's word for a refusal without a body.
  await expect(page.goto(`http://evil.test:${port}/`)).rejects.toThrow('ERR_HTTP_RESPONSE_CODE_FAILURE');
  expect(await page.locator('#root').count()).toBe(0);
  await browser.close();
});

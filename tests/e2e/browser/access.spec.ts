import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium } from 'playwright/test';
import { run } from '#tests/support/hosts/terminal.ts';
import type { ReadingHost } from '../support/reading.ts';
import { chromiumArgs, chromiumPath } from '../support/places.ts';
import { long, runsAll } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

// What a browser lets other pages do is asked of a whole one.
test.use({ openedIn: 'whole' });

const secretOf = ({ page }: ReadingHost) => page.evaluate(() => sessionStorage.getItem('timelog-session') ?? '');

/** The server of another page. */
async function foreignPage(html: string) {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('exactly one address is printed, of this computer alone', async ({ reading }) => {
  expect(reading.server?.printed().stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
  expect(reading.server?.printed().stderr).not.toContain('token=');
});

test('the token leaves the address, and a reload keeps the page open', async ({ reading }) => {
  expect(reading.page.url()).not.toContain('token');
  await reading.page.reload();
  expect((await reading.call('app.info', {})).ok).toBe(true);
});

test('the used address opens nothing in another tab', async ({ reading }) => {
  const other = await reading.page.context().newPage();
  const answer = other.waitForResponse('**/api/session');
  await other.goto(reading.server?.address ?? '');
  expect((await answer).status()).toBe(401);
  expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
});

test('the token is in no argument list and no file once it was used', async ({
  reading: { server, dataDirectory },
}) => {
  const token = new URL(server?.address ?? '').searchParams.get('token') ?? '';
  const pid = server?.process.pid;
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(token);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(token);
  expect(existsSync(join(dataDirectory, 'open.html'))).toBe(false);
});

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

for (const [signal, options] of [
  ['SIGINT', {}],
  ['SIGTERM', long],
] as const) {
  test(`${signal} ends it cleanly, and its data opens again`, options, async ({ start, dataDirectory }) => {
    const first = await start({ dataDirectory });
    expect(await first.server?.stop(signal)).toBe(0);
    await expect(fetch(`${first.server?.origin}/`)).rejects.toThrow();
    const again = await run(['status', '--workspace', 'sample', '--data-dir', dataDirectory]);
    expect(again.code, again.stderr).toBe(0);
    if (!runsAll) return;
    // What only this host would leave behind, the terminal does not meet.
    const host = await start({ dataDirectory });
    expect((await host.call('app.info', {})).ok).toBe(true);
  });
}

test('a second program on the same data says so in one sentence', long, async ({ changing, start }) => {
  const { dataDirectory } = changing;
  await expect(start({ dataDirectory })).rejects.toThrow(/ended with 1 [^\n]*has this workspace open[^\n]*\n$/);
  expect((await changing.call('app.info', {})).ok).toBe(true);
});

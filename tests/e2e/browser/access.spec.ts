import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#tests/support/hosts/terminal.ts';
import { long, runsAll } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

test('exactly one address is printed, of this computer alone', async ({ reading }) => {
  expect(reading.server?.printed().stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/);
  expect(reading.server?.printed().stderr).not.toContain('token=');
});

test('the token leaves the address, and a reload keeps the page open', async ({ start, dataDirectory }) => {
  // A host of its own: the page of a shared one has been led to other addresses.
  const { page, call } = await start({ dataDirectory });
  await expect(page).not.toHaveURL(/token/);
  await page.reload();
  expect((await call('app.info', {})).ok).toBe(true);
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

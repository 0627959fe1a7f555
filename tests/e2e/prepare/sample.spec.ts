import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import type { Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { exchangeToken, startBrowserHost } from '../support/browser-process.ts';
import { chromiumPath, preparedData, root, SAMPLE_AS_OF, screenshots } from '../support/places.ts';

test('the parts of the end-to-end tests are here', () => {
  for (const needed of [chromiumPath, join(root, 'out/main.js'), join(root, 'out/ui/index.html')]) {
    expect(existsSync(needed), `${needed} is there`).toBe(true);
  }
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
});

/** Every other test works on a copy of what this one leaves. */
test('a first start downloads the whole sample by itself', async () => {
  test.slow();
  rmSync(preparedData, { recursive: true, force: true });
  const host = await startBrowserHost(['--data-dir', preparedData, '--sample-as-of', SAMPLE_AS_OF, '--no-open']);
  const headers = await exchangeToken(host.address);
  const syncState = async () => {
    const body = JSON.stringify({ method: 'sync.state', input: {} });
    const response = await fetch(`${host.origin}/api/call`, { method: 'POST', headers, body });
    return (await response.json()) as Result<Output<'sync.state'>>;
  };
  // A connection that was kept may be closed just as it is used again: such a question is asked once more.
  const stateOrNone = () => syncState().catch(() => undefined);
  // A minute where the machine is quiet; a busy one was seen to take more than four.
  await expect
    .poll(stateOrNone, { timeout: 480_000 })
    .toMatchObject({ ok: true, value: { last: { status: 'complete' } } });
  expect(await host.stop()).toBe(0);
});

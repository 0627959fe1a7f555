/** Runs once before all tests: downloads the sample into a data directory that each test gets a copy of. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exchangeToken, startBrowserHost } from './browser-process.ts';
import { chromiumPath, preparedData, root, SAMPLE_AS_OF, screenshots } from './places.ts';

const WAIT_MS = 120_000;

interface SyncState {
  readonly ok: boolean;
  readonly value?: { readonly running: boolean; readonly last: { readonly status: string } | null };
}

async function prepare(): Promise<void> {
  for (const needed of [chromiumPath, join(root, 'out/main.js'), join(root, 'out/ui/index.html')]) {
    if (!existsSync(needed)) throw new Error(`${needed} is missing: the end-to-end tests cannot run`);
  }
  rmSync(preparedData, { recursive: true, force: true });
  rmSync(screenshots, { recursive: true, force: true });
  mkdirSync(screenshots, { recursive: true });
  const host = await startBrowserHost([
    '--data-dir',
    preparedData,
    '--workspace',
    'sample',
    '--sample-as-of',
    SAMPLE_AS_OF,
    '--no-open',
  ]);
  const headers = await exchangeToken(host.address);
  const ask = async () => {
    const body = JSON.stringify({ method: 'sync.state', input: {} });
    const response = await fetch(`${host.origin}/api/call`, { method: 'POST', headers, body });
    return (await response.json()) as SyncState;
  };
  const until = Date.now() + WAIT_MS;
  let state = await ask();
  while (state.value?.last?.status !== 'complete') {
    if (Date.now() > until) throw new Error(`The sample was not downloaded: ${JSON.stringify(state)}`);
    await pause(200);
    state = await ask();
  }
  await host.stop();
}

// Playwright calls the default export.
// oxlint-disable-next-line import/no-default-export
export default prepare;

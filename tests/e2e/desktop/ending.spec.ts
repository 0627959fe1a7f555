/** The program is told to end while it opens: it ends as always, and leaves its data whole, which the terminal opens without a window. */
import { once } from 'node:events';
import type { ElectronApplication } from 'playwright/test';
import { run } from '#tests/support/hosts/terminal.ts';
import { launchElectron } from '../support/desktop-app.ts';
import { CHROMIUM_ENDED, ownWorkspace } from '../support/places.ts';
import { long, runsAll } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

type Moment = (electron: ElectronApplication) => Promise<unknown>;

/** @returns its exit code, its signal, and what it said meanwhile */
async function startAndEnd(args: readonly string[], wait: Moment): Promise<[unknown, unknown, string]> {
  const electron = await launchElectron(args);
  const said: string[] = [];
  electron.process().stderr?.on('data', (text: unknown) => said.push(String(text)));
  const ended = once(electron.process(), 'exit');
  await wait(electron).catch(() => undefined);
  void electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
  const [code, signal] = await ended;
  // On a busy machine Debian's Chromium sometimes ends as it starts.
  return code === CHROMIUM_ENDED ? startAndEnd(args, wait) : [code, signal, said.join('')];
}

for (const [moment, wait, options] of [
  ['before its stores are open', () => Promise.resolve(), {}],
  ['while its page loads', (electron) => electron.waitForEvent('window'), long],
] satisfies [string, Moment, object][]) {
  test(`told to end ${moment}, it ends without a fault`, options, async ({ emptyDirectory, start }) => {
    const args = ['--data-dir', emptyDirectory, ...ownWorkspace];
    const [code, signal, said] = await startAndEnd(args, wait);
    expect([code, signal], said).toEqual([0, null]);
    const again = await run(['status', '--data-dir', emptyDirectory, ...ownWorkspace]);
    expect(again.code, again.stderr).toBe(0);
    if (!runsAll) return;
    // A lock that only a window has, the terminal does not meet.
    const host = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
    expect((await host.call('app.info', {})).ok).toBe(true);
    await host.stop();
  });
}

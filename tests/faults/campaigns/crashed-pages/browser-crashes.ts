/** The browser host with a real page that is crashed, killed or closed in the middle of the sync it asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import type { Result } from '#contract/errors.ts';
import { startBrowserHost } from '#tests/e2e/support/browser-process.ts';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import {
  findWrongFigures,
  findWrongStore,
  measured,
  moveOn,
  requestsSince,
  startMovingService,
} from './moving-service.ts';
import { findWrongSecond } from './second-program.ts';

export const endings = ['a crash', 'SIGKILL', 'closing'] as const;

/** How often a second program is started on the same data. */
const SECOND_EVERY = 10;
const PATIENCE_MS = 120_000;

interface State {
  readonly running: boolean;
  readonly last: { readonly status: string } | null;
}

interface Talk {
  call<T>(method: string, input?: unknown): Promise<T>;
}

export interface Crashed {
  /** A line each. */
  readonly wrong: readonly string[];
  /** In how many runs the sync was still under way when its page was gone. */
  readonly midway: number;
}

/** @param count pages. */
export async function crashPages(count: number, seed: number, tell: (line: string) => void): Promise<Crashed> {
  const data = mkdtempSync(join(tmpdir(), 'crashed-pages-'));
  const service = await startMovingService(seed);
  const host = await startBrowserHost(['--no-open', '--data-dir', data, '--workspace', 'default'], {
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] });
  const wrong: string[] = [];
  let midway = 0;
  try {
    const context = await browser.newContext();
    let page = await context.newPage();
    await page.goto(host.address);
    await page.waitForFunction(() => sessionStorage.getItem('timelog-session') !== null);
    const secret = await page.evaluate(() => sessionStorage.getItem('timelog-session') ?? '');
    const talk = talkTo(host.origin, secret);
    await talk.call('workspace.connect', { name: 'default', baseUrl: service.url, key: service.key });
    for (let at = 0; at < count; at += 1) {
      const random = seeded(seed * 1_009 + at);
      await moveOn(service, random);
      const { requests } = await service.control.tally();
      // Asked by the page itself: its request dies with it.
      void page.evaluate(startSync).catch(() => undefined);
      await requestsSince(service, requests, random.between(1, 4));
      const ending = endings[at % endings.length]!;
      await end(page, ending);
      if ((await talk.call<State>('sync.state')).running) midway += 1;
      if (at % SECOND_EVERY === 0) wrong.push(...(await findWrongSecond(data)).map((each) => `run ${at}: ${each}`));
      const found = await afterwards(talk);
      wrong.push(...found.map((each) => `run ${at}, ${ending}: ${each}`));
      wrong.push(
        ...(await findWrongFigures(service, await figures(talk))).map((each) => `run ${at}, ${ending}: ${each}`),
      );
      page = await context.newPage();
      // What a tab keeps over a reload: the crashed one cannot come back.
      await page.addInitScript((kept) => sessionStorage.setItem('timelog-session', kept), secret);
      await page.goto(host.origin);
      await page.locator('nav').first().waitFor();
      if ((at + 1) % 10 === 0) tell(`${at + 1} pages, ${wrong.length} wrong`);
    }
  } finally {
    await browser.close();
    await host.stop();
    wrong.push(...(await findWrongStore(service, data)).map((each) => `in the end: ${each}`));
    await service.stop();
    rmSync(data, { recursive: true, force: true });
  }
  return { wrong, midway };
}

function talkTo(origin: string, secret: string): Talk {
  const headers = { origin, 'content-type': 'application/json', 'x-timelog-session': secret };
  return {
    async call<T>(method: string, input: unknown = {}): Promise<T> {
      const response = await fetch(`${origin}/api/call`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ method, input }),
      });
      const result = (await response.json()) as Result<T>;
      if (!result.ok) throw new Error(`${method}: ${result.error.code}`);
      return result.value;
    },
  };
}

/** Runs in the page. */
async function startSync(): Promise<void> {
  const secret = sessionStorage.getItem('timelog-session') ?? '';
  const headers = { 'content-type': 'application/json', 'x-timelog-session': secret };
  await fetch('/api/call', { method: 'POST', headers, body: '{"method":"sync.run","input":{"full":true}}' });
}

async function end(page: Page, how: (typeof endings)[number]): Promise<void> {
  if (how === 'closing') return page.close();
  const gone = new Promise<unknown>((resolve) => page.once('crash', resolve));
  if (how === 'a crash') {
    const session = await page.context().newCDPSession(page);
    // Never answered: its reader is gone.
    void session.send('Page.crash').catch(() => undefined);
  } else {
    const session = await page.context().browser()?.newBrowserCDPSession();
    const found = await session?.send('SystemInfo.getProcessInfo');
    for (const { type, id } of found?.processInfo ?? []) if (type === 'renderer') process.kill(id, 'SIGKILL');
  }
  await gone;
  await page.close();
}

/** @returns what is wrong with the sync whose page is gone, once it has ended. */
async function afterwards(talk: Talk): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { running, last } = await talk.call<State>('sync.state');
    if (!running) return last?.status === 'complete' ? [] : [`the sync ended ${last?.status ?? 'without a result'}`];
    if (Date.now() > until) return ['the sync did not end'];
    await new Promise((resolve) => void setTimeout(resolve, 30));
  }
}

async function figures(talk: Talk) {
  const { complete } = await talk.call<{ complete: boolean }>('data.status');
  const { records, totals } = await talk.call<{ records: number; totals: Record<string, string | null> }>(
    'report.run',
    { measures: [...measured] },
  );
  return { records, totals, complete };
}

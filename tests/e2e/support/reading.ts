/**
 * One host for most tests of a worker: each finds its page as after a start. One that only reads fails where it leaves anything behind; after
 * one that changes a workspace the sample is put back.
 */
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { tables } from '#electron/journal/stores.ts';
import type { Preferences } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { preparedData } from './places.ts';
import type { HostInUse } from './test.ts';

/** What a test that only reads has of a host: the process itself is not its own. */
export interface ReadingHost extends HostInUse {
  readonly dataDirectory: string;
  /** The addresses of the desktop host's windows, as Electron has them; of the browser host: none. */
  readonly windows: () => Promise<readonly string[]>;
}

export interface SharedHost {
  /** Its page, loaded anew at this screen. */
  open(hash: string): Promise<ReadingHost>;
  /** Puts back what a page may keep. @throws where more than that is different from what was found */
  putBack(): Promise<void>;
  /** Puts back all workspaces, too. @throws where anything else is different from what was found */
  putSampleBack(): Promise<void>;
}

/** Open while the files of the others are replaced. */
const BETWEEN = 'between';

/** What a change of workspaces may leave in the data directory: them, the requests they spent, and which was open last. */
const ofWorkspaces = /^workspaces\b|^ledger\.sqlite|^app\.sqlite \(\w+ lastWorkspace\)/;

/** As at a first start. Screens write them as they are looked at: which report was open, whether its chart was hidden. */
const firstPreferences: Required<Preferences> = {
  colorScheme: 'auto',
  locale: null,
  columns: null,
  recordsTable: { widths: {}, pinned: [], density: 'normal' },
  recordViews: {},
  pins: {},
  lastReports: {},
  chartsFolded: false,
  moreFigures: false,
  openedHosts: [],
};

/** What a test may ask to be told of its page. */
const told = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response', 'websocket'] as const;

/** @param host runs, over this folder, and is used by nothing else */
export async function shareHost(host: HostInUse, dataDirectory: string): Promise<SharedHost> {
  const { page } = host;
  const call: HostInUse['call'] = (method, input) => host.call(method, input);
  const start = new URL('/', page.url()).href;
  const callAtRest = host.server ? await callFromHere(page) : call;
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  // A document of the same origin that does nothing: no page asks, writes or moves between two tests.
  const idle = await page.locator('link[rel~="icon"]').evaluate((link: HTMLLinkElement) => link.href);
  refuseLasting(page);
  // On the desktop tests answer in a person's place by putting functions of their own here.
  const own = await host.electron?.evaluateHandle(({ dialog, shell }) => ({
    dialog: { ...dialog },
    shell: { ...shell },
  }));

  const windows = async () =>
    (await host.electron?.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getURL()),
    )) ?? [];

  const putPageBack = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(idle);
    for (const other of page.context().pages()) if (other !== page && !host.electron) await other.close();
    for (const event of told) page.removeAllListeners(event);
    if (page.viewportSize() !== null) await page.setViewportSize(size);
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null });
    await page.mouse.move(-1, -1);
    await host.electron?.evaluate(({ dialog, shell }, kept) => {
      Object.assign(dialog, kept?.dialog);
      Object.assign(shell, kept?.shell);
    }, own);
    await page.evaluate(() => {
      const secret = sessionStorage.getItem('timelog-session');
      sessionStorage.clear();
      localStorage.clear();
      if (secret !== null) sessionStorage.setItem('timelog-session', secret);
    });
    const kept = await callAtRest('preferences.get', {});
    const isAsAtFirst = kept.ok && JSON.stringify(kept.value) === JSON.stringify(firstPreferences);
    if (!isAsAtFirst) await callAtRest('preferences.set', firstPreferences);
  };

  const askAtRest = async (method: string, input: unknown) => {
    const answer = await callAtRest(method, input);
    if (!answer.ok) throw new Error(`${method} before the next test: ${answer.error.code}`);
  };

  const replaceWorkspaces = async () => {
    const folder = join(dataDirectory, 'workspaces');
    await askAtRest('workspace.open', { name: BETWEEN });
    for (const name of readdirSync(folder)) if (name !== BETWEEN) rmSync(join(folder, name), { recursive: true });
    cpSync(join(preparedData, 'workspaces'), folder, { recursive: true });
    await askAtRest('workspace.open', { name: 'sample' });
    rmSync(join(folder, BETWEEN), { recursive: true });
    await askAtRest('workspace.visit', {});
  };

  await page.goto(idle);
  await askAtRest('preferences.set', firstPreferences);
  // The first look at the Overview is remembered: all tests come after it.
  await askAtRest('workspace.visit', {});
  let found = readState(dataDirectory);
  return {
    async open(hash) {
      // What the page of the test before was still sending when it was left.
      refuseChanges(found, dataDirectory);
      await page.goto(`${start}${hash}`);
      return {
        page,
        call,
        windows,
        dataDirectory,
        ...(host.server && { server: host.server }),
        ...(host.electron && { electron: host.electron }),
      };
    },
    async putBack() {
      await putPageBack();
      refuseChanges(found, dataDirectory);
    },
    async putSampleBack() {
      await putPageBack();
      refuseChanges(found, dataDirectory, ofWorkspaces);
      await replaceWorkspaces();
      // What was still being sent when the workspaces were replaced.
      refuseChanges(found, dataDirectory, ofWorkspaces);
      found = readState(dataDirectory);
    },
  };
}

/** Asks the browser host from this process: a document that does nothing may not even fetch. */
async function callFromHere(page: Page): Promise<HostInUse['call']> {
  const secret = await page.evaluate(() => sessionStorage.getItem('timelog-session') ?? '');
  const { origin } = new URL(page.url());
  const headers = { origin, 'content-type': 'application/json', 'x-timelog-session': secret };
  return async (method, input) => {
    const response = await fetch(`${origin}/api/call`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ method, input }),
    });
    return (await response.json()) as Result<unknown>;
  };
}

/** What a page is given before its own scripts cannot be taken back from it. */
function refuseLasting(page: Page): void {
  const refuse = () => Promise.reject(new Error('This page is read by other tests, too: a host of its own is needed.'));
  for (const way of ['addInitScript', 'exposeFunction', 'exposeBinding'] as const)
    Object.assign(page, { [way]: refuse });
}

/** Everything that is stored, by name: of the two journals each row, of any other file or folder when it was last written. */
function readState(dataDirectory: string): ReadonlyMap<string, string> {
  const state = new Map<string, string>();
  const names = readdirSync(dataDirectory, { recursive: true }).map(String);
  for (const name of names) {
    // What Chromium keeps of a window is emptied through the page.
    if (/^electron([/\\]|$)/.test(name) || /^app\.sqlite./.test(name)) continue;
    // Files on their way in or out go by themselves.
    if (/^(?:downloads|uploads|printouts)\b/.test(name)) continue;
    const path = join(dataDirectory, name);
    if (name.endsWith('app.sqlite') || name.endsWith('journal.sqlite'))
      for (const [row, text] of readRows(path)) state.set(`${name} (${row})`, text);
    if (name === 'app.sqlite') continue;
    const written = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (written) state.set(name, `${written.size} ${written.mtimeNs}`);
  }
  return state;
}

/** By table and key. */
function readRows(path: string): readonly (readonly [string, string])[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return tables.flatMap((table) =>
      database
        .prepare(`SELECT * FROM ${table.name}`)
        .all()
        .map((row) => {
          const key = table.key.map((column) => String(row[column]));
          return [[table.name, ...key].join(' '), JSON.stringify(row)] as const;
        }),
    );
  } finally {
    database.close();
  }
}

/** @param expected names of what may have changed */
function refuseChanges(before: ReadonlyMap<string, string>, dataDirectory: string, expected?: RegExp): void {
  const after = readState(dataDirectory);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changed = names.filter((name) => before.get(name) !== after.get(name) && !expected?.test(name));
  if (changed.length > 0)
    throw new Error(`What other tests read was changed: ${changed.join(', ')}. Such a test needs a host of its own.`);
}

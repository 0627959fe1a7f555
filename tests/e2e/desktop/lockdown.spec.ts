import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright/test';
import { executable, PAGE_URL, programArguments } from '../support/desktop-app.ts';
import { ask } from '../support/host-calls.ts';
import { root } from '../support/places.ts';
import { long } from '../support/tier.ts';
import { callFromWindow, expect, test } from '../support/test.ts';

/** Two questions that the host answers after whatever the page asked of it before: a document, and a call. */
async function askHost(page: Page): Promise<void> {
  expect(await page.evaluate(async () => (await fetch('/')).status)).toBe(200);
  expect(await callFromWindow(page, 'app.info', {})).toMatchObject({ ok: true });
}

/** One that a test has opened beside the app's. */
async function closeWindow(electron: ElectronApplication | undefined, page: Page | undefined): Promise<void> {
  if (page) await (await electron?.browserWindow(page))?.evaluate((window) => window.destroy());
}

test('the page has exactly two functions of the app', async ({ reading: { page } }) => {
  const found = await page.evaluate(() => {
    const { timelog } = window as unknown as { timelog: Record<string, unknown> };
    const before = timelog['call'];
    try {
      timelog['call'] = () => 'mine';
    } catch {
      // Frozen objects may throw.
    }
    return {
      functions: Object.entries(timelog).map(([name, value]) => `${name}: ${typeof value}`),
      replaced: timelog['call'] !== before,
    };
  });
  expect(found).toEqual({ functions: ['call: function', 'subscribe: function'], replaced: false });
});

test('events come to the page until it ends its subscription', async ({ changing: host, serve }) => {
  // The sample's own service would make all of its records before it answers.
  const { url: baseUrl, key } = await serve({ records: 1, months: 1 });
  await ask(host, 'workspace.connect', { name: 'default', baseUrl, key });
  const got = await host.page.evaluate(async () => {
    interface Bridge {
      call(method: string, input: unknown): Promise<unknown>;
      subscribe(event: string, listener: (payload: unknown) => void): () => void;
    }
    const { timelog } = window as unknown as { timelog: Bridge };
    const seen: unknown[] = [];
    const { promise: first, resolve } = Promise.withResolvers<unknown>();
    const end = timelog.subscribe('quota.changed', (payload) => resolve(seen.push(payload)));
    await timelog.call('key.test', {});
    // None at all fails by the test's own time limit.
    await first;
    const during = seen.length;
    end();
    // Another subscription says when the next event is here.
    const { promise: next, resolve: hear } = Promise.withResolvers<unknown>();
    timelog.subscribe('quota.changed', hear);
    await timelog.call('key.test', {});
    await next;
    return { payload: seen[0], during, after: seen.length };
  });
  expect(got.payload).toMatchObject({ limit: 1000 });
  expect(got.after).toBe(got.during);
});

// Of the first kind are all addresses of other documents, which one handler refuses; of the second the page's own policy decides.
for (const [target, options] of [
  ['https://evil.example/', {}],
  ['javascript:document.write(1)', {}],
  ['http://127.0.0.1:9/', long],
  ['file:///etc/passwd', long],
  ['data:text/html,x', long],
] as const) {
  test(`the page cannot take the window to ${target}`, options, async ({ reading: { page, windows } }) => {
    await page.evaluate(async (url) => {
      const link = document.createElement('a');
      link.href = url;
      link.textContent = 'away';
      document.body.append(link);
      link.click();
      setTimeout(() => location.assign(url));
      await new Promise((resolve) => setTimeout(resolve));
    }, target);
    await askHost(page);
    expect((await windows()).map((address) => address.split('#')[0])).toEqual([PAGE_URL]);
    expect(await page.evaluate(() => 'timelog' in window)).toBe(true);
  });
}

test('the page cannot open windows', async ({ reading: { page, electron } }) => {
  await page.evaluate(() => {
    window.open('https://evil.example/');
    window.open('/');
    const link = Object.assign(document.createElement('a'), { href: 'https://evil.example/', target: '_blank' });
    document.body.append(link);
    link.click();
  });
  await askHost(page);
  // The stand-in can only close what Electron never opens.
  await expect.poll(() => electron?.windows().length).toBe(1);
  expect(await electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('the page gets no permission', async ({ reading: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'midi',
      'clipboard-read',
    ] as PermissionName[];
    const all = await Promise.all(
      names.map(async (name) => [name, (await navigator.permissions.query({ name })).state]),
    );
    return Object.fromEntries(all) as Record<string, string>;
  });
  expect(new Set(Object.values(states))).toEqual(new Set(['denied']));
  const asked = await page.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          (error) => resolve(error.code),
        ),
      ),
  );
  expect(asked).toBe(1);
});

test(
  'the page gets no device, not even one that Electron would remember as given',
  { tag: '@stand-in' },
  async ({ reading: { electron } }) => {
    const answers = await electron?.evaluate(({ session }) => {
      interface StandIn {
        mayUseDevice(details: object): boolean;
      }
      const { defaultSession } = session as unknown as { readonly defaultSession: StandIn };
      return ['hid', 'serial', 'usb'].map((deviceType) =>
        defaultSession.mayUseDevice({ deviceType, origin: 'app://timelog', device: { name: 'a key', vendorId: 1 } }),
      );
    });
    expect(answers).toEqual([false, false, false]);
  },
);

test('a web view is never attached, should a page ever have one to attach', async ({ reading: { electron } }) => {
  const prevented = await electron?.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      let isPrevented = false;
      const event = { preventDefault: () => void (isPrevented = true) };
      (webContents as NodeJS.EventEmitter).emit('will-attach-webview', event, {}, { src: 'https://evil.example/' });
      return isPrevented;
    }),
  );
  expect(prevented).toEqual([true]);
});

test('even a window that asks for no sandbox has one', async ({ reading: { electron } }, info) => {
  const preload = info.outputPath('preload.cjs');
  writeFileSync(
    preload,
    `let reached = 'nothing';
     try { reached = typeof require('node:fs').readFileSync; } catch {}
     require('electron').contextBridge.exposeInMainWorld('reached', reached);`,
  );
  const opening = electron?.waitForEvent('window');
  await electron?.evaluate(async ({ BrowserWindow }, script) => {
    const window = new BrowserWindow({ webPreferences: { preload: script, sandbox: false } });
    await window.loadURL('data:text/html,<title>unsandboxed</title>');
  }, preload);
  const page = await opening;
  await page?.waitForURL(/^data:/);
  expect(await page?.evaluate(() => (window as unknown as { reached?: string }).reached)).toBe('nothing');
  await closeWindow(electron, page);
});

test('the window is sandboxed and isolated', async ({ reading: { page, electron } }) => {
  const window = await electron?.browserWindow(page);
  const preferences = await window?.evaluate((each) =>
    (each.webContents as unknown as { getLastWebPreferences(): object }).getLastWebPreferences(),
  );
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('frames in the page have no way to the app', async ({ reading: { page } }) => {
  const found = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    frame.src = 'about:blank';
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return 'timelog' in (frame.contentWindow ?? {});
  });
  expect(found).toBe(false);
});

test('a window that shows another page is refused, even with our preload', async ({ reading: { electron } }) => {
  const opening = electron?.waitForEvent('window');
  await electron?.evaluate(
    ({ BrowserWindow }, preload) => {
      const foreign = new BrowserWindow({ webPreferences: { preload, sandbox: true, contextIsolation: true } });
      return foreign.loadURL('data:text/html,<title>foreign</title>');
    },
    join(root, 'out/preload.cjs'),
  );
  const page = await opening;
  if (!page) throw new Error('no window');
  await page.waitForURL(/^data:/);
  await expect(callFromWindow(page, 'app.info', {})).rejects.toThrow(/Refused/);
  await closeWindow(electron, page);
});

test('a second start only brings the first to the front', async ({ reading: host }) => {
  const { dataDirectory } = host;
  const window = await host.electron?.browserWindow(host.page);
  await window?.evaluate((each) => each.minimize());
  const second = spawn(executable, [...programArguments, '--data-dir', dataDirectory], { cwd: root, stdio: 'ignore' });
  // Silently: a second program that continued would say that the workspace is open already, and end with 1.
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(() => window?.evaluate((each) => each.isMinimized())).toBe(false);
  expect((await host.call('app.info', {})).ok).toBe(true);
});

test('a record opens in the CRM at the address the person set, and nowhere else', long, async ({ changing: host }) => {
  await host.electron?.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url) => {
      opened.push(url);
      return Promise.resolve();
    };
  });
  expect(await host.call('checks.open', { id: '77' })).toMatchObject({ ok: false });
  expect(await host.call('settings.set', { recordAddress: 'http://crm.example/{id}' })).toMatchObject({ ok: false });
  await host.call('settings.set', { recordAddress: 'https://crm.example/record/{id}?tab=1' });
  expect(await host.call('checks.open', { id: '77' })).toMatchObject({ ok: false });
  await host.call('preferences.set', { openedHosts: ['crm.example'] });
  expect(await host.call('checks.open', { id: '7/../7' })).toMatchObject({ ok: false });
  expect(await host.call('checks.open', { id: '77' })).toMatchObject({ ok: true });
  const opened = await host.electron?.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(opened).toEqual(['https://crm.example/record/77?tab=1']);
});

/**
 * `npm run dev` over a copy of the tree: what is edited is on screen, whatever is restarted the open page goes on, and other pages are
 * refused.
 *
 * @module-tag long
 */
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '#contract/errors.ts';
import { exchangeToken, startServing, type BrowserProcess } from '../e2e/support/browser-process.ts';
import { chromiumArgs, ownWorkspace, root, shellPath } from '../e2e/support/places.ts';

const PARTS = ['build', 'electron', 'service', 'src', 'package.json', 'tsconfig.base.json', 'vite.config.ts'];

let tree: string;
let dev: BrowserProcess;
let browser: Browser;
let page: Page;

const startDev = (port: string) => startServing([join(tree, 'build/dev.ts'), '--port', port, ...ownWorkspace]);

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'dev-server-'));
  for (const part of PARTS) cpSync(join(root, part), join(tree, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
  [dev, browser] = await Promise.all([
    startDev('0'),
    chromium.launch({ executablePath: shellPath, args: chromiumArgs }),
  ]);
  page = await browser.newPage();
  // A program that starts on a busy machine may take longer than Playwright waits; the time of a test ends its waits, too.
  page.setDefaultTimeout(0);
  const isListening = page.waitForResponse((answer) => answer.url().endsWith('/api/events'));
  await page.goto(dev.address);
  await isListening;
});
afterAll(async () => {
  await browser.close();
  await dev.stop();
  rmSync(tree, { recursive: true, force: true });
});

function edit(path: string, from: string, to: string): void {
  const file = join(tree, path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

async function call(method: string): Promise<Result<unknown>> {
  const headers = await exchangeToken(dev.address);
  const answer = await fetch(`${dev.origin}/api/call`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ method, input: {} }),
  });
  return (await answer.json()) as Result<unknown>;
}

/** The process of the host, the only one that the development server starts. */
function findHost(): number {
  const pid = String(dev.process.pid);
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Node's own client: unlike fetch it sends whatever it is told. */
function ask(path: string, headers: OutgoingHttpHeaders): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${dev.origin}${path}`, { headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    asking.on('error', reject).end();
  });
}

describe('npm run dev', () => {
  it('starts a host that was killed again, and the open page hears of it and asks it', async () => {
    const killed = findHost();
    const answered: string[] = [];
    page.on('response', (answer) => answer.ok() && answered.push(new URL(answer.url()).pathname));
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => answered.slice(answered.indexOf('/api/events')))
      .toEqual(expect.arrayContaining(['/api/events', '/api/call']));
    expect(findHost()).not.toBe(killed);
  });

  it('shows an edited component without loading the page, which keeps what was typed', async () => {
    const address = page.getByRole('textbox', { name: 'Address' });
    await address.fill('https://crm.example');
    edit('src/ui/screens/workspaces/ConnectScreen.tsx', '{texts.intro}', 'Edited while it is shown');
    await page.getByText('Edited while it is shown').waitFor();
    expect(await address.inputValue()).toBe('https://crm.example');
  });

  it('shows an edited text', async () => {
    edit('src/texts/en/screens/workspaces.ts', "'Paste the whole mail, or fill in the fields'", "'Edited label'");
    await page.getByLabel('Edited label').waitFor();
  });

  it('builds what the host runs when it is edited, and restarts the host', async () => {
    edit('src/texts/en/hosts/workspace.ts', "'New workspace'", "'Edited workspace'");
    await expect.poll(() => call('workspace.state')).toMatchObject({ value: { title: 'Edited workspace' } });
    expect(dev.printed().stderr).toMatch(/^Built in \d+ ms: the host restarts\.$/m);
  });

  it('hands files to the host and back', async () => {
    const headers = await exchangeToken(dev.address);
    const events = await fetch(`${dev.origin}/api/events`, { headers });
    expect(await call('names.export')).toMatchObject({ ok: true });
    const [, url] = /"url":"([^"]+)"/.exec(await readUntil(events, '"url":"')) ?? [];
    const file = await fetch(`${dev.origin}${url}`).then((answer) => answer.bytes());
    const sent = await fetch(`${dev.origin}/api/source?name=names.csv`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: file,
    });
    expect(sent.status).toBe(204);
    const sha256 = hash('sha256', file);
    expect(await call('export.verify')).toMatchObject({ value: { file: 'names.csv', sent: null, sha256 } });
  });

  it('refuses other names and other pages, for calls, modules and the socket of the page', async () => {
    const { host } = new URL(dev.origin);
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-protocol': 'vite-hmr',
    };
    const foreign = [
      { host: 'rebound.example' },
      { host, origin: 'http://127.0.0.1:1' },
      { host, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign)
      for (const path of ['/', '/main.tsx', '/api/events', '/api/session'])
        expect(await ask(path, headers), `${path} ${JSON.stringify(headers)}`).toBe(403);
    expect(await ask('/main.tsx', { host, origin: dev.origin })).toBe(200);
    expect(await ask('/api/events', { host, 'x-timelog-session': 'another' })).toBe(401);
    expect(await ask('/', { ...upgrade, host: 'rebound.example' })).toBe(400);
    expect(await ask('/', { ...upgrade, host, origin: 'http://127.0.0.1:1' })).toBe(400);
    expect(await ask('/', { ...upgrade, host })).toBe(101);
  });

  it('hands out no file beside those of the page: neither its session nor the data', async () => {
    const { host } = new URL(dev.origin);
    expect(await ask(`/@fs${join(tree, 'src/ui/main.tsx')}`, { host })).toBe(200);
    for (const path of ['.build/dev/session', '.build/dev/data/app.sqlite', 'package.json'])
      expect(await ask(`/@fs${join(tree, path)}`, { host }), path).toBe(403);
  });

  it('leaves no host behind when it is killed, and the open page goes on with the next one', async () => {
    const host = findHost();
    await dev.stop('SIGKILL');
    await expect.poll(() => isRunning(host)).toBe(false);
    const { port } = new URL(dev.origin);
    const loaded = page.waitForEvent('load');
    dev = await startDev(port);
    await loaded;
    await page.getByText('Edited while it is shown').waitFor();
  });
});

async function readUntil(answer: Response, expected: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes);
    if (text.includes(expected)) return text;
  }
  throw new Error(`The answer ended without ${expected}: ${text}`);
}

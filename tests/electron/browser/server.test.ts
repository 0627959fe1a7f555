import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '#contract/errors.ts';
import { openDownloads, type Downloads } from '#electron/browser/downloads.ts';
import { openUploads, type Uploads } from '#electron/browser/uploads.ts';
import { createSessions, type Sessions } from '#electron/browser/sessions.ts';
import { startBrowserServer, type BrowserServer } from '#electron/browser/server.ts';
import { openPage } from '#electron/host/ui-files.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

let folder: string;
let sessions: Sessions;
let downloads: Downloads;
let uploads: Uploads;
let server: BrowserServer;
let calls: { method: string; input: unknown; ticket?: unknown }[];

/** Node's own client: unlike fetch it sends whatever Host and Origin it is told. */
function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(`${server.origin}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

const json = { 'content-type': 'application/json' };
const own = () => ({ ...json, origin: server.origin });
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  ask(path, { method: 'POST', headers, body: JSON.stringify(body) });

async function letIn(): Promise<string> {
  const answer = await post('/api/session', { token: sessions.createToken() }, own());
  return (JSON.parse(answer.text) as { secret: string }).secret;
}

const echo = { method: 'echo', input: { a: 1 } };

const app = {
  call: async (method: string, input: unknown, ticket?: unknown): Promise<Result<unknown>> => {
    calls.push({ method, input, ...(ticket !== undefined && { ticket }) });
    if (method === 'endless') return new Promise(() => {});
    if (method === 'faulty') throw new Error('a fault of the program');
    return { ok: true, value: input };
  },
};

const hostParts = () => ({ port: 0, app, page: openPage(folder), sessions, downloads, uploads });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'browser-host-'));
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="" /><h1>page</h1>');
  sessions = createSessions();
  downloads = openDownloads(join(folder, 'downloads'));
  calls = [];
  uploads = openUploads(join(folder, 'uploads'), { maxBytes: 1000 });
  server = await startBrowserServer(hostParts());
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('the browser host', () => {
  it('gives the page that was let in its answers', async () => {
    const secret = await letIn();
    const answer = await post('/api/call', echo, { ...own(), 'x-timelog-session': secret });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: { a: 1 } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers a question as long as may be, one that meets a fault, and the one after it', async () => {
    const headers = { ...own(), 'x-timelog-session': await letIn() };
    const around = JSON.stringify({ method: 'echo', input: '' }).length;
    const longest = { method: 'echo', input: 'x'.repeat(1024 * 1024 - around) };
    expect((await post('/api/call', longest, headers)).status).toBe(200);
    expect((await post('/api/call', { ...longest, input: `${longest.input}x` }, headers)).status).toBe(413);
    expect((await post('/api/call', { method: 'faulty', input: {} }, headers)).status).toBe(500);
    expect((await post('/api/call', echo, headers)).status).toBe(200);
  });

  it('gives up what a page asked that was closed before its answer', async () => {
    const headers = { ...own(), 'x-timelog-session': await letIn() };
    const closing = new AbortController();
    const body = JSON.stringify({ method: 'endless', input: {}, ticket: 'tab' });
    const asked = fetch(`${server.origin}/api/call`, { method: 'POST', headers, body, signal: closing.signal });
    await expect.poll(() => calls).toEqual([{ method: 'endless', input: {}, ticket: 'tab' }]);
    closing.abort();
    await expect(asked).rejects.toThrow('aborted');
    await expect.poll(() => calls[1]).toEqual({ method: 'question.leave', input: { ticket: 'tab' } });
    // What was answered is not given up.
    await post('/api/call', { ...echo, ticket: 'answered' }, headers);
    await post('/api/call', echo, headers);
    expect(calls.map(({ method }) => method)).toEqual(['endless', 'question.leave', 'echo', 'echo']);
  });

  it('serves the page with the security policy and a nonce of its own each time', async () => {
    const policies = [await ask('/'), await ask('/')].map((answer) => {
      const nonce = /csp-nonce" content="([^"]{20,})"/.exec(answer.text)?.[1] ?? 'none';
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'; script-src 'self';");
      return nonce;
    });
    expect(new Set(policies).size).toBe(2);
  });

  it.each([
    '/../../package.json',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/downloads',
    '//etc/passwd',
    '/nothing',
  ])('serves no file outside the page: %s', async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

describe('nobody else is answered', () => {
  const nobody: [string, () => Promise<Answer>][] = [
    ['no secret', () => post('/api/call', echo, own())],
    ['a wrong secret', () => post('/api/call', echo, { ...own(), 'x-timelog-session': 'x'.repeat(43) })],
    ['an empty secret', () => post('/api/call', echo, { ...own(), 'x-timelog-session': '' })],
    ['the token as secret', () => post('/api/call', echo, { ...own(), 'x-timelog-session': sessions.createToken() })],
    ['events without a secret', () => ask('/api/events')],
    ['a wrong token', () => post('/api/session', { token: 'x'.repeat(43) }, own())],
    ['a token that is no text', () => post('/api/session', { token: { length: 43 } }, own())],
    ['an unknown download', () => ask(`/api/download/${'x'.repeat(43)}`)],
  ];
  it.each(nobody)('%s', async (_name, asking) => {
    const answer = await asking();
    expect([400, 401, 404]).toContain(answer.status);
    expect(answer.text).toBe('');
    expect(calls).toEqual([]);
  });

  it('an old token', async () => {
    const token = sessions.createToken();
    expect((await post('/api/session', { token }, own())).status).toBe(200);
    expect((await post('/api/session', { token }, own())).status).toBe(401);
  });

  it('a token that a fresh address replaced', async () => {
    const token = sessions.createToken();
    sessions.createToken();
    expect((await post('/api/session', { token }, own())).status).toBe(401);
  });

  it.each([
    'http://evil.example',
    'null',
    'http://localhost:PORT',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'http://127.0.0.1',
  ])('a page of the foreign origin %s, even with the secret', async (foreign) => {
    const origin = foreign.replace('PORT', new URL(server.origin).port);
    const secret = await letIn();
    const headers = { ...json, origin, 'x-timelog-session': secret };
    expect((await post('/api/call', echo, headers)).status).toBe(403);
    expect((await post('/api/session', { token: sessions.createToken() }, headers)).status).toBe(403);
    expect((await ask('/api/events', { headers })).status).toBe(403);
    expect(calls).toEqual([]);
  });

  it('a post that does not say where it comes from', async () => {
    const secret = await letIn();
    expect((await post('/api/call', echo, { ...json, 'x-timelog-session': secret })).status).toBe(403);
    expect(calls).toEqual([]);
  });

  it.each(['cross-site', 'same-site', 'none'])('a request a browser marks as %s', async (site) => {
    const secret = await letIn();
    const headers = { ...own(), 'x-timelog-session': secret, 'sec-fetch-site': site };
    expect((await post('/api/call', echo, headers)).status).toBe(403);
    const [file] = (await offerFile()).files;
    expect((await ask(file?.url ?? '', { headers: { 'sec-fetch-site': site } })).status).toBe(403);
  });

  it.each([
    'evil.example',
    'evil.example:PORT',
    'localhost:PORT',
    '127.0.0.1',
    '127.0.0.1.evil.example:PORT',
    '0.0.0.0:PORT',
  ])('a name bent to loopback (Host %s)', async (name) => {
    const host = name.replace('PORT', new URL(server.origin).port);
    const secret = await letIn();
    expect((await ask('/', { headers: { host } })).status).toBe(403);
    const headers = { ...own(), host, 'x-timelog-session': secret };
    expect((await post('/api/call', echo, headers)).status).toBe(403);
    expect(calls).toEqual([]);
  });

  it('another computer', async () => {
    const port = Number(new URL(server.origin).port);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each && !each.internal && each.family === 'IPv4');
    for (const each of [...others, { address: '127.0.0.2' }]) {
      await expect(
        new Promise((resolve, reject) =>
          connect({ host: each?.address, port }, () => resolve('let in')).on('error', reject),
        ),
      ).rejects.toThrow('ECONNREFUSED');
    }
  });

  it('a form of another page', async () => {
    const secret = await letIn();
    const headers = { origin: server.origin, 'x-timelog-session': secret, 'content-type': 'text/plain' };
    expect((await post('/api/call', echo, headers)).status).toBe(415);
  });

  it.each([
    ['/', 'POST'],
    ['/api/session', 'GET'],
    ['/api/call', 'GET'],
    ['/api/events', 'POST'],
    ['/api/source', 'GET'],
    ['/api/download/x', 'POST'],
  ])('%s asked by %s', async (path, method) => {
    const headers = { ...own(), 'x-timelog-session': await letIn() };
    expect((await ask(path, { method, headers, ...(method === 'POST' && { body: '{}' }) })).status).toBe(405);
  });

  it.each([
    ['no JSON', '{', 400],
    ['another shape', '{"method":1}', 400],
    ['a field too many', '{"method":"a","input":{},"more":1}', 400],
    ['over a mebibyte', JSON.stringify({ method: 'a', input: 'x'.repeat(1024 * 1024) }), 413],
  ])('a body that is %s', async (_name, body, status) => {
    const secret = await letIn();
    const answer = await ask('/api/call', { method: 'POST', headers: { ...own(), 'x-timelog-session': secret }, body });
    expect(answer.status).toBe(status);
    expect(calls).toEqual([]);
  });
});

/** A connection that sends a text and then only listens. @returns what it was answered, once the host has closed it */
function connectAndSend(text: string, origin = server.origin): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    // A connection beyond the most is reset.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
  });
}

describe('a connection', () => {
  it('that sends half a head is closed, long before Node itself would', { timeout: 45_000 }, async () => {
    const quick = await startBrowserServer({ ...hostParts(), headerMilliseconds: 100 });
    try {
      const halves = ['', 'GET / HT', `GET / HTTP/1.1\r\nHost: ${new URL(quick.origin).host}\r\n`];
      const answers = await Promise.all(halves.map((half) => connectAndSend(half, quick.origin)));
      expect(answers).toEqual(halves.map(() => 'HTTP/1.1 408 Request Timeout'));
    } finally {
      await quick.close();
    }
  });

  it('beyond the most is refused, and those within are answered', async () => {
    const within = Array.from({ length: 256 }, () => connect(Number(new URL(server.origin).port), '127.0.0.1'));
    try {
      await Promise.all(within.map((socket) => once(socket, 'connect')));
      expect(await connectAndSend('GET / HTTP/1.1\r\n\r\n')).toBe('');
      const [first] = within;
      first?.write(`GET / HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\n\r\n`);
      expect(String((await once(first!, 'data'))[0])).toContain('200 OK');
    } finally {
      for (const socket of within) socket.destroy();
    }
  });

  it('whose head says two hosts is refused, whichever comes first', async () => {
    const own = new URL(server.origin).host;
    for (const hosts of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ])
      expect(await connectAndSend(`GET / HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`)).toBe(
        'HTTP/1.1 400 Bad Request',
      );
  });
});

describe('a page without a session', () => {
  /** Sends a body that never ends, and waits for what is answered meanwhile. */
  function flood(path: string, headers: Record<string, string>, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
      const head = Object.entries({ ...own(), host: new URL(server.origin).host, ...headers });
      socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      socket.write(body);
    });
  }

  it('cannot make the host hold a long body: it is refused before its end', async () => {
    const chunk = 'x'.repeat(2048);
    const announced = { 'content-length': String(1024 * 1024) };
    expect(await flood('/api/session', announced, chunk)).toBe('HTTP/1.1 413 Payload Too Large');
    const chunked = { 'transfer-encoding': 'chunked' };
    expect(await flood('/api/session', chunked, `800\r\n${chunk}\r\n`)).toBe('HTTP/1.1 413 Payload Too Large');
    expect(await flood('/api/call', announced, chunk)).toBe('HTTP/1.1 401 Unauthorized');
  });
});

async function offerFile() {
  const path = await downloads.place('time logs.csv');
  writeFileSync(path, 'a,b\n');
  writeFileSync(`${path}.manifest.json`, '{}');
  writeFileSync(`${path}.datapackage.json`, '{"name":"package"}');
  writeFileSync(`${path}.manifest.json.sig`, 'signature');
  return downloads.offer(path);
}

describe('a file sent to be opened', () => {
  const bytes = (secret: string, headers: Record<string, string> = {}) => ({
    origin: server.origin,
    'content-type': 'application/octet-stream',
    'x-timelog-session': secret,
    ...headers,
  });
  const send = (body: string, headers: Record<string, string>) => ask('/api/source', { method: 'POST', headers, body });

  it('is opened once, cannot be read by other users, and is gone afterwards', async () => {
    expect((await send('the data', bytes(await letIn()))).status).toBe(204);
    const source = await uploads.take();
    expect(readFileSync(source?.path ?? '', 'utf8')).toBe('the data');
    expect(statSync(source?.path ?? '').mode & 0o777).toBe(0o600);
    expect(await uploads.take()).toBeUndefined();
    await source?.release?.();
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
  });

  it('bears its name, beside the manifest and the signature that came after it, and nothing else', async () => {
    const headers = bytes(await letIn());
    const sendAs = async (name: string) =>
      (await ask(`/api/source?${new URLSearchParams({ name }).toString()}`, { method: 'POST', headers, body: name }))
        .status;
    expect(await sendAs('Müller & Co.csv')).toBe(204);
    expect(await sendAs('Müller & Co.csv.manifest.json')).toBe(204);
    expect(await sendAs('Müller & Co.csv.manifest.json')).toBe(400);
    expect(await sendAs('Müller & Co.csv.manifest.json.sig')).toBe(204);
    for (const name of ['', '..', '../a.csv', 'a/b.csv', String.raw`..\a.csv`, 'a\0.csv', 'a.', 'a'.repeat(256)])
      expect(await sendAs(name), name).toBe(400);
    const source = await uploads.take();
    expect(basename(source?.path ?? '')).toBe('Müller & Co.csv');
    const beside = readdirSync(dirname(source?.path ?? ''));
    expect(beside).toHaveLength(3);
    for (const name of beside) expect(readFileSync(join(dirname(source?.path ?? ''), name), 'utf8')).toBe(name);
    expect(statSync(dirname(source?.path ?? '')).mode & 0o777).toBe(0o700);
    await source?.release?.();
    expect(await sendAs('b.csv')).toBe(204);
    expect(await sendAs('c.csv')).toBe(204);
    expect(readdirSync(join(folder, 'uploads'), { recursive: true })).toEqual([
      expect.any(String),
      expect.stringMatching(/c\.csv$/),
    ]);
  });

  it('that is as long as may be is kept, and one beside it that is longer leaves room for itself', async () => {
    const headers = bytes(await letIn());
    const sendAs = async (name: string, body: string) =>
      (await ask(`/api/source?${new URLSearchParams({ name }).toString()}`, { method: 'POST', headers, body })).status;
    const longest = `${'a'.repeat(251)}.csv`;
    expect(await sendAs(longest, 'x'.repeat(1000))).toBe(204);
    await uploads.clear();
    expect(await uploads.take()).toBeUndefined();
    expect(await sendAs('a.csv', 'x')).toBe(204);
    expect(await sendAs('a.csv.manifest.json', 'x'.repeat(1001))).toBe(413);
    expect(await sendAs('a.csv.manifest.json', '{}')).toBe(204);
  });

  it('is the later one of two that came at once, and the other is gone', async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* late(text: string, { promise }: PromiseWithResolvers<void>) {
      await promise;
      yield Buffer.from(text);
    }
    const [one, other] = [uploads.receive(late('one', first)), uploads.receive(late('other', second))];
    first.resolve();
    await one;
    second.resolve();
    await other;
    expect(readFileSync((await uploads.take())?.path ?? '', 'utf8')).toBe('other');
    expect(readdirSync(join(folder, 'uploads'))).toHaveLength(1);
  });

  it('replaces the one before it', async () => {
    const secret = await letIn();
    await send('first', bytes(secret));
    await send('second', bytes(secret));
    expect(readdirSync(join(folder, 'uploads'))).toHaveLength(1);
    expect(readFileSync((await uploads.take())?.path ?? '', 'utf8')).toBe('second');
  });

  it.each([
    ['without the session', { 'x-timelog-session': 'guessed' }, 401],
    ['from another page', { origin: 'http://127.0.0.1:1' }, 403],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('is refused %s, and nothing is written', async (_name, headers, status) => {
    expect((await send('the data', bytes(await letIn(), headers))).status).toBe(status);
    expect(existsSync(join(folder, 'uploads'))).toBe(false);
  });

  it('that is given up on its way leaves nothing behind, nothing that could be opened, and room for the next', async () => {
    const headers = bytes(await letIn());
    const sending = request(`${server.origin}/api/source`, { method: 'POST', headers });
    sending.on('error', () => {});
    sending.write('a part');
    const files = () => (existsSync(join(folder, 'uploads')) ? readdirSync(join(folder, 'uploads')).length : 0);
    await expect.poll(files).toBe(1);
    expect(await uploads.take()).toBeUndefined();
    sending.destroy();
    await expect.poll(files).toBe(0);
    expect(await uploads.take()).toBeUndefined();
    expect((await send('the data', headers)).status).toBe(204);
    expect(readFileSync((await uploads.take())?.path ?? '', 'utf8')).toBe('the data');
  });

  it('is refused above the limit and leaves nothing behind', async () => {
    expect((await send('x'.repeat(1001), bytes(await letIn()))).status).toBe(413);
    expect(readdirSync(join(folder, 'uploads'))).toEqual([]);
    expect(await uploads.take()).toBeUndefined();
  });

  it('waits ten minutes', async () => {
    let now = 0;
    const aging = openUploads(join(folder, 'aging'), { now: () => now });
    await aging.receive(Readable.from([Buffer.from('old')]));
    now = 10 * 60_000;
    expect(await aging.take()).toBeDefined();
    await aging.clear();
    await aging.receive(Readable.from([Buffer.from('old')]));
    now += 10 * 60_000 + 1;
    expect(await aging.take()).toBeUndefined();
    expect(readdirSync(join(folder, 'aging'))).toEqual([]);
  });
});

describe('downloads', () => {
  it('give a finished file and all that stands beside it once each, and leave nothing behind', async () => {
    const { files } = await offerFile();
    expect(files.map(({ name }) => name)).toEqual([
      'time logs.csv',
      'time logs.csv.datapackage.json',
      'time logs.csv.manifest.json',
      'time logs.csv.manifest.json.sig',
    ]);
    const [url = '', packageUrl = '', manifestUrl = '', signatureUrl = ''] = files.map((each) => each.url);
    const answer = await ask(url);
    expect(answer.text).toBe('a,b\n');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="time_logs.csv"');
    expect((await ask(url)).status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/csv');
    expect((await ask(packageUrl)).text).toBe('{"name":"package"}');
    const manifest = await ask(manifestUrl);
    expect(manifest.text).toBe('{}');
    expect(manifest.headers['content-type']).toBe('application/json');
    expect((await ask(signatureUrl)).text).toBe('signature');
    await expect.poll(() => readdirSync(join(folder, 'downloads'))).toEqual([]);
  });

  it('open a shown page as often as it is asked for, in a sandbox where it can do nothing, but a PDF, which none shows', async () => {
    const show = async (name: string) => {
      const path = await downloads.place(name);
      writeFileSync(path, 'page');
      const address = downloads.offerPages(path);
      expect((await ask(address)).status).toBe(200);
      const { headers, text } = await ask(address);
      return { text, policy: headers['content-security-policy'], shown: headers['content-disposition'] };
    };
    const text = 'page';
    const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
    for (const name of ['page.html', 'page.unknown'])
      expect(await show(name)).toEqual({ text, policy, shown: `inline; filename="${name}"` });
    expect(await show('page.pdf')).toEqual({ text, policy: undefined, shown: 'inline; filename="page.pdf"' });
    const [kept] = (await offerFile()).files;
    expect((await ask(kept?.url ?? '')).headers).not.toHaveProperty('content-security-policy');
  });

  it('keep a shown page for the next look when it was read', async () => {
    const path = await downloads.place('page.html');
    writeFileSync(path, 'page');
    const id = downloads.offerPages(path).split('/').at(-1) ?? '';
    for (let times = 0; times < 3; times += 1) {
      const stream = (await downloads.take(id))?.open();
      const closed = new Promise<void>((resolve) => stream?.once('close', () => resolve()));
      stream?.resume();
      await closed;
    }
    expect(existsSync(path)).toBe(true);
  });

  it('never leave the private folder, whatever name is suggested', async () => {
    const path = await downloads.place('../../evil.csv');
    expect(path.startsWith(join(folder, 'downloads', 'export-'))).toBe(true);
  });

  it('end after ten minutes', async () => {
    let now = 0;
    const aging = openDownloads(join(folder, 'aging'), () => now);
    const path = await aging.place('old.csv');
    writeFileSync(path, 'x');
    writeFileSync(`${path}.manifest.json`, 'x');
    const [file = '', manifest = ''] = (await aging.offer(path)).files.map(({ url }) => url.split('/').at(-1));
    now = 10 * 60_000;
    expect(await aging.take(manifest)).toBeDefined();
    now += 1;
    expect(await aging.take(file)).toBeUndefined();
    expect(readdirSync(join(folder, 'aging'))).toEqual([]);
  });

  it('are done with the folder of pages once these are gone: what stands there afterwards is not theirs', async () => {
    let now = 0;
    const aging = openDownloads(join(folder, 'pages'), () => now);
    const path = await aging.place('pages.pdf');
    writeFileSync(path, 'x');
    aging.offerPages(path);
    now = 10 * 60_000 + 1;
    expect(await aging.take('unknown')).toBeUndefined();
    expect(readdirSync(join(folder, 'pages'))).toEqual([]);
    mkdirSync(dirname(path));
    expect(await aging.take('unknown')).toBeUndefined();
    expect(readdirSync(join(folder, 'pages'))).toEqual([basename(dirname(path))]);
  });

  it('leave no folder of an export that wrote nothing, and keep the one that is still written to', async () => {
    let now = 0;
    const aging = openDownloads(join(folder, 'left'), () => now);
    await aging.place('cancelled.csv');
    const running = await aging.place('running.csv');
    writeFileSync(`${running}.part`, 'x');
    now = 10 * 60_000 + 1;
    expect(await aging.take('unknown')).toBeUndefined();
    expect(readdirSync(join(folder, 'left'))).toEqual([basename(dirname(running))]);
  });
});

describe('events', () => {
  it('reach every page that was let in', async () => {
    const headers = { 'x-timelog-session': await letIn() };
    const follow = async () => {
      const response = await fetch(`${server.origin}/api/events`, { headers });
      return response.body?.pipeThrough(new TextDecoderStream()).getReader();
    };
    const readers = [await follow(), await follow()];
    server.broadcast({ event: 'data.changed', payload: {} });
    for (const reader of readers) {
      expect((await reader?.read())?.value).toBe('data: {"event":"data.changed","payload":{}}\n\n');
    }
    // One that was closed takes nothing from the others.
    await readers[0]?.cancel();
    for (let times = 0; times < 2; times += 1) {
      server.broadcast({ event: 'data.changed', payload: {} });
      expect((await readers[1]?.read())?.value).toContain('data.changed');
    }
  });
});

it('says that a port is taken instead of failing without a reason', async () => {
  const port = Number(new URL(server.origin).port);
  const second = startBrowserServer({ port, app, page: openPage(folder), sessions, downloads, uploads });
  await expect(second).rejects.toMatchObject({
    error: { code: 'usage', detail: expect.stringContaining(String(port)) },
  });
});

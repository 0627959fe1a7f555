/** Answers that lead elsewhere: redirects, headers and cursors that name a foreign listener. */
import { startLoopbackServer, sendJson, type Answerer } from '#tests/support/hosts/loopback-server.ts';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { askAt, askOnce, KEY, operations } from './asking.ts';

const statuses = [300, 301, 302, 303, 305, 307, 308, 399];
/** @param at the foreign origin. @param host its host and port */
const leads: readonly ((at: string, host: string) => string)[] = [
  (at) => `${at}/service/v1/timelogs`,
  (at) => `${at.toUpperCase()}/`,
  (_, host) => `//${host}/service/v1/timelogs`,
  (_, host) => `https://${host}/`,
  (_, host) => `http://127.0.0.1@${host}/`,
  (_, host) => `\\\\${host}\\`,
  (_, host) => `http:${host}`,
  (at) => ` ${at}/`,
  (at) => `/service/v1/timelogs?next=${encodeURIComponent(at)}`,
  () => 'javascript:alert(1)',
  () => '',
];

/** Heads of an answer that is otherwise good. */
const pointers: readonly ((at: string, host: string) => Readonly<Record<string, string>>)[] = [
  (at) => ({ refresh: `0; url=${at}/` }),
  (at) => ({ link: `<${at}/>; rel="next"` }),
  (at) => ({ 'content-location': `${at}/` }),
  (_, host) => ({ 'alt-svc': `h2="${host}"; ma=3600, http/1.1="${host}"` }),
  (at) => ({ 'www-authenticate': `Bearer realm="${at}"` }),
  (at) => ({ 'set-cookie': `next=${at}; Domain=127.0.0.1; Path=/` }),
];

const cursors: readonly ((at: string, host: string) => string)[] = [
  (at) => at,
  (_, host) => `@${host}/`,
  (_, host) => `1\r\nHost: ${host}`,
  (at) => `1&link=${at}`,
  (_, host) => `1#//${host}`,
  () => '../../../../etc/passwd',
  () => '1 HTTP/1.1',
  () => '%2e%2e%2f',
  () => '\u0000',
  () => 'é\u202e',
];

export interface Tried {
  readonly what: string;
  readonly wrong: readonly string[];
}

/** @returns what was tried, and what is wrong: nothing, if the foreign listener was left alone. */
export async function tryRedirect(random: Seeded): Promise<Tried> {
  const [status, lead, pointer] = [random.pick(statuses), random.pick(leads), random.pick(pointers)];
  const isRedirect = random.chance(0.7);
  return withForeign(async (foreign) => {
    const host = new URL(foreign).host;
    const answer: Answerer = (response) => {
      if (!isRedirect) return sendJson(response, { results: [], total: 0 }, 200, pointer(foreign, host));
      response.setHeader('location', lead(foreign, host));
      response.writeHead(status).end();
    };
    const server = await startLoopbackServer(answer);
    const asking = askAt(server.origin);
    const said = [];
    for (const operation of operations) said.push(await askOnce(asking.client, operation));
    asking.close();
    await server.close();
    const wanted = isRedirect ? 'service-changed' : 'answered';
    const what = isRedirect ? `${status} to ${lead(foreign, host)}` : JSON.stringify(pointer(foreign, host));
    return {
      what,
      wrong: said.filter((each) => each !== wanted).map((each) => `${what}: ${each}, expected ${wanted}`),
    };
  });
}

/** Pages whose link names the foreign listener, and whose cursor tries to. */
export async function tryNextLink(random: Seeded): Promise<Tried> {
  const [cursor, isBare] = [random.pick(cursors), random.chance(0.2)];
  return withForeign(async (foreign) => {
    const host = new URL(foreign).host;
    const after = cursor(foreign, host);
    const next = { ...(isBare ? {} : { after }), link: `${foreign}/service/v1/timelogs?after=1` };
    const server = await startLoopbackServer((response) =>
      sendJson(response, { results: [], total: 9, paging: { next } }),
    );
    const { client, close } = askAt(server.origin);
    const wrong: string[] = [];
    for (const operation of ['list', 'search'] as const) {
      const first = await client[operation]({ limit: 1 }).catch(() => undefined);
      if (first?.after !== undefined) await client[operation]({ limit: 1, after: first.after });
    }
    for (const { url, headers, body } of server.requests) {
      const { pathname, searchParams } = new URL(url, server.origin);
      if (!pathname.startsWith('/service/v1/timelogs')) wrong.push(`asked for ${url}`);
      const sent = searchParams.get('after') ?? (body === '' ? null : (JSON.parse(body) as { after?: string }).after);
      if (typeof sent === 'string' && sent !== after) wrong.push(`cursor ${JSON.stringify(after)} was sent as ${sent}`);
      if (headers.host !== new URL(server.origin).host) wrong.push(`asked the host ${headers.host}`);
    }
    const pages = server.requests.length;
    if (!isBare && pages !== 4) wrong.push(`${pages} requests for two pages of two operations`);
    close();
    await server.close();
    const what = `cursor ${JSON.stringify(isBare ? null : after)}`;
    return { what, wrong: wrong.map((each) => `${what}: ${each}`) };
  });
}

async function withForeign(work: (foreign: string) => Promise<Tried>): Promise<Tried> {
  const foreign = await startLoopbackServer((response) => sendJson(response, { results: [], total: 0 }));
  try {
    const tried = await work(foreign.origin);
    const [seen] = foreign.requests;
    const told = seen
      ? `the foreign listener was asked${JSON.stringify(seen).includes(KEY) ? ', with the key' : ''}`
      : '';
    return { ...tried, wrong: [...tried.wrong, ...(told ? [`${tried.what}: ${told}`] : [])] };
  } finally {
    await foreign.close();
  }
}

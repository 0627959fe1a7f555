/**
 * Stands before the page in `npm run dev`: refuses other pages, gives Vite's page the security policy of the built one, and hands the page's
 * requests to the host as those of one of its own tabs. The page keeps one session, which outlives the host's and Vite's.
 */
import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Plugin } from 'vite';
import { createContentSecurityPolicy } from '#electron/host/ui-files.ts';
import type { DevHost } from './host.ts';

const HEADER = 'x-timelog-session';

/** @param session the page's, and the token that opens it in any tab */
export function standBefore(host: Pick<DevHost, 'session'>, session: string): Plugin {
  const nonce = randomBytes(18).toString('base64');
  // React's fast refresh begins with a script in the page; Vite's client awaits a restarted server in a worker of its own making.
  const policy = createContentSecurityPolicy(nonce).replace(
    "script-src 'self'",
    `$& 'nonce-${nonce}'; worker-src blob:`,
  );
  return {
    name: 'dev-front',
    config: () => ({ html: { cspNonce: nonce }, server: { headers: { 'content-security-policy': policy } } }),
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('name="csp-nonce" content=""', `name="csp-nonce" content="${nonce}"`),
    },
    configureServer({ middlewares }) {
      middlewares.use((incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => {
        const refuse = (status: number) =>
          outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(status).end();
        if (!isFromOwnPage(incoming)) refuse(403);
        else if (!incoming.url?.startsWith('/api/')) next();
        else if (incoming.url === '/api/session') letIn(session, incoming, outgoing).catch(() => refuse(400));
        else forward(host, session, incoming, outgoing).catch(() => refuse(502));
      });
    },
  };
}

/** As the host has it, and for Vite's files, too. A link of another page may open this one, where only the token lets it in. */
function isFromOwnPage({ url, headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  if (!/^(?:127\.0\.0\.1|localhost):\d+$/.test(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === 'same-origin' || site === 'none' || (mode === 'navigate' && !url?.startsWith('/api/'));
}

async function letIn(session: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { token } = (await json(incoming)) as { token?: unknown };
  if (token !== session) return void outgoing.writeHead(401).end();
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ secret: session }));
}

/** What was asked while the host starts waits for it. @throws when there is no host, or it ended before it answered. */
async function forward(
  host: Pick<DevHost, 'session'>,
  session: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { origin, secret } = await host.session();
  const headers = {
    ...incoming.headers,
    host: new URL(origin).host,
    // Without a connection to keep, none is used that the host is about to close.
    connection: 'close',
    ...(incoming.headers.origin !== undefined && { origin }),
    // A wrong session stays wrong: the host refuses it.
    ...(incoming.headers[HEADER] === session && { [HEADER]: secret }),
  };
  const upstream = request(`${origin}${incoming.url}`, { method: incoming.method ?? 'GET', headers, agent: false });
  // The page left, and the host is to know: it cancels what was asked.
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    upstream.once('response', resolve).on('error', reject),
  );
  outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
  // The event stream says nothing for a long time.
  outgoing.flushHeaders();
  pipeline(answer, outgoing, () => undefined);
}

/** Serves the built page with its security policy to window and browser. Only files that were listed at the start are ever read. */
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const INDEX = '/index.html';
const NONCE_PLACE = '<meta name="csp-nonce" content=""';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Page {
  /** @param pathname percent-encoded, as in the URL. @returns undefined when the page has no such file. */
  file(pathname: string): Promise<PageFile | undefined>;
}

/** Every response of a host has these headers; only files that are named by their content may be cached. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Files that are named by their content, which a reloaded page need not fetch or compile again. */
const ASSETS = '/assets/';
const cacheHeaders = { 'cache-control': 'private, max-age=31536000, immutable' };

export function createContentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** @param directory the absolute path of the built page. @throws when the page was not built. */
export function openPage(directory: string): Page {
  // A path that was not listed cannot be requested, however it is written.
  const files = new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(directory, path).split(sep).join('/')}`, path]),
  );
  return {
    async file(pathname) {
      const name = pathname === '/' ? INDEX : pathname;
      const path = files.get(name);
      if (path === undefined) return undefined;
      const bytes = await readFile(path);
      const caching = name.startsWith(ASSETS) ? cacheHeaders : {};
      if (name !== INDEX) return { headers: { ...toHeaders(path), ...caching }, body: new Uint8Array(bytes) };
      const nonce = randomBytes(18).toString('base64');
      return { headers: toHeaders(path, nonce), body: insertNonce(bytes.toString('utf8'), nonce) };
    },
  };
}

function toHeaders(path: string, nonce = ''): Record<string, string> {
  return {
    ...securityHeaders,
    'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'content-security-policy': nonce ? createContentSecurityPolicy(nonce) : "default-src 'none'",
  };
}

/** @throws if the build has no place for the nonce, because the page would be drawn without its styles. */
function insertNonce(html: string, nonce: string): Uint8Array<ArrayBuffer> {
  if (!html.includes(NONCE_PLACE)) throw new Error('index.html has no empty csp-nonce');
  return new TextEncoder().encode(html.replace(NONCE_PLACE, `<meta name="csp-nonce" content="${nonce}"`));
}

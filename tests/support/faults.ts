/** The ways in which a service, or something between it and the app, can fail: each an answerer for a loopback server. */
import { gzipSync } from 'node:zlib';
import { sendJson, type Answerer } from './hosts/loopback-server.ts';

/** How the client handles a fault: its error code, and how many requests it spends on one exchange. */
export interface Fault {
  readonly answer: Answerer;
  readonly code: string;
  readonly requests: number;
}

const RESET = 'x-service-ratelimit-reset';
const record = {
  id: '1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  archived: false,
  properties: { a552213_title: 'x'.repeat(5000) },
};
export const page = JSON.stringify({ results: [record], total: 1 });

const status =
  (code: number, body: unknown, headers: Record<string, string> = {}): Answerer =>
  (response) =>
    sendJson(response, body, code, headers);
const text =
  (body: string | Buffer, headers: Record<string, string> = {}): Answerer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
const quota = { error: 'Daily quota exceeded', details: 'The key has reached its UTC daily request limit.' };
const upstream = { error: 'Upstream API Error', details: '{"status":"error","category":"VALIDATION_ERROR"}' };

const denied = { requests: 1 };
const transient = { requests: 3 };

/** Echoes the credential in `body`, as a careless service might. */
function echo(code: number): Answerer {
  return (response, { headers }) =>
    sendJson(response, { error: 'Upstream API Error', details: `refused: ${headers.authorization}` }, code);
}

export const faults: Readonly<Record<string, Fault>> = {
  '401': { answer: status(401, { error: 'Invalid API key' }), code: 'key-rejected', ...denied },
  '403': { answer: status(403, { error: 'API key has been deactivated' }), code: 'key-deactivated', ...denied },
  '400 upstream error': { answer: status(400, upstream), code: 'upstream-failed', ...denied },
  '404 of another server': { answer: status(404, '<html>not here</html>'), code: 'service-failed', ...denied },
  '414': { answer: status(414, ''), code: 'service-failed', ...denied },
  '418': { answer: status(418, {}), code: 'service-failed', ...denied },
  '526': { answer: status(526, {}), code: 'service-failed', ...denied },
  '429 with reset': {
    answer: status(429, quota, { [RESET]: '2099-01-01T00:00:00.000Z' }),
    code: 'quota-exhausted',
    ...denied,
  },
  '429 without reset': { answer: status(429, quota), code: 'quota-exhausted', ...denied },
  '429 with a past reset': {
    answer: status(429, quota, { [RESET]: '2020-01-01T00:00:00.000Z' }),
    code: 'quota-exhausted',
    ...denied,
  },
  '429 with a garbage reset': { answer: status(429, {}, { [RESET]: 'soon' }), code: 'quota-exhausted', ...denied },
  '429 of a short-term limit': {
    answer: status(429, { error: 'Too many requests' }),
    code: 'service-busy',
    ...transient,
  },
  '423': { answer: status(423, {}), code: 'service-busy', ...transient },
  '477': { answer: status(477, {}), code: 'service-busy', ...transient },
  '500': {
    answer: status(500, { error: 'Internal Server Error', details: 'x' }),
    code: 'service-failed',
    ...transient,
  },
  '502 upstream error': { answer: status(502, upstream), code: 'upstream-failed', ...transient },
  '503': {
    answer: status(503, { error: 'Service temporarily busy', details: 'x' }),
    code: 'service-busy',
    ...transient,
  },
  '504 of a proxy': { answer: status(504, '<html>'), code: 'service-failed', ...transient },
  '521': { answer: status(521, ''), code: 'service-failed', ...transient },
  '523': { answer: status(523, ''), code: 'service-failed', ...transient },
  '524': { answer: status(524, ''), code: 'service-failed', ...transient },
  'error body of another shape': { answer: status(500, [1, { error: {} }]), code: 'service-failed', ...transient },
  'credential echoed in a 400': { answer: echo(400), code: 'upstream-failed', ...denied },
  'credential echoed in a 502': { answer: echo(502), code: 'upstream-failed', ...transient },
  'credential echoed as a page': {
    answer: (response, { headers }) => sendJson(response, { results: [{ id: headers.authorization }] }),
    code: 'service-changed',
    ...denied,
  },
  'truncated JSON': { answer: text(page.slice(0, -20)), code: 'service-changed', ...denied },
  'empty body': { answer: text(''), code: 'service-changed', ...denied },
  'HTML page': {
    answer: text('<html>Sign in</html>', { 'content-type': 'text/html' }),
    code: 'service-changed',
    ...denied,
  },
  '204': { answer: (response) => void response.writeHead(204).end(), code: 'service-changed', ...denied },
  'wrong types': { answer: text('{"results":{"0":{}},"total":"many"}'), code: 'service-changed', ...denied },
  'an array': { answer: text('[]'), code: 'service-changed', ...denied },
  'record without id': {
    answer: text('{"results":[{"properties":{}}],"total":1}'),
    code: 'service-changed',
    ...denied,
  },
  'bad UTF-8': {
    answer: text(
      Buffer.concat([Buffer.from('{"results":[],"total":0,"x":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]),
    ),
    code: 'service-changed',
    ...denied,
  },
  'cut gzip': {
    answer: text(gzipSync(page).subarray(0, -30), { 'content-encoding': 'gzip' }),
    code: 'service-changed',
    ...denied,
  },
  'not gzip': { answer: text(page, { 'content-encoding': 'gzip' }), code: 'offline', ...transient },
  'redirect home': {
    answer: (response) => void response.writeHead(302, { location: '/service/v1/timelogs/search' }).end(),
    code: 'service-changed',
    ...denied,
  },
  'no answer at all': { answer: (response) => void response.destroy(), code: 'offline', ...transient },
  'reset after the head': {
    answer: (response) => {
      response.writeHead(200, { 'content-length': String(page.length) });
      response.write(page.slice(0, 100), () => response.socket?.resetAndDestroy());
    },
    code: 'offline',
    ...transient,
  },
  'body shorter than announced': {
    answer: (response) => {
      response.writeHead(200, { 'content-length': String(page.length) });
      response.write(page.slice(0, -20), () => response.socket?.end());
    },
    code: 'offline',
    ...transient,
  },
  'chunked body cut': {
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(page.slice(0, 100), () => response.destroy());
    },
    code: 'offline',
    ...transient,
  },
  'not HTTP': {
    answer: (response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
    code: 'offline',
    ...transient,
  },
};

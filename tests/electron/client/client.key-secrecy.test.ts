import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createClient, type ServiceClient } from '#electron/client/client.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { faults } from '#tests/support/faults.ts';
import { sendJson, startLoopbackServer, type Answerer } from '#tests/support/hosts/loopback-server.ts';
import { chooseCases } from '#tests/support/tier.ts';

const CANARY = 'canary-"7f3a\\9c+/=';
const forms = [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY), btoa(CANARY)];

let folder: string;
let ledger: Ledger;
let printed: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-secrecy-'));
  ledger = openLedger({ path: join(folder, 'ledger.sqlite') });
});
afterAll(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  printed = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      printed.push(String(chunk));
      return true;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

const operations: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
  list: (client) => client.list({ limit: 1 }),
  search: (client) => client.search({ limit: 1 }),
  'batch read': (client) => client.batchRead({ ids: ['1'] }),
};

const tricks: Readonly<Record<string, Answerer>> = {
  'a batch error that quotes the request': (response, { headers }) =>
    sendJson(response, {
      results: [],
      errors: [{ category: 'X', message: `for ${headers.authorization}`, context: { ids: ['1'] } }],
    }),
  'an upstream message that quotes the request as JSON': (response, { headers }) =>
    sendJson(response, { status: 'error', message: JSON.stringify(headers) }, 400),
  'a reset header that quotes the request': (response, { headers }) =>
    sendJson(response, {}, 429, { 'x-service-ratelimit-reset': String(headers.authorization) }),
};

const paths = [
  ...Object.entries(faults).map(([name, { answer }]) => [name, answer] as const),
  ...Object.entries(tricks),
].flatMap(([name, answer]) => Object.keys(operations).map((operation) => [name, operation, answer] as const));

/** Of each answer one operation, each in its turn; the others take the same way to the service. */
const inTurn = paths.filter((_, at) => at % 3 === Math.floor(at / 3) % 3);
const ordered = [...inTurn, ...paths.filter((path) => !inTurn.includes(path))];

it.each(chooseCases(inTurn.length, ordered))('%s in a %s shows the key nowhere', async (name, operation, answer) => {
  const foreign = await startLoopbackServer((response) => sendJson(response, { results: [] }));
  const server = await startLoopbackServer((response, seen, index) => {
    response.setHeader('location', `${foreign.origin}/`);
    return answer(response, seen, index);
  });
  try {
    const client = createClient({
      origin: server.origin,
      // A port may be given out twice; what one case used up must not stop another.
      account: `${name} ${operation}`,
      key: CANARY,
      fetch,
      ledger,
      limit: 1000,
      rate: 0,
      sleep: async () => undefined,
    });
    const outcome: unknown = await operations[operation]!(client).catch((error: unknown) => error);
    const texts = [
      inspect(outcome, { depth: 20, showHidden: true }),
      JSON.stringify(outcome),
      outcome instanceof Error ? `${outcome.stack} ${inspect(outcome.cause, { depth: 20 })}` : '',
      ...printed,
      ...readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString('latin1')),
      ...server.requests.map(({ url, body }) => url + body),
    ];
    for (const text of texts) for (const form of forms) expect(text).not.toContain(form);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
    expect(foreign.requests).toEqual([]);
  } finally {
    await server.close();
    await foreign.close();
  }
});

/** A CRM that counts its calls by one of three styles of limits, and that can fail and hang. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';

/**
 * `rolling`: so many within any time, refused ones not counted. `strict`: refused ones count too, so that who asks on at once never recovers.
 * `fixed`: so many from one full time to the next, and a header that says when.
 */
export type LimitStyle = 'rolling' | 'strict' | 'fixed';

export interface CrmOptions {
  readonly limit?: { readonly style: LimitStyle; readonly count: number; readonly seconds: number };
  /** How long a call takes. */
  readonly milliseconds?: () => number;
  /** The status of a call that is within the limit; 200 without it. */
  readonly status?: () => number;
}

export interface FakeCrm {
  readonly url: string;
  /** What arrived, refused or not. */
  calls: number;
  refused: number;
  /** The last bodies, as they arrived. */
  readonly bodies: string[];
  /** From now on nothing is answered, or everything again. */
  hang(hangs: boolean): void;
  /** From now on calls are kept until they are let go. @returns once so many are */
  keep(count: number): Promise<void>;
  letGo(): void;
  close(): void;
}

export const EMPTY_PAGE = '{"results":[],"total":0,"status":"COMPLETE","startedAt":"","completedAt":""}';

export async function startCrm({
  limit,
  milliseconds = () => 20,
  status = () => 200,
}: CrmOptions = {}): Promise<FakeCrm> {
  let hangs = false;
  let keeping: { readonly count: number; readonly full: () => void } | undefined;
  const kept: (() => void)[] = [];
  const isLetGo = () =>
    new Promise<void>((resolve) => {
      if (!keeping) return resolve();
      if (kept.push(resolve) === keeping.count) keeping.full();
    });
  let counted: number[] = [];
  const isRefused = () => {
    if (!limit) return false;
    const now = Date.now();
    const time = limit.seconds * 1_000;
    const from = limit.style === 'fixed' ? now - (now % time) : now - time;
    counted = counted.filter((at) => at >= from);
    const refused = counted.length >= limit.count;
    if (!refused || limit.style === 'strict') counted.push(now);
    return refused;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    crm.bodies.push(await readBody(request));
    crm.calls += 1;
    if (hangs) return;
    if (isRefused()) {
      crm.refused += 1;
      const seconds = limit?.seconds ?? 1;
      response.writeHead(429, limit?.style === 'fixed' ? { 'retry-after': String(seconds) } : {});
      response.end(JSON.stringify({ policyName: seconds === 10 ? 'TEN_SECONDLY_ROLLING' : 'SECONDLY' }));
      return;
    }
    const chosen = status();
    await wait(milliseconds());
    await isLetGo();
    response.writeHead(chosen).end(chosen === 200 ? EMPTY_PAGE : '{"category":"FAILED"}');
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const crm: FakeCrm = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/crm/v3/objects/2-1`,
    calls: 0,
    refused: 0,
    bodies: [],
    hang: (next) => (hangs = next),
    keep: (count) => new Promise((full) => (keeping = { count, full })),
    letGo() {
      keeping = undefined;
      for (const answer of kept.splice(0)) answer();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return crm;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

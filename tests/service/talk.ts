/** Starts the real service on loopback and talks to it as a caller would. */
import { onTestFinished } from 'vitest';
import { createService, type Service, type ServiceOptions } from '#service/server.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Switches } from '#service/upstream/switches.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { WorldRecord } from '#service/upstream/world.ts';

export const LIST = '/service/v1/timelogs';
export const BATCH = `${LIST}/batch/read`;
export const SEARCH = `${LIST}/search`;

export interface Spoken {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the wire's shape is what the tests are about
  readonly body: any;
}

export interface Talk {
  readonly service: Service;
  readonly get: (path: string, init?: RequestInit) => Promise<Spoken>;
  readonly post: (path: string, body: unknown, init?: RequestInit) => Promise<Spoken>;
  readonly search: (body: unknown) => Promise<Spoken>;
}

export async function talkTo(options: ServiceOptions): Promise<Talk> {
  const service = await createService(options);
  onTestFinished(() => service.close());
  const speak = async (path: string, init: RequestInit): Promise<Spoken> => {
    const response = await fetch(service.url + path, {
      ...init,
      headers: { authorization: `Bearer ${service.key}`, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  };
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    speak(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
    });
  return { service, get: (path, init = {}) => speak(path, init), post, search: (body) => post(SEARCH, body) };
}

/** A service over just these records. */
export function talkAbout(
  records: readonly WorldRecord[],
  switches: Partial<Switches> = {},
  options: ServiceOptions = {},
): Promise<Talk> {
  return talkTo({ ...options, upstream: createEmbeddedUpstream({ records, switches }) });
}

const FIRST_ID = 9_999_999_990;
const FIRST_TIME = Date.UTC(2026, 0, 5, 8);

/** A record with short property names; the n-th has id 9,999,999,990 + n and was created n minutes after the first. */
export function record(
  n: number,
  properties: Record<string, WireValue> = {},
  rest: Partial<WorldRecord> = {},
): WorldRecord {
  const full = Object.entries({ record_id: `28 -- ${n}`, ...properties }).map(
    ([name, value]) => [name.startsWith('platform_') ? name : `a552213_${name}`, value] as const,
  );
  const createdAt = FIRST_TIME + n * 60_000;
  return { id: FIRST_ID + n, createdAt, updatedAt: createdAt, properties: Object.fromEntries(full), ...rest };
}

export function records(
  count: number,
  properties: (n: number) => Record<string, WireValue> = () => ({}),
): WorldRecord[] {
  return Array.from({ length: count }, (_, n) => record(n, properties(n)));
}

/** The n of each result, in order. */
export function numbersOf(body: { results: { id: string | number }[] }): number[] {
  return body.results.map(({ id }) => Number(id) - FIRST_ID);
}

export function idOf(n: number): string {
  return String(FIRST_ID + n);
}

/** The service as people run it, in a process whose memory and descriptors can be looked at, before a CRM made for the purpose. */
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { end, start, type Ended } from '#tests/support/hosts/terminal.ts';

export interface EdgeService {
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes. */
  memory(): number;
  /** The most it ever was. */
  peakMemory(): number;
  openSockets(): number;
  terminate(): Promise<Ended>;
  /** As a crash does. */
  kill(): Promise<Ended>;
}

/** @param input its token; without it none is asked for. @param issued the key, where the store has one already. @param env beside the own one */
export async function startService(
  options: readonly string[],
  input = '',
  issued?: string,
  env: NodeJS.ProcessEnv = {},
): Promise<EdgeService> {
  const quota = options.includes('--daily-quota') ? [] : ['--daily-quota', '1000000'];
  const port = options.includes('--port') ? [] : ['--port', '0'];
  const child = start(['serve', ...port, ...quota, ...options], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const ended = end(child);
  const first: unknown = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  if (!Array.isArray(first)) throw new Error(`serve ended: ${(await ended).stderr}`);
  const { url, key } = JSON.parse(String(first[0])) as { url: string; key: string | null };
  const read = (field: string) => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  };
  return {
    url,
    pid: child.pid ?? 0,
    port: Number(new URL(url).port),
    headers: { authorization: `Bearer ${key ?? issued}`, 'content-type': 'application/json' },
    memory: () => read('VmRSS'),
    peakMemory: () => read('VmHWM'),
    openSockets: () => countSockets(child.pid ?? 0),
    terminate() {
      child.kill('SIGTERM');
      return ended;
    },
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

function countSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // Closed in between.
      return false;
    }
  }).length;
}

export interface Platform {
  readonly url: string;
  close(): void;
}

/** A CRM that answers by hand. */
export async function startPlatform(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Platform> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/crm/v3/objects/2-1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A service before that CRM. */
export function startBefore(
  platform: Platform,
  options: readonly string[] = [],
  token = 'token-of-the-campaign',
): Promise<EdgeService> {
  return startService(['--upstream', platform.url, '--new-key', ...options], `${token}\n`);
}

export const LIST = '/service/v1/timelogs';
export const SEARCH = `${LIST}/search`;
export const EMPTY = '{"results":[],"total":0}';

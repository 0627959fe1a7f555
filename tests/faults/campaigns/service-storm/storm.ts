/** Many requests over many connections while the service is killed and restarted: never more are served than the quota. */
import { Agent, request } from 'node:http';
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { ServedProcess } from './served-process.ts';

const PATH = '/service/v1/timelogs';
const bodies: Readonly<Record<string, string | undefined>> = {
  [`${PATH}?limit=1`]: undefined,
  [`${PATH}/search`]: '{"limit":1}',
  [`${PATH}/batch/read`]: '{"inputs":[{"id":"1"}]}',
};
const paths = Object.keys(bodies);

const CUT = 'cut';

export interface Storm {
  /** Answers by status; `cut` for those lost to a kill: they are asked again. */
  readonly answers: ReadonlyMap<string, number>;
  readonly kills: number;
}

interface StormOptions {
  /** Answers to wait for. */
  readonly requests: number;
  readonly connections: number;
  readonly kills: number;
  readonly seed: number;
}

export async function storm(
  service: ServedProcess,
  { requests, connections, kills, seed }: StormOptions,
): Promise<Storm> {
  const random = seeded(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers = new Map<string, number>();
  /** After so many answers the service is killed, while other requests are under way. */
  const span = (requests - connections) / kills;
  const killAt = Array.from({ length: kills }, (_, at) => Math.floor((at + random.next()) * span));
  let answered = 0;
  let underWay = 0;
  let killed = 0;
  let restarting: Promise<void> | undefined;

  const worker = async () => {
    while (answered + underWay < requests) {
      underWay += 1;
      if (answered >= (killAt[0] ?? Infinity) && !restarting) {
        killAt.shift();
        killed += 1;
        restarting = service.restart().finally(() => (restarting = undefined));
      }
      const outcome = await ask(service, random.pick(paths), agent);
      underWay -= 1;
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      if ((answers.get(CUT) ?? 0) > requests * 10) throw new Error('The service does not come back');
      if (outcome !== CUT) answered += 1;
      // Asked again, as a client would, once the service listens.
      else await restarting;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await restarting;
  agent.destroy();
  return { answers, kills: killed };
}

/** @returns the status, of complete answers only. */
export function ask({ url, key }: Pick<ServedProcess, 'url' | 'key'>, path: string, agent?: Agent): Promise<string> {
  const body = bodies[path];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const asked = request(
      `${url}${path}`,
      { agent, method: body === undefined ? 'GET' : 'POST', headers },
      (response) => {
        response.on('error', () => resolve(CUT));
        response.on('end', () => resolve(response.complete ? String(response.statusCode) : CUT));
        response.resume();
      },
    );
    asked.on('error', () => resolve(CUT));
    asked.end(body);
  });
}

export const LIST = paths[0] ?? '';

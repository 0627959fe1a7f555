/** The surroundings of a scenario: a scripted service, folders for data and leftovers, and the key to look for. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  sendJson,
  startLoopbackServer,
  type Answerer,
  type LoopbackServer,
} from '#tests/support/hosts/loopback-server.ts';

export interface Place {
  readonly key: string;
  readonly server: LoopbackServer;
  /** Where redirects and links lead. */
  readonly foreign: LoopbackServer;
  /** Everything below it is searched. */
  readonly folder: string;
  readonly data: string;
  /** Where the program runs, and where dumps and reports are written. */
  readonly fallen: string;
  /** Resolves when the service has been asked. */
  readonly asked: Promise<void>;
  close(): Promise<void>;
}

const record = {
  id: '1',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-02T08:00:00.000Z',
  archived: false,
  properties: { a552213_title: 'One record', a552213_total_minutes: '60' },
};
export const goodAnswer: Answerer = (response) =>
  sendJson(response, { status: 'COMPLETE', results: [record], total: 1 });

/** Never answers. */
export const hangingAnswer: Answerer = () => undefined;

export async function openPlace(key: string, answer: Answerer): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  const [data, fallen] = [join(folder, 'data'), join(folder, 'fallen')];
  mkdirSync(fallen);
  const foreign = await startLoopbackServer((response) => sendJson(response, {}));
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const server = await startLoopbackServer((response, seen, index) => {
    resolve();
    response.setHeader('location', `${foreign.origin}/service/v1/timelogs`);
    return answer(response, seen, index);
  });
  return {
    key,
    server,
    foreign,
    folder,
    data,
    fallen,
    asked,
    async close() {
      await server.close();
      await foreign.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

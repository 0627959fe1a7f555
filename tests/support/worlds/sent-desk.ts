/** A workspace whose files leave: what was downloaded of a small firm, anew for each test of the file that uses it. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Result } from '#contract/errors.ts';
import { createApp, type App } from '#electron/app/app.ts';
import type { Destination } from '#electron/host/host.ts';
import { memorySecrets, quietHost } from '../hosts/quiet-host.ts';
import { startProvingService, type NearService } from '../hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '../stores/prepared-folder.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
export const DAY = 86_400_000;

export const october = {
  period: '2026-10',
  columns: ['title', 'total_hours', 'billable_amount', 'month_year'],
  format: 'csv',
};

export function useSentDesk(): SentDesk {
  const desk = new SentDesk();
  beforeAll(() => desk.prepare());
  beforeEach(() => desk.begin());
  afterEach(() => desk.leave());
  afterAll(() => desk.stop());
  return desk;
}

class SentDesk {
  folder!: string;
  service!: NearService;
  /** Where the next file is saved. */
  destination: Destination | undefined;
  /** Which file is verified next. */
  source: { readonly path: string } | undefined;
  deliver = async (): Promise<void> => {};
  #prepared!: PreparedFolder;
  #app: App | undefined;
  readonly #secrets = memorySecrets();

  async prepare(): Promise<void> {
    const service = await startProvingService({
      records: 160,
      seed: 5,
      startAt: START,
      frozen: true,
      asOf: '2026-11-01',
    });
    this.service = service;
    this.#prepared = await prepareFolder(service, async (made) => {
      this.folder = made;
      await this.open();
      await this.ask('workspace.connect', { baseUrl: service.url, key: service.key });
      await this.ask('sync.run', {});
      await this.shut();
    });
  }

  async begin(): Promise<void> {
    this.folder = this.#prepared.copy();
    this.destination = undefined;
    this.source = undefined;
    this.deliver = async () => {};
    await this.open();
  }

  async leave(): Promise<void> {
    await this.shut();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    this.#prepared.remove();
  }

  readonly open = async (): Promise<void> => {
    this.#app = await createApp({
      host: quietHost({
        secrets: this.#secrets,
        chooseDestination: async () => this.destination,
        chooseSource: async () => this.source,
        chooseFolder: async () => this.destination,
        deliver: () => this.deliver(),
      }),
      version: 'test',
      dataDirectory: this.folder,
      workspace: 'default',
      rate: 0,
      now: this.service.now,
    });
  };

  readonly shut = async (): Promise<void> => {
    await this.#app?.close();
    this.#app = undefined;
  };

  readonly ask = async <M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Output<M>> => {
    const result = await this.call<M>(method, input, asKnown);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };

  readonly call = async <M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Result<Output<M>>> => {
    if (!this.#app) throw new Error('The app is open');
    return (await this.#app.call(method, input, undefined, undefined, asKnown)) as Result<Output<M>>;
  };

  readonly writeTo = (name: string): string => {
    this.destination = { path: join(this.folder, name) };
    return this.destination.path;
  };

  /** One of October's records is moved to November in the CRM, and another is gone. */
  readonly moveOne = async (): Promise<string> => {
    const { rows } = await this.ask('records.page', { period: '2026-10', columns: ['title'], offset: 0, limit: 2 });
    const [moved = '', removed = ''] = rows.map(({ id }) => id);
    await this.service.control.move({ kind: 'shift', ids: [moved], to: '2026-11' });
    await this.service.control.move({ kind: 'remove', ids: [removed] });
    await this.service.control.advance(DAY);
    await this.ask('sync.run', {});
    return moved;
  };

  /** The store and its base are lost, so that nothing is known of the moments before. */
  readonly rebuild = async (): Promise<void> => {
    const own = join(this.folder, 'workspaces/default');
    for (const name of readdirSync(own)) if (name.startsWith('base-')) rmSync(join(own, name));
    await this.ask('data.rebuild', {});
    await this.ask('sync.run', {});
  };
}

/** A firm whose months are closed: its service, a copy of what was downloaded of it, and a witness of what is closed there. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { Figures } from '#domain/closing-steps.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { createApp, type App } from '#electron/app/app.ts';
import type { Destination } from '#electron/host/host.ts';
import { memorySecrets, quietHost } from '../hosts/quiet-host.ts';
import { startProvingService, type NearService } from '../hosts/proving-service.ts';
import { prepareFolder, type PreparedFolder } from '../stores/prepared-folder.ts';
import { ClosingWitness, type Label } from './closing-witness.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const DAY = 86_400_000;
export const accept = { accept: ['undated', 'unreadable', 'unassigned', 'billed'], reason: 'As agreed' };
export const october = { period: '2026-10', client: 'Client 0', ...accept };
export const ofClient = (client: string) => [{ filters: [{ propertyName: 'client', operator: 'EQ', value: client }] }];

interface Firm {
  readonly service: NearService;
  readonly prepared: PreparedFolder;
  readonly labels: ReadonlyMap<string, Label>;
}

/** The desk of the tests of a file, which begin each with `begin`. */
export function useClosingDesk(): ClosingDesk {
  const desk = new ClosingDesk();
  afterEach(() => desk.leave());
  afterAll(() => desk.stop());
  return desk;
}

class ClosingDesk {
  folder!: string;
  service!: NearService;
  app!: App;
  witness!: ClosingWitness;
  /** Where the next file is saved, and which file is loaded next. */
  destination: Destination | undefined;
  readonly #secrets = memorySecrets();
  /** By size: several tests begin with the same, but those that draw their edits have one of their own. */
  readonly #firms = new Map<string, Firm>();

  readonly begin = async (records: number, clients: number): Promise<void> => {
    const size = `${records} of ${clients}`;
    const firm = this.#firms.get(size) ?? (await this.#prepareFirm(records, clients));
    this.#firms.set(size, firm);
    this.service = firm.service;
    this.folder = firm.prepared.copy();
    this.witness = new ClosingWitness(this.service.world);
    for (const [key, named] of firm.labels) this.witness.labels.set(key, named);
    await this.open();
  };

  async #prepareFirm(records: number, clients: number): Promise<Firm> {
    const service = await startProvingService({
      records,
      sampleMonths: 6,
      seed: 5,
      startAt: START,
      frozen: true,
      asOf: '2026-11-01',
    });
    this.service = service;
    const labels = new Map<string, Label>();
    const prepared = await prepareFolder(service, async (made) => {
      this.folder = made;
      await this.open();
      await this.ask('workspace.connect', { baseUrl: service.url, key: service.key });
      await this.ask('sync.run', {});
      const { ids } = await this.ask('names.recorded', {});
      for (const [at, { kind, id }] of ids.filter(({ kind: each }) => each !== 'person').entries())
        labels.set(`${kind}:${id}`, {
          client: `Client ${at % clients}`,
          currency: ['EUR', 'USD', null][at % 3] ?? null,
        });
      const objects = Object.fromEntries([...labels].map(([key, named]) => [key, { name: key, ...named }]));
      await this.ask('names.keep', { owners: {}, objects });
      await this.shut();
    });
    return { service, prepared, labels };
  }

  readonly open = async (): Promise<void> => {
    this.app = await createApp({
      host: quietHost({
        secrets: this.#secrets,
        chooseDestination: async () => this.destination,
        chooseSource: async () => this.destination,
        chooseFolder: async () => this.destination,
      }),
      version: 'test',
      dataDirectory: this.folder,
      workspace: 'default',
      rate: 0,
      now: this.service.now,
    });
  };

  readonly shut = (): Promise<void> => this.app.close();

  async leave(): Promise<void> {
    await this.shut();
    rmSync(this.folder, { recursive: true, force: true });
    this.destination = undefined;
  }

  async stop(): Promise<void> {
    for (const firm of this.#firms.values()) {
      await firm.service.stop();
      firm.prepared.remove();
    }
  }

  readonly ask = async <M extends Method>(method: M, input: unknown): Promise<Output<M>> => {
    const result = await this.app.call(method, input);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value as Output<M>;
  };

  readonly refusal = async (method: Method, input: unknown) => {
    const result = await this.app.call(method, input);
    return result.ok ? undefined : result.error;
  };

  readonly label = async (key: string, client: string | null, currency: string | null): Promise<void> => {
    this.witness.labels.set(key, { client, currency });
    await this.ask('names.keep', { owners: {}, objects: { [key]: { name: key, client, currency } } });
  };

  readonly refresh = async (full = false): Promise<void> => {
    await this.service.control.advance(DAY / 4);
    await this.ask('sync.run', { full });
  };

  /** Moves records of other months there, so that it has some of each client. */
  readonly fill = async (month: string, count: number): Promise<void> => {
    await this.service.control.move({ kind: 'shift', count, to: month });
    await this.refresh(true);
  };

  readonly close = async (period: string, client?: string | null): Promise<number[]> => {
    const input = { period, ...accept, ...(client !== undefined && { client }) };
    const { closings } = await this.ask('closings.create', input);
    for (const { number, client: name } of closings) this.witness.close(number, period, name);
    return closings.map(({ number }) => number);
  };

  /** Bills what is closed, on paper: the register knows its records. */
  readonly sendElsewhere = (period: string, client: string) =>
    this.ask('sent.elsewhere', { period, filterGroups: ofClient(client), reason: `Invoice of ${period}` });

  /** Sends a month of Client 0 as a file that bills. @returns why not */
  readonly send = async (period: string, more: object = {}): Promise<string | undefined> => {
    this.destination = { path: join(this.folder, `invoice-${period}.csv`), replaces: true };
    const file = { columns: ['title'], format: 'csv', bills: true };
    const refused = await this.refusal('export.run', { period, filterGroups: ofClient('Client 0'), ...file, ...more });
    return refused && 'detail' in refused ? refused.detail : refused?.code;
  };

  /** A record of October like another, by Client 0. */
  readonly insertLate = (): string => {
    const { world, now } = this.service;
    const [pattern] = this.witness.scope('2026-10', 'Client 0').keys();
    const record = world.at(world.findSlot(Number(pattern)) ?? 0);
    const id = world.at(world.slots - 1).id + 7;
    world.insert({ ...record, id, createdAt: now(), updatedAt: now() });
    return String(id);
  };

  readonly lineOf = async (period: string) =>
    (await this.ask('closings.month', { period })).lines.find(({ client }) => client === 'Client 0');
  readonly nextOf = async (period: string) => (await this.lineOf(period))?.next;

  /** Writes the credit note of a minus. @returns its totals by currency */
  readonly credit = async (number: number) => {
    this.destination = { path: join(this.folder, `credit-${number}.csv`) };
    return byCurrency((await this.ask('closings.adjust', { number }))?.totals);
  };
}

export const byCurrency = (totals: readonly Figures[] | undefined, sign = 1n) =>
  new Map(
    totals?.map(({ currency, minutes, value }) => [
      currency,
      [minutes, value].map((figure) => formatUnits(sign * toUnits(figure))),
    ]),
  );

/**
 * A workspace whose records are put straight into its store, and the handlers over it: no service, no download and no app around them, so
 * that the tests of a file share one that stays open, each with clients of its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Method, Output } from '#contract/api.ts';
import type { AppError, Result } from '#contract/errors.ts';
import type { Figures } from '#domain/closing-steps.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import type { Command, Context } from '#electron/cli/arguments/command.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import {
  answerCall,
  createTaskRunner,
  Tickets,
  type Dispatcher,
  type HandlerContext,
  type Handlers,
} from '#electron/features/calls.ts';
import { checkHandlers } from '#electron/features/checks.ts';
import { closingHandlers } from '#electron/features/closings.ts';
import { exportHandlers } from '#electron/features/exports/handlers.ts';
import { sentHandlers } from '#electron/features/exports/sent.ts';
import { verifyFileHandlers } from '#electron/features/exports/verify-file.ts';
import { nameHandlers } from '#electron/features/files.ts';
import { memoryHandlers } from '#electron/features/memory.ts';
import { recordHandlers } from '#electron/features/records.ts';
import { reportHandlers } from '#electron/features/reports.ts';
import { settingsHandlers } from '#electron/features/settings.ts';
import type { Destination } from '#electron/host/host.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { openWorkspace, type Workspace } from '#electron/workspace/workspace.ts';
import { memorySecrets, quietHost } from '../hosts/quiet-host.ts';
import { recordOf } from './records.ts';

const START = Date.parse('2026-11-02T08:00:00Z');
const HOUR = 3_600_000;
export const accept = { accept: ['undated', 'unreadable', 'unassigned', 'billed'], reason: 'As agreed' };
export const ofClient = (client: string) => [{ filters: [{ propertyName: 'client', operator: 'EQ', value: client }] }];

/** The desk of the tests of a file, open from the first of them to the last. */
export function useStoreDesk(): StoreDesk {
  const desk = new StoreDesk();
  beforeAll(() => desk.begin());
  afterAll(() => desk.leave());
  return desk;
}

export class StoreDesk {
  folder!: string;
  workspace!: Workspace;
  /** Where the next file is saved. */
  destination: Destination | undefined;
  /** Which file is verified next. */
  source: { readonly path: string } | undefined;
  /** Of what was written; a test lets it fail. */
  deliver = async (): Promise<void> => {};
  now = START;
  #lastId = 0;
  #lastObject = 0;
  #preferences!: Journal;
  #ledger!: Ledger;
  readonly #recalled = new AsyncLocalStorage<Workspace>();
  readonly #dispatcher: Dispatcher;
  readonly #records = new Map<string, TimeLogRecord>();
  /** The object whose records are a client's, by its name. */
  readonly #objects = new Map<string, string>();

  constructor() {
    this.#dispatcher = this.#createDispatcher();
  }

  readonly begin = async (): Promise<void> => {
    this.folder = mkdtempSync(join(tmpdir(), 'store-desk-'));
    this.#preferences = openJournal(join(this.folder, 'app.sqlite'));
    this.#ledger = openLedger({ path: ':memory:', now: () => this.now });
    await this.open();
    await this.commit([]);
  };

  readonly open = async (): Promise<void> => {
    this.workspace = await openWorkspace({
      name: 'default',
      dataDirectory: this.folder,
      fetch,
      secrets: memorySecrets(),
      ledger: this.#ledger,
      now: () => this.now,
      baseUrl: 'https://records.example',
    });
  };

  readonly shut = (): Promise<void> => this.workspace.close();

  readonly leave = async (): Promise<void> => {
    await this.shut();
    this.#ledger.close();
    this.#preferences.close();
    rmSync(this.folder, { recursive: true, force: true });
  };

  #createDispatcher(): Dispatcher {
    const workspace = () => this.#recalled.getStore() ?? this.workspace;
    const host = quietHost({
      chooseDestination: async () => this.destination,
      chooseSource: async () => this.source,
      chooseFolder: async () => this.destination,
      deliver: () => this.deliver(),
    });
    // What switches workspaces is not asked here.
    const context = {
      host,
      version: 'test',
      now: () => this.now,
      workspace,
      emit: () => undefined,
      preferencesSetAside: null,
    } as unknown as HandlerContext;
    Object.defineProperties(context, {
      dataDirectory: { get: () => this.folder },
      preferences: { get: () => this.#preferences },
    });
    const files = createTaskRunner();
    const tickets = new Tickets();
    const handlers = {
      ...checkHandlers(context),
      ...closingHandlers(context),
      ...exportHandlers(context, files),
      ...memoryHandlers(context),
      ...nameHandlers(context),
      ...recordHandlers(context),
      ...reportHandlers(context),
      ...sentHandlers(context),
      ...settingsHandlers(context, tickets),
      ...verifyFileHandlers(context, files),
    } as unknown as Handlers;
    return {
      handlers,
      tickets,
      opening: () => undefined,
      recall: (moment, work) => this.workspace.asKnown(moment, (known) => this.#recalled.run(known, work)),
      readInLook: async (_look, work) => ({ value: await work(), state: undefined }),
    };
  }

  /** Each call is a second later than the one before. */
  readonly call = async <M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Result<Output<M>>> => {
    this.now += 1000;
    return (await answerCall(this.#dispatcher, { method, input, asKnown })) as Result<Output<M>>;
  };

  readonly ask = async <M extends Method>(method: M, input: unknown, asKnown?: string): Promise<Output<M>> => {
    const result = await this.call(method, input, asKnown);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };

  /** @returns why the user is refused; undefined where nothing is. @throws what is not a refusal, such as a fault of the program */
  readonly refusal = async (method: Method, input: unknown): Promise<string | undefined> => {
    const result = await this.call(method, input);
    return result.ok ? undefined : toRefusal(result.error);
  };

  /** @returns what a command of the terminal prints and says over these stores */
  readonly tellInTerminal = async (command: Command, options: object, ...words: string[]): Promise<string> => {
    const lines: string[] = [];
    const context = {
      openApp: async () => ({ call: this.ask, subscribe: () => () => undefined }),
      print: async (_document: unknown, toLines: () => readonly string[]) => void lines.push(...toLines()),
      terminal: {
        say: (sentence: string) => void lines.push(sentence),
        progress: () => undefined,
        interrupted: new AbortController().signal,
      },
    };
    const action = await command.prepare({ options: new Map(Object.entries(options)), positionals: words });
    await action(context as unknown as Context);
    return lines.join('\n');
  };

  /** Puts records into the store as a refresh an hour later does. */
  readonly commit = async (upsert: readonly TimeLogRecord[], remove: readonly string[] = []): Promise<void> => {
    this.now += HOUR;
    for (const record of upsert) this.#records.set(record.id, record);
    for (const id of remove) this.#records.delete(id);
    const sealed = { asOf: this.now, total: this.#records.size };
    const state = serializeState({ ...createState(this.now), sealed });
    await this.workspace.snapshot.commit({ upsert, remove, state, publish: true });
  };

  /** The store and its base are lost, so that nothing is known of the moments before, and the records come again. */
  readonly lose = async (): Promise<void> => {
    const place = join(this.folder, 'workspaces/default');
    for (const name of readdirSync(place)) if (name.startsWith('base-')) rmSync(join(place, name));
    await this.workspace.rebuild();
    await this.commit([...this.#records.values()]);
  };

  /** Names an object for a client. */
  readonly label = async (client: string, currency: string | null = 'EUR', object = this.#objects.get(client)) => {
    const key = object ?? String((this.#lastObject += 1));
    this.#objects.set(client, key);
    await this.ask('names.keep', { owners: {}, objects: { [`deal:${key}`]: { name: key, client, currency } } });
  };

  /** @returns a record of October, one hour that bills 100, with other values where they are given */
  readonly toEntry = (
    client: string | null,
    values: Readonly<Record<string, string>> = {},
    id = String((this.#lastId += 1)),
  ): TimeLogRecord => {
    const object = client === null ? undefined : this.#objects.get(client);
    return recordOf(
      id,
      {
        title: `Record ${id}`,
        month_year: '2026-10-01',
        first_start_date: '2026-10-05T08:00:00Z',
        platform_owner_id: '7',
        assoc_obj_type: 'deal',
        assoc_record_id: object ?? '0',
        total_minutes: '60',
        total_hours: '1',
        billable_minutes: '60',
        billable_hours: '1',
        billable_amount: '100',
        billable_amount_auto: '100',
        ...values,
      },
      { createdAt: this.now, updatedAt: this.now },
    );
  };

  /** A client of its own with so many records of October. @returns their ids */
  readonly bill = async (client: string, count = 3, currency: string | null = 'EUR'): Promise<string[]> => {
    await this.label(client, currency);
    const entries = Array.from({ length: count }, () => this.toEntry(client));
    await this.commit(entries);
    return entries.map(({ id }) => id);
  };

  /** @returns the id of one more record of the client, by a refresh of its own */
  readonly addLate = async (client: string, values: Readonly<Record<string, string>> = {}): Promise<string> => {
    const entry = this.toEntry(client, values);
    await this.commit([entry]);
    return entry.id;
  };

  readonly change = (client: string, ids: readonly string[], values: Readonly<Record<string, string>>) =>
    this.commit(ids.map((id) => this.toEntry(client, values, id)));

  readonly close = async (period: string, client: string): Promise<number> => {
    const { closings } = await this.ask('closings.create', { period, client, ...accept });
    return closings[0]?.number ?? 0;
  };

  /** Bills what a client has in a month, on paper. */
  readonly sendElsewhere = (period: string, client: string) =>
    this.ask('sent.elsewhere', { period, filterGroups: ofClient(client), reason: `Invoice of ${period}` });

  readonly writeTo = (name: string): string => {
    this.destination = { path: join(this.folder, name), replaces: true };
    return this.destination.path;
  };

  /** Sends a month of a client as a file that bills. @returns why not */
  readonly send = (period: string, client: string, more: object = {}): Promise<string | undefined> => {
    this.writeTo(`${client}-${period}.csv`);
    const file = { columns: ['title'], format: 'csv', bills: true };
    return this.refusal('export.run', { period, filterGroups: ofClient(client), ...file, ...more });
  };

  readonly lineOf = async (period: string, client: string) =>
    (await this.ask('closings.month', { period })).lines.find((line) => line.client === client);
  readonly nextOf = async (period: string, client: string) => (await this.lineOf(period, client))?.next;
}

function toRefusal(error: AppError): string {
  if (error.code !== 'usage') throw new Error(JSON.stringify(error));
  return error.detail;
}

export const byCurrency = (totals: readonly Figures[] | undefined, sign = 1n) =>
  new Map(
    totals?.map(({ currency, minutes, value }) => [
      currency,
      [minutes, value].map((figure) => formatUnits(sign * toUnits(figure))),
    ]),
  );

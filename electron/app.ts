/** The composition root: the one place where the parts meet. Every host calls the same handlers through `call`. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { debuglog } from 'node:util';
import { api, type Handlers, type Method } from '../src/contract/api.ts';
import { AppFailure, fail, type AppError, type Result } from '../src/contract/errors.ts';
import type { AppEvent } from '../src/contract/events.ts';
import { z } from 'zod';
import { openLedger, type Ledger } from './client/ledger.ts';
import { appHandlers } from './handlers/app.ts';
import { checkHandlers } from './handlers/checks.ts';
import { dataHandlers } from './handlers/data.ts';
import { exportHandlers } from './handlers/export.ts';
import { nameHandlers } from './handlers/names.ts';
import type { Parts } from './handlers/parts.ts';
import { pictureHandlers } from './handlers/picture.ts';
import { recordHandlers } from './handlers/records.ts';
import { reportHandlers } from './handlers/report.ts';
import { savedReportHandlers } from './handlers/reports.ts';
import { serviceHandlers } from './handlers/service.ts';
import { settingsHandlers } from './handlers/settings.ts';
import { syncHandlers } from './handlers/sync.ts';
import { visitHandlers } from './handlers/visit.ts';
import { workspaceHandlers } from './handlers/workspace.ts';
import type { Host } from './host.ts';
import { openJournal, type Journal } from './journal/journal.ts';
import { SAMPLE } from './sample.ts';
import { openWorkspace, workspaceDirectory, type Workspace } from './workspace.ts';

export interface App {
  /** Parses the input, runs the handler and answers with a `Result`; never throws. */
  readonly call: (method: string, input: unknown) => Promise<Result<unknown>>;
  /** @returns a function that ends the subscription. */
  readonly subscribe: (listener: (event: AppEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface AppOptions {
  readonly host: Host;
  readonly version: string;
  /** Absolute. */
  readonly dataDirectory: string;
  /** Without one, the workspace that was open last, at first the sample. */
  readonly workspace?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** For this run only; never stored. */
  readonly key?: string | undefined;
  readonly quotaLimit?: number | undefined;
  /** Requests a second; 0 is unlimited. */
  readonly rate?: number | undefined;
  /** Anchors a new sample workspace, `YYYY-MM-DD`. */
  readonly sampleAsOf?: string | undefined;
  readonly now?: (() => number) | undefined;
}

/** `NODE_DEBUG=timelog` shows what a person only sees as unexpected. */
const debug = debuglog('timelog');

const LAST_WORKSPACE = 'lastWorkspace';

/** @throws AppFailure when the workspace cannot be opened. */
export async function createApp(options: AppOptions): Promise<App> {
  const { host, dataDirectory, version, now = Date.now } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const preferences = openJournal(join(dataDirectory, 'app.sqlite'));
  const ledger = openLedgerBeside(preferences, { path: join(dataDirectory, 'ledger.sqlite'), now });
  const listeners = new Set<(event: AppEvent) => void>();
  const emit = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };

  const open = (name: string, forThisRun: Pick<AppOptions, 'baseUrl' | 'key'> = {}): Promise<Workspace> =>
    openWorkspace({
      name,
      dataDirectory,
      fetch: host.fetch,
      secrets: host.secrets,
      ledger,
      now,
      quotaLimit: options.quotaLimit,
      rate: options.rate,
      sampleAsOf: options.sampleAsOf,
      onSpent: (quota) => emit({ event: 'quota.changed', payload: quota }),
      ...forThisRun,
    });

  const first = options.workspace ?? preferences.setting(LAST_WORKSPACE, z.string()) ?? SAMPLE;
  let workspace: Workspace;
  try {
    workspace = await open(first, { baseUrl: options.baseUrl, key: options.key });
  } catch (error) {
    ledger.close();
    preferences.close();
    throw error;
  }

  let turn: Promise<unknown> = Promise.resolve();
  /** Two changes of workspace at once would both close and open the same files. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  const parts: Parts = {
    host,
    version,
    now,
    dataDirectory,
    preferences,
    workspace: () => workspace,
    switchTo: (name, prepare) =>
      inTurn(async () => {
        if (name === workspace.name) {
          await prepare?.(workspace);
          return workspace;
        }
        const next = await open(name);
        try {
          await prepare?.(next);
        } catch (error) {
          await next.close();
          throw error;
        }
        await sync.stop();
        const previous = workspace;
        workspace = next;
        preferences.keepSetting(LAST_WORKSPACE, name);
        await previous.close();
        emit({ event: 'data.changed', payload: {} });
        sync.startIfSample();
        sync.goOnIfLeft();
        sync.refreshIfOld();
        return workspace;
      }),
    adopt: (name, folder) =>
      inTurn(async () => {
        const place = workspaceDirectory(dataDirectory, name);
        const target = name === workspace.name ? workspace : await open(name);
        const empty = await target.isEmpty();
        if (target !== workspace) await target.close();
        if (!empty)
          fail({ code: 'usage', detail: `The workspace ${name} has an address or data already: name a new one` });
        await sync.stop();
        const previous = workspace.name;
        await workspace.close();
        // The empty one is only set aside until the new one has opened: a failure must leave what was there.
        const aside = `${place}.replaced`;
        rmSync(aside, { recursive: true, force: true });
        renameSync(place, aside);
        try {
          renameSync(folder, place);
          workspace = await open(name);
        } catch (error) {
          rmSync(place, { recursive: true, force: true });
          renameSync(aside, place);
          workspace = await open(previous);
          throw error;
        }
        rmSync(aside, { recursive: true, force: true });
        sync.forget(name);
        preferences.keepSetting(LAST_WORKSPACE, name);
        emit({ event: 'data.changed', payload: {} });
        return workspace;
      }),
    emit,
  };
  const sync = syncHandlers(parts);
  const handlers: Handlers = {
    ...appHandlers(parts),
    ...workspaceHandlers(parts),
    ...sync.handlers,
    ...recordHandlers(parts),
    ...checkHandlers(parts),
    ...nameHandlers(parts),
    ...reportHandlers(parts),
    ...savedReportHandlers(parts),
    ...serviceHandlers(parts),
    ...settingsHandlers(parts),
    ...visitHandlers(parts),
    ...pictureHandlers(parts),
    ...exportHandlers(parts),
    ...dataHandlers(parts, async () => {
      await sync.stop();
      sync.forget(workspace.name);
    }),
  };
  // A window wants figures at once, and the sample's requests are nobody's quota; a terminal command runs what it was told.
  if (host.kind !== 'terminal') sync.startIfSample();
  sync.goOnIfLeft();
  sync.refreshIfOld();

  return {
    call: (method, input) => answer(handlers, method, input),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      try {
        await sync.stop();
        await workspace.close();
      } finally {
        ledger.close();
        preferences.close();
      }
    },
  };
}

/** Where the second file cannot be opened, the first is not left open. */
function openLedgerBeside(preferences: Journal, options: Parameters<typeof openLedger>[0]): Ledger {
  try {
    return openLedger(options);
  } catch (error) {
    preferences.close();
    throw error;
  }
}

async function answer(handlers: Handlers, method: string, input: unknown): Promise<Result<unknown>> {
  if (!isMethod(method)) return { ok: false, error: { code: 'usage', detail: 'There is no such method' } };
  const parsed = api[method].input.safeParse(input);
  if (!parsed.success) return { ok: false, error: { code: 'usage', detail: z.prettifyError(parsed.error) } };
  try {
    // The schema of this very method has parsed the input; TypeScript cannot follow that through the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[method] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: api[method].output.parse(await handler(parsed.data)) };
  } catch (error) {
    return { ok: false, error: errorOf(error) };
  }
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(api, name);
}

function errorOf(error: unknown): AppError {
  if (error instanceof AppFailure) return error.error;
  debug('%O', error);
  return { code: 'unexpected' };
}

/** The composition root: opens the program's own stores and a workspace, and builds the handlers that every host calls through `call`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '../../src/contract/errors.ts';
import type { AppEvent } from '../../src/contract/events.ts';
import { answer, type Desk } from '../handlers/shared/dispatch.ts';
import { openLedger, type Ledger } from '../client/quota/ledger.ts';
import { currentWorkspace } from '../workspace/current-workspace.ts';
import { appHandlers } from '../handlers/app.ts';
import { checkHandlers } from '../handlers/checks.ts';
import { dataHandlers } from '../handlers/workspace-files.ts';
import { exportHandlers } from '../handlers/export.ts';
import { oneAtATime } from '../handlers/shared/one-at-a-time.ts';
import type { Handlers } from '../handlers/shared/handlers.ts';
import { journalHandlers } from '../handlers/journal.ts';
import { nameHandlers } from '../handlers/names.ts';
import type { Parts } from '../handlers/shared/context.ts';
import { pictureHandlers } from '../handlers/picture.ts';
import { recordHandlers } from '../handlers/records.ts';
import { reportHandlers } from '../handlers/report.ts';
import { savedExportHandlers } from '../handlers/files/saved-exports.ts';
import { recordViewHandlers } from '../handlers/files/record-views.ts';
import { savedReportHandlers } from '../handlers/saved-reports.ts';
import { serviceHandlers } from '../handlers/service.ts';
import { settingsHandlers } from '../handlers/settings.ts';
import { syncHandlers } from '../handlers/sync.ts';
import { visitHandlers } from '../handlers/visit.ts';
import { workspaceHandlers } from '../handlers/workspace.ts';
import type { Host } from '../host/host.ts';
import type { Journal } from '../journal/journal.ts';
import { SyncScheduler } from '../scheduler/sync-scheduler.ts';
import { openPreferences } from './preferences.ts';
import { SAMPLE } from '../workspace/sample-service.ts';
import { givenForThisRun, type GivenForThisRun } from '../workspace/this-run.ts';
import { Tickets } from '../handlers/shared/tickets.ts';
import { signingHandlers } from '../handlers/files/signing.ts';
import { verifyFileHandlers } from '../handlers/files/verify-file.ts';
import { clearLeftovers } from '../workspace/leftovers.ts';
import { openWorkspace, type Workspace } from '../workspace/workspace.ts';
import { isWorkspaceName } from '../../src/domain/workspace-name.ts';

export interface App {
  /**
   * Parses the input, runs the handler and answers with a `Result`; never throws.
   * @param ticket the text by which `question.leave` cancels the question
   * @param look a text of the caller's: all that is asked with it shortly one after the other is answered from one state of the store
   */
  readonly call: (method: string, input: unknown, ticket?: unknown, look?: unknown) => Promise<Result<unknown>>;
  /** @returns a function that ends the subscription. */
  readonly subscribe: (listener: (event: AppEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface AppOptions extends GivenForThisRun {
  readonly host: Host;
  readonly version: string;
  /** Absolute. */
  readonly dataDirectory: string;
  /** Without one: the workspace that was open last, at first the sample. */
  readonly workspace?: string | undefined;
  readonly quotaLimit?: number | undefined;
  /** Requests a second; 0 is unlimited. */
  readonly rate?: number | undefined;
  /** Anchors a new sample workspace, `YYYY-MM-DD`. */
  readonly sampleAsOf?: string | undefined;
  readonly now?: (() => number) | undefined;
}

const LAST_WORKSPACE = 'lastWorkspace';

/** @throws AppFailure when the workspace cannot be opened. */
export async function createApp(options: AppOptions): Promise<App> {
  const { host, dataDirectory, version, now = Date.now } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  clearLeftovers(dataDirectory);
  const { journal: preferences, setAside } = openPreferences(join(dataDirectory, 'app.sqlite'), now);
  const ledger = openLedgerBeside(preferences, { path: join(dataDirectory, 'ledger.sqlite'), now });
  const listeners = new Set<(event: AppEvent) => void>();
  const emit = (event: AppEvent) => {
    for (const listener of listeners) listener(event);
  };

  const first = options.workspace ?? preferences.setting(LAST_WORKSPACE, z.string().refine(isWorkspaceName)) ?? SAMPLE;
  const forThisRun = givenForThisRun(first, options);
  const open = (name: string): Promise<Workspace> =>
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
      onChanged: () => emit({ event: 'data.changed', payload: {} }),
      onSpent: (quota) => emit({ event: 'quota.changed', payload: quota }),
      onTrouble: (trouble) => emit({ event: 'service.trouble', payload: { trouble } }),
      ...forThisRun(name),
    });

  const opened = await open(first).catch((error: unknown) => {
    ledger.close();
    preferences.close();
    throw error;
  });
  const current = currentWorkspace(opened, {
    dataDirectory,
    open,
    stop: () => sync.stop(),
    remember: (name) => preferences.saveSetting(LAST_WORKSPACE, name),
    switched() {
      emit({ event: 'data.changed', payload: {} });
      sync.startIfSample();
      sync.goOnIfLeft();
      sync.refreshIfOld();
    },
    reopened() {
      emit({ event: 'data.changed', payload: {} });
      sync.goOnIfLeft();
    },
    adopted(name) {
      sync.forget(name);
      emit({ event: 'data.changed', payload: {} });
    },
  });
  const common = { host, version, now, dataDirectory, preferences, preferencesSetAside: setAside };
  const parts: Parts = { ...common, ...current, emit };
  const sync = new SyncScheduler(parts);
  const tickets = new Tickets();
  const files = oneAtATime();
  const handlers: Handlers = {
    ...appHandlers(parts, tickets),
    ...workspaceHandlers(parts, (name) => sync.forget(name)),
    ...syncHandlers(parts, sync),
    ...recordHandlers(parts),
    ...checkHandlers(parts, files),
    ...nameHandlers(parts),
    ...journalHandlers(parts),
    ...reportHandlers(parts),
    ...savedReportHandlers(parts),
    ...recordViewHandlers(parts),
    ...savedExportHandlers(parts),
    ...serviceHandlers(parts),
    ...settingsHandlers(parts),
    ...visitHandlers(parts),
    ...pictureHandlers(parts),
    ...exportHandlers(parts, files),
    ...verifyFileHandlers(parts, files),
    ...signingHandlers(parts),
    ...dataHandlers(parts, async () => {
      await sync.stop();
      sync.forget(current.workspace().name);
    }),
  };
  const desk: Desk = {
    handlers,
    tickets,
    opening: current.opening,
    looking: async (look, work) =>
      look == null ? { value: await work(), state: undefined } : current.workspace().snapshot.look(look, work),
  };
  // A window shows figures at once, and the sample's requests cost no customer's quota; a terminal command only does what it was told.
  if (host.kind !== 'terminal') sync.startIfSample();
  sync.goOnIfLeft();
  sync.refreshIfOld();

  return {
    call: (method, input, ticket, look) => answer(desk, { method, input, ticket, look }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      try {
        await sync.stop();
        await current.close();
      } finally {
        ledger.close();
        preferences.close();
      }
    },
  };
}

/** Closes the first store when the second cannot be opened. */
function openLedgerBeside(preferences: Journal, options: Parameters<typeof openLedger>[0]): Ledger {
  try {
    return openLedger(options);
  } catch (error) {
    preferences.close();
    throw error;
  }
}

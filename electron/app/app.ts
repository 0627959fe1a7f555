/** The composition root: opens the program's own stores and a workspace, and builds the handlers that every host calls through `call`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Result } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { openLedger, type Ledger } from '#electron/client/ledger.ts';
import { createCurrentWorkspace } from '#electron/workspace/current-workspace.ts';
import {
  answerCall,
  createTaskRunner,
  questionHandlers,
  Tickets,
  type Dispatcher,
  type Handlers,
  type HandlerContext,
} from '#electron/features/calls.ts';
import { checkHandlers } from '#electron/features/checks.ts';
import { closingHandlers } from '#electron/features/closings.ts';
import { exportHandlers } from '#electron/features/exports/handlers.ts';
import { pictureHandlers, savedReportHandlers, nameHandlers } from '#electron/features/files.ts';
import { recordHandlers } from '#electron/features/records.ts';
import { memoryHandlers } from '#electron/features/memory.ts';
import { reportHandlers } from '#electron/features/reports.ts';
import { savedExportHandlers, recordViewHandlers } from '#electron/features/exports/saved-exports.ts';
import { serviceHandlers } from '#electron/features/service.ts';
import { settingsHandlers } from '#electron/features/settings.ts';
import { syncHandlers } from '#electron/features/sync.ts';
import { workspaceHandlers } from '#electron/features/workspaces.ts';
import type { Host } from '#electron/host/host.ts';
import { sentHandlers } from '#electron/features/exports/sent.ts';
import { readSigningState, requireSigner, signingHandlers } from '#electron/features/exports/signing.ts';
import { type Journal, openJournal } from '#electron/journal/journal.ts';
import { SyncScheduler } from '#electron/features/sync-scheduler.ts';
import { SAMPLE } from '#electron/workspace/connection.ts';
import { limitToWorkspace, type OptionsForThisRun } from '#electron/workspace/options.ts';
import { verifyFileHandlers } from '#electron/features/exports/verify-file.ts';
import { clearLeftovers } from '#electron/workspace/leftovers.ts';
import { findFolder, saveTitle } from '#electron/workspace/titles.ts';
import { openWorkspace, type Workspace } from '#electron/workspace/workspace.ts';
import { isWorkspaceName } from '#domain/name-schema.ts';

export interface App {
  /**
   * Parses the input, runs the handler and answers with a `Result`; never throws.
   * @param ticket the caller's text with which `question.leave` cancels the call
   * @param look the caller's text: calls with the same one, in quick succession, are answered from one state of the store
   * @param asKnown the answer is as of this past moment
   */
  readonly call: (
    method: string,
    input: unknown,
    ticket?: unknown,
    look?: unknown,
    asKnown?: unknown,
  ) => Promise<Result<unknown>>;
  /** @returns a function that ends the subscription. */
  readonly subscribe: (listener: (event: AppEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

export interface AppOptions extends OptionsForThisRun {
  readonly host: Host;
  readonly version: string;
  /** An absolute path. */
  readonly dataDirectory: string;
  /** Without a name the workspace that was open last is opened, at first the sample. */
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

  const requested = options.workspace === undefined ? undefined : findFolder(dataDirectory, options.workspace);
  const first = requested?.name ?? preferences.setting(LAST_WORKSPACE, z.string().refine(isWorkspaceName)) ?? SAMPLE;
  const forThisRun = limitToWorkspace(first, options);
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
  if (requested) saveTitle(opened.journal, requested);
  const current = createCurrentWorkspace(opened, {
    dataDirectory,
    open,
    stop: () => sync.stop(),
    remember: (name) => preferences.saveSetting(LAST_WORKSPACE, name),
    switched() {
      emit({ event: 'data.changed', payload: {} });
      sync.startIfSample();
      sync.resumeIfPlanned();
      sync.refreshIfOld();
    },
    reopened() {
      emit({ event: 'data.changed', payload: {} });
      sync.resumeIfPlanned();
    },
    adopted(name) {
      sync.forget(name);
      emit({ event: 'data.changed', payload: {} });
    },
  });
  const common = { host, version, now, dataDirectory, preferences, preferencesSetAside: setAside };
  const recalled = new AsyncLocalStorage<Workspace>();
  const workspace = () => recalled.getStore() ?? current.workspace();
  const parts: HandlerContext = { ...common, ...current, workspace, emit };
  const sync = new SyncScheduler({ ...parts, workspace: () => current.workspace() });
  const tickets = new Tickets();
  const files = createTaskRunner();
  const handlers: Handlers = {
    ...questionHandlers(() => dispatcher),
    ...settingsHandlers(parts, tickets),
    ...workspaceHandlers(parts, sync, { readSigningState, requireSigner }),
    ...syncHandlers(parts, sync),
    ...recordHandlers(parts),
    ...checkHandlers(parts),
    ...nameHandlers(parts),
    ...closingHandlers(parts),
    ...memoryHandlers(parts),
    ...sentHandlers(parts),
    ...reportHandlers(parts),
    ...savedReportHandlers(parts),
    ...recordViewHandlers(parts),
    ...savedExportHandlers(parts),
    ...serviceHandlers(parts),
    ...pictureHandlers(parts),
    ...exportHandlers(parts, files),
    ...verifyFileHandlers(parts, files),
    ...signingHandlers(parts),
  };
  const dispatcher: Dispatcher = {
    handlers,
    tickets,
    opening: current.opening,
    recall: (moment, work) => current.workspace().asKnown(moment, (known) => recalled.run(known, work)),
    readInLook: async (look, work) =>
      look == null ? { value: await work(), state: undefined } : current.workspace().snapshot.look(look, work),
  };
  // A window shows figures at once, and the sample's requests cost no customer's quota; a terminal command does only what it is for.
  if (host.kind !== 'terminal') sync.startIfSample();
  sync.resumeIfPlanned();
  sync.refreshIfOld();

  return {
    call: (method, input, ticket, look, asKnown) => answerCall(dispatcher, { method, input, ticket, look, asKnown }),
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

/**
 * Opens the program's own preferences. No figure depends on them: if they are damaged, the readable part is used and the damage is reported.
 * @returns them, and the new name of the damaged file; null when it was not damaged or no longer exists
 * @throws AppFailure `disk-full`, `store-in-use`
 */
function openPreferences(path: string, now: () => number) {
  const journal = openJournal(path);
  if (!journal.damage) return { journal, setAside: null };
  try {
    const { setAside } = journal.mend('rest', now());
    return { journal: openJournal(path), setAside };
  } finally {
    journal.close();
  }
}

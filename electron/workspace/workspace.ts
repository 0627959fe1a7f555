/** One open workspace: its journal, its snapshot and the way to its service. Records of two services never share one. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Quota, WorkspaceState } from '../../src/contract/api.ts';
import type { DirectoryChange, DirectoryDifference } from '../../src/domain/people/directory.ts';
import type { Trouble } from '../../src/contract/service.ts';
import type { RefusedSetting, Settings, SettingsChange } from '../../src/domain/settings.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import { ID_PROPERTY } from '../../src/domain/properties.ts';
import { createClient, type ClientOptions, type ServiceClient } from '../client/client.ts';
import { parseBaseUrl } from '../client/origin.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { saveSettings, readSettings, refusedSettings } from '../journal/settings.ts';
import { SAMPLE } from './sample-service.ts';
import { watchInbox } from './inbox.ts';
import { serviceTrouble } from './service-trouble.ts';
import { openStoreFile, type StoreFile } from '../snapshot/database/store-file.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { openRecordsAddress, type RecordsAddress } from './records-origin.ts';
import { sampleConnection, serviceConnection, type Connection } from './connection.ts';
import { createNames, type WorkspaceNames } from './directory.ts';
import type { WorkspaceOptions } from './options.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { isWorkspaceName } from '../../src/domain/workspace-name.ts';

export interface Workspace {
  readonly name: string;
  readonly journal: Journal;
  /** @throws AppFailure `store-damaged` while the store is damaged: everything else keeps working. */
  readonly snapshot: Snapshot;
  /** The current settings; a quota limit given for this run takes precedence. */
  settings(): Settings;
  /** What was kept and is not accepted any more. */
  refusedSettings(): RefusedSetting[];
  /** @returns all of them */
  saveSettings(change: SettingsChange): Settings;
  /** Changes the directory in the journal and beside the records. */
  saveNames(change: DirectoryChange): Promise<DirectoryDifference>;
  readonly zone: string;
  /** `YYYY-MM-DD`. */
  today(): string;
  state(): Promise<WorkspaceState>;
  /** @throws AppFailure `key-missing`, `keychain-unavailable`. */
  client(): Promise<ServiceClient>;
  /** Binds to the address and stores the key once a request has shown that the service accepts it. */
  connect(baseUrl: string, key: string): Promise<void>;
  saveKey(key: string): Promise<void>;
  /** Spends one request. */
  testKey(): Promise<void>;
  forgetKey(): Promise<void>;
  /** Why the service did not serve the last attempt with the stored key; null: it did, or none was made since the key was stored. */
  trouble(): Trouble | null;
  quota(): Promise<Quota>;
  /** Begins an empty store; names and settings stay. @returns the new name of the old file, if there was one. */
  rebuild(): Promise<string | null>;
  /** How many records there are, as the service or an earlier store mentioned it: prices a download before it begins. */
  totalTold(): number | null;
  noteTotal(records: number): void;
  /** How many records a new download will bring; null: unknown. */
  recordsExpected(): number | null;
  /** Has no address, no records, no names and no saved reports: replacing it loses nothing. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

export const SNAPSHOT_FILE = 'snapshot.duckdb';
export const JOURNAL_FILE = 'journal.sqlite';
const TOTAL_TOLD = 'totalTold';

/** Folder of a workspace. @throws AppFailure `usage` for a name that cannot be a folder. */
export function workspaceDirectory(dataDirectory: string, name: string): string {
  if (!isWorkspaceName(name)) fail({ code: 'usage', detail: workspaceTexts.name });
  return join(dataDirectory, 'workspaces', name);
}

/** @throws AppFailure `usage`, `workspace-bound`, and the snapshot's store failures except damage, which is reported when it is used. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const directory = workspaceDirectory(options.dataDirectory, options.name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Copies are made of what the workspace has opened with: an opening that is undone must not replace a good copy.
  let isOpen = false;
  const journal = openJournal(join(directory, JOURNAL_FILE), { copiesAt: () => (isOpen ? options.now() : undefined) });
  let store: StoreFile | undefined;
  const names = createNames(journal, () => store);
  try {
    store = await openStoreFile(join(directory, SNAPSHOT_FILE), options.now);
    const from = await openRecordsAddress(store);
    const connection =
      options.name === SAMPLE
        ? sampleConnection(options, directory, journal, names)
        : await serviceConnection(options, journal, from.known());
    await names.fill();
    isOpen = true;
    journal.saveCopy();
    return createWorkspace(options, { directory, journal, store, names, from, connection });
  } catch (error) {
    await store?.close();
    journal.close();
    throw error;
  }
}

interface Held {
  readonly directory: string;
  readonly journal: Journal;
  readonly store: StoreFile;
  readonly names: WorkspaceNames;
  readonly from: RecordsAddress;
  readonly connection: Connection;
}

function createWorkspace(
  options: WorkspaceOptions,
  { directory, journal, store, names, from, connection }: Held,
): Workspace {
  const { ledger, secrets, now } = options;
  const own: Partial<Settings> = connection.kind === 'sample' ? { currency: 'EUR' } : {};
  let settings = readSettings(journal, own);
  const limit = () => options.quotaLimit ?? settings.quotaLimit;
  const today = () =>
    connection.asOf ??
    Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(settings.zone).toPlainDate().toString();

  const trouble = serviceTrouble(options.onTrouble);
  const clientWith = (
    key: string,
    { origin, address, onOutcome }: { origin: string; address: string } & Pick<ClientOptions, 'onOutcome'>,
  ): ServiceClient =>
    createClient({
      origin: address,
      account: origin,
      key,
      fetch: noting(options.fetch, async () => {
        if (connection.kind === 'sample' || connection.origin() !== origin) return;
        connection.noteAnswer();
        await from.note(origin);
      }),
      ledger,
      limit: limit(),
      rate: connection.rate,
      now,
      onOutcome,
      onBooked: () => options.onSpent?.(ledger.quota({ origin, key }, limit())),
    });

  const client = async () => {
    // The address first: no key is read for an address that may not have it.
    const address = await connection.address();
    const key = await connection.key();
    if (key === undefined) fail({ code: 'key-missing' });
    try {
      return clientWith(key, { origin: connection.origin() ?? address, address, onOutcome: trouble.note });
    } catch (failure) {
      // A key that no request can carry.
      trouble.note(failure);
      throw failure;
    }
  };

  /** A damaged store has no recorded weeks; the workspace is described all the same. */
  const recordedWeeks = async () => {
    try {
      return (await store.snapshot.recordedWeeks()).begin;
    } catch (fault) {
      if (fault instanceof AppFailure) return 'monday';
      throw fault;
    }
  };

  const currentSettings = () => ({ ...settings, quotaLimit: limit() });
  const totalTold = () => journal.setting(TOTAL_TOLD, z.number()) ?? null;
  const noteTotal = (records: number) => journal.saveSetting(TOTAL_TOLD, records);

  /** A damaged store may have held only some of the records that the service told of. */
  const recordsExpected = () => {
    const told = totalTold();
    const held = store.recordsNoted();
    return told === null || held === null ? (told ?? held) : Math.max(told, held);
  };

  const saveNames = async (change: DirectoryChange) => {
    const difference = await names.keep(change);
    options.onChanged?.();
    return difference;
  };
  const endInbox = watchInbox(directory, saveNames);

  return {
    name: options.name,
    journal,
    get snapshot() {
      return store.snapshot;
    },
    settings: currentSettings,
    refusedSettings: () => refusedSettings(journal),
    saveSettings(change) {
      saveSettings(journal, change);
      settings = readSettings(journal, own);
      options.onChanged?.();
      return currentSettings();
    },
    saveNames,
    get zone() {
      return settings.zone;
    },
    today,
    client,
    async state() {
      const origin = connection.origin();
      return {
        name: options.name,
        kind: connection.kind === 'sample' ? 'sample' : origin === undefined ? 'new' : 'service',
        title:
          connection.kind === 'sample'
            ? workspaceTexts.titles.sample
            : origin === undefined
              ? workspaceTexts.titles.new
              : new URL(origin).host,
        baseUrl: connection.kind === 'sample' ? null : (origin ?? null),
        key: await connection.keyPlace(),
        keychainAvailable: secrets.durable,
        zone: settings.zone,
        today: today(),
        currency: settings.currency,
        weekStart: settings.weekStart,
        fiscalYearStart: settings.fiscalYearStart,
        recordedWeeks: await recordedWeeks(),
      };
    },
    async connect(baseUrl, key) {
      const origin = parseBaseUrl(baseUrl);
      connection.mayBind(origin);
      journal.assertSound();
      // Tested before anything is stored: a mistyped address or key leaves no trace.
      const { total } = await clientWith(key, { origin, address: origin })
        .search({ limit: 1, properties: [ID_PROPERTY] })
        .catch((failure: unknown) => refuseStranger(failure, origin));
      connection.bind(origin);
      if (total !== undefined) noteTotal(total);
      connection.noteAnswer();
      await secrets.set(origin, key);
      trouble.note(null);
    },
    async saveKey(key) {
      if (connection.kind === 'sample') fail({ code: 'usage', detail: workspaceTexts.sampleKey });
      if (!secrets.durable) fail({ code: 'keychain-unavailable' });
      await secrets.set(await connection.address(), key);
      // A keychain may refuse at the last moment; the key is then only in memory.
      if (!secrets.durable) fail({ code: 'keychain-unavailable' });
      trouble.note(null);
    },
    async testKey() {
      await (await client()).search({ limit: 1, properties: [ID_PROPERTY] });
    },
    async forgetKey() {
      const origin = connection.origin();
      if (connection.kind === 'service' && origin !== undefined) await secrets.forget(origin);
      trouble.note(null);
    },
    trouble: trouble.last,
    async quota() {
      const key = await connection.key();
      const origin = connection.origin();
      return ledger.quota(origin === undefined ? undefined : key === undefined ? { origin } : { origin, key }, limit());
    },
    totalTold,
    noteTotal,
    recordsExpected,
    async rebuild() {
      const expected = recordsExpected();
      if (expected !== null) noteTotal(expected);
      const setAside = await store.rebuild();
      from.forget();
      await names.fill();
      options.onChanged?.();
      return setAside;
    },
    async isEmpty() {
      const { owners, objects } = journal.names();
      const kept = Object.keys(owners).length + Object.keys(objects).length + journal.reports().length;
      // The lost data may have contained it.
      if (journal.damage) return false;
      return connection.origin() === undefined && kept === 0 && (await store.snapshot.count({})) === 0;
    },
    async close() {
      endInbox();
      await store.close();
      await connection.close();
      journal.close();
    },
  };
}

/** A first answer that is no answer of the service's means that the address is another's: a typing error rather than a fault. */
function refuseStranger(failure: unknown, origin: string): never {
  if (!(failure instanceof AppFailure)) throw failure;
  const { error } = failure;
  const isStranger = error.code === 'service-changed' || (error.code === 'service-failed' && error.status < 500);
  return isStranger ? fail({ code: 'not-the-service', detail: origin }, failure) : fail(error, failure);
}

/** A fetch that reports that the service accepted a request before its answer is read. */
function noting(send: typeof fetch, accepted: () => Promise<void>): typeof fetch {
  return async (...request) => {
    const response = await send(...request);
    if (response.ok) await accepted();
    return response;
  };
}

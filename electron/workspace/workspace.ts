/** One open workspace: its journal, its snapshot and the connection to its service. Records of two services never share a workspace. */
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Quota, WorkspaceState } from '#contract/api.ts';
import { AppFailure, fail, replaceableStore, type Trouble } from '#contract/errors.ts';
import type { DirectoryChange, DirectoryDifference } from '#domain/people/directory.ts';
import { ID_PROPERTY } from '#domain/properties.ts';
import type { RefusedSetting, Settings, SettingsChange } from '#domain/settings.ts';
import { isWorkspaceName } from '#domain/name-schema.ts';
import type { ServiceClient } from '#electron/client/client.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { saveSettings, readSettings, findRefusedSettings } from '#electron/journal/settings.ts';
import { openStoreFile, type StoreFile } from '#electron/snapshot/database/store-file.ts';
import type { ChangesQuery, ChangesReading } from '#electron/snapshot/changes.ts';
import type { Snapshot } from '#electron/snapshot/snapshot.ts';
import { keepOrigin } from '#electron/sync/from-file.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import {
  connectSample,
  connectService,
  type Connection,
  openRecordsAddress,
  type RecordsAddress,
  SAMPLE,
} from './connection.ts';
import { createNames, type WorkspaceNames } from './directory.ts';
import { watchInbox } from './inbox.ts';
import { type KnownMoment, createOpenCache } from './known-moments.ts';
import { openMemory, type Memory } from './memory.ts';
import type { WorkspaceOptions } from './options.ts';
import { createServiceClients, failAsNotTheService } from './service-clients.ts';
import { findTitle, JOURNAL_FILE } from './titles.ts';

export interface Workspace {
  readonly name: string;
  readonly journal: Journal;
  /** @throws AppFailure `store-damaged` while the store is damaged; everything else keeps working. */
  readonly snapshot: Snapshot;
  /** The current settings; a quota limit given for this run takes precedence. */
  settings(): Settings;
  /** The saved settings that are no longer accepted. */
  refusedSettings(): RefusedSetting[];
  /** @returns all settings */
  saveSettings(change: SettingsChange): Settings;
  /** Changes the directory in the journal and next to the records. */
  saveNames(change: DirectoryChange): Promise<DirectoryDifference>;
  readonly memory: Memory;
  /** The user's name from the current settings, else the system's user name. It is not verified. */
  getUserName(): string;
  /**
   * Runs work on this workspace as it was known at a moment, with its records, names and settings of that time.
   * @param text a day, a timestamp or the number of a refresh
   * @param billedUntil the UTC timestamp up to which files bill records; the moment itself by default
   * @throws AppFailure `usage`; `cancelled` if the workspace is closed meanwhile
   */
  asKnown<T>(text: string, work: (known: Workspace) => Promise<T>, billedUntil?: string): Promise<T>;
  /**
   * Reads what changed between two moments.
   * @param key identifies the query, which is built only if its tables are no longer open
   * @throws AppFailure `cancelled` if the workspace is closed meanwhile
   */
  compare<T>(key: string, buildQuery: () => ChangesQuery, work: (reading: ChangesReading) => Promise<T>): Promise<T>;
  /** Finds the moment that a text names. @throws AppFailure `usage` if nothing is known of it */
  findMoment(text: string): KnownMoment;
  /** Present in a workspace as it was known. */
  readonly knownMoment?: KnownMoment;
  readonly zone: string;
  /** Today's date, `YYYY-MM-DD`. */
  today(): string;
  state(): Promise<WorkspaceState>;
  /** @throws AppFailure `key-missing`, `keychain-unavailable`. */
  client(): Promise<ServiceClient>;
  /** Binds to the address and stores the key once a request has shown that the service accepts it. */
  connect(baseUrl: string, key: string): Promise<void>;
  saveKey(key: string): Promise<void>;
  /** Tests the key with one request. */
  testKey(): Promise<void>;
  forgetKey(): Promise<void>;
  /**
   * Why the service did not serve the last attempt with the stored key; null when it did, or when there was no attempt since the key was
   * stored.
   */
  trouble(): Trouble | null;
  quota(): Promise<Quota>;
  /** Begins an empty store; names and settings stay. @returns the new name of the old file, if there was one. */
  rebuild(): Promise<string | null>;
  /** The number of records that the service or an earlier store mentioned, which prices a download before it begins. */
  mentionedTotal(): number | null;
  noteTotal(records: number): void;
  /** The number of records that a new download will bring; null when unknown. */
  recordsExpected(): number | null;
  /** True when there is no address, no records, no names and no saved reports, so that replacing the workspace loses nothing. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}

/** The limit of past moments, and of comparisons, that stay open for the next query: each holds a connection of the store. */
const MAX_MOMENTS = 2;

export const SNAPSHOT_FILE = 'snapshot.duckdb';
const TOTAL_KEY = 'totalTold';

/** The folder of a workspace. @throws AppFailure `usage` for a name that cannot be a folder. */
export function workspaceDirectory(dataDirectory: string, name: string): string {
  if (!isWorkspaceName(name)) fail({ code: 'usage', detail: workspaceTexts.name });
  return join(dataDirectory, 'workspaces', name);
}

/** @throws AppFailure `usage`, `workspace-bound`, and the snapshot's store failures except damage, which is reported when it is used. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const directory = workspaceDirectory(options.dataDirectory, options.name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // A copy is made only once the workspace has opened, because an opening that is undone must not replace a good copy.
  let isOpen = false;
  const journal = openJournal(join(directory, JOURNAL_FILE), { copyClock: () => (isOpen ? options.now() : undefined) });
  let store: StoreFile | undefined;
  const names = createNames(journal, () => store);
  const defaults: Partial<Settings> = options.name === SAMPLE ? { currency: 'EUR' } : {};
  let memory: Memory | undefined;
  try {
    memory = openMemory({
      directory,
      journal,
      settings: () => readSettings(journal, defaults),
      now: options.now,
      onSent: () => {
        if (!isOpen) return;
        fillBilled(memory, store);
        options.onChanged?.();
      },
    });
    store = await openStoreFile(join(directory, SNAPSHOT_FILE), options.now, {
      keepValidState: (state) => keepOrigin(state, options.now()),
      log: memory.log,
    });
    const recordsAddress = await openRecordsAddress(store);
    const connection =
      options.name === SAMPLE
        ? connectSample(options, directory, journal, names)
        : await connectService(options, journal, recordsAddress.known());
    await names.fill();
    await settleMemory(memory, store);
    fillBilled(memory, store);
    isOpen = true;
    journal.saveCopy();
    return createWorkspace(options, {
      directory,
      journal,
      store,
      names,
      from: recordsAddress,
      connection,
      memory,
      defaults,
    });
  } catch (error) {
    await store?.close();
    memory?.close();
    journal.close();
    throw error;
  }
}

interface WorkspaceParts {
  readonly directory: string;
  readonly journal: Journal;
  readonly store: StoreFile;
  readonly names: WorkspaceNames;
  readonly from: RecordsAddress;
  readonly connection: Connection;
  readonly memory: Memory;
  readonly defaults: Partial<Settings>;
}

/** A damaged store has nothing to remember until its successor is complete. */
async function settleMemory(memory: Memory, store: StoreFile): Promise<void> {
  try {
    await memory.settle(store.snapshot);
  } catch (error) {
    if (!(error instanceof AppFailure && replaceableStore.has(error.error.code))) throw error;
  }
}

/** Puts next to the records which of them are billed. A damaged store reports itself when it is used, and its successor is filled. */
function fillBilled(memory: Memory | undefined, store: StoreFile | undefined): void {
  if (!memory || !store) return;
  const { sent } = memory;
  try {
    store.snapshot.setBilled({ billed: () => sent.billed(), version: () => sent.version() });
  } catch (error) {
    if (!(error instanceof AppFailure && replaceableStore.has(error.error.code))) throw error;
  }
}

function createWorkspace(
  options: WorkspaceOptions,
  { directory, journal, store, names, from: recordsAddress, connection, memory, defaults }: WorkspaceParts,
): Workspace {
  const { ledger, secrets, now } = options;
  let settings = readSettings(journal, defaults);
  const limit = () => options.quotaLimit ?? settings.quotaLimit;
  const today = () =>
    connection.asOf ??
    Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(settings.zone).toPlainDate().toString();

  const { trouble, createClientWithKey, client } = createServiceClients(options, { connection, recordsAddress, limit });

  /** A damaged store has no recorded weeks, but its workspace can still be described. */
  const readRecordedWeeks = async () => {
    try {
      return (await store.snapshot.recordedWeeks()).begin;
    } catch (fault) {
      if (fault instanceof AppFailure) return 'monday';
      throw fault;
    }
  };

  const currentSettings = () => ({ ...settings, quotaLimit: limit() });
  const mentionedTotal = () => journal.setting(TOTAL_KEY, z.number()) ?? null;
  const noteTotal = (records: number) => journal.saveSetting(TOTAL_KEY, records);

  /** A damaged store may have held only some of the records that the service mentioned. */
  const recordsExpected = () => {
    const mentioned = mentionedTotal();
    const noted = store.recordsNoted();
    return mentioned === null || noted === null ? (mentioned ?? noted) : Math.max(mentioned, noted);
  };

  const saveNames = async (change: DirectoryChange) => {
    const difference = await names.save(change);
    memory.noteNames(change);
    options.onChanged?.();
    return difference;
  };
  const stopInbox = watchInbox(directory, saveNames);

  const pastWorkspaces = createOpenCache<Workspace>(MAX_MOMENTS, ({ snapshot }) => snapshot.close());
  const comparisons = createOpenCache<ChangesReading>(MAX_MOMENTS, (reading) => reading.close());
  const closePastReadings = () => Promise.all([pastWorkspaces.closeAll(), comparisons.closeAll()]);
  const toLocalDay = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(settings.zone).toPlainDate();
  const endOfDay = (day: string) =>
    Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(settings.zone).epochMilliseconds - 1;

  const openMoment = (moment: KnownMoment, billedUntil: string | undefined): Workspace => {
    const { settings: pastSettings, directory: pastDirectory, marks, ...recalled } = memory.recall(moment);
    const records =
      billedUntil === undefined ? recalled : { ...recalled, billed: () => memory.sent.billed(billedUntil) };
    const day = connection.asOf ?? toLocalDay(moment.time).toString();
    return {
      ...workspace,
      journal: {
        ...journal,
        names: () => pastDirectory,
        readAllNames: () => pastDirectory,
        reviewedChecks: () => [...marks.keys()].toSorted(),
        reviewMarks: (check) => marks.get(check) ?? new Map(),
      },
      snapshot: store.snapshot.asKnown({ ...records, directory: pastDirectory }),
      settings: () => ({ ...pastSettings, quotaLimit: limit() }),
      zone: pastSettings.zone,
      today: () => day,
      state: async () => ({
        ...(await workspace.state()),
        zone: pastSettings.zone,
        today: day,
        currency: pastSettings.currency,
        weekStart: pastSettings.weekStart,
        fiscalYearStart: pastSettings.fiscalYearStart,
      }),
      knownMoment: moment,
    };
  };

  const workspace: Workspace = {
    name: options.name,
    journal,
    memory,
    getUserName: () => settings.ownName ?? userInfo().username,
    findMoment: (text) => memory.findMoment(text, endOfDay),
    async asKnown(text, work, billedUntil) {
      const moment = memory.findMoment(text, endOfDay);
      const key = `${moment.merge} ${moment.time} ${billedUntil ?? ''}`;
      return pastWorkspaces.use(key, () => openMoment(moment, billedUntil), work);
    },
    compare: (key, buildQuery, work) => comparisons.use(key, () => store.snapshot.changes(buildQuery()), work),
    get snapshot() {
      return store.snapshot;
    },
    settings: currentSettings,
    refusedSettings: () => findRefusedSettings(journal),
    saveSettings(change) {
      saveSettings(journal, change);
      settings = readSettings(journal, defaults);
      memory.noteSettings();
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
        label: findTitle(journal, options.name),
        kind: connection.kind === 'sample' ? 'sample' : origin === undefined ? 'new' : 'service',
        title:
          connection.kind === 'sample'
            ? workspaceTexts.titles.sample
            : origin === undefined
              ? workspaceTexts.titles.new
              : new URL(origin).host,
        baseUrl: connection.kind === 'sample' ? null : (origin ?? null),
        key: await connection.findKeyLocation(),
        keychainAvailable: secrets.durable,
        zone: settings.zone,
        today: today(),
        currency: settings.currency,
        weekStart: settings.weekStart,
        fiscalYearStart: settings.fiscalYearStart,
        recordedWeeks: await readRecordedWeeks(),
      };
    },
    async connect(baseUrl, key) {
      const origin = parseBaseUrl(baseUrl);
      connection.assertBindable(origin);
      journal.assertSound();
      // The key is tested before anything is stored, so that a mistyped address or key leaves no trace.
      const { total } = await createClientWithKey(key, { origin, address: origin })
        .search({ limit: 1, properties: [ID_PROPERTY] })
        .catch((failure: unknown) => failAsNotTheService(failure, origin));
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
    mentionedTotal,
    noteTotal,
    recordsExpected,
    async rebuild() {
      const expected = recordsExpected();
      if (expected !== null) noteTotal(expected);
      await closePastReadings();
      const oldFileName = await store.rebuild();
      await memory.settle(store.snapshot);
      recordsAddress.forget();
      await names.fill();
      fillBilled(memory, store);
      options.onChanged?.();
      return oldFileName;
    },
    async isEmpty() {
      const { owners, objects } = journal.names();
      const entries = Object.keys(owners).length + Object.keys(objects).length + journal.reports().length;
      // The lost data may have contained something.
      if (journal.damage) return false;
      return (
        connection.origin() === undefined &&
        entries === 0 &&
        (await store.snapshot.count({})) === 0 &&
        memory.sent.files().length === 0 &&
        memory.closings.head().steps === 0
      );
    },
    async close() {
      stopInbox();
      await closePastReadings();
      await store.close();
      memory.close();
      await connection.close();
      journal.close();
    },
  };
  return workspace;
}

/** Connects a workspace to its service: the sample's own on this computer, or a bound address with a key. */
import { z } from 'zod';
import type { WorkspaceState } from '#contract/api.ts';
import { AppFailure, fail, replaceableStore } from '#contract/errors.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { WorkspaceNames } from './directory.ts';
import { DEFAULT_RATE, type WorkspaceOptions } from './options.ts';
import type { StoreFile } from '#electron/snapshot/database/store-file.ts';
import { join } from 'node:path';
import { directorySchema, type Directory } from '#domain/people/directory.ts';
import { SAMPLE_TODAY } from '#domain/settings.ts';

const textSchema = z.string();

/** How a workspace reaches its service. Only here does the sample differ from a real service. */
export interface Connection {
  readonly kind: 'sample' | 'service';
  /** The origin under which requests are booked; undefined before there is an address. */
  origin(): string | undefined;
  address(): Promise<string>;
  key(): Promise<string | undefined>;
  findKeyLocation(): Promise<WorkspaceState['key']>;
  /** @throws AppFailure `workspace-bound` once another address has answered. */
  assertBindable(origin: string): void;
  bind(origin: string): void;
  /** Notes that the bound address accepted the key, which binds the workspace to it permanently. */
  noteAnswer(): void;
  readonly rate: number;
  readonly asOf?: string;
  close(): Promise<void>;
}

export function connectSample(
  options: WorkspaceOptions,
  directory: string,
  journal: Journal,
  names: WorkspaceNames,
): Connection {
  const utcToday = new Date(options.now()).toISOString().slice(0, 10);
  const asOf = readSampleDay(journal, options.sampleAsOf ?? utcToday);
  let starting: Promise<SampleService> | undefined;
  return {
    kind: 'sample',
    origin: () => SAMPLE_ORIGIN,
    async address() {
      starting ??= startSample(directory, journal, asOf, options.now, names.save);
      try {
        return (await starting).url;
      } catch (error) {
        // The next request tries again, because a port or a disk may be free by then.
        starting = undefined;
        throw error;
      }
    },
    key: async () => SAMPLE_KEY,
    findKeyLocation: async () => 'built-in',
    assertBindable: () => fail({ code: 'workspace-bound', detail: workspaceTexts.sampleRecords }),
    bind: () => {},
    noteAnswer: () => {},
    // The service runs on this computer, so requests need no spacing.
    rate: options.rate ?? 0,
    asOf,
    async close() {
      const service = await starting?.catch(() => undefined);
      await service?.close();
    },
  };
}

/** The keys under which the journal stores the address, and whether it ever answered. */
export const BASE_URL = 'baseUrl';
export const ANSWERED = 'baseUrl.answered';

/**
 * The address is read and checked whenever it is used, because whatever can write the journal's file, a program or a fault of the disk,
 * must not decide where a key is sent. An address that differs from the configured one, or from the origin of the records, is refused
 * before a key is read.
 * @param recordsOrigin the address that the records here came from: records of two services never share a workspace.
 */
export async function connectService(
  options: WorkspaceOptions,
  journal: Journal,
  recordsOrigin: string | undefined,
): Promise<Connection> {
  /** Once the address is known, the journal must contain the same. */
  let expected: string | undefined;
  const readBoundOrigin = () => {
    const saved = journal.setting(BASE_URL, textSchema);
    if (saved === undefined) return undefined;
    const origin = parseSavedAddress(saved);
    if (expected !== undefined && origin !== expected) fail({ code: 'workspace-bound', detail: origin });
    return origin;
  };
  // An address that has never answered may be a typing error: it holds no records, and another may replace it.
  const hasAnswered = () => journal.setting(ANSWERED, z.boolean()) === true;
  const assertBindable = (origin: string) => {
    const boundOrigin = readBoundOrigin();
    if (boundOrigin !== undefined && boundOrigin !== origin && hasAnswered())
      fail({ code: 'workspace-bound', detail: boundOrigin });
  };
  const bind = (origin: string) => {
    assertBindable(origin);
    if (readBoundOrigin() !== origin) journal.saveSetting(BASE_URL, origin);
    expected = origin;
    // The address is read back, so that the written one is the one in use.
    if (readBoundOrigin() !== origin) fail({ code: 'file-damaged', detail: options.name });
  };
  if (recordsOrigin !== undefined) {
    const boundOrigin = readBoundOrigin();
    if (boundOrigin !== undefined && boundOrigin !== recordsOrigin && hasAnswered())
      fail({ code: 'workspace-bound', detail: recordsOrigin });
    bind(recordsOrigin);
    if (!hasAnswered()) journal.saveSetting(ANSWERED, true);
  }
  if (options.baseUrl !== undefined) bind(parseBaseUrl(options.baseUrl));
  const key = await options.key?.(readBoundOrigin());
  const readStoredKey = async () => {
    const origin = readBoundOrigin();
    return origin === undefined ? undefined : options.secrets.get(origin);
  };
  const requireAddress = () => readBoundOrigin() ?? fail({ code: 'usage', detail: workspaceTexts.noAddress });
  return {
    kind: 'service',
    origin: readBoundOrigin,
    address: async () => requireAddress(),
    async key() {
      readBoundOrigin();
      return key ?? (await readStoredKey());
    },
    async findKeyLocation() {
      if (key !== undefined) return 'memory';
      if ((await readStoredKey()) === undefined) return 'none';
      return options.secrets.durable ? 'keychain' : 'memory';
    },
    assertBindable,
    bind,
    noteAnswer() {
      if (!hasAnswered()) journal.saveSetting(ANSWERED, true);
    },
    rate: options.rate ?? DEFAULT_RATE,
    close: async () => {},
  };
}

/** @throws AppFailure `address-refused` */
function parseSavedAddress(saved: string): string {
  try {
    return parseBaseUrl(saved);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'address-refused') throw error;
    return fail({ ...error.error, detail: workspaceTexts.addressKept(error.error.detail) }, error);
  }
}

// Notes in the store which service its records came from, because a journal that was lost or restored must not mix in another service's records.

export type RecordsAddress = Awaited<ReturnType<typeof openRecordsAddress>>;

/** The key under which the store keeps the address. */
export const ADDRESS = 'address';

/** @throws AppFailure `address-refused` if the store names an address that no key may be sent to. */
export async function openRecordsAddress(store: StoreFile) {
  let known = await readAddress(store);
  return {
    /** Undefined when the store holds no service's records yet, or cannot be read. */
    known: () => known,
    /**
     * Notes the origin once for each store. It never fails: a store that cannot store this cannot store a record either, and reports it then.
     */
    async note(origin: string): Promise<void> {
      if (known !== undefined) return;
      known = origin;
      try {
        await store.snapshot.saveMeta(ADDRESS, origin);
      } catch {
        known = undefined;
      }
    },
    /** Called when the store is a new one. */
    forget(): void {
      known = undefined;
    },
  };
}

async function readAddress(store: StoreFile): Promise<string | undefined> {
  try {
    const saved = await store.snapshot.meta(ADDRESS);
    return saved === undefined ? undefined : parseBaseUrl(saved);
  } catch (error) {
    // A damaged store reports itself when it is used.
    if (error instanceof AppFailure && replaceableStore.has(error.error.code)) return undefined;
    throw error;
  }
}

// Runs the sample workspace's own service: a real HTTP service on loopback with a fixed key that opens no other service.

export const SAMPLE = 'sample';

/** The key is public on purpose: it opens only the invented records of a service that listens on this computer's loopback. */
export const SAMPLE_KEY = 'sample-key-for-invented-records';

/** The origin under which the sample's requests are booked, because its port differs at each start. */
export const SAMPLE_ORIGIN = 'sample';

const SEED = 7;

export interface SampleService {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads the day the sample is anchored to; the first start decides it permanently. */
export function readSampleDay(journal: Journal, today: string): string {
  const saved = journal.setting(SAMPLE_TODAY, z.string());
  if (saved) return saved;
  journal.saveSetting(SAMPLE_TODAY, today);
  return today;
}

/** Raised when the sample's names hold more than before, so that they are written once again. */
const NAMES_VERSION = 1;
const NAMES = 'sample.names';

/**
 * Starts the service over the sample's records. Its names are stored once, so that a user's changes to them stay.
 * @param saveNames puts the names into the directory
 */
export async function startSample(
  directory: string,
  journal: Journal,
  asOf: string,
  now: () => number,
  saveNames: (names: Directory) => Promise<unknown>,
): Promise<SampleService> {
  const databasePath = join(directory, 'service.sqlite');
  // The server is loaded for the sample alone, because it and its packages would add a tenth of a second to every command of the terminal.
  const { createService } = await import('#service/server.ts');
  const service = await createService({ seed: SEED, asOf, databasePath, key: SAMPLE_KEY, now });
  if (service.sample && !journal.damage && journal.setting(NAMES, z.number()) !== NAMES_VERSION) {
    await saveNames(directorySchema.parse(service.sample.names));
    journal.saveSetting(NAMES, NAMES_VERSION);
  }
  return service;
}

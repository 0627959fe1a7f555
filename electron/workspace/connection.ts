/** Connects a workspace to its service: the sample's own on this computer, or a bound address with a key. */
import { z } from 'zod';
import type { WorkspaceState } from '#contract/api.ts';
import { AppFailure, fail } from '#contract/errors.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { parseBaseUrl } from '#electron/client/origin.ts';
import type { Journal } from '#electron/journal/journal.ts';
import { SAMPLE_KEY, SAMPLE_ORIGIN, readSampleDay, startSample, type SampleService } from './sample-service.ts';
import type { WorkspaceNames } from './directory.ts';
import type { WorkspaceOptions } from './options.ts';

const DEFAULT_RATE = 4;
const text = z.string();

/** How a workspace reaches its service. Only here does the sample differ from a real service. */
export interface Connection {
  readonly kind: 'sample' | 'service';
  /** The origin under which requests are booked; undefined before there is an address. */
  origin(): string | undefined;
  /** The address to which requests are sent. */
  address(): Promise<string>;
  key(): Promise<string | undefined>;
  keyPlace(): Promise<WorkspaceState['key']>;
  /** @throws AppFailure `workspace-bound` once another address has answered. */
  mayBind(origin: string): void;
  bind(origin: string): void;
  /** Notes that the bound address accepted the key: from now on it is this workspace's for good. */
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
      starting ??= startSample(directory, journal, asOf, options.now, names.keep);
      try {
        return (await starting).url;
      } catch (error) {
        // The next request tries again, because a port or a disk may be free by then.
        starting = undefined;
        throw error;
      }
    },
    key: async () => SAMPLE_KEY,
    keyPlace: async () => 'built-in',
    mayBind: () => fail({ code: 'workspace-bound', detail: workspaceTexts.sampleRecords }),
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
 * @param from the address that the records here came from: records of two services never share a workspace.
 */
export async function connectService(
  options: WorkspaceOptions,
  journal: Journal,
  from: string | undefined,
): Promise<Connection> {
  /** Once the address is known, the journal must say the same. */
  let expected: string | undefined;
  const readBoundOrigin = () => {
    const saved = journal.setting(BASE_URL, text);
    if (saved === undefined) return undefined;
    const origin = parseSavedAddress(saved);
    if (expected !== undefined && origin !== expected) fail({ code: 'workspace-bound', detail: origin });
    return origin;
  };
  // An address that has never answered may be a typing error: it holds no records, and another may replace it.
  const hasAnswered = () => journal.setting(ANSWERED, z.boolean()) === true;
  const mayBind = (origin: string) => {
    const boundOrigin = readBoundOrigin();
    if (boundOrigin !== undefined && boundOrigin !== origin && hasAnswered())
      fail({ code: 'workspace-bound', detail: boundOrigin });
  };
  const bind = (origin: string) => {
    mayBind(origin);
    if (readBoundOrigin() !== origin) journal.saveSetting(BASE_URL, origin);
    expected = origin;
    // The address is read back, so that the written one is the one in use.
    if (readBoundOrigin() !== origin) fail({ code: 'file-damaged', detail: options.name });
  };
  if (from !== undefined) {
    const boundOrigin = readBoundOrigin();
    if (boundOrigin !== undefined && boundOrigin !== from && hasAnswered())
      fail({ code: 'workspace-bound', detail: from });
    bind(from);
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
    async keyPlace() {
      if (key !== undefined) return 'memory';
      if ((await readStoredKey()) === undefined) return 'none';
      return options.secrets.durable ? 'keychain' : 'memory';
    },
    mayBind,
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

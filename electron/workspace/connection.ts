/** Connects a workspace to its service: the sample's own on this computer, or a bound address with a key. */
import { z } from 'zod';
import type { WorkspaceState } from '../../src/contract/api.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { parseBaseUrl } from '../client/origin.ts';
import type { Journal } from '../journal/journal.ts';
import { SAMPLE_KEY, SAMPLE_ORIGIN, readSampleDay, startSample, type SampleService } from './sample-service.ts';
import type { WorkspaceNames } from './directory.ts';
import type { WorkspaceOptions } from './options.ts';

const DEFAULT_RATE = 4;
const text = z.string();

/** How a workspace reaches its service; only here the sample differs from a real one. */
export interface Connection {
  readonly kind: 'sample' | 'service';
  /** The origin under which requests are booked; undefined: no address yet. */
  origin(): string | undefined;
  /** Where requests go. */
  address(): Promise<string>;
  key(): Promise<string | undefined>;
  keyPlace(): Promise<WorkspaceState['key']>;
  /** @throws AppFailure `workspace-bound` once another address has answered. */
  mayBind(origin: string): void;
  bind(origin: string): void;
  /** The bound address accepted the key: from now on it is this workspace's for good. */
  noteAnswer(): void;
  readonly rate: number;
  readonly asOf?: string;
  close(): Promise<void>;
}

export function sampleConnection(
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
        // The next request tries again: a port or a disk may be free by then.
        starting = undefined;
        throw error;
      }
    },
    key: async () => SAMPLE_KEY,
    keyPlace: async () => 'built-in',
    mayBind: () => fail({ code: 'workspace-bound', detail: workspaceTexts.sampleRecords }),
    bind: () => {},
    noteAnswer: () => {},
    // The service runs on this computer: requests need no spacing.
    rate: options.rate ?? 0,
    asOf,
    async close() {
      const service = await starting?.catch(() => undefined);
      await service?.close();
    },
  };
}

/** Keys under which the journal stores the address, and whether it ever answered. */
export const BASE_URL = 'baseUrl';
export const ANSWERED = 'baseUrl.answered';

/**
 * The address is read and checked whenever it is used: what can write the journal's file, a program or a fault of the disk, must not decide
 * where a key is sent. An address that differs from the given one, or from the origin of the records, is refused before a key is read.
 * @param from the address that the records here came from: records of two services never share a workspace.
 */
export async function serviceConnection(
  options: WorkspaceOptions,
  journal: Journal,
  from: string | undefined,
): Promise<Connection> {
  /** Once known, the journal must say the same. */
  let expected: string | undefined;
  const bound = () => {
    const kept = journal.setting(BASE_URL, text);
    if (kept === undefined) return undefined;
    const origin = parseKept(kept);
    if (expected !== undefined && origin !== expected) fail({ code: 'workspace-bound', detail: origin });
    return origin;
  };
  // An address that has never answered may be a typing error: it holds no records, and another may replace it.
  const answered = () => journal.setting(ANSWERED, z.boolean()) === true;
  const mayBind = (origin: string) => {
    const other = bound();
    if (other !== undefined && other !== origin && answered()) fail({ code: 'workspace-bound', detail: other });
  };
  const bind = (origin: string) => {
    mayBind(origin);
    if (bound() !== origin) journal.saveSetting(BASE_URL, origin);
    expected = origin;
    // Read back, so that the written address is the one in use.
    if (bound() !== origin) fail({ code: 'file-damaged', detail: options.name });
  };
  if (from !== undefined) {
    const other = bound();
    if (other !== undefined && other !== from && answered()) fail({ code: 'workspace-bound', detail: from });
    bind(from);
    if (!answered()) journal.saveSetting(ANSWERED, true);
  }
  if (options.baseUrl !== undefined) bind(parseBaseUrl(options.baseUrl));
  const key = await options.key?.(bound());
  const stored = async () => {
    const origin = bound();
    return origin === undefined ? undefined : options.secrets.get(origin);
  };
  const address = () => bound() ?? fail({ code: 'usage', detail: workspaceTexts.noAddress });
  return {
    kind: 'service',
    origin: bound,
    address: async () => address(),
    async key() {
      bound();
      return key ?? (await stored());
    },
    async keyPlace() {
      if (key !== undefined) return 'memory';
      if ((await stored()) === undefined) return 'none';
      return options.secrets.durable ? 'keychain' : 'memory';
    },
    mayBind,
    bind,
    noteAnswer() {
      if (!answered()) journal.saveSetting(ANSWERED, true);
    },
    rate: options.rate ?? DEFAULT_RATE,
    close: async () => {},
  };
}

/** @throws AppFailure `address-refused` */
function parseKept(kept: string): string {
  try {
    return parseBaseUrl(kept);
  } catch (error) {
    if (!(error instanceof AppFailure) || error.error.code !== 'address-refused') throw error;
    return fail({ ...error.error, detail: workspaceTexts.addressKept(error.error.detail) }, error);
  }
}

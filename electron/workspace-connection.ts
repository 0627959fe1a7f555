/** The way a workspace reaches its service: the sample's own, on this computer, or a bound address with a key. */
import { z } from 'zod';
import type { WorkspaceState } from '../src/contract/api.ts';
import { fail } from '../src/contract/errors.ts';
import { parseBaseUrl } from './client/origin.ts';
import type { Journal } from './journal/journal.ts';
import { SAMPLE_KEY, SAMPLE_ORIGIN, sampleAsOf, startSample, type SampleService } from './sample.ts';
import type { WorkspaceNames } from './workspace-names.ts';
import type { WorkspaceOptions } from './workspace.ts';

const DEFAULT_RATE = 4;
const text = z.string();

/** How a workspace reaches its service; the sample's and a real one's differ only here. */
export interface Connection {
  readonly kind: 'sample' | 'service';
  /** What requests are booked under; undefined: no address yet. */
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
  const asOf = sampleAsOf(journal, options.sampleAsOf ?? utcToday);
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
    mayBind: () => fail({ code: 'workspace-bound', detail: 'the sample records' }),
    bind: () => {},
    noteAnswer: () => {},
    // The service is this computer's own: there is nobody to be gentle with.
    rate: options.rate ?? 0,
    asOf,
    async close() {
      const service = await starting?.catch(() => undefined);
      await service?.close();
    },
  };
}

/** @param from the address that the records here came from: with records of another service they never share a workspace. */
export function serviceConnection(options: WorkspaceOptions, journal: Journal, from: string | undefined): Connection {
  const bound = () => journal.setting('baseUrl', text);
  // An address that has never answered may be a slip of the pen: it holds no records, and another may take its place.
  const answered = () => journal.setting('baseUrl.answered', z.boolean()) === true;
  const mayBind = (origin: string) => {
    const other = bound();
    if (other !== undefined && other !== origin && answered()) fail({ code: 'workspace-bound', detail: other });
  };
  const bind = (origin: string) => {
    mayBind(origin);
    if (bound() !== origin) journal.keepSetting('baseUrl', origin);
  };
  if (from !== undefined) {
    const other = bound();
    if (other !== undefined && other !== from && answered()) fail({ code: 'workspace-bound', detail: from });
    bind(from);
    if (!answered()) journal.keepSetting('baseUrl.answered', true);
  }
  if (options.baseUrl !== undefined) bind(parseBaseUrl(options.baseUrl));
  const stored = async () => {
    const origin = bound();
    return origin === undefined ? undefined : options.secrets.get(origin);
  };
  return {
    kind: 'service',
    origin: bound,
    address: async () =>
      bound() ?? fail({ code: 'usage', detail: 'This workspace has no address yet: give --base-url.' }),
    key: async () => options.key ?? (await stored()),
    async keyPlace() {
      if (options.key !== undefined) return 'memory';
      if ((await stored()) === undefined) return 'none';
      return options.secrets.durable ? 'keychain' : 'memory';
    },
    mayBind,
    bind,
    noteAnswer() {
      if (!answered()) journal.keepSetting('baseUrl.answered', true);
    },
    rate: options.rate ?? DEFAULT_RATE,
    close: async () => {},
  };
}

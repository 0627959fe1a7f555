/** What the bench tells a measured client to do, and what that tells back. */
import { declaredProperties, isSummable } from '#domain/properties.ts';

/**
 * `app`: our client, store and sync. `search`: the naive client by offset paging over search. `list`: the naive one over list.
 * `bare`: the app's own requests once more, fetched and parsed, nothing stored: no client that asks for the same can be faster
 * one request at a time.
 */
export const contestants = ['app', 'bare', 'search', 'list'] as const;
export type Contestant = (typeof contestants)[number];

export interface Job {
  readonly contestant: Contestant;
  readonly url: string;
  readonly key: string;
  /** Its own folder; what is in it from an earlier run is gone on from. */
  readonly folder: string;
  /** Whether the app remembers what each refresh changes. */
  readonly remembers?: boolean;
  /** Where the app writes the requests it sent, and `bare` reads them. */
  readonly requestsPath: string;
}

export interface Outcome {
  readonly requests: number;
  /** From opening the store to the last record durably stored. */
  readonly wallMilliseconds: number;
  readonly closeMilliseconds: number;
  /** Of the whole process over the wall time, all threads. */
  readonly cpuMilliseconds: number;
  /** Of the whole process, before anything was verified. */
  readonly peakRssBytes: number;
  /** Absent where nothing is stored. */
  readonly held?: { readonly records: number; readonly totals: Readonly<Record<string, string | null>> };
  /** How it ended, where that needs a word. */
  readonly note: string;
}

/** Whose totals are compared with the truth. */
export const summed: readonly string[] = declaredProperties.filter(isSummable).map(({ name }) => name);

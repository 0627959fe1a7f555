/** What sync asks of the service, and what it gets back. The wire client implements it; sync never sees HTTP. */
import { fail, type AppError } from '../../src/contract/errors.ts';
import { declaredProperties, ID_PROPERTY } from '../../src/domain/properties.ts';
import type { FilterGroups } from '../../src/domain/filter/model.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';

/** INTERFACE §8: search `limit` is at most 200. */
export const PAGE_ROWS = 200;
/** The list operation's largest page (a fact of the upstream platform). */
export const LIST_ROWS = 100;
/** A batch read takes 100 ids: 99 suspects and one id known to be alive. */
export const BATCH_SUSPECTS = 99;
/** A search `total` of exactly this many may be a ceiling and not a count. */
export const TOTAL_CEILING = 10_000;

export interface Sort {
  readonly propertyName: string;
  readonly direction: 'ASCENDING' | 'DESCENDING';
}

export interface SearchInput {
  readonly filterGroups: FilterGroups;
  readonly sorts: readonly Sort[];
  readonly limit: number;
  readonly properties: readonly string[];
}

export interface SearchOutput {
  readonly records: readonly TimeLogRecord[];
  readonly total?: number | undefined;
  readonly after?: string | undefined;
  /** The answer's `Date` header, epoch milliseconds. */
  readonly date?: number | undefined;
}

interface BatchFailure {
  readonly ids: readonly string[];
  readonly category: string;
  readonly message: string;
  /** What failed the whole request for them. */
  readonly error?: AppError | undefined;
}

export interface BatchOutput {
  readonly found: readonly TimeLogRecord[];
  readonly missing: readonly string[];
  readonly failed: readonly BatchFailure[];
}

/** A run's control over the attempts of one call: they count against its limit and the user's reserve. */
export interface Attempts {
  /** Asked right before each attempt is booked, retries included. False: it is not sent, and the failure before it is the result. */
  readonly mayBook: () => boolean;
  /** Told of every attempt, once it is booked. */
  readonly onBooked: () => void;
}

/** What is known of a page before its records are read. */
export interface PageHead {
  readonly ids: readonly string[];
  readonly total?: number | undefined;
  readonly after?: string | undefined;
}

export interface PageAttempts extends Attempts {
  /** Called once, as soon as a readable answer is there; a client may leave it out. */
  readonly onHead: (head: PageHead) => void;
}

/** Errors arrive as `AppFailure`. One call may take several attempts on the wire: each is asked for and reported. */
export interface SyncClient {
  search(input: SearchInput, signal?: AbortSignal, attempts?: PageAttempts): Promise<SearchOutput>;
  batchRead(
    input: { ids: readonly string[]; properties: readonly string[] },
    signal?: AbortSignal,
    attempts?: Attempts,
  ): Promise<BatchOutput>;
  list(
    input: { limit: number; after?: string; properties: readonly string[] },
    signal?: AbortSignal,
    attempts?: PageAttempts,
  ): Promise<SearchOutput>;
}

export interface SyncSearch {
  readonly kind: 'search';
  readonly filterGroups: FilterGroups;
  readonly sort: Sort;
  readonly limit: number;
  /** With every catalogue property: only then may its records be stored. */
  readonly whole: boolean;
}

/** One request the step machine wants, as plain data. */
export type SyncRequest =
  | SyncSearch
  | { readonly kind: 'batch'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly after: string | null };

export interface Page {
  readonly kind: 'page';
  readonly records: readonly TimeLogRecord[];
  readonly total: number | null;
  readonly after: string | null;
  readonly date: number | null;
}

export interface Batch {
  readonly kind: 'batch';
  readonly found: readonly TimeLogRecord[];
  readonly missing: readonly string[];
}

export type SyncResponse = Page | Batch;

const everything = declaredProperties.map((each) => each.name);

function propertiesFor(whole: boolean): readonly string[] {
  return whole ? everything : [ID_PROPERTY];
}

/** Sends one request of the step machine. @throws AppFailure as the client does. */
export async function send(
  client: SyncClient,
  ask: SyncRequest,
  signal?: AbortSignal,
  attempts?: PageAttempts,
): Promise<SyncResponse> {
  switch (ask.kind) {
    case 'search': {
      const { filterGroups, sort, limit, whole } = ask;
      const input = { filterGroups, sorts: [sort], limit, properties: propertiesFor(whole) };
      return toPage(await client.search(input, signal, attempts));
    }
    case 'list': {
      const from = ask.after === null ? {} : { after: ask.after };
      return toPage(await client.list({ limit: LIST_ROWS, ...from, properties: everything }, signal, attempts));
    }
    case 'batch': {
      const input = { ids: ask.ids, properties: everything };
      const { found, missing, failed } = await client.batchRead(input, signal, attempts);
      const [fault] = failed;
      if (fault && found.length + missing.length === 0)
        fail(fault.error ?? { code: 'upstream-failed', detail: `${fault.category}: ${fault.message}` });
      return { kind: 'batch', found, missing };
    }
  }
}

function toPage(output: SearchOutput): Page {
  const { records, total, after, date } = output;
  return { kind: 'page', records, total: total ?? null, after: after ?? null, date: date ?? null };
}

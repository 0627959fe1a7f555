/** What sync asks of the service, and what it gets back. The wire client implements it; sync never sees HTTP. */
import { fail, type AppError } from '../../src/contract/errors.ts';
import { declaredProperties, ID_PROPERTY } from '../../src/domain/properties.ts';
import type { FilterGroups } from '../../src/domain/filter/model.ts';
import type { TimeLogRecord } from '../../src/domain/record.ts';
import type { SortOrder } from '../../src/domain/records/sort-order.ts';
import type { Attempts, PageAttempts, RecordPage } from '../../src/domain/records/record-page.ts';

/** INTERFACE §8: search `limit` is at most 200. */
export const PAGE_ROWS = 200;
/** The list operation's largest page (a fact of the upstream platform). */
export const LIST_ROWS = 100;
/** A batch read takes 100 ids: 99 suspects and one id known to be alive. */
export const BATCH_SUSPECTS = 99;
/** A search `total` of exactly this many may be a ceiling and not a count. */
export const TOTAL_CEILING = 10_000;

export interface SearchInput {
  readonly filterGroups: FilterGroups;
  readonly sorts: readonly SortOrder[];
  readonly limit: number;
  readonly properties: readonly string[];
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

/** Errors arrive as `AppFailure`. One call may take several attempts on the wire: each is asked for and reported. */
export interface SyncClient {
  search(input: SearchInput, signal?: AbortSignal, attempts?: PageAttempts): Promise<RecordPage>;
  batchRead(
    input: { ids: readonly string[]; properties: readonly string[] },
    signal?: AbortSignal,
    attempts?: Attempts,
  ): Promise<BatchOutput>;
  list(
    input: { limit: number; after?: string; properties: readonly string[] },
    signal?: AbortSignal,
    attempts?: PageAttempts,
  ): Promise<RecordPage>;
}

export interface SyncSearch {
  readonly kind: 'search';
  readonly filterGroups: FilterGroups;
  readonly sort: SortOrder;
  readonly limit: number;
  /** With every catalogue property: only then may its records be stored. */
  readonly whole: boolean;
}

/** One request the step machine wants, as plain data. */
export type SyncRequest =
  | SyncSearch
  | { readonly kind: 'batch'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly after: string | null };

/**
 * A `RecordPage` as the step machine takes it: marked, because it takes batches too, and null where the client leaves a member out, for
 * the state that phases write it to is stored as JSON, which drops undefined ones.
 */
export interface PageResponse extends Pick<RecordPage, 'records'> {
  readonly kind: 'page';
  readonly total: number | null;
  readonly after: string | null;
  readonly date: number | null;
}

export interface BatchResponse extends Pick<BatchOutput, 'found' | 'missing'> {
  readonly kind: 'batch';
}

export type SyncResponse = PageResponse | BatchResponse;

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
      return toResponse(await client.search(input, signal, attempts));
    }
    case 'list': {
      const from = ask.after === null ? {} : { after: ask.after };
      return toResponse(await client.list({ limit: LIST_ROWS, ...from, properties: everything }, signal, attempts));
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

function toResponse(output: RecordPage): PageResponse {
  const { records, total, after, date } = output;
  return { kind: 'page', records, total: total ?? null, after: after ?? null, date: date ?? null };
}

/** Defines what sync requests from the service and what it gets back. The wire client implements it; sync never sees HTTP. */
import { fail, type AppError } from '#contract/errors.ts';
import { declaredProperties, ID_PROPERTY } from '#domain/properties.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { TimeLogRecord, Attempts, PageAttempts, RecordPage } from '#domain/record.ts';
import type { SortOrder } from '#domain/records/sort-order.ts';

/** The search `limit` is at most 200 (INTERFACE §8). */
export const SEARCH_PAGE_SIZE = 200;
/** The list operation's largest page, a fact of the upstream platform. */
export const LIST_PAGE_SIZE = 100;
/** A batch read takes 100 ids: 99 to check and one known to exist. */
export const BATCH_IDS_TO_CHECK = 99;
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
  /** The error, if the whole request for these ids failed. */
  readonly error?: AppError | undefined;
}

export interface BatchOutput {
  readonly found: readonly TimeLogRecord[];
  readonly missing: readonly string[];
  readonly failed: readonly BatchFailure[];
}

/** Methods throw `AppFailure`. One call may take several attempts on the wire; each is reported to the caller and needs its permission. */
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
  /** True when every catalogue property is requested: only then may its records be stored. */
  readonly allProperties: boolean;
}

export type SyncRequest =
  | SyncSearch
  | { readonly kind: 'batch'; readonly ids: readonly string[] }
  | { readonly kind: 'list'; readonly after: string | null };

/**
 * A `RecordPage` for the state machine. It has a kind, because the machine also applies batches. Members that the client leaves out are null,
 * because phases copy them to a state that is stored as JSON, which drops undefined members.
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

const propertyNames = declaredProperties.map((property) => property.name);

function chooseProperties(allProperties: boolean): readonly string[] {
  return allProperties ? propertyNames : [ID_PROPERTY];
}

/** Sends one request of the step machine. @throws AppFailure as the client does. */
export async function sendRequest(
  client: SyncClient,
  request: SyncRequest,
  signal?: AbortSignal,
  attempts?: PageAttempts,
): Promise<SyncResponse> {
  switch (request.kind) {
    case 'search': {
      const { filterGroups, sort, limit, allProperties } = request;
      const input = { filterGroups, sorts: [sort], limit, properties: chooseProperties(allProperties) };
      return toResponse(await client.search(input, signal, attempts));
    }
    case 'list': {
      const cursor = request.after === null ? {} : { after: request.after };
      return toResponse(
        await client.list({ limit: LIST_PAGE_SIZE, ...cursor, properties: propertyNames }, signal, attempts),
      );
    }
    case 'batch': {
      const input = { ids: request.ids, properties: propertyNames };
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

/** What the service needs of a CRM: the three reads, from any implementation. */

/** A value as JSON carries it; `undefined` is a property the upstream does not send at all. */
export type WireValue = string | number | boolean | null | undefined;

export interface HistoryEntry {
  readonly value: WireValue;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly sourceType: string;
  readonly sourceId?: string;
}

/** A time log record as it travels (INTERFACE §2.1). */
export interface WireRecord {
  readonly id: string | number;
  readonly properties: Readonly<Record<string, WireValue>>;
  readonly propertiesWithHistory?: Readonly<Record<string, readonly HistoryEntry[]>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly archivedAt?: string;
}

/** The query of a list request by name, as received. The upstream decides about unknown names. */
export type ListRequest = URLSearchParams;

export interface ListPage {
  readonly results: readonly WireRecord[];
  /** Present when a further page exists. */
  readonly after?: string;
}

export interface BatchRequest {
  readonly ids: readonly string[];
  readonly properties: readonly string[];
  readonly propertiesWithHistory: readonly string[];
  /** Absent: the record's own id. */
  readonly idProperty?: string;
  readonly archived: boolean;
}

interface BatchError {
  readonly category: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
  readonly message: string;
  readonly status: string;
}

export interface BatchResult {
  readonly status: string;
  readonly startedAt: string;
  readonly completedAt: string;
  readonly results: readonly WireRecord[];
  readonly errors?: readonly BatchError[];
  readonly numErrors?: number;
}

export interface WireFilter {
  readonly propertyName: string;
  readonly operator: string;
  readonly value?: string;
  readonly highValue?: string;
  readonly values?: readonly string[];
}

export interface WireFilterGroup {
  readonly filters: readonly WireFilter[];
}

export interface WireSort {
  readonly propertyName: string;
  readonly direction: 'ASCENDING' | 'DESCENDING';
}

export interface SearchRequest {
  readonly limit?: number;
  readonly after?: string;
  readonly properties: readonly string[];
  readonly query: string;
  readonly sorts: readonly WireSort[];
  readonly filterGroups: readonly WireFilterGroup[];
  /** Length of the body as the caller wrote it: the upstream has a limit on it. */
  readonly bodyCharacters: number;
}

export interface SearchPage {
  readonly results: readonly WireRecord[];
  readonly total: number;
  readonly after?: string;
}

/** The upstream answered with an error (its own status and body) or could not be reached at all. */
export type UpstreamFailure = Traced &
  (
    | {
        readonly kind: 'answered';
        readonly status: number;
        readonly body: unknown;
        readonly headers?: Readonly<Record<string, string>>;
      }
    | { readonly kind: 'unreachable' }
  );

/** What operators are told and callers are not. */
interface Traced {
  /** The upstream's own name for the call. */
  readonly correlationId?: string;
  /** Why the call failed, where its status does not say it; never a message that may quote the token. */
  readonly cause?: string;
}

export type Answer<T> =
  | {
      readonly ok: true;
      readonly body: T;
      /** 200 unless told otherwise. */
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly correlationId?: string;
    }
  | { readonly ok: false; readonly failure: UpstreamFailure };

export interface Upstream {
  list(request: ListRequest): Promise<Answer<ListPage>>;
  batchRead(request: BatchRequest): Promise<Answer<BatchResult>>;
  search(request: SearchRequest): Promise<Answer<SearchPage>>;
}

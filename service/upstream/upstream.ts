/** Defines what the service needs from a CRM: the three reads. */
import { z } from 'zod';

/** A JSON value; undefined means that the upstream does not send the property. */
export type WireValue = string | number | boolean | null | undefined;

export interface HistoryEntry {
  readonly value: WireValue;
  readonly timestamp: string;
  readonly sourceType: string;
  readonly sourceId?: string;
  readonly sourceLabel?: string;
  readonly updatedByUserId?: number;
}

/** A time log record in a response (INTERFACE §2.1). */
export interface WireRecord {
  readonly id: string | number;
  readonly properties: Readonly<Record<string, WireValue>>;
  readonly propertiesWithHistory?: Readonly<Record<string, readonly HistoryEntry[]>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly archivedAt?: string;
  /** By object type, if requested. */
  readonly associations?: unknown;
}

/** The query as received, because the upstream decides about unknown parameters. */
export type ListQuery = URLSearchParams;

/** The JSON of records that are forwarded without parsing; `results` is empty then. */
export interface VerbatimRecords {
  readonly recordsJson?: Buffer;
}

export interface ListPage extends VerbatimRecords {
  readonly results: readonly WireRecord[];
  readonly after?: string;
}

/** The body as received, because the upstream decides about everything that the interface does not restrict. */
export interface BatchRequest {
  readonly bodyText: string;
  readonly archived: boolean;
}

interface BatchError {
  readonly category: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
  readonly message: string;
  readonly status: string;
}

export interface BatchResult extends VerbatimRecords {
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
  readonly bodyText: string;
}

export interface SearchPage extends VerbatimRecords {
  readonly results: readonly WireRecord[];
  readonly total: number;
  readonly after?: string;
}

/** The upstream responded with an error or an unusable body, could not be reached, or may not be called yet. */
export type UpstreamFailure = Traced &
  (
    | {
        readonly kind: 'answered';
        readonly status: number;
        readonly body: unknown;
        readonly headers?: Readonly<Record<string, string>>;
      }
    | { readonly kind: 'unusable'; readonly message: string }
    /** `failed` means a timeout or a failed connection rather than an abort. */
    | { readonly kind: 'unreachable'; readonly failed?: boolean }
    | { readonly kind: 'busy'; readonly retrySeconds: number; readonly reason: 'caller' | 'upstream' | 'store' }
  );

/** For operators only. */
interface Traced {
  readonly correlationId?: string;
  /** The cause of the failure, without any message that may quote the token. */
  readonly cause?: string;
}

export type Result<T> =
  | {
      readonly ok: true;
      readonly body: T;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly correlationId?: string;
    }
  | { readonly ok: false; readonly failure: UpstreamFailure };

/** The signal is aborted when the caller disconnects, and remaining work for it stops. */
export interface Upstream {
  list(request: ListQuery, signal?: AbortSignal): Promise<Result<ListPage>>;
  batchRead(request: BatchRequest, signal?: AbortSignal): Promise<Result<BatchResult>>;
  search(request: SearchRequest, signal?: AbortSignal): Promise<Result<SearchPage>>;
}

export interface Refusal {
  readonly ok: false;
  readonly message: string;
  readonly category: string;
}

export function createRefusal(message: string, category = 'VALIDATION_ERROR'): Refusal {
  return { ok: false, message, category };
}

export function refuse(message: string, category = 'VALIDATION_ERROR', status = 400): Result<never> {
  const body = { status: 'error', message, category };
  return { ok: false, failure: { kind: 'answered', status, body } };
}

/** Recognizes a daily limit, which does not end within seconds. If the upstream is an instance of this service, `error` names it. */
export function isDailyLimit(body: unknown): boolean {
  const limit = limitSchema.safeParse(body);
  return limit.success && /daily/i.test(Object.values(limit.data).join(' '));
}

const word = z.string().default('');
const limitSchema = z.object({ policyName: word, message: word, error: word });

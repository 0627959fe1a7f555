/** An upstream that is a real CRM: forwards the three reads to its objects interface. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import type { z } from 'zod';
import { ID_PROPERTY } from '../../src/domain/properties.ts';
import { exchange, type ExchangeOptions } from './exchange.ts';
import { LocalPermits } from './permits/local.ts';
import type { CallKind, Permits } from './permits/permits.ts';
import { batchSchema, listSchema, parsePlatformJson, searchSchema, type PlatformRecord } from './platform-json.ts';
import type {
  Answer,
  BatchResult,
  ListPage,
  ListRequest,
  SearchPage,
  Upstream,
  UpstreamFailure,
  WireRecord,
} from './upstream.ts';
import { asInInterface, namedFromPlatform, toPlatform, type Vocabulary } from './vocabulary.ts';

export interface HttpUpstreamOptions extends ExchangeOptions {
  /** What the platform itself calls the built-in properties. Default: as the interface does. */
  readonly vocabulary?: Vocabulary;
  /** Default: of this upstream alone. */
  readonly permits?: Permits;
}

/** Callers that never leave. */
const patient = new AbortController().signal;

export function createHttpUpstream(options: HttpUpstreamOptions): Upstream {
  const vocabulary = options.vocabulary ?? asInInterface;
  const permits = options.permits ?? new LocalPermits();
  const call = (kind: CallKind, path: string, body: string | undefined, signal = patient) =>
    exchange(options, permits, { kind, path, signal, ...(body === undefined ? {} : { body }) });
  return {
    async list(request, signal) {
      const answer = await call('read', `?${platformQuery(request, vocabulary).toString()}`, undefined, signal);
      return shaped(answer, listSchema, ({ results, paging }): ListPage => ({
        results: results.map((record) => wireRecord(record, vocabulary)),
        ...readCursor(paging),
      }));
    },
    async batchRead(request, signal) {
      const query = request.archived ? '?archived=true' : '';
      const answer = await call('read', `/batch/read${query}`, platformBody(request.written, vocabulary), signal);
      return shaped(answer, batchSchema, (result) => batchResult(result, vocabulary));
    },
    async search(request, signal) {
      const answer = await call('search', '/search', platformBody(request.written, vocabulary), signal);
      return shaped(answer, searchSchema, ({ results, total, paging }): SearchPage => ({
        results: results.map((record) => wireRecord(record, vocabulary)),
        total,
        ...readCursor(paging),
      }));
    },
  };
}

function platformQuery(request: ListRequest, vocabulary: Vocabulary): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of request) {
    const named = name === 'properties' || name === 'propertiesWithHistory';
    query.append(name, named ? platformNames(value.split(','), vocabulary).join(',') : value);
  }
  return query;
}

function platformNames(names: readonly string[], vocabulary: Vocabulary): string[] {
  return names.map((name) => toPlatform(name.trim(), vocabulary));
}

/**
 * The body as its caller wrote it, in the platform's names: the platform counts its characters, so that nothing is added, and no number or
 * default is spelled out. What means nothing is left out.
 */
function platformBody(written: string, vocabulary: Vocabulary): string {
  const named = (key: string, value: unknown): unknown => {
    if (key === 'idProperty' && value === ID_PROPERTY) return undefined;
    if ((key === 'after' || key === 'query') && value === '') return undefined;
    if ((key === 'propertyName' || key === 'idProperty') && typeof value === 'string')
      return toPlatform(value, vocabulary);
    if ((key === 'properties' || key === 'propertiesWithHistory') && Array.isArray(value))
      return platformNames(value.map(String), vocabulary);
    return value;
  };
  return JSON.stringify(parsePlatformJson(written), named);
}

function shaped<S extends z.ZodType, T>(
  exchanged: Awaited<ReturnType<typeof exchange>>,
  schema: S,
  shape: (body: z.output<S>) => T,
): Answer<T> {
  if (!exchanged.ok) return exchanged;
  const { status, text, headers, correlationId } = exchanged;
  const trace = correlationId === undefined ? {} : { correlationId };
  const body = parsePlatformJson(text);
  if (status < 200 || status > 299) return failed({ kind: 'answered', status, body: body ?? text, headers, ...trace });
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, body: shape(parsed.data), headers, ...trace };
  const message = texts.unexpectedShape(parsed.error.issues[0]?.path.join('.') ?? '');
  const cause = `answered ${status} in an unexpected shape at ${parsed.error.issues[0]?.path.join('.') ?? ''}`;
  return failed({ kind: 'unusable', message, cause, ...trace });
}

function failed(failure: UpstreamFailure): Answer<never> {
  return { ok: false, failure };
}

function readCursor(paging: z.output<typeof listSchema>['paging']): { after?: string } {
  return paging?.next ? { after: paging.next.after } : {};
}

function wireRecord(record: PlatformRecord, vocabulary: Vocabulary): WireRecord {
  const { id, createdAt, updatedAt, archived, archivedAt, properties, propertiesWithHistory, associations } = record;
  return {
    id,
    createdAt,
    updatedAt,
    archived,
    ...(archivedAt ? { archivedAt } : {}),
    properties: namedFromPlatform(properties, vocabulary),
    ...(propertiesWithHistory ? { propertiesWithHistory: histories(propertiesWithHistory, vocabulary) } : {}),
    ...(associations ? { associations } : {}),
  };
}

function histories(given: NonNullable<PlatformRecord['propertiesWithHistory']>, vocabulary: Vocabulary) {
  const named = namedFromPlatform(given, vocabulary);
  return Object.fromEntries(
    Object.entries(named).map(([name, entries]) => [
      name,
      entries.map(({ sourceId, ...entry }) => ({ ...entry, ...(sourceId === undefined ? {} : { sourceId }) })),
    ]),
  );
}

/** `numErrors` is the number of entries (INTERFACE §4.2), whatever the platform counts. */
function batchResult(result: z.output<typeof batchSchema>, vocabulary: Vocabulary): BatchResult {
  const { status, startedAt, completedAt, results, errors } = result;
  return {
    status,
    startedAt,
    completedAt,
    results: results.map((record) => wireRecord(record, vocabulary)),
    ...(errors && errors.length > 0 ? { errors, numErrors: errors.length } : {}),
  };
}

/** An upstream that is a real CRM: forwards the three reads to its objects interface. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import type { z } from 'zod';
import { describeCall } from '../log/fault-text.ts';
import { batchSchema, listSchema, parsePlatformJson, searchSchema, type PlatformRecord } from './platform-json.ts';
import type {
  Answer,
  BatchRequest,
  BatchResult,
  ListPage,
  ListRequest,
  SearchPage,
  SearchRequest,
  Upstream,
  UpstreamFailure,
  WireRecord,
} from './upstream.ts';
import { asInInterface, namedFromPlatform, toPlatform, type Vocabulary } from './vocabulary.ts';

export interface HttpUpstreamOptions {
  /** The collection of the object type, e.g. `https://api.example.test/crm/v3/objects/2-123456`. */
  readonly url: string;
  /** Asked before each call, so that a token can be renewed. */
  readonly token: () => string | Promise<string>;
  /** What the platform itself calls the built-in properties. Default: as the interface does. */
  readonly vocabulary?: Vocabulary;
  /** For the whole exchange; 30 seconds by default. */
  readonly timeoutMilliseconds?: number;
  readonly fetch?: typeof fetch;
}

export function createHttpUpstream(options: HttpUpstreamOptions): Upstream {
  const vocabulary = options.vocabulary ?? asInInterface;
  const call = (path: string, body?: unknown) => exchange(options, path, body);
  return {
    async list(request) {
      const answer = await call(`?${platformQuery(request, vocabulary).toString()}`);
      return shaped(answer, listSchema, ({ results, paging }): ListPage => ({
        results: results.map((record) => wireRecord(record, vocabulary)),
        ...readCursor(paging),
      }));
    },
    async batchRead(request) {
      const query = request.archived ? '?archived=true' : '';
      const answer = await call(`/batch/read${query}`, platformBatch(request, vocabulary));
      return shaped(answer, batchSchema, (result) => batchResult(result, vocabulary));
    },
    async search(request) {
      const answer = await call('/search', platformSearch(request, vocabulary));
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

function platformBatch(request: BatchRequest, vocabulary: Vocabulary) {
  const { ids, properties, propertiesWithHistory, idProperty } = request;
  const isDefault = idProperty === undefined || idProperty === 'sys_object_id';
  return {
    inputs: ids.map((id) => ({ id })),
    properties: platformNames(properties, vocabulary),
    propertiesWithHistory: platformNames(propertiesWithHistory, vocabulary),
    ...(isDefault ? {} : { idProperty: toPlatform(idProperty, vocabulary) }),
  };
}

function platformSearch(request: SearchRequest, vocabulary: Vocabulary) {
  const { limit, after, query, properties, sorts, filterGroups } = request;
  const named = <T extends { readonly propertyName: string }>(each: T) => ({
    ...each,
    propertyName: toPlatform(each.propertyName, vocabulary),
  });
  return {
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined || after === '' ? {} : { after }),
    ...(query === '' ? {} : { query }),
    properties: platformNames(properties, vocabulary),
    sorts: sorts.map(named),
    filterGroups: filterGroups.map(({ filters }) => ({ filters: filters.map(named) })),
  };
}

interface Exchanged {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly correlationId?: string;
}

/** The platform could not be reached or did not answer in time. */
interface Unreached {
  readonly cause: string;
}

const TIMEOUT_MILLISECONDS = 30_000;

async function exchange(options: HttpUpstreamOptions, path: string, body: unknown): Promise<Exchanged | Unreached> {
  const send = options.fetch ?? fetch;
  const token = await options.token();
  try {
    const response = await send(`${options.url.replace(/\/+$/, '')}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS),
    });
    const { status, headers } = response;
    return { status, text: await response.text(), headers: passedOn(headers), ...readCorrelation(headers, token) };
  } catch (fault) {
    return { cause: describeCall(fault) };
  }
}

/** The platform's own rate limits and waits; never the name under which the service tells its daily reset. */
function passedOn(headers: Headers): Record<string, string> {
  const wanted = /^(retry-after|x-.*ratelimit.*)$/i;
  return Object.fromEntries(
    [...headers].filter(([name]) => wanted.test(name) && !name.toLowerCase().startsWith('x-service-')),
  );
}

/** By any vendor's name of the header. A platform that echoes its token there is not quoted. */
function readCorrelation(headers: Headers, token: string): { correlationId?: string } {
  const [, id] = [...headers].find(([name]) => /(^|-)correlation-id$/i.test(name)) ?? [];
  return id === undefined || id.includes(token.trim()) ? {} : { correlationId: id };
}

function shaped<S extends z.ZodType, T>(
  exchanged: Exchanged | Unreached,
  schema: S,
  shape: (body: z.output<S>) => T,
): Answer<T> {
  if (!('status' in exchanged)) return failed({ kind: 'unreachable', cause: exchanged.cause });
  const { status, text, headers, ...trace } = exchanged;
  const body = parsePlatformJson(text);
  if (status < 200 || status > 299) return failed({ kind: 'answered', status, body: body ?? text, headers, ...trace });
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, body: shape(parsed.data), headers, ...trace };
  const message = texts.unexpectedShape(parsed.error.issues[0]?.path.join('.') ?? '');
  const cause = `answered ${status} in an unexpected shape at ${parsed.error.issues[0]?.path.join('.') ?? ''}`;
  return failed({ kind: 'answered', status: 502, body: { status: 'error', message }, cause, ...trace });
}

function failed(failure: UpstreamFailure): Answer<never> {
  return { ok: false, failure };
}

function readCursor(paging: z.output<typeof listSchema>['paging']): { after?: string } {
  return paging?.next ? { after: paging.next.after } : {};
}

function wireRecord(record: PlatformRecord, vocabulary: Vocabulary): WireRecord {
  const { id, createdAt, updatedAt, archived, archivedAt, properties, propertiesWithHistory } = record;
  return {
    id,
    createdAt,
    updatedAt,
    archived,
    ...(archivedAt ? { archivedAt } : {}),
    properties: namedFromPlatform(properties, vocabulary),
    ...(propertiesWithHistory ? { propertiesWithHistory: histories(propertiesWithHistory, vocabulary) } : {}),
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

function batchResult(result: z.output<typeof batchSchema>, vocabulary: Vocabulary): BatchResult {
  const { status, startedAt, completedAt, results, errors, numErrors } = result;
  return {
    status,
    startedAt,
    completedAt,
    results: results.map((record) => wireRecord(record, vocabulary)),
    ...(errors && errors.length > 0 ? { errors, numErrors: numErrors ?? errors.length } : {}),
  };
}

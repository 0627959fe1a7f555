/** Forwards the three reads to a CRM. */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { ID_PROPERTY } from '#domain/properties.ts';
import { requestContext } from '../log.ts';
import { createBreaker, type Breaker } from './breaker.ts';
import { exchange, sendWithTimeout, type ExchangeOptions } from './exchange.ts';
import { LocalPermits, type CallKind, type Permits } from './permits.ts';
import {
  batchSchema,
  isRawNumber,
  listSchema,
  parsePlatformJson,
  searchSchema,
  interfaceNames,
  renameFromPlatform,
  toPlatformName,
  type PlatformRecord,
  type Vocabulary,
} from './platform-json.ts';
import type {
  Result,
  BatchResult,
  ListPage,
  ListQuery,
  SearchPage,
  Upstream,
  UpstreamFailure,
  WireRecord,
} from './upstream.ts';

export interface HttpUpstreamOptions extends ExchangeOptions {
  /** The platform's prefixes for built-in properties. Default: those of the interface. */
  readonly vocabulary?: Vocabulary;
  readonly permits?: Permits;
}

const neverAborted = new AbortController().signal;
const PROBE = '?limit=1';
/** The account of calls without a key. */
const ANONYMOUS_ACCOUNT = 0;

export interface HttpUpstream extends Upstream {
  readonly permits: Permits;
  readonly breaker: Breaker;
}

export function createHttpUpstream(options: HttpUpstreamOptions): HttpUpstream {
  const vocabulary = options.vocabulary ?? interfaceNames;
  const permits = options.permits ?? new LocalPermits();
  const breaker = createBreaker({
    async probe(signal) {
      const probing = { kind: 'read', path: PROBE, signal, account: ANONYMOUS_ACCOUNT } as const;
      const outcome = await sendWithTimeout(options, probing, await options.token());
      if (!outcome.ok && outcome.failure.kind === 'unreachable') throw new Error('no answer');
    },
  });
  const call = (kind: CallKind, path: string, body: string | undefined, signal = neverAborted) => {
    const { account = ANONYMOUS_ACCOUNT, traceparent: trace } = requestContext.getStore() ?? {};
    return exchange({ options, permits, breaker }, { kind, path, body, signal, account, trace });
  };
  return {
    permits,
    breaker,
    async list(request, signal) {
      const outcome = await call('read', `?${toPlatformQuery(request, vocabulary).toString()}`, undefined, signal);
      return shapeResult(outcome, vocabulary, listSchema, ({ results, paging }): ListPage => ({
        results: results.map((record) => toWireRecord(record, vocabulary)),
        ...readCursor(paging),
      }));
    },
    async batchRead(request, signal) {
      const query = request.archived ? '?archived=true' : '';
      const outcome = await call('read', `/batch/read${query}`, toPlatformBody(request.bodyText, vocabulary), signal);
      return shapeResult(outcome, vocabulary, batchSchema, (result) => toBatchResult(result, vocabulary));
    },
    async search(request, signal) {
      const outcome = await call('search', '/search', toPlatformBody(request.bodyText, vocabulary), signal);
      return shapeResult(outcome, vocabulary, searchSchema, ({ results, total, paging }): SearchPage => ({
        results: results.map((record) => toWireRecord(record, vocabulary)),
        total,
        ...readCursor(paging),
      }));
    },
  };
}

function toPlatformQuery(request: ListQuery, vocabulary: Vocabulary): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of request) {
    const hasNames = name === 'properties' || name === 'propertiesWithHistory';
    query.append(name, hasNames ? toPlatformNames(value.split(','), vocabulary).join(',') : value);
  }
  return query;
}

function toPlatformNames(names: readonly string[], vocabulary: Vocabulary): string[] {
  return names.map((name) => toPlatformName(name.trim(), vocabulary));
}

/** Changes only property names, because the platform decides about everything else and limits the length of the body. */
function toPlatformBody(bodyText: string, vocabulary: Vocabulary): string {
  const body = parsePlatformJson(bodyText);
  return JSON.stringify(isObject(body) ? renameBody(body, vocabulary) : body);
}

/** Renames the properties everywhere in a body. */
function renameBody(body: Fields, vocabulary: Vocabulary): Fields {
  const rename = (value: unknown) => (typeof value === 'string' ? toPlatformName(value, vocabulary) : value);
  const renameFilters = (value: unknown) => mapList(value, renameRule);
  const renameList = (value: unknown) => mapList(value, rename);
  const renameRule = (value: unknown) => (isObject(value) ? mapFields(value, { propertyName: rename }) : rename(value));
  return mapFields(body, {
    properties: renameList,
    propertiesWithHistory: renameList,
    sorts: (value) => mapList(value, renameRule),
    filters: renameFilters,
    filterGroups: (value) =>
      mapList(value, (group) => (isObject(group) ? mapFields(group, { filters: renameFilters }) : group)),
    // This is the platform's default, and the platform may not know the name.
    idProperty: (value) => (value === ID_PROPERTY ? undefined : rename(value)),
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);

const mapList = (value: unknown, change: (item: unknown) => unknown) =>
  Array.isArray(value) ? value.map(change) : value;

function mapFields(fields: Fields, changes: Readonly<Record<string, (value: unknown) => unknown>>): Fields {
  const changeField = (name: string, value: unknown) => (Object.hasOwn(changes, name) ? changes[name]?.(value) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, changeField(name, value)] as const));
}

function shapeResult<S extends z.ZodType, T>(
  outcome: Awaited<ReturnType<typeof exchange>>,
  vocabulary: Vocabulary,
  schema: S,
  shape: (body: z.output<S>) => T,
): Result<T> {
  if (!outcome.ok) return outcome;
  const { status, body: bytes, headers, correlationId } = outcome;
  const trace = correlationId === undefined ? {} : { correlationId };
  const isAnswered = status >= 200 && status <= 299;
  const verbatim = isAnswered ? readVerbatim(bytes, vocabulary) : undefined;
  if (verbatim) {
    const parsed = schema.safeParse(verbatim.rest);
    if (parsed.success)
      return { ok: true, body: { ...shape(parsed.data), recordsJson: verbatim.recordsJson }, headers, ...trace };
  }
  const text = bytes.toString();
  const body = parsePlatformJson(text);
  if (!isAnswered) return toFailure({ kind: 'answered', status, body: body ?? text, headers, ...trace });
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, body: shape(parsed.data), headers, ...trace };
  const message = texts.unexpectedShape(parsed.error.issues[0]?.path.join('.') ?? '');
  const cause = `answered ${status} in an unexpected shape at ${parsed.error.issues[0]?.path.join('.') ?? ''}`;
  return toFailure({ kind: 'unusable', message, cause, ...trace });
}

function toFailure(failure: UpstreamFailure): Result<never> {
  return { ok: false, failure };
}

function readCursor(paging: z.output<typeof listSchema>['paging']): { after?: string } {
  return paging?.next ? { after: paging.next.after } : {};
}

function toWireRecord(record: PlatformRecord, vocabulary: Vocabulary): WireRecord {
  const { id, createdAt, updatedAt, archived, archivedAt, properties, propertiesWithHistory, associations } = record;
  return {
    id,
    properties: renameFromPlatform(properties, vocabulary),
    ...(propertiesWithHistory ? { propertiesWithHistory: renameFromPlatform(propertiesWithHistory, vocabulary) } : {}),
    createdAt,
    updatedAt,
    archived,
    ...(archivedAt ? { archivedAt } : {}),
    ...(associations ? { associations } : {}),
  };
}

/** `numErrors` is the number of entries (INTERFACE §4.2), regardless of what the platform reports. */
function toBatchResult(result: z.output<typeof batchSchema>, vocabulary: Vocabulary): BatchResult {
  const { status, startedAt, completedAt, results, errors } = result;
  return {
    status,
    startedAt,
    completedAt,
    results: results.map((record) => toWireRecord(record, vocabulary)),
    ...(errors && errors.length > 0 ? { errors, numErrors: errors.length } : {}),
  };
}

/** @returns undefined for a page that must be parsed instead: one with histories, associations, errors or anything unexpected. */
export function readVerbatim(page: Buffer, vocabulary: Vocabulary) {
  const { system, owner } = vocabulary;
  if (page.length > MAX_VERBATIM_BYTES || !isUtf8(page) || !/^\w+ \w+$/.test(`${system} ${owner}`)) return undefined;
  // One character per byte suffices, because JSON syntax is ASCII and other bytes are not changed.
  const text = page.toString('latin1');
  const [from, to] = [text.indexOf('['), text.lastIndexOf(']') + 1];
  const records = text.slice(from, to);
  if (!PLAIN.test(records)) return undefined;
  const rest = parsePlatformJson(`${page.toString('utf8', 0, from)}[]${page.toString('utf8', to)}`);
  // The brackets enclose `results` if the rest parses with an empty list in their place.
  const hasEmptyResults = typeof rest === 'object' && rest !== null && 'results' in rest && Array.isArray(rest.results);
  if (!hasEmptyResults) return undefined;
  const renamed = renameRecords(records, vocabulary);
  return { rest, recordsJson: renamed === records ? page.subarray(from, to) : Buffer.from(renamed, 'latin1') };
}

/** Matching takes memory per character. The largest page of records is far shorter. */
const MAX_VERBATIM_BYTES = 1_048_576;

/** Matches records with exactly the interface's fields in the platforms' order, in one pass over the text. */
const PLAIN = (() => {
  const space = String.raw`[ \t\n\r]*`;
  const text = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*"`;
  const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?`;
  const join = (...parts: readonly string[]) => parts.join(space);
  const toFieldPattern = (name: string, value: string) => join(name, ':', value);
  // A name with an escape might need renaming, so such a page is parsed.
  const name = String.raw`"[^"\\\x00-\x1f]*"`;
  // Two adjacent space patterns would cause exponential backtracking.
  const list = (member: string) => `${space}(?:${member}(?:${join('', ',', member)})*${space})?`;
  const properties = `\\{${list(toFieldPattern(name, `(?:${text}|${number}|true|false|null)`))}\\}`;
  const record = join(
    String.raw`\{`,
    [
      toFieldPattern('"id"', `(?:${text}|${number})`),
      toFieldPattern('"properties"', properties),
      toFieldPattern('"createdAt"', text),
      toFieldPattern('"updatedAt"', text),
      toFieldPattern('"archived"', '(?:true|false)'),
    ].join(join('', ',', '')) + `(?:${join('', ',', toFieldPattern('"archivedAt"', text))})?`,
    String.raw`\}`,
  );
  return new RegExp(`^\\[${list(record)}\\]$`);
})();

/** In JSON, a string before a colon is always a name. */
function renameRecords(bodyText: string, { system, owner }: Vocabulary): string {
  const pairs = [
    [system, interfaceNames.system],
    [owner, interfaceNames.owner],
  ] as const;
  return pairs
    .filter(([theirs, ours]) => theirs !== ours)
    .reduce((text, [theirs, ours]) => text.replace(toPattern(theirs), `"${ours}$1"`), bodyText);
}

function toPattern(prefix: string): RegExp {
  return new RegExp(String.raw`(?<!\\)"${prefix}([^"\\]*)"(?=\s*:)`, 'g');
}

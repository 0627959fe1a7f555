/** Reads request bodies for the embedded upstream: missing and empty members get defaults, unknown ones are ignored. */
import type { z } from 'zod';
import { batchSchema, parseBody, searchSchema } from '#service/requests.ts';
import {
  createRefusal,
  type Refusal,
  type BatchRequest,
  type SearchRequest,
  type WireFilter,
  type WireFilterGroup,
  type WireSort,
} from '../upstream.ts';

export interface SearchQuery {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly properties: readonly string[];
  readonly query: string;
  readonly sorts: readonly WireSort[];
  readonly filterGroups: readonly WireFilterGroup[];
  /** The body as received, because the upstream limits its length. */
  readonly bodyText: string;
}

export interface BatchQuery {
  readonly ids: readonly string[];
  readonly properties: readonly string[];
  readonly propertiesWithHistory: readonly string[];
  readonly idProperty?: string | undefined;
  readonly archived: boolean;
}

type Read<T> = { readonly ok: true; readonly query: T } | Refusal;

export function readSearchQuery({ bodyText }: SearchRequest): Read<SearchQuery> {
  const parsed = parseBody(bodyText, searchSchema);
  if (!parsed.ok) return createRefusal(parsed.problem);
  const { limit, after, properties, query, sorts, filterGroups } = parsed.request;
  return {
    ok: true,
    query: {
      limit: limit ?? undefined,
      after: after === null || after === undefined ? undefined : String(after),
      properties: properties ?? [],
      query: query ?? '',
      sorts: (sorts ?? []).map(toSort),
      filterGroups: (filterGroups ?? []).map(({ filters }) => ({ filters: filters.map(toFilter) })),
      bodyText,
    },
  };
}

type ParsedBody = z.output<typeof searchSchema>;

/** A bare name sorts ascending, one with a minus descending. */
function toSort(sort: NonNullable<ParsedBody['sorts']>[number]): WireSort {
  if (typeof sort !== 'string') return { propertyName: sort.propertyName, direction: sort.direction ?? 'ASCENDING' };
  return { propertyName: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'DESCENDING' : 'ASCENDING' };
}

function toFilter(filter: NonNullable<ParsedBody['filterGroups']>[number]['filters'][number]): WireFilter {
  const { propertyName, operator, value, highValue, values } = filter;
  return {
    propertyName,
    operator,
    ...(value === undefined || value === null ? {} : { value: String(value) }),
    ...(highValue === undefined || highValue === null ? {} : { highValue: String(highValue) }),
    ...(values ? { values: values.map(String) } : {}),
  };
}

export function readBatchQuery({ bodyText, archived }: BatchRequest): Read<BatchQuery> {
  const parsed = parseBody(bodyText, batchSchema);
  if (!parsed.ok) return createRefusal(parsed.problem);
  const { inputs, properties, propertiesWithHistory, idProperty } = parsed.request;
  return {
    ok: true,
    query: {
      ids: inputs.map(({ id }) => String(id)),
      properties: properties ?? [],
      propertiesWithHistory: propertiesWithHistory ?? [],
      idProperty: idProperty ?? undefined,
      archived,
    },
  };
}

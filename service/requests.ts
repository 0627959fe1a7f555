/**
 * Requests of callers (INTERFACE §4). Only the interface's restrictions are checked here, because the upstream decides about everything
 * else. The schemas describe the fields of the interface; further and empty ones are allowed.
 */
import { z } from 'zod';
import { upstreamTexts as texts } from '#service-texts/service.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import type { BatchRequest, SearchRequest } from './upstream/upstream.ts';

const SEARCH_MAXIMUM = 200;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const identifier = z.union([z.string(), z.number().int()]);
const propertyNames = z.array(z.string()).nullish();

const filterSchema = z.looseObject({
  propertyName: z.string().min(1),
  operator: z.string().min(1),
  value: scalar.nullish(),
  highValue: scalar.nullish(),
  values: z.array(scalar).nullish(),
});

const sortSchema = z.union([
  z.string(),
  z.looseObject({
    propertyName: z.string().min(1),
    direction: z.enum(['ASCENDING', 'DESCENDING']).nullish(),
  }),
]);

export const searchSchema = z.looseObject({
  limit: z.number().int().min(0).max(SEARCH_MAXIMUM).nullish(),
  after: z.union([z.string(), z.number().int()]).nullish(),
  properties: propertyNames,
  query: z.string().nullish(),
  sorts: z.array(sortSchema).nullish(),
  filterGroups: z.array(z.looseObject({ filters: z.array(filterSchema).min(1) })).nullish(),
});

export const batchSchema = z.looseObject({
  inputs: z.array(z.looseObject({ id: identifier })),
  properties: propertyNames,
  propertiesWithHistory: propertyNames,
  idProperty: z.enum([ID_PROPERTY, RECORD_ID_PROPERTY]).nullish(),
});

type Parsed<T> = { readonly ok: true; readonly request: T } | { readonly ok: false; readonly problem: string };

/** Restrictions of the interface, regardless of what the upstream allows. */
const searchLimits = z.looseObject({
  limit: z
    .custom((value) => !(Number(value) > SEARCH_MAXIMUM), { error: texts.shape.most(String(SEARCH_MAXIMUM)) })
    .optional(),
});
const batchLimits = z.looseObject({ idProperty: batchSchema.shape.idProperty });

export function readSearch(text: string): Parsed<SearchRequest> {
  const parsed = parseBody(text, searchLimits);
  return parsed.ok ? { ok: true, request: { bodyText: text } } : parsed;
}

/** @param text the body as received. @param archived reads only archived records. */
export function readBatch(text: string, archived: boolean): Parsed<BatchRequest> {
  const parsed = parseBody(text, batchLimits);
  return parsed.ok ? { ok: true, request: { bodyText: text, archived } } : parsed;
}

/**
 * Reads `archived`, which is true or false in any case, or absent. Writes it back in lower case, so that the upstream and the paging link get
 * the same value.
 */
export function readArchived(query: URLSearchParams): Parsed<boolean> {
  const values = query.getAll('archived').map((text) => text.toLowerCase());
  const [archived = 'false'] = values;
  if (values.some((value) => value !== archived) || (archived !== 'true' && archived !== 'false'))
    return { ok: false, problem: texts.archived(query.getAll('archived').join(', ')) };
  if (values.length > 0) query.set('archived', archived);
  return { ok: true, request: archived === 'true' };
}

/** @returns the parsed body, or its first problem in one sentence. */
export function parseBody<S extends z.ZodType>(text: string, schema: S): Parsed<z.output<S>> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, problem: texts.notJson };
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, request: parsed.data };
  const issue = parsed.error.issues[0];
  return {
    ok: false,
    problem: texts.badJson(issue?.path.join('.') ?? '', issue ? describeIssue(issue) : texts.shape.other),
  };
}

/** Words the problem here, because the schema library's messages cannot be translated. */
function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return texts.shape.kind(issue.expected);
    case 'invalid_value':
      return texts.shape.oneOf(issue.values.map(String).join(', '));
    case 'too_big':
      return texts.shape.most(String(issue.maximum));
    case 'too_small':
      return texts.shape.least(String(issue.minimum));
    case 'custom':
      return issue.message;
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return texts.shape.other;
  }
}

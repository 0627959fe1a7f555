/** What callers may send (INTERFACE §4), read strictly: an unknown field is refused, not overlooked. */
import { upstreamTexts as texts } from '#service-texts/refusals.ts';
import { z } from 'zod';
import { ID_PROPERTY, RECORD_ID_PROPERTY } from '../src/domain/properties.ts';
import type { BatchRequest, SearchRequest, WireFilter } from './upstream/upstream.ts';

const SEARCH_MAXIMUM = 200;

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const identifier = z.union([z.string().min(1), z.number().int()]).transform(String);
const propertyNames = z.array(z.string()).default([]);

const filterSchema = z
  .strictObject({
    propertyName: z.string().min(1),
    operator: z.string().min(1),
    value: scalar.optional(),
    highValue: scalar.optional(),
    values: z.array(scalar).optional(),
  })
  .transform(withoutUndefined);

const sortSchema = z.strictObject({
  propertyName: z.string().min(1),
  direction: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
});

export const searchSchema = z.strictObject({
  limit: z.number().int().min(0).max(SEARCH_MAXIMUM).optional(),
  after: z.union([z.string(), z.number().int()]).transform(String).optional(),
  properties: propertyNames,
  query: z.string().default(''),
  sorts: z.array(sortSchema).default([]),
  filterGroups: z.array(z.strictObject({ filters: z.array(filterSchema).min(1) })).default([]),
});

export const batchSchema = z.strictObject({
  inputs: z.array(z.strictObject({ id: identifier })),
  properties: propertyNames,
  propertiesWithHistory: propertyNames,
  idProperty: z.enum([ID_PROPERTY, RECORD_ID_PROPERTY]).optional(),
});

type Parsed<T> = { readonly ok: true; readonly request: T } | { readonly ok: false; readonly problem: string };

function withoutUndefined(filter: { [K in keyof WireFilter]: WireFilter[K] | undefined }): WireFilter {
  const { propertyName = '', operator = '', value, highValue, values } = filter;
  return {
    propertyName,
    operator,
    ...(value === undefined ? {} : { value }),
    ...(highValue === undefined ? {} : { highValue }),
    ...(values === undefined ? {} : { values }),
  };
}

/** @param text the body as received. @returns the search, or what is wrong with it in one sentence. */
export function parseSearch(text: string): Parsed<SearchRequest> {
  const parsed = parseBody(text, searchSchema);
  if (!parsed.ok) return parsed;
  const { limit, after, ...rest } = parsed.request;
  const request = {
    ...rest,
    ...(limit === undefined ? {} : { limit }),
    ...(after === undefined ? {} : { after }),
    written: text,
  };
  return { ok: true, request };
}

/** @param text the body as received. @param archived read only archived records. */
export function parseBatch(text: string, archived: boolean): Parsed<BatchRequest> {
  const parsed = parseBody(text, batchSchema);
  if (!parsed.ok) return parsed;
  const { inputs, idProperty, ...rest } = parsed.request;
  const request = {
    ...rest,
    ids: inputs.map((input) => input.id),
    ...(idProperty === undefined ? {} : { idProperty }),
    archived,
    written: text,
  };
  return { ok: true, request };
}

/**
 * Reads `archived` of a query alike for every operation: true or false in any case, or absent. A given one is written back in lower case,
 * once, so that what is passed on and linked to is what was read.
 */
export function readArchived(query: URLSearchParams): Parsed<boolean> {
  const given = query.getAll('archived').map((text) => text.toLowerCase());
  const [archived = 'false'] = given;
  if (given.some((each) => each !== archived) || (archived !== 'true' && archived !== 'false'))
    return { ok: false, problem: texts.archived(query.getAll('archived').join(', ')) };
  if (given.length > 0) query.set('archived', archived);
  return { ok: true, request: archived === 'true' };
}

function parseBody<S extends z.ZodType>(text: string, schema: S): Parsed<z.output<S>> {
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
    problem: texts.badJson(issue?.path.join('.') ?? '', issue ? wordIssue(issue) : texts.shape.other),
  };
}

/** The schema library's own words are English. */
function wordIssue(issue: z.core.$ZodIssue): string {
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

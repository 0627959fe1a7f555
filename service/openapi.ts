/** The interface as an OpenAPI 3.1 document, made from the schemas for requests and responses. */
import { z } from 'zod';
import { properties, type PropertyType } from '#domain/properties.ts';
import { documentTexts as texts } from '#service-texts/service.ts';
import { TIMELOGS_PATH } from './routes.ts';
import { batchSchema as batchRequest, searchSchema as searchRequest } from './requests.ts';

const time = z.iso.datetime().describe('ISO 8601, UTC');
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const identifier = z.union([z.string(), z.number()]);

const typeDescriptions: Readonly<Record<PropertyType, string>> = {
  string: 'A text.',
  enumeration: 'One of a list of words.',
  boolean: 'true or false, as JSON or as a text.',
  number: 'A number, as JSON or as a text.',
  date: 'A midnight in UTC.',
  datetime: 'A time: ISO 8601, or milliseconds since 1970 as a text.',
};

const catalogue = Object.fromEntries(
  properties.map(({ name, type, options }) => [
    name,
    value.optional().describe(options ? `${typeDescriptions[type]} ${options.join(', ')}.` : typeDescriptions[type]),
  ]),
);

const history = z.array(
  z.looseObject({ value, timestamp: z.string(), sourceType: z.string(), sourceId: z.string().optional() }),
);

export const recordSchema = z.object({
  id: identifier,
  properties: z.object(catalogue).catchall(value).describe('Those that were asked for, and the built-in ones.'),
  propertiesWithHistory: z.record(z.string(), history).optional(),
  associations: z.record(z.string(), z.unknown()).optional(),
  createdAt: time,
  updatedAt: time,
  archived: z.boolean(),
  archivedAt: time.optional(),
});

const after = z.string().describe('The cursor of the next page.');
const results = z.array(recordSchema);

export const listSchema = z.object({
  results,
  paging: z
    .object({ next: z.object({ after, link: z.string().describe('The address of the next page.') }) })
    .optional()
    .describe('Present where a further page exists.'),
});

export const searchSchema = z.object({
  total: z.number().int().min(0),
  results: z.array(recordSchema).max(200),
  paging: z
    .object({ next: z.object({ after }) })
    .optional()
    .describe('Present where a further page exists.'),
});

export const batchSchema = z.object({
  status: z.string().describe('COMPLETE'),
  startedAt: time,
  completedAt: time,
  results,
  errors: z
    .array(
      z.object({
        category: z.string(),
        context: z.record(z.string(), z.array(z.string())),
        message: z.string(),
        status: z.string(),
      }),
    )
    .min(1)
    .optional()
    .describe('Present where some identifiers failed.'),
  numErrors: z.number().int().min(1).optional(),
});

const plainErrorSchema = z.object({ error: z.string() });
const errorSchema = z.object({ error: z.string(), details: z.string() });

const INTERFACE_VERSION = '1.0.0';

export function createDocument(url: string) {
  return {
    openapi: '3.1.0',
    info: { title: texts.title, version: INTERFACE_VERSION, description: texts.description },
    servers: [{ url }],
    security: [{ key: [] }],
    components: {
      schemas: writeSchemas(),
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: texts.key } },
      headers: {
        'x-request-id': { schema: { type: 'string' }, description: texts.requestId },
        'x-service-ratelimit-reset': { schema: { type: 'string', format: 'date-time' }, description: texts.reset },
        'www-authenticate': { schema: { type: 'string' } },
        'retry-after': { schema: digits, description: texts.retry },
        ...Object.fromEntries(limitHeaders.map((name) => [name, { schema: digits, description: texts.limits }])),
      },
    },
    paths: {
      [TIMELOGS_PATH]: {
        get: {
          operationId: 'list',
          summary: texts.list,
          parameters,
          responses: createResponses(listSchema, listErrors),
        },
      },
      [`${TIMELOGS_PATH}/batch/read`]: {
        post: {
          operationId: 'batch',
          summary: texts.batch,
          parameters: parameters.filter(({ name }) => name === 'archived'),
          requestBody: createRequestBody(batchRequest),
          responses: { ...createResponses(batchSchema, errors), '207': createResponse(texts.partly, batchSchema) },
        },
      },
      [`${TIMELOGS_PATH}/search`]: {
        post: {
          operationId: 'search',
          summary: texts.search,
          requestBody: createRequestBody(searchRequest),
          responses: createResponses(searchSchema, errors),
        },
      },
    },
  };
}

/** Every response to a valid key has these headers, named as in the IETF draft. */
const limitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

const digits = { type: 'string', pattern: String.raw`^\d+$` };
const text = { type: 'string' };

const parameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
  { name: 'after', in: 'query', schema: text },
  { name: 'properties', in: 'query', schema: text, description: texts.names },
  { name: 'propertiesWithHistory', in: 'query', schema: text, description: texts.names },
  { name: 'associations', in: 'query', schema: text },
  { name: 'archived', in: 'query', schema: { type: 'boolean', default: false }, description: texts.archived },
];

/** Errors of the interface and of HTTP itself. */
const listErrors: Readonly<Record<string, string>> = {
  '400': texts.unreadable,
  '405': texts.method,
  '408': texts.slow,
  '414': texts.long,
  '431': texts.heads,
  '500': texts.unexpected,
  '503': texts.busy,
};

const errors = { ...listErrors, '413': texts.large, '415': texts.type, '4XX': texts.upstream, '5XX': texts.upstream };

function createResponses(schema: z.ZodType, failures: Readonly<Record<string, string>>) {
  return {
    '200': createResponse(texts.read, schema),
    '401': createResponse(texts.unknownKey, plainErrorSchema, 'www-authenticate'),
    '403': createResponse(texts.deactivated, plainErrorSchema),
    '429': createResponse(texts.quota, errorSchema, 'x-service-ratelimit-reset', 'retry-after'),
    ...Object.fromEntries(
      Object.entries(failures).map(([status, description]) => [
        status,
        createResponse(description, errorSchema, ...(status === '503' ? ['retry-after'] : [])),
      ]),
    ),
  };
}

function createResponse(description: string, schema: z.ZodType, ...extraHeaders: readonly string[]) {
  const headers = ['x-request-id', ...limitHeaders, ...extraHeaders];
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema: { $ref: SCHEMAS + (registry.get(schema)?.id ?? '') } } },
  };
}

function createRequestBody(schema: z.ZodType) {
  return {
    required: true,
    content: { 'application/json': { schema: removeDialect(z.toJSONSchema(schema, { io: 'input' })) } },
  };
}

const registry = z.registry<{ id: string }>();
registry.add(recordSchema, { id: 'TimeLog' });
registry.add(listSchema, { id: 'ListAnswer' });
registry.add(batchSchema, { id: 'BatchAnswer' });
registry.add(searchSchema, { id: 'SearchAnswer' });
registry.add(errorSchema, { id: 'Error' });
registry.add(plainErrorSchema, { id: 'KeyError' });

const SCHEMAS = '#/components/schemas/';

/** Writes each schema once; responses refer to it. */
function writeSchemas() {
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => SCHEMAS + id });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, removeDialect(schema)]));
}

function removeDialect({ $schema: _dialect, $id: _id, ...rest }: z.core.JSONSchema.BaseSchema) {
  return rest;
}

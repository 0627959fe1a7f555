/** The interface as an OpenAPI 3.1 document, made from the schemas that requests are read by and answers are held to. */
import { documentTexts as texts } from '#service-texts/document.ts';
import { z } from 'zod';
import { TIMELOGS_PATH } from '../answers.ts';
import { batchSchema as batchRequest, searchSchema as searchRequest } from '../requests.ts';
import { batchSchema, errorSchema, listSchema, plainErrorSchema, recordSchema, searchSchema } from './answers.ts';

const INTERFACE_VERSION = '1.0.0';

/** @param url the public address, without a path. */
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
      },
    },
    paths: {
      [TIMELOGS_PATH]: {
        get: { operationId: 'list', summary: texts.list, parameters, responses: answers(listSchema, listErrors) },
      },
      [`${TIMELOGS_PATH}/batch/read`]: {
        post: {
          operationId: 'batch',
          summary: texts.batch,
          parameters: parameters.filter(({ name }) => name === 'archived'),
          requestBody: body(batchRequest),
          responses: { ...answers(batchSchema, errors), '207': answer(texts.partly, batchSchema) },
        },
      },
      [`${TIMELOGS_PATH}/search`]: {
        post: {
          operationId: 'search',
          summary: texts.search,
          requestBody: body(searchRequest),
          responses: answers(searchSchema, errors),
        },
      },
    },
  };
}

const names = { type: 'string' };

const parameters = [
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
  { name: 'after', in: 'query', schema: names },
  { name: 'properties', in: 'query', schema: names, description: texts.names },
  { name: 'propertiesWithHistory', in: 'query', schema: names, description: texts.names },
  { name: 'associations', in: 'query', schema: names },
  { name: 'archived', in: 'query', schema: { type: 'boolean', default: false }, description: texts.archived },
];

/** Errors of the interface, and what HTTP itself may say of a request. */
const listErrors: Readonly<Record<string, string>> = {
  '400': texts.unreadable,
  '405': texts.method,
  '408': texts.slow,
  '414': texts.long,
  '431': texts.heads,
  '500': texts.unexpected,
  '503': texts.busy,
};

/** A failure of the upstream keeps its status. */
const errors = { ...listErrors, '413': texts.large, '415': texts.type, '4XX': texts.upstream, '5XX': texts.upstream };

function answers(schema: z.ZodType, failures: Readonly<Record<string, string>>) {
  return {
    '200': answer(texts.read, schema),
    '401': answer(texts.unknownKey, plainErrorSchema, 'www-authenticate'),
    '403': answer(texts.deactivated, plainErrorSchema),
    '429': answer(texts.quota, errorSchema, 'x-service-ratelimit-reset'),
    ...Object.fromEntries(Object.entries(failures).map(([status, says]) => [status, answer(says, errorSchema)])),
  };
}

function answer(description: string, schema: z.ZodType, header?: string) {
  const headers = ['x-request-id', ...(header === undefined ? [] : [header])];
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema: refer(schema) } },
  };
}

function body(schema: z.ZodType) {
  return {
    required: true,
    content: { 'application/json': { schema: withoutDialect(z.toJSONSchema(schema, { io: 'input' })) } },
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

function refer(schema: z.ZodType) {
  return { $ref: SCHEMAS + (registry.get(schema)?.id ?? '') };
}

/** Each once, in the place that answers refer to. */
function writeSchemas() {
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => SCHEMAS + id });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutDialect(schema)]));
}

function withoutDialect({ $schema: _dialect, $id: _id, ...rest }: z.core.JSONSchema.BaseSchema) {
  return rest;
}

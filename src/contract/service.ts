/** The methods that query the live service, which costs requests: its pages, and records by id. */
import { z } from 'zod';
import { MAX_NUMBERS } from '#domain/lookup/choose-ids.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { limitUpTo } from './filters.ts';
import { sortOrderSchema } from '#domain/records/sort-order.ts';

const count = z.number().int().nonnegative();

type Json = z.core.util.JSONType;

function isJson(value: unknown): value is Json {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  return Array.isArray(value) ? value.every(isJson) : isJsonObject(value);
}

function isJsonObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isJson);
}

/** A record as the service sent it; a number that does not fit a double is a string of its digits. */
export const receivedRecordSchema = z.looseObject({
  id: z.string(),
  // The properties are passed on unchanged, because a parsed copy would lose a property called `__proto__`.
  properties: z.custom<Record<string, Json>>(isJsonObject, 'not JSON'),
});

const livePage = z.object({
  results: z.array(receivedRecordSchema),
  total: count.optional(),
  paging: z.object({ next: z.object({ after: z.string() }) }).optional(),
});

export const serviceMethods = {
  /** Reads one live page of the service's list, which costs one request. */
  'service.list': {
    input: z.strictObject({
      limit: limitUpTo(100).default(10),
      after: z.string().optional(),
      properties: z.array(z.string()).optional(),
    }),
    output: livePage,
  },
  /** Reads one live page of the service's search, which costs one request. */
  'service.search': {
    input: z.strictObject({
      filterGroups: filterGroupsSchema.default([]),
      query: z.string().default(''),
      sort: sortOrderSchema.optional(),
      limit: limitUpTo(200).default(10),
      after: z.string().optional(),
      properties: z.array(z.string()).optional(),
    }),
    output: livePage,
  },
  /** Finds which of these numbers are known on this computer, and as what. Costs no request. */
  'lookup.known': {
    input: z.strictObject({ numbers: z.array(z.string().regex(/^[1-9]\d{0,17}$/)).max(MAX_NUMBERS) }),
    output: z.object({
      /** The ids of records, archived ones included. */
      records: z.array(z.string()),
      owners: z.array(z.string()),
      /** The ids of companies, deals, tickets, projects and other objects. */
      objects: z.array(z.string()),
      /** The lengths, in digits, of local record ids. */
      lengths: z.array(count),
    }),
  },
  /** Reads records by id, 100 per request. Every id is in exactly one of found, missing, failed. */
  'lookup.run': {
    input: z.strictObject({
      ids: z.array(z.string().min(1)).min(1).max(10_000),
      idProperty: z.string().optional(),
      properties: z.array(z.string()).optional(),
      propertiesWithHistory: z.array(z.string()).optional(),
    }),
    output: z.object({
      found: z.array(receivedRecordSchema),
      missing: z.array(z.string()),
      failed: z.array(z.object({ ids: z.array(z.string()), category: z.string(), message: z.string() })),
      requestsUsed: count,
    }),
  },
} as const;

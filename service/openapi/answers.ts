/** What the service answers (INTERFACE §2, §4, §7), as schemas. */
import { z } from 'zod';
import { properties, type PropertyType } from '../../src/domain/properties.ts';

const time = z.iso.datetime().describe('ISO 8601, UTC');
const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const identifier = z.union([z.string(), z.number()]);

const spelled: Readonly<Record<PropertyType, string>> = {
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
    value.optional().describe(options ? `${spelled[type]} ${options.join(', ')}.` : spelled[type]),
  ]),
);

const history = z.array(
  z.object({ value, timestamp: z.string(), sourceType: z.string(), sourceId: z.string().optional() }),
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

export const plainErrorSchema = z.object({ error: z.string() });
export const errorSchema = z.object({ error: z.string(), details: z.string() });

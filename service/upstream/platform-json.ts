/** The platform's answers, read without losing a digit and without insisting on fields the service does not pass on. */
import { z } from 'zod';
import type { WireValue } from './upstream.ts';

const value = z.custom<WireValue>((given) => given === null || !Array.isArray(given));
const cursor = z.union([z.string(), z.number()]).transform(String);
const paging = z.object({ next: z.object({ after: cursor }).optional() }).nullish();

const historyEntrySchema = z.object({
  value,
  timestamp: z.string(),
  sourceType: z.string().default('UNKNOWN'),
  sourceId: z.string().optional(),
});

/** Identifiers of associated objects. Their own paging leads to the platform's address, which the service does not tell. */
const associationsSchema = z.record(
  z.string(),
  z.object({
    results: z.array(z.object({ id: z.union([z.string(), z.number()]), type: z.string().optional() })),
    paging: z.object({ next: z.object({ after: cursor }).optional() }).optional(),
  }),
);

const recordSchema = z.object({
  id: z.union([z.string(), z.number()]),
  properties: z.record(z.string(), value),
  propertiesWithHistory: z.record(z.string(), z.array(historyEntrySchema)).nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  archived: z.boolean().default(false),
  archivedAt: z.string().nullish(),
  associations: associationsSchema.nullish(),
});
export type PlatformRecord = z.output<typeof recordSchema>;

export const listSchema = z.object({ results: z.array(recordSchema), paging });
export const searchSchema = z.object({ results: z.array(recordSchema), total: z.number().int(), paging });
export const batchSchema = z.object({
  status: z.string(),
  startedAt: z.string(),
  completedAt: z.string(),
  results: z.array(recordSchema),
  errors: z
    .array(
      z.object({
        category: z.string().default('UNKNOWN'),
        context: z.record(z.string(), z.array(z.string())).default({}),
        message: z.string().default(''),
        status: z.string().default('error'),
      }),
    )
    .nullish(),
});

/** `JSON.rawJSON`: a number that no double holds is written again digit by digit. */
const raw = z.object({ rawJSON: z.custom<(text: string) => unknown>((given) => typeof given === 'function') });

/** @returns the parsed text, or undefined if it is no JSON. */
export function parsePlatformJson(text: string): unknown {
  const { rawJSON } = raw.parse(JSON);
  const keepDigits = (_key: string, given: unknown, context?: { source?: string }) =>
    typeof given === 'number' && context?.source !== undefined && String(given) !== context.source
      ? rawJSON(context.source)
      : given;
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

/** Parses the platform's responses without losing digits, and without requiring fields that the service does not forward. */
import { z } from 'zod';
import type { WireValue } from './upstream.ts';

/** Accepts all values but lists. Checking thousands per page with the library's schemas takes ten times as long. */
const values = z.custom<Readonly<Record<string, WireValue>>>((input) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  for (const name in input) if (Array.isArray(Reflect.get(input, name))) return false;
  return true;
});
const value = z.custom<WireValue>((input) => input === null || !Array.isArray(input));
const cursor = z.union([z.string(), z.number()]).transform(String);
const paging = z.object({ next: z.object({ after: cursor }).optional() }).nullish();

/** Keeps everything about a change, including its author. */
const historyEntrySchema = z.looseObject({ value, timestamp: z.string(), sourceType: z.string().default('UNKNOWN') });

/** Leaves out the links in the paging of associations, which would show the platform's address. */
const associationsSchema = z.record(
  z.string(),
  z.object({
    results: z.array(z.object({ id: z.union([z.string(), z.number()]), type: z.string().optional() })),
    paging: z.object({ next: z.object({ after: cursor }).optional() }).optional(),
  }),
);

const recordSchema = z.object({
  id: z.union([z.string(), z.number()]),
  properties: values,
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

/** `JSON.rawJSON` keeps the digits of a number that no double holds. */
const raw = z.object({ rawJSON: z.custom<(text: string) => unknown>((input) => typeof input === 'function') });

export function isRawNumber(input: unknown): input is { readonly rawJSON: string } {
  return typeof input === 'object' && input !== null && 'rawJSON' in input && Object.isFrozen(input);
}

/** Finds numbers that a double may not represent exactly, and occasionally text that looks like one. */
const RISKY = /(?:"\s*:|[[,])\s*-?(?:\d{16}|\d+[.eE]|(?<=-)0(?!\.))/;

export function parsePlatformJson(text: string): unknown {
  if (!RISKY.test(text)) return parsePlainJson(text);
  const { rawJSON } = raw.parse(JSON);
  const keepDigits = (_key: string, input: unknown, context?: { source?: string }) =>
    typeof input === 'number' && context?.source !== undefined && String(input) !== context.source
      ? rawJSON(context.source)
      : input;
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

/** Parses without a reviver, which is much faster. */
function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Vocabulary {
  /** The platform's prefix for `sys_`. */
  readonly system: string;
  /** The platform's prefix for `platform_`. */
  readonly owner: string;
}

export const interfaceNames: Vocabulary = { system: 'sys_', owner: 'platform_' };

/** @returns the platform's name of a property, with its minus for a descending sort. */
export function toPlatformName(name: string, vocabulary: Vocabulary): string {
  if (name.startsWith('-')) return `-${toPlatformName(name.slice(1), vocabulary)}`;
  return rename(rename(name, interfaceNames.system, vocabulary.system), interfaceNames.owner, vocabulary.owner);
}

function fromPlatformName(name: string, vocabulary: Vocabulary): string {
  return rename(rename(name, vocabulary.system, interfaceNames.system), vocabulary.owner, interfaceNames.owner);
}

function rename(name: string, prefix: string, newPrefix: string): string {
  return name.startsWith(prefix) ? newPrefix + name.slice(prefix.length) : name;
}

export function renameFromPlatform<T>(properties: Readonly<Record<string, T>>, vocabulary: Vocabulary) {
  if (vocabulary.system === interfaceNames.system && vocabulary.owner === interfaceNames.owner) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [fromPlatformName(name, vocabulary), value] as const),
  );
}

/** Schemas of the answers to the three operations. They are lenient in shape and check only the promises that the app relies on. */
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { isObject, NumberText, type Json, type JsonObject } from './json.ts';

/** Ids and cursors arrive as strings or numbers. */
const textSchema = z.union([
  z.string(),
  z.number().transform(String),
  z.instanceof(NumberText).transform((number) => number.text),
]);

const objectSchema = z.custom<JsonObject>(isObject, 'not an object');

/** `next.link` is not read and never followed; the next request is rebuilt from `after`. */
const pagingSchema = z.object({ next: z.object({ after: textSchema }).nullish() }).nullish();

const countSchema = textSchema.pipe(z.string().regex(/^\d{1,15}$/, 'not a count')).transform(Number);

export const pageSchema = z.object({
  results: z.array(objectSchema),
  total: countSchema.nullish(),
  paging: pagingSchema,
});

const batchErrorSchema = z.object({
  category: z.string().nullish(),
  message: z.string().nullish(),
  context: z.object({ ids: z.array(textSchema).nullish() }).nullish(),
});

/** `numErrors` is not read: it counts entries, not ids, and nothing depends on it. */
export const batchSchema = z.object({
  status: z.string().nullish(),
  results: z.array(objectSchema),
  errors: z.array(batchErrorSchema).nullish(),
});
export type BatchAnswer = z.output<typeof batchSchema>;

/** A batch in which nothing was found may come as an error answer without `results`. */
export const emptyBatchSchema = batchSchema.extend({ results: batchSchema.shape.results.default([]) });

export const idSchema = textSchema.pipe(z.string().regex(/^\d{1,18}$/, 'not an integer'));

export const recordSchema = z.object({
  id: idSchema,
  properties: objectSchema.nullish(),
  createdAt: textSchema.nullish(),
  updatedAt: textSchema.nullish(),
  archived: z
    .union([
      z.boolean(),
      z
        .string()
        .toLowerCase()
        .pipe(z.stringbool({ truthy: ['true'], falsy: ['false'] })),
    ])
    .nullish(),
});

const optionalText = z.string().optional().catch(undefined);
/** The service's error body, or the upstream's, forwarded unchanged. */
export const errorBodySchema = z.object({
  error: optionalText,
  details: optionalText,
  status: optionalText,
  message: optionalText,
  category: optionalText,
});
export type ErrorBody = z.output<typeof errorBodySchema>;

/** @param operation is named in the message. @throws AppFailure `service-changed` naming the place at which the answer broke a promise. */
export function parseAnswer<T>(schema: z.ZodType<T>, json: Json, operation: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const path = formatIssuePath(parsed.error);
  return fail({ code: 'service-changed', detail: path ? `${operation}: ${path}` : operation });
}

/** Returns the path at which the first promise was broken, as in `results[17].id`; empty for the answer itself. */
export function formatIssuePath(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return '';
  return issue.path.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}${path ? '.' : ''}${String(step)}`),
    '',
  );
}

/** The events that a host sends to the ui. */
import { z } from 'zod';
import { quotaSchema, syncProgressSchema } from './api.ts';
import { troubleSchema } from './service.ts';

export const events = {
  'sync.progress': syncProgressSchema,
  /** The open workspace's records, coverage or names changed: figures on screen are out of date. */
  'data.changed': z.object({}),
  'quota.changed': quotaSchema,
  /** The result of the last attempt at the service. */
  'service.trouble': z.object({ trouble: troubleSchema.nullable() }),
  'export.progress': z.object({ written: z.number().int(), total: z.number().int() }),
  /** A workspace's file is being written or read: records done. */
  'workspace.progress': z.object({ done: z.number().int(), total: z.number().int() }),
  /** Browser host only: pages that are to be printed are ready to be opened; `url` is a path of the same origin. */
  'pages.ready': z.object({ url: z.string() }),
  /** Browser host only: a finished file, and after it what belongs to it, is ready to be downloaded, each once; a `url` is a path of the same origin. */
  'download.ready': z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })).min(1) }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;
/** One event as it crosses a host. */
export type AppEvent = {
  readonly [E in EventName]: { readonly event: E; readonly payload: EventPayload<E> };
}[EventName];

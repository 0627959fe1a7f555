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
  /** How many records are done while a workspace's file is written or read. */
  'workspace.progress': z.object({ done: z.number().int(), total: z.number().int() }),
  /** Only the browser host sends it: pages are ready to be opened and printed; `url` is a path of the same origin. */
  'pages.ready': z.object({ url: z.string() }),
  /**
   * Only the browser host sends it: a finished file, and after it the files that belong to it, can be downloaded once each. Each `url` is a
   * path of the same origin.
   */
  'download.ready': z.object({ files: z.array(z.object({ name: z.string(), url: z.string() })).min(1) }),
} as const;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;
export type AppEvent = {
  readonly [E in EventName]: { readonly event: E; readonly payload: EventPayload<E> };
}[EventName];
